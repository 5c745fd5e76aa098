"""What a scene teaches: oriented boxes for the detector, crops for the two readers."""

from __future__ import annotations

import math
from dataclasses import dataclass
from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.training.assets import Assets
from referee.training.scenes import make_scene
from referee.training.truth import BACK, JOKER, OUTSIDE, Laid, SceneTruth
from referee.vision.rectify import Corners, frame_of

FACE_CLASS, BACK_CLASS, INDEX_CLASS = 0, 1, 2
_GRID = (20, 28)


@dataclass(frozen=True)
class Sample:
    """A square picture (H x H x 3, B G R) and its N oriented boxes.

    `classes` (N): 0 face, 1 back, 2 index. `boxes` (N x 5): x, y, w, h as shares of the picture, and the
    angle in radians.
    """

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
    found = scene_boxes(scene)
    classes = np.array([cls for cls, _ in found], np.float32)
    return Sample(scene.picture, classes, np.array([box for _, box in found], np.float32).reshape(-1, 5))


def scene_boxes(scene: SceneTruth) -> list[tuple[int, NDArray[np.float32]]]:
    """Class and box of every card of *scene* that is worth finding, and of every index that is seen."""
    return [box for card in scene.cards for box in _boxes(scene, card)]


def _boxes(scene: SceneTruth, card: Laid) -> list[tuple[int, NDArray[np.float32]]]:
    """Class and box of *card*, if enough of it is seen, and of each of its indexes that is seen."""
    side = scene.picture.shape[0]
    indexes = [
        (INDEX_CLASS, _oriented(corners, side))
        for corners in index_corners(card)
        if index_visible(scene, card, corners) > 0.85 and cv2.contourArea(corners) > 30
    ]
    if not _worth_finding(scene, card):
        return indexes
    kind = BACK_CLASS if card.name == BACK else FACE_CLASS
    return [(kind, _oriented(_clipped(card.corners, side), side)), *indexes]


def _worth_finding(scene: SceneTruth, card: Laid) -> bool:
    shown = visible(scene, card)
    edges = np.linalg.norm(card.corners[:2] - card.corners[1:3], axis=1)
    return bool(shown.share > 0.22 and shown.inside > 0.4 and edges.min() > 7)


@dataclass(frozen=True)
class Shown:
    """How much of a card is seen.

    `cells` (28 x 20 of the card, True where seen), their share, and the share of the card that lies inside
    the picture.
    """

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
    way = cv2.getPerspectiveTransform(corners, frame_of(0, grid))
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
    way = cv2.getPerspectiveTransform(frame_of(0, (1, 1)), card.corners)
    return [cv2.perspectiveTransform(quad[None], way)[0].astype(np.float32) for quad in quads]


def _clipped(corners: Corners, side: int) -> Corners:
    if corners.min() >= 0 and corners.max() <= side:
        return corners
    _, inside = cv2.intersectConvexConvex(corners, frame_of(0, (side, side)))
    return corners if len(inside) < 3 else inside.reshape(-1, 2).astype(np.float32)


def _oriented(corners: Corners, side: int) -> NDArray[np.float32]:
    """Centre, sides and angle as the detector's loss wants them (angle within half a turn, w along it)."""
    (x, y), (w, h), angle = cv2.minAreaRect(corners)
    return np.array([x / side, y / side, w / side, h / side, math.radians(angle)], np.float32)


def outlined(sample: Sample) -> NDArray[np.uint8]:
    """The picture with its boxes drawn in: faces green, backs blue, indexes red."""
    sheet, side = sample.picture.copy(), sample.picture.shape[0]
    for cls, (x, y, w, h, angle) in zip(sample.classes, sample.boxes.tolist(), strict=True):
        box = cv2.boxPoints(((x * side, y * side), (w * side, h * side), math.degrees(angle)))
        colour = ((0, 200, 0), (220, 120, 0), (0, 0, 255))[int(cls)]
        cv2.polylines(sheet, [box.round().astype(np.int32)], True, colour, 1, cv2.LINE_AA)
    return sheet


def quarter_turned(sample: Sample, quarters: int) -> Sample:
    """*sample* turned anticlockwise by *quarters*.

    The angle of a box is the same a quarter on; its sides swap.
    """
    picture, boxes = sample.picture, sample.boxes
    for _ in range(quarters):
        x, y, w, h, angle = boxes.T
        boxes = np.stack([y, 1 - x, h, w, angle], axis=1)
    return Sample(np.rot90(picture, quarters), sample.classes, boxes)
