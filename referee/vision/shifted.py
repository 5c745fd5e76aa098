"""What moved between two pictures: motions that much of the picture obeys, and how well one explains it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Grey = NDArray[np.uint8]
"""A picture, H x W, in grey levels."""
Flags = NDArray[np.bool_]
Numbers = NDArray[np.float64]

FEATURES = 2000
NEAR_PX = 4.0
"""So near a motion a feature obeys it."""
LEAST_ALIKE = 20
MOTIONS = 4
TRACKED = 800
ALIGNED_PX = (3.0, 2.0, 1.0)
"""So near has to be what is followed, time after time."""
CELLS = 8
"""The picture is compared in CELLS x CELLS parts."""


def motions(was: Grey, now: Grey) -> Iterator[Numbers]:
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


def finer(was: Grey, now: Grey, way: Numbers) -> Numbers:
    """*way* to a fraction of a pixel: what is left of the motion is followed where corners are."""
    for near_px in ALIGNED_PX:
        way = _followed(was, now, way, near_px)
    return way


def _followed(was: Grey, now: Grey, way: Numbers, near_px: float) -> Numbers:
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


def likeness(was: Grey, now: Grey, way: Numbers) -> Numbers:
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
