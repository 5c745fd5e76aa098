"""A clock for trials that waits for a busy machine: what is shown and what is taken never lie far apart."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from types import TracebackType
from typing import Self

_TICK_S = 0.004
_LONGEST_S = 0.05
"""The clock never steps by more: where the machine had no time for it, the film had none either."""
_STUCK_S = 0.5
"""Whoever is behind for so long, in real seconds, waits for something that was never sent."""


class Clockwork:
    """Seconds that go by *speed* times as fast as real ones, but stand still while *behind* says so.

    *unstick* is called where that lasts.
    """

    def __init__(self, speed: float) -> None:
        self.behind: Callable[[], bool] = lambda: False
        self.unstick: Callable[[], None] = lambda: None
        self._speed = speed
        self._t = 0.0
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __call__(self) -> float:
        """The time."""
        return self._t

    def wait(self, seconds: float) -> None:
        """Come back when *seconds* have gone by, or when the clock was stopped."""
        until = self._t + seconds
        while self._t < until and not self._over.is_set():
            time.sleep(_TICK_S)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()
        self._thread.join()

    def _run(self) -> None:
        last = moved = time.monotonic()
        while not self._over.wait(_TICK_S):
            now = time.monotonic()
            if not self.behind():
                self._t += min((now - last) * self._speed, _LONGEST_S)
                moved = now
            elif now - moved > _STUCK_S:
                self.unstick()
            last = now
