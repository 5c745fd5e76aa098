"""Crops that teach the readers, cut from scenes as the detector will hand them over: shifted and turned."""

from __future__ import annotations

import math
from dataclasses import dataclass
from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.training.assets import Assets
from referee.training.scenes import make_scene
from referee.training.targets import Shown, index_corners, index_visible, visible
from referee.training.truth import BACK, JOKER, Laid, SceneTruth
from referee.vision.rectify import CARD_CROP, TIGHT, WIDE, Corners, card_crop, clockwise, frame_of, index_crop
from referee.vision.sighting import Picture

UNREADABLE = "UNREADABLE"


@dataclass(frozen=True)
class CardSample:
    """A crop, what it shows, and the card's corners in the crop (4 x 2, px; None where there is no card)."""

    crop: Picture
    name: str
    corners: Corners | None


@dataclass(frozen=True)
class IndexSample:
    """A crop about an index, or about something that is none."""

    crop: Picture
    name: str


def local_scene(r: Random, assets: Assets, smallest: float, largest: float) -> SceneTruth:
    """A small scene: a few cards close together."""
    card_px = math.exp(r.uniform(math.log(smallest), math.log(largest)))
    side = int(card_px * r.uniform(2.6, 4.2))
    return make_scene(r, assets, (side, side), card_px, r.randint(1, 9))


def card_samples(r: Random, assets: Assets) -> list[CardSample]:
    """The crops of one scene."""
    scene = local_scene(r, assets, 26, 160)
    samples = [_card_sample(r, scene, card) for card in scene.cards]
    kept = [sample for sample in samples if sample is not None]
    if r.random() < 0.35:
        kept.append(_nothing(r, scene))
    return kept


def _card_sample(r: Random, scene: SceneTruth, card: Laid) -> CardSample | None:
    shown = visible(scene, card)
    if shown.inside < 0.6 or shown.share < 0.12:
        return None
    name = _readable_name(scene, card, shown)
    if name == UNREADABLE and r.random() < 0.6:
        return None
    margin = r.choice((WIDE, TIGHT, TIGHT))
    return cut_out(scene.picture, _as_detected(r, card.corners), margin, name, card.corners)


def cut_out(picture: Picture, handed_over: Corners, margin: int, name: str, corners: Corners) -> CardSample:
    """The crop of *picture* at the corners *handed_over*, of the card *name* that lies at *corners*."""
    way = cv2.getPerspectiveTransform(handed_over, frame_of(margin))
    inside = cv2.perspectiveTransform(corners[None], way)[0].astype(np.float32)
    return CardSample(card_crop(picture, handed_over, margin), name, nearest_roll(inside, frame_of(margin)))


def shaken(r: Random, corners: Corners, shift: float, scale: float, turn: float, longer: bool) -> Corners:
    """The box about *corners* as a detector might give it, clockwise.

    It is off by *shift* of its *longer* or shorter side, *scale* of its sides and *turn* degrees (one sigma).
    """
    (x, y), (w, h), angle = cv2.minAreaRect(corners)
    side = max(w, h) if longer else min(w, h)
    box = (
        (x + r.gauss(0, shift) * side, y + r.gauss(0, shift) * side),
        (w * math.exp(r.gauss(0, scale)), h * math.exp(r.gauss(0, scale))),
        angle + r.gauss(0, turn),
    )
    return clockwise(cv2.boxPoints(box))


def _readable_name(scene: SceneTruth, card: Laid, shown: Shown) -> str:
    """The card's name if what is seen of it tells: a whole corner, or most of the face."""
    if card.name == BACK:
        return BACK if shown.share > 0.2 else UNREADABLE
    if card.name == JOKER:
        return JOKER if shown.share > 0.6 else UNREADABLE
    corners = index_corners(card)
    seen = max((index_visible(scene, card, corner) for corner in corners), default=0.0)
    ends = max(float(shown.cells[1:9, 1:5].mean()), float(shown.cells[-9:-1, -5:-1].mean()))
    readable = seen > 0.93 or (not corners and ends > 0.95) or shown.share > 0.66
    return card.name if readable else UNREADABLE


def _as_detected(r: Random, corners: Corners) -> Corners:
    """The box a detector would give for a card at *corners*: nearly right, or turned and cut.

    Or the corners themselves, nearly right, as the second reading has them.
    """
    if r.random() < 0.35:
        side = float(np.linalg.norm(corners[0] - corners[1]))
        noise = np.array([[r.gauss(0, 0.02) * side for _ in range(2)] for _ in range(4)], np.float32)
        return _half_turned(r, corners + noise)
    shift, scale, turn = (0.09, 0.12, 14.0) if r.random() < 0.3 else (0.03, 0.05, 3.0)
    return _half_turned(r, shaken(r, corners, shift, scale, turn, longer=False))


def _half_turned(r: Random, corners: Corners) -> Corners:
    turned = np.roll(corners, 2, axis=0) if r.random() < 0.5 else corners
    return np.ascontiguousarray(turned, np.float32)


def nearest_roll(corners: Corners, frame: Corners) -> Corners:
    """*corners* (4 x 2) started at the end of the card that is nearer the upper left of *frame*.

    Which end of a card is up does not matter.
    """
    rolls = [np.roll(corners, k, axis=0) for k in (0, 2)]
    return min(rolls, key=lambda rolled: float(((rolled - frame) ** 2).sum()))


def _nothing(r: Random, scene: SceneTruth) -> CardSample:
    """A crop that shows no card, or no whole one: the table, a corner of a card, half of two cards."""
    side = scene.picture.shape[0]
    w = side * r.uniform(0.12, 0.4)
    for _ in range(8):
        box = ((r.uniform(0, side), r.uniform(0, side)), (w, w * 1.42), r.uniform(0, 180))
        corners = clockwise(cv2.boxPoints(box))
        way = cv2.getPerspectiveTransform(corners, frame_of(0, (20, 28)))
        cells = cv2.warpPerspective(scene.owner, way, (20, 28), flags=cv2.INTER_NEAREST)
        counts = np.bincount(cells.ravel().astype(np.int64))
        if counts[1:65534].max(initial=0) < 260:
            break
    return CardSample(card_crop(scene.picture, corners, TIGHT), UNREADABLE, None)


def index_samples(r: Random, assets: Assets) -> list[IndexSample]:
    """The indexes of one scene, and a few things that are none."""
    scene = local_scene(r, assets, 32, 160)
    samples = []
    for card in scene.cards:
        for corners in index_corners(card):
            seen = index_visible(scene, card, corners)
            if seen > 0.88:
                samples.append(IndexSample(_index_crop(r, scene, corners), card.name))
            elif 0.1 < seen < 0.55 and r.random() < 0.4:
                samples.append(IndexSample(_index_crop(r, scene, corners), UNREADABLE))
    if r.random() < 0.6:
        samples.append(IndexSample(_index_crop(r, scene, _elsewhere(r, scene)), UNREADABLE))
    return samples


def _index_crop(r: Random, scene: SceneTruth, corners: Corners) -> Picture:
    upright = shaken(r, corners, 0.05, 0.08, 6, longer=True)
    turned = np.roll(upright, r.choice((0, 2)), axis=0)
    return index_crop(scene.picture, turned.astype(np.float32))


def _elsewhere(r: Random, scene: SceneTruth) -> Corners:
    """A place that is no index: anywhere, mostly on a card (pips, courts, backs)."""
    side = scene.picture.shape[0]
    if scene.cards and r.random() < 0.8:
        card = r.choice(scene.cards)
        u, v = r.uniform(0.3, 0.7), r.uniform(0.1, 0.9)
        way = cv2.getPerspectiveTransform(frame_of(0, (1, 1)), card.corners)
        x, y = cv2.perspectiveTransform(np.array([[[u, v]]], np.float32), way)[0, 0]
        size = float(np.linalg.norm(card.corners[0] - card.corners[1])) * r.uniform(0.12, 0.35)
    else:
        x, y, size = r.uniform(0, side), r.uniform(0, side), side * r.uniform(0.04, 0.2)
    box = ((float(x), float(y)), (size, size * r.uniform(1.2, 2)), r.uniform(0, 180))
    return clockwise(cv2.boxPoints(box))


def roughened(r: Random, crop: Picture) -> Picture:
    """*crop* as a worse camera would have it: smaller, smeared, partly covered."""
    h, w = crop.shape[:2]
    if r.random() < 0.15:
        crop = _coarse(crop, r.uniform(0.3, 0.7))
    if r.random() < 0.2:
        crop = _bent(r, crop)
    if r.random() < 0.08:
        crop = crop.copy()
        x, y = r.randrange(w), r.randrange(h)
        colour = [r.randrange(256) for _ in range(3)]
        crop[y : y + r.randint(4, h // 4), x : x + r.randint(4, w // 4)] = colour
    if r.random() < 0.06:
        crop = cv2.GaussianBlur(crop, (0, 0), r.uniform(0.5, 2.0)).astype(np.uint8, copy=False)
    return crop


def _coarse(crop: Picture, scale: float) -> Picture:
    small = cv2.resize(crop, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return cv2.resize(small, crop.shape[1::-1]).astype(np.uint8, copy=False)


def _bent(r: Random, crop: Picture) -> Picture:
    """A card that does not lie flat bows sideways or lengthways."""
    h, w = crop.shape[:2]
    y, x = np.mgrid[0:h, 0:w].astype(np.float32)
    across, along = r.gauss(0, 0.03 * w), r.gauss(0, 0.03 * h)
    u, v = 2 * x / w - 1, 2 * y / h - 1
    moved = cv2.remap(
        crop, x + across * (1 - v * v), y + along * (1 - u * u), cv2.INTER_LINEAR, None, cv2.BORDER_REPLICATE
    )
    return moved.astype(np.uint8, copy=False)


def corners_target(corners: Corners) -> NDArray[np.float32]:
    """*corners* of a card crop in half widths and heights from its middle, as eight numbers."""
    half = np.array(CARD_CROP, np.float32) / 2
    return ((corners - half) / half).astype(np.float32).reshape(8)
