from __future__ import annotations

from random import Random

import cv2
import numpy as np
import pytest

from referee.training.assets import Assets
from referee.training.crops import (
    UNREADABLE,
    card_samples,
    corners_target,
    cut_out,
    index_samples,
    nearest_roll,
    roughened,
    shaken,
)
from referee.training.decks import FACES
from referee.training.truth import BACK, JOKER
from referee.vision.rectify import CARD_CROP, TIGHT, WIDE, clockwise, frame_of

SEEDS = range(10)
CARD = clockwise([[60, 50], [120, 56], [112, 138], [52, 132]])


def printed() -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    picture = np.random.default_rng(1).integers(0, 255, (200, 200, 3)).astype(np.uint8)
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 2), np.uint8)


@pytest.mark.parametrize("seed", SEEDS)
def test_card_crops_have_the_reader_s_size_and_names_it_knows(assets: Assets, seed: int) -> None:
    for sample in card_samples(Random(seed), assets):
        assert sample.crop.shape == (CARD_CROP[1], CARD_CROP[0], 3)
        assert sample.name in {*FACES, BACK, JOKER, UNREADABLE}


@pytest.mark.parametrize("seed", SEEDS)
def test_the_corners_that_are_taught_lie_near_the_crop_s_frame(assets: Assets, seed: int) -> None:
    for sample in card_samples(Random(seed), assets):
        if sample.corners is not None:
            # A card seen from far aslant is wider than high, and is handed over lying on its side.
            ways = [np.roll(sample.corners, k, axis=0) for k in range(4)]
            assert min(np.abs(way - frame_of(margin)).mean() for way in ways for margin in (WIDE, TIGHT)) < 30
            assert cv2.contourArea(sample.corners, oriented=True) > 0


@pytest.mark.parametrize("seed", SEEDS)
def test_index_crops_are_square_and_name_a_card_or_nothing(assets: Assets, seed: int) -> None:
    for sample in index_samples(Random(seed), assets):
        assert sample.crop.shape == (64, 64, 3)
        assert sample.name in {*FACES, UNREADABLE}


def test_readers_learn_readable_and_unreadable_things(assets: Assets) -> None:
    names = [sample.name for seed in range(25) for sample in card_samples(Random(seed), assets)]

    assert 0.02 < names.count(UNREADABLE) / len(names) < 0.5
    assert len(set(names) & set(FACES)) > 25


def test_the_same_seed_cuts_the_same_crops(assets: Assets) -> None:
    one, again = card_samples(Random(4), assets), card_samples(Random(4), assets)

    assert [sample.name for sample in one] == [sample.name for sample in again]
    assert all((a.crop == b.crop).all() for a, b in zip(one, again, strict=True))


@pytest.mark.parametrize("margin", [TIGHT, WIDE])
def test_a_card_handed_over_as_it_lies_has_its_corners_in_the_frame(margin: int) -> None:
    sample = cut_out(printed(), CARD, margin, "7H", CARD)

    assert sample.corners is not None
    assert np.allclose(sample.corners, frame_of(margin), atol=1e-3)


def test_corners_are_taught_from_the_end_that_is_up_in_the_crop() -> None:
    handed_over = np.roll(CARD, 2, axis=0)

    sample = cut_out(printed(), handed_over, TIGHT, "7H", CARD)

    assert sample.corners is not None
    assert np.allclose(sample.corners, frame_of(TIGHT), atol=1e-3)


def test_nearest_roll_never_starts_at_the_middle_of_an_edge() -> None:
    frame = frame_of(TIGHT)

    assert np.allclose(nearest_roll(np.roll(frame, 2, axis=0), frame), frame)
    assert not np.allclose(nearest_roll(np.roll(frame, 1, axis=0), frame), frame)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_shaken_box_lies_near_the_card_and_winds_like_it(seed: int) -> None:
    box = shaken(Random(seed), CARD, 0.03, 0.05, 3.0, longer=False)

    assert np.abs(box.mean(axis=0) - CARD.mean(axis=0)).max() < 10
    assert cv2.contourArea(box, oriented=True) > 0


def test_a_box_that_is_not_shaken_is_the_card_s_own() -> None:
    box = shaken(Random(1), CARD, 0, 0, 0, longer=False)

    assert np.abs(box.mean(axis=0) - CARD.mean(axis=0)).max() < 0.5
    assert cv2.contourArea(box) == pytest.approx(cv2.contourArea(CARD), rel=0.03)


@pytest.mark.parametrize("seed", range(30))
def test_roughening_keeps_size_and_kind_and_leaves_the_crop_alone(seed: int) -> None:
    crop = np.ascontiguousarray(printed()[:160, :128])
    before = crop.copy()

    rough = roughened(Random(seed), crop)

    assert (rough.shape, rough.dtype) == (crop.shape, crop.dtype)
    assert (crop == before).all()


def test_corner_targets_are_halves_of_the_crop_from_its_middle() -> None:
    assert np.allclose(corners_target(frame_of(0)), [-1, -1, 1, -1, 1, 1, -1, 1])
    assert np.allclose(corners_target(np.tile(np.array([[64, 80]], np.float32), (4, 1))), 0)
