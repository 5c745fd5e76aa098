"""Arms: large shapes that are not part of the table and come in over the border of the picture."""

from __future__ import annotations

from dataclasses import dataclass
from math import atan2, degrees

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.vision.pixels import Mask

CARD_RATIO = 88 / 63
LEAST_ARM_CARDS = 0.5
"""A smaller shape at the border is no arm, in areas of a card."""
LEAST_CONTACT_CARDS = 0.2
"""A shape that meets the border over less than this many card widths does not come in there."""
LARGE_CARDS = 1.3
"""No single card that was moved is as large, in areas of a card."""
SHORT_CARDS = 0.5
"""A large shape that stops so short of the border still comes in over it, in card widths."""
_INSET = 2


@dataclass(frozen=True, slots=True)
class Arm:
    """One arm in the picture.

    `entry`: where it comes in, as an angle seen from the picture's middle, in degrees clockwise from the
    right-hand side (90 is the bottom). `tip`: its far end in pixels. `area`: in square pixels.
    """

    entry: float
    tip: tuple[float, float]
    area: float


@dataclass(frozen=True, slots=True)
class Shape:
    """A connected shape that meets the border: its pixels, and the middle of each stretch of contact."""

    mask: Mask
    entries: tuple[tuple[float, float], ...]
    area: float


def border_shapes(foreground: Mask, card_px: float) -> list[Shape]:
    """The shapes of *foreground* large enough for an arm that meet the border; *card_px* wide is a card."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats(foreground, connectivity=8)
    if count < 2:
        return []
    found = []
    numbers = np.asarray(labels, np.int32)
    for label, area in enumerate(map(float, stats[1:count, cv2.CC_STAT_AREA]), start=1):
        entries = _entries(numbers, label, area / (CARD_RATIO * card_px**2), card_px)
        if entries:
            found.append(Shape(np.where(labels == label, 255, 0).astype(np.uint8), entries, area))
    return found


def _entries(
    labels: NDArray[np.int32], label: int, cards: float, card_px: float
) -> tuple[tuple[float, float], ...]:
    """Where the shape *label* comes in, if it is as large as an arm; *cards*: its area, in areas of a card.

    A large shape may stop short of the border, where a dark sleeve is lost in the dark rim of the picture.
    """
    if cards < LEAST_ARM_CARDS:
        return ()
    entries = _contacts(labels, label, _INSET, card_px)
    if entries or cards < LARGE_CARDS:
        return entries
    return _contacts(labels, label, round(SHORT_CARDS * card_px), card_px)


def arms_of(shape: Shape) -> list[Arm]:
    """One arm for each stretch of border that *shape* meets, in pixels of its mask."""
    ys, xs = np.nonzero(shape.mask)
    points = np.stack([xs, ys], axis=1).astype(np.float32)
    entries = np.array(shape.entries, np.float32)
    away = np.linalg.norm(points[:, None, :] - entries[None, :, :], axis=2)
    nearest = away.argmin(axis=1)
    height, width = shape.mask.shape
    return [
        Arm(_angle(entry, width, height), _far_end(points[mine], away[mine, index]), float(mine.sum()))
        for index, entry in enumerate(shape.entries)
        if (mine := nearest == index).any()
    ]


def _far_end(points: NDArray[np.float32], away: NDArray[np.float32]) -> tuple[float, float]:
    last = max(1, len(points) // 50)
    x, y = points[np.argpartition(away, -last)[-last:]].mean(axis=0)
    return float(x), float(y)


def _angle(point: tuple[float, float], width: int, height: int) -> float:
    return degrees(atan2(point[1] - height / 2, point[0] - width / 2)) % 360


def _rim(width: int, height: int, inset: int) -> NDArray[np.intp]:
    """The pixels *inset* from the border, clockwise from the top left."""
    left, top, right, bottom = inset, inset, width - 1 - inset, height - 1 - inset
    path = [(x, top) for x in range(left, right)] + [(right, y) for y in range(top, bottom)]
    path += [(x, bottom) for x in range(right, left, -1)] + [(left, y) for y in range(bottom, top, -1)]
    return np.array(path, np.intp)


def _contacts(
    labels: NDArray[np.int32], label: int, inset: int, card_px: float
) -> tuple[tuple[float, float], ...]:
    """The middle of each stretch of the rim at *inset* that the shape *label* meets."""
    rim = _rim(labels.shape[1], labels.shape[0], inset)
    where = np.nonzero(labels[rim[:, 1], rim[:, 0]] == label)[0]
    if not len(where):
        return ()
    gap = max(2.0, 0.6 * card_px)
    breaks = np.nonzero(np.diff(where) > gap)[0] + 1
    runs = np.split(where, breaks)
    if len(runs) > 1 and where[0] + len(rim) - where[-1] <= gap:
        runs[0] = np.concatenate([runs.pop(), runs[0]])
    least = LEAST_CONTACT_CARDS * card_px
    return tuple(
        (float(rim[run[len(run) // 2], 0]), float(rim[run[len(run) // 2], 1]))
        for run in runs
        if len(run) >= least
    )
