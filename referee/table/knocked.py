"""The camera was knocked: the whole picture has moved alike, not a few cards; the table file is set right.

What a picture at rest showed before is found again in one at rest after. There may be several motions: of the
camera, and of each card that somebody moved. The camera's is the one by which more of the picture lies as it
lay than by any other, and than where it stands.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.table.homography import Numbers, applied, inverse
from referee.table.layout import Table
from referee.table.lens import flattened
from referee.table.zoning import corners_of
from referee.vision.sighting import Picture

Grey = NDArray[np.uint8]
Flags = NDArray[np.bool_]

MOVED_MM = 3.0
"""Zones that are off by less lie well enough."""
FEATURES = 2000
NEAR_PX = 4.0
"""So near a motion a feature obeys it."""
LEAST_ALIKE = 20
MOTIONS = 4
TRACKED = 800
ALIGNED_PX = 1.0
CELLS = 8
"""The picture is compared in CELLS x CELLS parts."""
ALIKE = 0.35
"""A part whose edges agree so well (correlation) lies as it lay."""
CLEARLY = 0.1
LEAST_CELLS = 5
STANDS = 40
"""Where so many parts lie as they lay, the camera has not moved, and there is nothing to look for."""
STANDING = 0.5
"""Where the camera moved, parts that stand still are no more than this share of those that moved along."""


@dataclass(frozen=True, slots=True)
class Knock:
    """The camera has moved. `table`: with the zones where they lie now. `moved_mm`: by how much they would be
    off by the old one, at most. `parts`: how many of 64 parts of the picture have moved alike.
    """

    table: Table
    moved_mm: float
    parts: int


def knocked(table: Table, before: Picture, after: Picture) -> Knock | None:
    """Whether the camera moved between two pictures of *table* at rest (H x W x 3, B G R, of one size).

    None where it did not, where only cards moved, or where the pictures have too little in common to tell.
    """
    was, now = _grey(table, before), _grey(table, after)
    size = (before.shape[1], before.shape[0])
    there, knocks = _likeness(was, now, np.eye(3)), list[Knock]()
    if (there >= ALIKE).sum() >= STANDS:
        return None
    for rough in _motions(was, now):
        way = rough
        for near_px in (3.0, 2.0, ALIGNED_PX):
            way = _finer(was, now, way, near_px)
        moved = _moved_mm(table, way, size)
        if moved <= MOVED_MM:
            continue
        with_it = _likeness(was, now, way)
        along = int(((with_it >= ALIKE) & (with_it > there + CLEARLY)).sum())
        stays = int(((there >= ALIKE) & (there > with_it + CLEARLY)).sum())
        if along >= LEAST_CELLS and stays <= STANDING * along:
            knocks.append(Knock(_set_right(table, way, size), moved, along))
    return max(knocks, key=lambda knock: knock.parts, default=None)


def _grey(table: Table, picture: Picture) -> Grey:
    """*picture* in grey, as the homography of *table* means it: without what the lens bends."""
    flat = picture
    if table.lens is not None:
        size = (picture.shape[1], picture.shape[0])
        flat = flattened(table.lens, np.asarray(cv2.resize(picture, table.picture_size), np.uint8))
        flat = np.asarray(cv2.resize(flat, size), np.uint8)
    return np.asarray(cv2.cvtColor(flat, cv2.COLOR_BGR2GRAY), np.uint8)


def _motions(was: Grey, now: Grey) -> Iterator[Numbers]:
    """The homographies from one picture to the other that many features obey, the commonest first."""
    start, end = _matched(was, now)
    for _ in range(MOTIONS):
        way, alike = _homography(start, end, NEAR_PX)
        if way is None or alike.sum() < LEAST_ALIKE:
            return
        yield way
        start, end = start[~alike], end[~alike]


def _matched(was: Grey, now: Grey) -> tuple[Numbers, Numbers]:
    """Features of one picture, and where the other shows them (each N x 2, px)."""
    orb = cv2.ORB.create(FEATURES, fastThreshold=8)
    ours, marks = orb.detectAndCompute(was, _everywhere(was))
    theirs, others = orb.detectAndCompute(now, _everywhere(now))
    if min(len(ours), len(theirs)) < LEAST_ALIKE:
        return np.zeros((0, 2)), np.zeros((0, 2))
    pairs = cv2.BFMatcher(cv2.NORM_HAMMING, crossCheck=True).match(marks, others)
    start = np.array([ours[pair.queryIdx].pt for pair in pairs], np.float64).reshape(-1, 2)
    return start, np.array([theirs[pair.trainIdx].pt for pair in pairs], np.float64).reshape(-1, 2)


def _homography(start: Numbers, end: Numbers, near_px: float) -> tuple[Numbers | None, Flags]:
    """The homography that most of *start* and *end* (N x 2) obey to *near_px*, and which of them do."""
    found: Any = cv2.findHomography(start, end, cv2.RANSAC, near_px) if len(start) >= 4 else (None, None)
    if found[0] is None or abs(np.linalg.det(found[0])) < 1e-6:
        return None, np.zeros(len(start), np.bool_)
    return np.asarray(found[0], np.float64), np.asarray(found[1].ravel() > 0)


def _finer(was: Grey, now: Grey, way: Numbers, near_px: float) -> Numbers:
    """*way* to a fraction of a pixel: what is left of the motion is followed where corners are."""
    mask = cv2.erode(_brought_back(_everywhere(now), way), np.ones((25, 25), np.uint8))
    start: Any = cv2.goodFeaturesToTrack(was, TRACKED, 0.003, 12, mask=mask)
    if start is None:
        return way
    back = _brought_back(now, way)
    end, good, _ = cv2.calcOpticalFlowPyrLK(was, back, start, np.empty_like(start), winSize=(21, 21))
    kept = good.ravel() > 0
    there = np.asarray(end[kept], np.float64).reshape(-1, 2)
    left, _ = _homography(start[kept].reshape(-1, 2), there, near_px)
    return way if left is None else np.asarray(way @ left, np.float64)


def _likeness(was: Grey, now: Grey, way: Numbers) -> Numbers:
    """How well the edges of each part of the picture agree once *way* is undone: CELLS x CELLS, -1 to 1.

    Parts that the other picture does not show agree not at all.
    """
    ours, theirs = _edges(was), _edges(_brought_back(now, way))
    seen = _brought_back(_everywhere(now), way) > 0
    return np.array(
        [
            [
                _agree(ours[rows, columns], theirs[rows, columns], seen[rows, columns])
                for columns in _parts(was, 1)
            ]
            for rows in _parts(was, 0)
        ]
    )


def _agree(ours: NDArray[np.float32], theirs: NDArray[np.float32], seen: Flags) -> float:
    if seen.mean() < 0.9:
        return 0.0
    a, b = ours - ours.mean(), theirs - theirs.mean()
    return float((a * b).sum() / max(float(np.sqrt((a**2).sum() * (b**2).sum())), 1e-6))


def _edges(picture: Grey) -> NDArray[np.float32]:
    smooth = cv2.GaussianBlur(picture, (0, 0), 1.5).astype(np.float32)
    return np.asarray(cv2.Laplacian(smooth, cv2.CV_32F, ksize=3), np.float32)


def _parts(picture: Grey, axis: int) -> list[slice]:
    ends = np.linspace(0, picture.shape[axis], CELLS + 1).astype(int)
    return [slice(int(a), int(b)) for a, b in pairwise(ends)]


def _brought_back(picture: Grey, way: Numbers) -> Grey:
    """*picture* as it would be without the motion *way*."""
    size = (picture.shape[1], picture.shape[0])
    back = cv2.warpPerspective(picture, way, size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
    return np.asarray(back, np.uint8)


def _everywhere(picture: Grey) -> Grey:
    return np.full(picture.shape, 255, np.uint8)


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
