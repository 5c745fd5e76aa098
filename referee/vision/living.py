"""Whether a live source really shows the table: a dead camera may give its last picture again and again."""

from __future__ import annotations

import numpy as np

from referee.vision.sighting import Picture

FROZEN_S = 0.6
"""Noise of the sensor changes every picture: one that is the same to the last bit for so long is no news."""
FROZEN_CODED_S = 12.0
"""Of a still table an encoder (H.264) may send the same picture until its next whole one."""


class Living:
    """Follows the pictures of a live source; frozen when they have been the same for *frozen_s*."""

    def __init__(self, frozen_s: float = FROZEN_S) -> None:
        self.frozen_s = frozen_s
        self.since = 0.0
        """When the last picture that differed from the one before it came."""
        self._last: Picture | None = None
        self._t = 0.0

    @property
    def frozen(self) -> bool:
        """Whether the pictures show nothing any more."""
        return self._t - self.since >= self.frozen_s

    def take(self, picture: Picture, t: float) -> float | None:
        """Take the *picture* of time *t*; where it ends a freeze, since when that lasted."""
        was, since = self.frozen, self.since
        if self._last is None or not _same(self._last, picture):
            self._last, self.since = picture, t
        self._t = t
        return since if was and not self.frozen else None


def _same(one: Picture, other: Picture) -> bool:
    if one.shape != other.shape or not np.array_equal(one[::16, ::16], other[::16, ::16]):
        return False
    return np.array_equal(one, other)
