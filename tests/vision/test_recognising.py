from __future__ import annotations

import numpy as np

from referee.cards import DECK, card
from referee.vision.fusion import Corner, Whole
from referee.vision.memory import DeckMemory, Features, Prototypes
from referee.vision.models import Tensor
from referee.vision.recognising import CARDS, recognised, sharpened
from tests.vision.decks import SIZE, at, features, prototypes, whole_deck


def posterior(size: int = 55, **told: float) -> Tensor:
    row = np.full(size, (1 - sum(told.values())) / size, np.float32)
    for name, p in told.items():
        row[DECK.index(card(name.lstrip("_")))] += p
    return row


def best(row: Tensor) -> str:
    return str(DECK[int(row[:52].argmax())])


def test_a_card_of_the_deck_is_read_as_what_it_was_enrolled_as() -> None:
    told = sharpened(posterior(_8S=0.7, _8C=0.25), features("8C", look=3), whole_deck(), CARDS)

    assert best(told) == "8C"
    assert told[DECK.index(card("8C"))] > 0.9
    assert abs(told.sum() - 1) < 1e-5


def test_where_nothing_is_alike_the_reading_stands() -> None:
    row = posterior(_8S=0.7)

    assert np.array_equal(sharpened(row, strange(), whole_deck(), CARDS), row)


def strange() -> Features:
    return np.asarray(-whole_deck().features.mean(axis=0) + np.eye(SIZE)[0], np.float32)


def test_a_card_that_was_not_shown_is_not_taken_for_one_a_little_like_it() -> None:
    known = [str(one) for one in DECK if one != card("8C")]
    row = posterior(_8C=0.9)

    assert best(sharpened(row, features("8C"), prototypes(*known), CARDS)) == "8C"


def test_without_any_prototype_the_reading_stands() -> None:
    row = posterior(_8S=0.7)

    assert np.array_equal(sharpened(row, features("8S"), Prototypes.of([]), CARDS), row)


def test_cards_and_indexes_each_go_by_their_own_prototypes() -> None:
    memory = DeckMemory("kitchen", "eyes", whole_deck(), Prototypes.of([]))
    card_read, index_read = posterior(_8S=0.7, _8C=0.25), posterior(53, _8S=0.7, _8C=0.25)

    (whole,), (corner,) = recognised(
        [Whole(at(0, 0), card_read, 0.9, features("8C"))],
        [Corner(at(0, 0), index_read, 0.9, features("8C"))],
        memory,
    )

    assert (best(whole.posterior), best(corner.posterior)) == ("8C", "8S")
