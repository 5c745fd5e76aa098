"""How long each stage of the path takes."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

NAMES = ("decode", "scene", "eyes", "interpret", "rule", "journal", "publish")


@dataclass(slots=True)
class Stage:
    """The spans of one stage: how many, their sum and the longest, in seconds."""

    count: int = 0
    total_s: float = 0.0
    longest_s: float = 0.0

    def add(self, seconds: float) -> None:
        """Count one more span."""
        self.count += 1
        self.total_s += seconds
        self.longest_s = max(self.longest_s, seconds)

    @property
    def mean_s(self) -> float:
        """The mean span, 0 when there was none."""
        return self.total_s / self.count if self.count else 0.0


@dataclass(slots=True)
class Stages:
    """Timers by name: `with stages("eyes"): ...`. Names used so far are in `NAMES`, in order of the path."""

    clock: Callable[[], float] = time.perf_counter
    spans: dict[str, Stage] = field(default_factory=lambda: {name: Stage() for name in NAMES})

    @contextmanager
    def __call__(self, name: str) -> Iterator[None]:
        """Time what happens inside under *name*."""
        began = self.clock()
        try:
            yield
        finally:
            self.spans.setdefault(name, Stage()).add(self.clock() - began)
