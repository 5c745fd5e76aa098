"""A pinhole camera above the table: where a point of the table, or above it, falls in the picture."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Grid = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Camera:
    """A camera that looks at the middle of the table.

    `size` is the picture's (width, height) in pixels, `distance` the way from the lens to the middle in mm,
    `view` the width in mm that the picture shows there, `tilt` the angle in degrees from straight above
    (the lens then stands towards the lower border), `yaw` its turn about the table's upright.
    """

    size: tuple[int, int]
    distance: float = 1100.0
    view: float = 980.0
    tilt: float = 8.0
    yaw: float = 0.0

    @property
    def px_per_mm(self) -> float:
        """Pixels for a millimetre in the middle of the table."""
        return self.size[0] / self.view

    def plane(self, z: float = 0.0) -> Grid:
        """The homography (3 x 3) from millimetres of the plane *z* mm above the table to pixels."""
        tilt, yaw = math.radians(self.tilt), math.radians(self.yaw)
        focal = self.px_per_mm * self.distance
        turn = np.array([[math.cos(yaw), -math.sin(yaw), 0], [math.sin(yaw), math.cos(yaw), 0], [0, 0, 1]])
        axes = np.array(
            [
                [1, 0, 0],
                [0, math.cos(tilt), -z * math.sin(tilt)],
                [0, -math.sin(tilt), self.distance - z * math.cos(tilt)],
            ]
        )
        lens = np.array([[focal, 0, self.size[0] / 2], [0, focal, self.size[1] / 2], [0, 0, 1]])
        matrix = lens @ axes @ turn
        return np.asarray(matrix / matrix[2, 2], np.float64)

    def to_mm(self) -> Grid:
        """The homography (3 x 3) from pixels to millimetres of the table."""
        inverse = np.linalg.inv(self.plane())
        return np.asarray(inverse / inverse[2, 2], np.float64)

    def project(self, points: Grid, z: float = 0.0) -> Grid:
        """Pixels (N x 2) of *points* (N x 2, mm) that lie *z* mm above the table."""
        return through(self.plane(z), points)


def through(matrix: Grid, points: Grid) -> Grid:
    """*points* (N x 2) taken through the homography *matrix*."""
    lifted = np.column_stack([points, np.ones(len(points))]) @ matrix.T
    result: Grid = lifted[:, :2] / lifted[:, 2:]
    return result
