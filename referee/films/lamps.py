"""Lamps that are switched off and on: the light steps at once, and the camera's exposure follows."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import cv2
import numpy as np

from referee.vision.sighting import Picture

Shade = tuple[float, float, float]
DAY: Shade = (1.0, 1.0, 1.0)

_MADE_GOOD = 0.6
"""The camera makes good for so much of a change of light (of its logarithm)."""
_SLOWNESS_S = 0.5


@dataclass
class Lamps:
    """The light of the room over a film: switched while the film is written, asked for while it is drawn."""

    _switches: list[tuple[float, Shade]] = field(default_factory=list)

    def switch(self, t: float, shade: Shade) -> None:
        """From *t* on the light is *shade*: factors for blue, green and red."""
        self._switches.append((t, shade))

    def at(self, t: float) -> Shade:
        """The factors by which a picture at *t* differs from one in usual light."""
        shade, since, follows = DAY, 0.0, 0.0
        for moment, now in self._switches:
            if moment > t:
                break
            follows = _followed(follows, shade, moment - since)
            shade, since = now, moment
        gain = math.exp(-_followed(follows, shade, t - since))
        return shade[0] * gain, shade[1] * gain, shade[2] * gain

    def shine(self, picture: Picture, t: float) -> Picture:
        """*picture* (H x W x 3, BGR) in the light of *t*."""
        now = self.at(t)
        if now == DAY:
            return picture
        return np.asarray(cv2.multiply(picture, np.array([*now, 1.0])), np.uint8)


def _followed(follows: float, shade: Shade, seconds: float) -> float:
    """How far (as a logarithm) the exposure has followed a light of *shade* after *seconds*."""
    target = _MADE_GOOD * math.log(sum(shade) / 3)
    return target + (follows - target) * math.exp(-seconds / _SLOWNESS_S)
