"""The camera was knocked: the whole picture has moved alike, not a few cards; the table file is set right.

What a picture at rest showed before is found again in one at rest after. Where most of it, spread over the
picture, has moved by one homography, the camera has moved and not the table.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.table.homography import Numbers, applied, inverse
from referee.table.layout import Table
from referee.table.zoning import corners_of
from referee.vision.sighting import Picture

Grey = NDArray[np.uint8]

MOVED_MM = 3.0
"""Zones that are off by less lie well enough."""
FEATURES = 1500
NEAR_PX = 4.0
"""So near the common motion a feature has moved with all others."""
LEAST_ALIKE = 40
LEAST_SHARE = 0.5
"""Of what is found again so much has to have moved alike."""
CELLS, LEAST_CELLS = 4, 6
"""What has moved alike has to lie in so many of the CELLS x CELLS parts of the picture."""
TRACKED = 800
ALIGNED_PX = 1.0


@dataclass(frozen=True, slots=True)
class Knock:
    """The camera has moved. `table`: with the zones where they lie now. `moved_mm`: by how much they would be
    off by the old one, at most. `share`: how much of what was found again has moved alike.
    """

    table: Table
    moved_mm: float
    share: float


def knocked(table: Table, before: Picture, after: Picture) -> Knock | None:
    """Whether the camera moved between two pictures of *table* at rest (H x W x 3, B G R, of one size).

    None where it did not, where only cards moved, or where the pictures have too little in common to tell.
    """
    was, now = _grey(before), _grey(after)
    found = _common(was, now)
    if found is None:
        return None
    way, share = found
    way = _finer(was, now, way)
    size = (before.shape[1], before.shape[0])
    moved = _moved_mm(table, way, size)
    if moved <= MOVED_MM:
        return None
    return Knock(_set_right(table, way, size), moved, share)


def _grey(picture: Picture) -> Grey:
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)


def _common(was: Grey, now: Grey) -> tuple[Numbers, float] | None:
    """The homography from one picture to the other that most of it obeys, and how much; None without one."""
    orb = cv2.ORB.create(FEATURES, fastThreshold=8)
    ours, marks = orb.detectAndCompute(was, _everywhere(was))
    theirs, others = orb.detectAndCompute(now, _everywhere(now))
    if min(len(ours), len(theirs)) < LEAST_ALIKE:
        return None
    pairs = cv2.BFMatcher(cv2.NORM_HAMMING, crossCheck=True).match(marks, others)
    if len(pairs) < LEAST_ALIKE:
        return None
    start = np.array([ours[pair.queryIdx].pt for pair in pairs])
    end = np.array([theirs[pair.trainIdx].pt for pair in pairs])
    way, alike = _homography(start, end, NEAR_PX)
    enough = alike.sum() >= LEAST_ALIKE and alike.mean() >= LEAST_SHARE
    if way is None or not enough or _cells(start[alike], was.shape) < LEAST_CELLS:
        return None
    return way, float(alike.mean())


def _homography(start: Numbers, end: Numbers, near_px: float) -> tuple[Numbers | None, NDArray[np.bool_]]:
    """The homography that most of *start* and *end* (N x 2) obey to *near_px*, and which of them do."""
    found: Any = cv2.findHomography(start, end, cv2.RANSAC, near_px) if len(start) >= 4 else (None, None)
    if found[0] is None:
        return None, np.zeros(len(start), np.bool_)
    return np.asarray(found[0], np.float64), np.asarray(found[1].ravel() > 0)


def _everywhere(picture: Grey) -> Grey:
    return np.full(picture.shape, 255, np.uint8)


def _cells(points: Numbers, shape: tuple[int, ...]) -> int:
    """In how many parts of a picture of *shape* the *points* lie."""
    parts = (points / (shape[1], shape[0]) * CELLS).astype(int)
    return len({(int(x), int(y)) for x, y in parts})


def _finer(was: Grey, now: Grey, way: Numbers) -> Numbers:
    """*way* to a fraction of a pixel: what is left of the motion is followed where corners are."""
    size = (was.shape[1], was.shape[0])
    back = cv2.warpPerspective(now, way, size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
    seen = cv2.warpPerspective(_everywhere(now), way, size, flags=cv2.WARP_INVERSE_MAP)
    mask = cv2.erode(seen, np.ones((25, 25), np.uint8))
    start: Any = cv2.goodFeaturesToTrack(was, TRACKED, 0.01, 6, mask=mask)
    if start is None:
        return way
    end, good, _ = cv2.calcOpticalFlowPyrLK(was, back, start, np.empty_like(start), winSize=(21, 21))
    kept = good.ravel() > 0
    left, _ = _homography(
        start[kept].reshape(-1, 2), np.asarray(end[kept], np.float64).reshape(-1, 2), ALIGNED_PX
    )
    return way if left is None else np.asarray(way @ left, np.float64)


def _scaled(table: Table, size: tuple[int, int]) -> Numbers:
    """From pixels of a picture of *size* to those for which the table file holds."""
    return np.diag([table.picture_size[0] / size[0], table.picture_size[1] / size[1], 1.0])


def _moved_mm(table: Table, way: Numbers, size: tuple[int, int]) -> float:
    to_mm = np.array(table.to_mm) @ _scaled(table, size)
    corners = corners_of(table)
    there = applied(to_mm, applied(way, applied(inverse(to_mm), corners)))
    return float(np.linalg.norm(there - corners, axis=1).max())


def _set_right(table: Table, way: Numbers, size: tuple[int, int]) -> Table:
    scale = _scaled(table, size)
    matrix = np.array(table.to_mm) @ inverse(scale @ way @ inverse(scale))
    (a, b, c), (d, e, f), (g, h, i) = ([float(v) for v in row] for row in matrix / matrix[2, 2])
    return replace(table, to_mm=((a, b, c), (d, e, f), (g, h, i)))
