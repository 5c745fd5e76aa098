from __future__ import annotations

from random import Random

import cv2
import numpy as np
import pytest

from referee.cards import Suit
from referee.training.pips import Mask, suit_mask

SEEDS = range(40)


def bays(mask: Mask) -> int:
    """How many bays deeper than a twentieth of its height the shape's outline has."""
    outline = max(cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0], key=len)
    defects = cv2.convexityDefects(outline, cv2.convexHull(outline, returnPoints=False)).reshape(-1, 4)
    return int((defects[:, 3] / 256 > mask.shape[0] / 20).sum())


@pytest.mark.parametrize("suit", Suit)
def test_a_suit_is_one_piece_of_ink_or_stands_on_a_loose_foot_and_fills_its_picture(suit: Suit) -> None:
    for seed in SEEDS:
        mask = suit_mask(Random(seed), suit)
        pieces = cv2.connectedComponents((mask > 127).astype(np.uint8))[0] - 1
        assert pieces <= (2 if suit in (Suit.CLUBS, Suit.SPADES) else 1)
        assert mask.any(axis=0).all()
        assert mask[0].any()
        assert mask[-1].any()


@pytest.mark.parametrize("suit", Suit)
def test_no_two_printers_draw_a_suit_alike(suit: Suit) -> None:
    shapes = {suit_mask(Random(seed), suit).tobytes() for seed in SEEDS}
    assert len(shapes) == len(SEEDS)


def test_a_club_has_more_bays_than_a_spade_beside_its_stem() -> None:
    clubs = [bays(suit_mask(Random(seed), Suit.CLUBS)) for seed in SEEDS]
    spades = [bays(suit_mask(Random(seed), Suit.SPADES)) for seed in SEEDS]
    assert np.mean(clubs) > 3.5
    assert max(spades) <= 2 <= min(clubs)


def test_a_heart_points_down_and_a_spade_up() -> None:
    for seed in SEEDS:
        heart, spade = suit_mask(Random(seed), Suit.HEARTS), suit_mask(Random(seed), Suit.SPADES)
        assert heart[-1].sum() < heart[len(heart) // 3].sum() / 4
        assert spade[0].sum() < spade[len(spade) * 2 // 3].sum() / 4
