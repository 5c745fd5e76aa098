"""A camera that is knocked: it turns about itself, swings, and looks elsewhere from then on."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from referee.films.camera import Camera, Grid
from referee.vision.sighting import Picture

Turn = tuple[float, float, float]
"""About the picture's x, its y and the optical axis, in degrees."""
STRAIGHT: Turn = (0.0, 0.0, 0.0)
SETTLED_S = 1.0
"""So long after a knock the camera hangs still."""

_SWING_HZ = 3.0
_DAMPED_S = 0.12
_ROOM = 0.06
"""So much more of the table, in widths of the picture, is drawn at each side, for a turned camera to see."""


@dataclass
class Mount:
    """How the camera hangs over a film: knocked while the film is written, asked while it is drawn."""

    _knocks: list[tuple[float, Turn]] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self._knocks)

    def knock(self, t: float, turn: Turn) -> None:
        """At *t* the camera is knocked; it then hangs by *turn* from how it hung at the beginning."""
        self._knocks.append((t, turn))

    def at(self, t: float) -> Turn:
        """By how much the camera is turned at *t*."""
        turn = np.array(STRAIGHT)
        for moment, after in self._knocks:
            if moment <= t:
                left = math.exp((moment - t) / _DAMPED_S) * math.cos(2 * math.pi * _SWING_HZ * (t - moment))
                turn = np.array(after) + (turn - np.array(after)) * left
        x, y, z = (float(value) for value in turn)
        return x, y, z

    def way(self, camera: Camera, t: float) -> Grid:
        """The homography (3 x 3) from pixels of *camera* to those of the same camera as it hangs at *t*."""
        lens = _lens(camera)
        turn = np.asarray(cv2.Rodrigues(np.radians(np.array(self.at(t))))[0], np.float64)
        return np.asarray(lens @ turn @ np.linalg.inv(lens), np.float64)

    def roomy(self, camera: Camera) -> Camera:
        """The camera whose pictures show all that *camera* sees over the film."""
        if not self._knocks:
            return camera
        (width, height), room = camera.size, _room(camera)
        wide = width + 2 * room
        return replace(camera, size=(wide, height + 2 * room), view=camera.view * wide / width)

    def shown(self, picture: Picture, camera: Camera, t: float) -> Picture:
        """What *camera* shows at *t* of a *picture* of the roomy one."""
        if not self._knocks:
            return picture
        room = _room(camera)
        inner = np.array([[1, 0, -room], [0, 1, -room], [0, 0, 1]], np.float64)
        way = self.way(camera, t) @ inner
        return np.asarray(cv2.warpPerspective(picture, way, camera.size, flags=cv2.INTER_CUBIC), np.uint8)


def _room(camera: Camera) -> int:
    return round(_ROOM * camera.size[0])


def _lens(camera: Camera) -> Grid:
    focal = camera.px_per_mm * camera.distance
    return np.array([[focal, 0, camera.size[0] / 2], [0, focal, camera.size[1] / 2], [0, 0, 1]])
