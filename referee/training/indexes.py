"""Where a deck prints its index (rank over suit in the corner), found from the pictures themselves."""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Box = tuple[float, float, float, float]

_REACH = (0.30, 0.42)  # no index reaches further into the card than these shares of its width and height
_USUAL: Box = (0.02, 0.02, 0.17, 0.28)


def index_boxes(faces: Mapping[str, Image]) -> dict[str, Box]:
    """The index box of each face, as shares of width and height.

    Found per card as the ink nearest the corner; a card whose box strays from its deck's median (a court's
    frame, a pip beside the index) takes the median.
    """
    found = {name: _ink_box(image) for name, image in faces.items()}
    sound = np.array([box for box in found.values() if box is not None], float)
    median = np.median(sound, axis=0) if len(sound) >= 13 else np.array(_USUAL)
    boxes = {}
    for name, box in found.items():
        near = box is not None and np.abs(np.array(box) - median).max() < 0.06
        boxes[name] = _grown(np.array(box) if near else median)
    return boxes


def _grown(box: NDArray[np.float64], by: float = 0.012) -> Box:
    x0, y0, x1, y1 = box + np.array([-by, -by, by, by])
    return max(0.0, float(x0)), max(0.0, float(y0)), float(x1), float(y1)


def _ink_box(image: Image) -> Box | None:
    """The first two pieces of ink (rank, then suit) that lie wholly inside the upper left corner's reach."""
    height, width = image.shape[:2]
    reach = image[: int(height * _REACH[1]), : int(width * _REACH[0])]
    pieces = _pieces(_ink(reach), width, height)
    if len(pieces) < 2:
        return None
    pieces.sort(key=lambda piece: piece[1])
    first = [piece for piece in pieces if piece[1] < pieces[0][3]]  # "10" is two pieces side by side
    below = [piece for piece in pieces if piece not in first]
    if not below:
        return None
    chosen = np.array([*first, below[0]])
    x0, y0 = chosen[:, :2].min(axis=0)
    x1, y1 = chosen[:, 2:].max(axis=0)
    return float(x0 / width), float(y0 / height), float(x1 / width), float(y1 / height)


def _ink(corner: Image) -> Image:
    paper = np.percentile(corner.reshape(-1, 3), 80, axis=0)
    return np.asarray(np.abs(corner.astype(np.float32) - paper).max(axis=2) > 70, np.uint8)


def _pieces(ink: Image, width: int, height: int) -> list[tuple[int, int, int, int]]:
    count, _, stats, _ = cv2.connectedComponentsWithStats(ink)
    pieces = []
    for x, y, w, h, area in stats[1:count].tolist():
        inside = x > 0 and y > 0 and x + w < ink.shape[1] - 1 and y + h < ink.shape[0] - 1
        if inside and h > 0.03 * height and w > 0.02 * width and area > 0.0004 * width * height:
            pieces.append((x, y, x + w, y + h))
    return pieces


def four_cornered(image: Image, box: Box) -> Image:
    """The card with its index printed in all four corners, as poker decks for far tables have it."""
    height, width = image.shape[:2]
    x0, y0 = int(box[0] * width), int(box[1] * height)
    x1, y1 = int(np.ceil(box[2] * width)), int(np.ceil(box[3] * height))
    patch = image[y0:y1, x0:x1]
    printed = image.copy()
    printed[y0:y1, width - x1 : width - x0] = patch
    printed[height - y1 : height - y0, x0:x1] = patch[::-1, ::-1]
    return printed
