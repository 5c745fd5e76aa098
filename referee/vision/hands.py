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
    rim = _rim(labels.shape[1], labels.shape[0])
    on_rim = labels[rim[:, 1], rim[:, 0]]
    large = LEAST_ARM_CARDS * CARD_RATIO * card_px**2
    found = []
    for label in np.unique(on_rim[on_rim > 0]):
        area = float(stats[label, cv2.CC_STAT_AREA])
        entries = _contacts(on_rim == label, rim, card_px) if area >= large else ()
        if entries:
            found.append(Shape(np.where(labels == label, 255, 0).astype(np.uint8), entries, area))
    return found


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


def _rim(width: int, height: int) -> NDArray[np.intp]:
    """The pixels along the border, clockwise from the top left."""
    left, top, right, bottom = _INSET, _INSET, width - 1 - _INSET, height - 1 - _INSET
    path = [(x, top) for x in range(left, right)] + [(right, y) for y in range(top, bottom)]
    path += [(x, bottom) for x in range(right, left, -1)] + [(left, y) for y in range(bottom, top, -1)]
    return np.array(path, np.intp)


def _contacts(
    touched: NDArray[np.bool_], rim: NDArray[np.intp], card_px: float
) -> tuple[tuple[float, float], ...]:
    where = np.nonzero(touched)[0]
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
