"""How a live source comes back: pauses between the tries, and pictures of the size they had."""

from __future__ import annotations

import time
from collections.abc import Callable

import cv2
import numpy as np

from referee.vision.frames import SourceError
from referee.vision.sighting import Picture

FIRST_S, LONGEST_S = 0.25, 1.0
"""The first pause and the longest."""
MOST_S = 20.0
"""A try and the pause after it last no longer; what the clock says beyond that was sleep."""
ASPECT = 0.01
"""Sides whose ratio differs by less than this show the same part of the table."""


class Patience:
    """Counts how long there has been no picture, and waits between the tries.

    The pauses are twice as long each time and never long: trying without one has broken cameras' software,
    and a source that comes back after an hour should be seen at once all the same. *clock* gives seconds.
    """

    def __init__(
        self, seconds: float, clock: Callable[[], float], wait: Callable[[float], object] = time.sleep
    ) -> None:
        self.seconds = seconds
        self._clock = clock
        self._wait = wait
        self.renew()

    def renew(self) -> None:
        """There was a picture."""
        self._pause_s, self._spent_s, self._last = FIRST_S, 0.0, self._clock()

    def left(self) -> bool:
        """Whether to try once more: after a pause, unless the patience has run out."""
        now = self._clock()
        # Of hours in which the machine slept nobody has tried for long.
        self._spent_s += min(now - self._last, MOST_S)
        self._last = now
        if self._spent_s > self.seconds:
            return False
        self._wait(self._pause_s)
        self._pause_s = min(2 * self._pause_s, LONGEST_S)
        return True


def fitted(picture: Picture, size: tuple[int, int], name: str) -> Picture:
    """*picture* in the *size* (width, height) that the source had, if it shows the same part of the table.

    Raises `SourceError` where its sides have another ratio: the zones would lie elsewhere.
    """
    height, width = picture.shape[:2]
    if (width, height) == size:
        return picture
    if abs(width * size[1] / (height * size[0]) - 1) > ASPECT:
        raise SourceError(
            f"{name} came back with pictures of {width} x {height} instead of {size[0]} x {size[1]}: "
            "turn it back, or set the old size in it, and start again; the game goes on where it was."
        )
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
