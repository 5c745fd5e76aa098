"""Finds cards and index corners as oriented boxes: a YOLO network, then rotated suppression of doubles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path

import cv2
import numpy as np

from referee.vision.models import Network, Tensor
from referee.vision.rectify import Corners, clockwise
from referee.vision.sighting import Picture

STRIDE = 32
CLOSE = {0: 0.72, 1: 0.72, 2: 0.45}
"""Boxes of a kind that overlap by more are one: neighbours in a fan overlap a lot, indexes less."""


class Kind(IntEnum):
    """The detector's classes."""

    FACE = 0
    BACK = 1
    INDEX = 2


@dataclass(frozen=True)
class Box:
    """An oriented box: corners (4 x 2 px of the picture, clockwise, first edge short), kind, score 0..1."""

    corners: Corners
    kind: Kind
    score: float


class Detector:
    """YOLO11n-OBB on the whole picture, at any size."""

    def __init__(self, path: Path) -> None:
        self._network = Network(path)

    def find(self, picture: Picture, sizes: Sequence[int], least: float) -> list[Box]:
        """Boxes of confidence *least* or more on *picture* (H x W x 3, B G R), without doubles.

        The picture is looked at once for each of *sizes* (px of its longer side); corners in its own pixels.
        """
        rows = np.concatenate([self._rows(picture, size, least) for size in sizes])
        return without_doubles(rows)

    def _rows(self, picture: Picture, size: int, least: float) -> Tensor:
        """One row a box: x, y, w, h (px of *picture*), a score per kind, the angle in radians."""
        scale = size / max(picture.shape[:2])
        (raw,) = self._network(as_input(picture, scale))
        rows = raw[0].T
        rows = rows[rows[:, 4 : 4 + len(Kind)].max(axis=1) >= least]
        rows[:, :4] /= scale
        return np.ascontiguousarray(rows)


def as_input(picture: Picture, scale: float) -> Tensor:
    """*picture* made larger by *scale* as the network takes it: 1 x 3 x H x W, R G B, 0..1, whole strides."""
    height, width = (max(1, round(side * scale)) for side in picture.shape[:2])
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    small = picture if scale == 1 else cv2.resize(picture, (width, height), interpolation=way)
    padded = cv2.copyMakeBorder(
        small, 0, -height % STRIDE, 0, -width % STRIDE, cv2.BORDER_CONSTANT, value=(114, 114, 114)
    )
    blob: Tensor = cv2.dnn.blobFromImage(padded, 1 / 255, swapRB=True).astype(np.float32, copy=False)
    return blob


def without_doubles(rows: Tensor) -> list[Box]:
    """The boxes of *rows* (x, y, w, h, a score per kind, angle in radians), each thing once."""
    kinds = rows[:, 4 : 4 + len(Kind)].argmax(axis=1)
    boxes: list[Box] = []
    for kind in Kind:
        same = rows[kinds == kind]
        boxes += [_box(same[k], kind) for k in _alone(same, same[:, 4 + kind], CLOSE[kind])]
    return boxes


def _rectangle(row: Tensor) -> tuple[tuple[float, float], tuple[float, float], float]:
    return (float(row[0]), float(row[1])), (float(row[2]), float(row[3])), float(np.degrees(row[-1]))


def _alone(rows: Tensor, scores: Tensor, close: float) -> list[int]:
    if not len(rows):
        return []
    rectangles = [_rectangle(row) for row in rows]
    kept = cv2.dnn.NMSBoxesRotated(rectangles, scores.astype(float).tolist(), 0.0, close)
    return [int(k) for k in np.asarray(kept).ravel()]


def _box(row: Tensor, kind: Kind) -> Box:
    return Box(clockwise(cv2.boxPoints(_rectangle(row))), kind, float(row[4 + kind]))
