from __future__ import annotations

import numpy as np
import pytest

from referee.cards import DECK, card
from referee.vision.memory import DeckMemory, DeckMemoryError, Prototypes, knowing
from tests.tabletop import PatchEyes
from tests.vision.decks import cards_of, features, prototypes, whole_deck


def memory(*names: str) -> DeckMemory:
    return DeckMemory("kitchen", "eyes", prototypes(*names), prototypes(*names))


def test_a_card_is_most_like_its_own_prototype() -> None:
    like = whole_deck().likeness(features("8C", look=5))

    assert DECK[int(like.argmax())] == card("8C")
    assert like.max() > 0.9
    assert np.sort(like)[-2] < 0.7


def test_what_is_not_known_is_like_nothing() -> None:
    like = prototypes("7H", "8C", "KS").likeness(features("8C"))

    assert like[DECK.index(card("8S"))] == 0


def test_without_prototypes_nothing_is_like_anything() -> None:
    assert not Prototypes.of([]).likeness(features("8C")).any()


def test_a_deck_knows_the_cards_that_have_a_prototype() -> None:
    assert memory("7H", "8C").known == cards_of("7H 8C")


def test_of_each_card_the_newest_prototypes_stay() -> None:
    many = Prototypes.of((card("7H"), features("7H", look)) for look in range(3))
    newer = Prototypes.of([(card("7H"), features("7H", 9)), (card("8C"), features("8C"))])

    both = many.and_also(newer, most=2)

    assert [str(DECK[place]) for place in both.places] == ["7H", "7H", "8C"]
    assert np.allclose(both.features[:2], [features("7H", 2), features("7H", 9)])


def test_what_was_learnt_later_adds_to_a_deck() -> None:
    assert memory("7H", "8C").and_also(memory("8C", "KS")).known == cards_of("7H 8C KS")
    assert memory().and_also(memory("KS")).known == cards_of("KS")


def test_eyes_that_cannot_remember_are_told() -> None:
    with pytest.raises(DeckMemoryError, match="leave the deck out"):
        knowing(PatchEyes(), memory("7H"))
