from __future__ import annotations

import math
from random import Random

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from referee.training.assets import Assets
from referee.training.targets import (
    BACK_CLASS,
    FACE_CLASS,
    INDEX_CLASS,
    Sample,
    detector_sample,
    index_corners,
    index_visible,
    outlined,
    quarter_turned,
    scene_boxes,
    visible,
)
from referee.training.truth import BACK, HAND, Laid, SceneTruth
from referee.vision.rectify import Corners

SIDE = 200


def upright(x: float, y: float, width: float = 60.0) -> Corners:
    box = np.array([[0, 0], [1, 0], [1, 1.4], [0, 1.4]]) * width
    return np.asarray(box + np.array([x, y]), np.float32)


def scene_of(assets: Assets, *laid: tuple[str, Corners], four_cornered: bool = False) -> SceneTruth:
    """Cards laid one after the other, the last on top, on a table without a picture."""
    deck = assets.decks[0]
    owner = np.zeros((SIDE, SIDE), np.uint16)
    cards = []
    for number, (name, corners) in enumerate(laid, 1):
        face = deck.backs[0] if name == BACK else deck.faces[name]
        cards.append(Laid(corners, name, number, face, four_cornered))
        cv2.fillConvexPoly(owner, corners.astype(np.int32), (number,))
    return SceneTruth(np.zeros((SIDE, SIDE, 3), np.uint8), tuple(cards), owner)


def classes(scene: SceneTruth) -> list[int]:
    return [kind for kind, _ in scene_boxes(scene)]


def painted(sample: Sample) -> NDArray[np.uint8]:
    """All boxes of *sample* filled, each class in its own layer, four times as large as the picture."""
    side = 4 * sample.picture.shape[0]
    layers = np.zeros((3, side, side), np.uint8)
    for kind, (x, y, w, h, angle) in zip(sample.classes, sample.boxes.tolist(), strict=True):
        box = cv2.boxPoints(((x * side, y * side), (w * side, h * side), math.degrees(angle)))
        cv2.fillConvexPoly(layers[int(kind)], box.round().astype(np.int32), (1,))
    return layers


@pytest.mark.parametrize("seed", range(12))
def test_labels_lie_on_the_picture(assets: Assets, seed: int) -> None:
    sample = detector_sample(Random(seed), assets, SIDE)

    assert sample.picture.shape == (SIDE, SIDE, 3)
    assert sample.boxes.shape == (len(sample.classes), 5)
    assert set(sample.classes.tolist()) <= {FACE_CLASS, BACK_CLASS, INDEX_CLASS}
    assert ((sample.boxes[:, :2] >= 0) & (sample.boxes[:, :2] <= 1)).all()
    assert (sample.boxes[:, 2:4] > 0).all()


@pytest.mark.parametrize("seed", range(3))
def test_the_same_seed_teaches_the_same(assets: Assets, seed: int) -> None:
    one, again = (detector_sample(Random(seed), assets, SIDE) for _ in range(2))

    assert (one.picture == again.picture).all()
    assert (one.boxes == again.boxes).all()


def test_a_card_is_labelled_with_its_two_indexes(assets: Assets) -> None:
    scene = scene_of(assets, ("7H", upright(60, 50)))

    assert sorted(classes(scene)) == [FACE_CLASS, INDEX_CLASS, INDEX_CLASS]


def test_a_four_cornered_card_has_four(assets: Assets) -> None:
    scene = scene_of(assets, ("7H", upright(60, 50)), four_cornered=True)

    assert classes(scene).count(INDEX_CLASS) == 4


def test_a_back_is_labelled_as_a_back_and_has_no_index(assets: Assets) -> None:
    assert classes(scene_of(assets, (BACK, upright(60, 50)))) == [BACK_CLASS]


def test_an_index_that_another_card_covers_is_not_labelled(assets: Assets) -> None:
    below, above = ("7H", upright(60, 40)), ("KS", upright(50, 30))
    scene = scene_of(assets, below, above)

    assert index_visible(scene, scene.cards[0], index_corners(scene.cards[0])[0]) < 0.2
    assert classes(scene).count(INDEX_CLASS) == 3


def test_a_card_that_is_wholly_covered_is_not_labelled_at_all(assets: Assets) -> None:
    scene = scene_of(assets, ("7H", upright(60, 50)), (BACK, upright(60, 50)))

    assert classes(scene) == [BACK_CLASS]


def test_of_a_card_in_a_fan_the_free_corner_is_labelled_even_where_the_card_is_not(assets: Assets) -> None:
    scene = scene_of(assets, ("7H", upright(50, 50)), ("KS", upright(61, 50)))

    assert classes(scene).count(FACE_CLASS) == 1
    assert classes(scene).count(INDEX_CLASS) == 3


def test_what_a_hand_covers_is_not_labelled(assets: Assets) -> None:
    scene = scene_of(assets, ("7H", upright(60, 50)))
    scene.owner[:] = HAND

    assert classes(scene) == []


def test_a_card_half_outside_is_boxed_where_it_can_be_seen(assets: Assets) -> None:
    scene = scene_of(assets, ("7H", upright(-25, 50)))

    (box,) = [box for kind, box in scene_boxes(scene) if kind == FACE_CLASS]

    x, _, w, h, _ = box
    assert x * SIDE == pytest.approx(35 / 2, abs=1)
    assert min(w, h) * SIDE == pytest.approx(35, abs=1)
    assert visible(scene, scene.cards[0]).inside == pytest.approx(35 / 60, abs=0.06)


def test_indexes_sit_in_the_corners_of_their_card(assets: Assets) -> None:
    corners = upright(60, 50)
    first, second = index_corners(scene_of(assets, ("7H", corners)).cards[0])

    assert np.linalg.norm(first.mean(axis=0) - corners[0]) < 20
    assert np.linalg.norm(second.mean(axis=0) - corners[2]) < 20


@pytest.mark.parametrize("quarters", range(1, 4))
@pytest.mark.parametrize("seed", range(3))
def test_the_boxes_of_a_turned_picture_still_fit_it(assets: Assets, seed: int, quarters: int) -> None:
    sample = detector_sample(Random(seed + 20), assets, SIDE)

    turned = quarter_turned(sample, quarters)

    assert (turned.picture == np.rot90(sample.picture, quarters)).all()
    before, after = np.rot90(painted(sample), quarters, axes=(1, 2)), painted(turned)
    assert (before & after).sum() > 0.93 * (before | after).sum()


def test_outlines_are_drawn_into_a_copy(assets: Assets) -> None:
    sample = next(s for s in (detector_sample(Random(k), assets, SIDE) for k in range(9)) if len(s.classes))
    plain = sample.picture.copy()

    assert (outlined(sample) != plain).any()
    assert (sample.picture == plain).all()
