"""A model in training: the samples it learns from, step after step, and how far it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, Generic, TypeVar

import torch
from torch import nn

from referee.training.assets import Assets
from referee.training.device import device
from referee.training.loop import Maker, Stream, Training

Sample = TypeVar("Sample")
Report = Callable[[str], None]


class Course(Generic[Sample]):
    """*model* in training for *minutes* of wall time; goes on from *checkpoint* if it exists.

    Samples are made by *make* from *assets* in a process of its own, *scenes* scenes at a time; *pool* of
    them are kept and each is used about *reuse* times. Batches are to be brought to `device`.
    """

    def __init__(
        self,
        model: nn.Module,
        rate: float,
        minutes: float,
        checkpoint: Path,
        assets: Callable[[], Assets],
        make: Callable[[Random, Assets], list[Sample]],
        seed: int,
        pool: int,
        reuse: float,
        scenes: int = 1,
    ) -> None:
        def prepare() -> Maker[Sample]:
            have = assets()
            return lambda r: [sample for _ in range(scenes) for sample in make(r, have)]

        self.device = device()
        self.model: Any = model.to(self.device, memory_format=torch.channels_last)
        self._training = Training(self.model, rate, minutes, checkpoint)
        self._stream = Stream(prepare, seed + self._training.progress.step, pool=pool, reuse=reuse)
        self.model.train()

    def batches(self, size: int) -> Iterator[tuple[int, list[Sample]]]:
        """Step numbers, each with *size* samples, until the time is up."""
        try:
            for step in self._training.steps():
                yield step, self._stream.batch(size)
        finally:
            self._stream.close()

    def learn(self, loss: torch.Tensor) -> None:
        """One step down *loss*."""
        self._training.learn(loss)

    def standing(self, figures: str) -> str:
        """One line for people: step, seconds, rate, *figures*, samples made."""
        progress = self._training.progress
        done = f"step {progress.step} {progress.seconds:.0f} s rate {self._training.rate():.5f}"
        return f"{done} {figures} made {self._stream.made}"
