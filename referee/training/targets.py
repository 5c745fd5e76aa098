"""What a scene teaches: oriented boxes for the detector, crops for the two readers."""

from __future__ import annotations

import math
from dataclasses import dataclass
from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.training.assets import Assets
from referee.training.scenes import BACK, JOKER, OUTSIDE, Corners, Laid, SceneTruth, make_scene

FACE_CLASS, BACK_CLASS, INDEX_CLASS = 0, 1, 2
_GRID = (20, 28)


@dataclass(frozen=True)
class Sample:
    """A picture and its oriented boxes: class, and x, y, w, h (shares of the picture) and angle in radians."""

    picture: NDArray[np.uint8]
    classes: NDArray[np.float32]
    boxes: NDArray[np.float32]


def detector_sample(r: Random, assets: Assets, side: int) -> Sample:
    """A square scene of *side* px with cards from a fifteenth of its width to most of it."""
    card_px = math.exp(r.uniform(math.log(side / 18), math.log(side / 1.7)))
    room = max(1, int(side * side / (card_px * card_px * 0.45)))
    most = 28 if card_px < side / 6 else 12 if card_px < side / 3.5 else 5
    n = 0 if r.random() < 0.08 else min(r.randint(1, most), room)
    scene = make_scene(r, assets, (side, side), card_px, n)
    found = [box for card in scene.cards for box in _boxes(scene, card)]
    classes = np.array([cls for cls, _ in found], np.float32)
    return Sample(scene.picture, classes, np.array([box for _, box in found], np.float32).reshape(-1, 5))


def _boxes(scene: SceneTruth, card: Laid) -> list[tuple[int, NDArray[np.float32]]]:
    side = scene.picture.shape[0]
    boxes = []
    shown = visible(scene, card)
    shortest = min(np.linalg.norm(card.corners[0] - card.corners[1]), np.linalg.norm(card.corners[1] - card.corners[2]))
    if shown.share > 0.22 and shown.inside > 0.4 and shortest > 7:
        boxes.append((BACK_CLASS if card.name == BACK else FACE_CLASS, _oriented(_clipped(card.corners, side), side)))
    for corners in index_corners(card):
        if index_visible(scene, card, corners) > 0.85 and cv2.contourArea(corners) > 30:
            boxes.append((INDEX_CLASS, _oriented(corners, side)))
    return boxes


@dataclass(frozen=True)
class Shown:
    """How much of a card is seen: `cells` (28 x 20 of the card, True where seen), their share, and the share of
    the card that lies inside the picture."""

    cells: NDArray[np.bool_]
    share: float
    inside: float


def visible(scene: SceneTruth, card: Laid) -> Shown:
    """What is seen of *card*."""
    owner = _sampled(scene, card.corners, _GRID)
    cells = owner == card.number
    return Shown(cells, float(cells.mean()), float((owner != OUTSIDE).mean()))


def index_visible(scene: SceneTruth, card: Laid, corners: Corners) -> float:
    """The share of an index that is seen."""
    return float((_sampled(scene, corners, (8, 12)) == card.number).mean())


def _sampled(scene: SceneTruth, corners: Corners, grid: tuple[int, int]) -> NDArray[np.uint16]:
    w, h = grid
    target = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32)
    way = cv2.getPerspectiveTransform(corners, target)
    sampled = cv2.warpPerspective(scene.owner, way, grid, flags=cv2.INTER_NEAREST, borderValue=(OUTSIDE,))
    return sampled.astype(np.uint16, copy=False)


def index_corners(card: Laid) -> list[Corners]:
    """The corners of each printed index of *card* in the picture, clockwise, reading upright."""
    if card.face.index is None or card.name in (BACK, JOKER):
        return []
    x0, y0, x1, y1 = card.face.index
    box = np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], np.float32)
    turned = 1 - box
    quads = [box, turned]
    if card.four_cornered:
        across = np.array([[1 - x1, y0], [1 - x0, y0], [1 - x0, y1], [1 - x1, y1]], np.float32)
        quads += [across, 1 - across]
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    way = cv2.getPerspectiveTransform(unit, card.corners)
    return [cv2.perspectiveTransform(quad[None], way)[0].astype(np.float32) for quad in quads]


def _clipped(corners: Corners, side: int) -> Corners:
    if corners.min() >= 0 and corners.max() <= side:
        return corners
    frame = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32)
    _, inside = cv2.intersectConvexConvex(corners, frame)
    return corners if inside is None or len(inside) < 3 else inside.reshape(-1, 2).astype(np.float32)


def _oriented(corners: Corners, side: int) -> NDArray[np.float32]:
    """Centre, sides and angle as the detector's loss wants them (angle within half a turn, w along it)."""
    (x, y), (w, h), angle = cv2.minAreaRect(corners)
    return np.array([x / side, y / side, w / side, h / side, math.radians(angle)], np.float32)
