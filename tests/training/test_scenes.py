from __future__ import annotations

from random import Random

import cv2
import numpy as np
import pytest

from referee.training.assets import Assets
from referee.training.backs import drawn_back
from referee.training.decks import FACES
from referee.training.light import photographed
from referee.training.scenes import make_scene
from referee.training.tables import clutter, hands_over, table_top
from referee.training.truth import BACK, HAND, JOKER, SceneTruth

SIZE = (200, 150)


def scene(seed: int, assets: Assets, n: int = 6) -> SceneTruth:
    return make_scene(Random(seed), assets, SIZE, 36.0, n)


@pytest.mark.parametrize("seed", range(4))
def test_the_same_seed_makes_the_same_scene(assets: Assets, seed: int) -> None:
    one, again = scene(seed, assets), scene(seed, assets)

    assert (one.picture == again.picture).all()
    assert (one.owner == again.owner).all()
    assert [card.name for card in one.cards] == [card.name for card in again.cards]


def test_another_seed_makes_another_scene(assets: Assets) -> None:
    assert (scene(1, assets).picture != scene(2, assets).picture).any()


@pytest.mark.parametrize("seed", range(8))
def test_every_pixel_shows_the_table_a_hand_or_a_card_of_the_list(assets: Assets, seed: int) -> None:
    made = scene(seed, assets)

    assert made.picture.shape == (150, 200, 3)
    assert made.picture.dtype == np.uint8
    assert [card.number for card in made.cards] == list(range(1, len(made.cards) + 1))
    assert set(np.unique(made.owner)) <= {0, HAND, *(card.number for card in made.cards)}
    assert {card.name for card in made.cards} <= {*FACES, BACK, JOKER}


@pytest.mark.parametrize("seed", range(8))
def test_the_last_card_lies_on_top(assets: Assets, seed: int) -> None:
    made = scene(seed, assets)
    top = made.cards[-1]
    mask = cv2.fillConvexPoly(
        np.zeros(made.owner.shape, np.uint8), cv2.convexHull(top.corners).astype(np.int32), 1
    )
    inner = cv2.erode(mask, np.ones((9, 9), np.uint8)).astype(bool)

    assert set(np.unique(made.owner[inner])) <= {top.number, HAND}


@pytest.mark.parametrize("seed", range(8))
def test_corners_run_clockwise_so_that_no_card_is_mirrored(assets: Assets, seed: int) -> None:
    assert all(cv2.contourArea(card.corners, oriented=True) > 0 for card in scene(seed, assets).cards)


def test_no_card_of_a_pack_comes_twice(assets: Assets) -> None:
    made = make_scene(Random(5), assets, (400, 300), 20.0, 40)
    names = [card.name for card in made.cards if card.name in FACES]

    assert len(names) == len(set(names))


def test_a_table_may_be_empty(assets: Assets) -> None:
    made = scene(3, assets, n=0)

    assert made.cards == ()
    assert set(np.unique(made.owner)) <= {0, HAND}


@pytest.mark.parametrize("seed", range(12))
def test_backs_that_nobody_sells_are_cards_in_four_sizes(seed: int) -> None:
    assert [level.shape[:2] for level in drawn_back(Random(seed)).levels] == [
        (480, 336),
        (240, 168),
        (120, 84),
        (60, 42),
    ]


@pytest.mark.parametrize("seed", range(12))
def test_a_table_top_has_the_size_asked_for(assets: Assets, seed: int) -> None:
    top = table_top(Random(seed), assets, 70, 40)

    assert top.shape == (40, 70, 3)
    assert top.dtype == np.float32
    assert 0 <= top.min() <= top.max() <= 255


def test_clutter_is_not_taken_for_cards(assets: Assets) -> None:
    canvas = np.zeros((100, 120, 3), np.float32)
    for seed in range(12):
        clutter(Random(seed), canvas, assets, 30.0)

    assert np.isfinite(canvas).all()
    assert canvas.any()


def test_a_hand_covers_what_it_lies_on(assets: Assets) -> None:
    canvas, owner = np.zeros((150, 200, 3), np.float32), np.ones((150, 200), np.uint16)

    hands_over(Random(4), canvas, owner, assets, [], 40.0)

    covered = owner == HAND
    assert covered.any()
    assert canvas[covered].mean() > canvas[~covered].mean() + 20


@pytest.mark.parametrize("seed", range(10))
def test_a_photograph_keeps_its_size_and_is_never_the_same_twice(seed: int) -> None:
    def sheet() -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
        return np.full((60, 80, 3), 128, np.float32)

    taken = photographed(Random(seed), sheet())

    assert taken.shape == (60, 80, 3)
    assert taken.dtype == np.uint8
    assert (photographed(Random(seed), sheet()) == taken).all()
    assert (photographed(Random(seed + 100), sheet()) != taken).any()
