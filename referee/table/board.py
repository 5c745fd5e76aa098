"""The printed sheet: a ChArUco board, whose corners a picture shows to a tenth of a pixel."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.vision.edges import ENDS, Numbers, Sides
from referee.vision.sighting import Picture

ACROSS, DOWN = 8, 6
SQUARE_MM, MARKER_MM = 30.0, 22.0
"""Eight by six squares fit on A4 and on Letter, lying."""
INNER_MM = ((DOWN - 2) * SQUARE_MM, (ACROSS - 2) * SQUARE_MM)
"""Short and long side of the rectangle between the outermost inner corners."""
LEAST_CORNERS = 16
SIGMA_PX = 0.035
SHEET = 1.6
"""The paper is so many times as large as the rectangle between the inner corners."""


@cache
def board() -> cv2.aruco.CharucoBoard:
    """The board as OpenCV knows it."""
    marks = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_50)
    return cv2.aruco.CharucoBoard((ACROSS, DOWN), SQUARE_MM, MARKER_MM, marks)


def marker(number: int) -> NDArray[np.bool_]:
    """Which of the 7 x 7 fields of marker *number* are black."""
    marks = board().getDictionary()
    side = marks.markerSize + 2
    return np.asarray(cv2.aruco.generateImageMarker(marks, number, side) == 0)


def corners(picture: Picture) -> tuple[Numbers, Numbers] | None:
    """The board's corners in *picture* (N x 2, px) and on the sheet (N x 2, mm); None where there is none."""
    found: Any = cv2.aruco.CharucoDetector(board()).detectBoard(picture)
    px, ids = found[:2]
    if ids is None or len(ids) < LEAST_CORNERS:
        return None
    known = np.asarray(board().getChessboardCorners(), np.float64)[:, :2]
    return np.asarray(px, np.float64).reshape(-1, 2), known[np.asarray(ids).ravel()]


def sides(picture: Picture) -> Sides | None:
    """The sides of the rectangle `INNER_MM` on the sheet that lies in *picture*; None where none does."""
    found = corners(picture)
    if found is None:
        return None
    px, mm = found
    way, _ = cv2.findHomography(mm, px, cv2.LMEDS)
    quad = np.array(_rectangle())
    after = np.roll(quad, -1, axis=0)
    ends = np.stack([quad + (after - quad) * share for share in ENDS], axis=1)
    lines = cv2.perspectiveTransform(ends.reshape(-1, 1, 2), np.asarray(way)).reshape(4, 2, 2)
    return Sides(np.asarray(lines, np.float64), np.full(4, SIGMA_PX), np.ones(4, np.bool_))


def covers(sheet: Sides, point: tuple[float, float]) -> bool:
    """Whether *point* (px) lies on the paper of the *sheet*."""
    ends = sheet.lines.reshape(-1, 2)
    middle = ends.mean(axis=0)
    outline = cv2.convexHull((middle + SHEET * (ends - middle)).astype(np.float32))
    return cv2.pointPolygonTest(outline, point, False) >= 0


def _rectangle() -> Sequence[tuple[float, float]]:
    """The outermost inner corners in mm, clockwise as seen, the first side a short one."""
    left, top, right, bottom = SQUARE_MM, SQUARE_MM, (ACROSS - 1) * SQUARE_MM, (DOWN - 1) * SQUARE_MM
    return ((left, bottom), (left, top), (right, top), (right, bottom))
