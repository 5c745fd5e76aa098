from __future__ import annotations

import numpy as np
import pytest

from referee.cards import DECK, card
from referee.vision.faces import faces, mean_belief
from referee.vision.fusion import Corner, Whole
from referee.vision.reader import BACK, JOKER
from referee.vision.rectify import clockwise
from tests.vision.decks import at, features


def whole(name: str, x: float = 0, score: float = 0.9, p: float = 0.9, special: int | None = None) -> Whole:
    row = np.full(55, (1 - p) / 54, np.float32)
    row[DECK.index(card(name)) if special is None else special] = p
    return Whole(at(x, 0), row, score, features(name))


def corner(name: str, x: float) -> Corner:
    row = np.full(53, 0.1 / 52, np.float32)
    row[DECK.index(card(name))] = 0.9
    return Corner(clockwise([[x + 4, 4], [x + 14, 4], [x + 14, 25], [x + 4, 25]]), row, 0.8, features(name))


def test_each_card_has_the_indexes_that_lie_in_its_corners() -> None:
    seven, eight = faces([whole("7H"), whole("8C", 100)], [corner("7H", 0)])

    assert np.allclose(seven.index_features, features("7H"))
    assert len(eight.index_features) == 0


@pytest.mark.parametrize(
    "other", [whole("KS", special=BACK), whole("KS", special=JOKER), whole("KS", score=0.4)]
)
def test_backs_jokers_and_what_is_hardly_found_are_not_learnt(other: Whole) -> None:
    assert faces([other], []) == []


def test_of_two_boxes_about_a_card_the_surer_is_learnt() -> None:
    (only,) = faces([whole("8S", 8, p=0.6), whole("8C")], [])

    assert DECK[int(only.belief.argmax())] == card("8C")


def test_a_card_and_its_index_are_one_opinion_and_not_two() -> None:
    row = np.full(52, 0.1 / 51, np.float32)
    row[0] = 0.9

    assert mean_belief([row, row, row])[0] == pytest.approx(0.9, abs=0.01)
