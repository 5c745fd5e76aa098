from __future__ import annotations

import numpy as np
import pytest

from referee.cards import DECK, cards
from referee.vision.showing import Showing
from tests.vision.decks import cards_of, face

LOTS = [[str(card) for card in DECK[k::4]] for k in range(4)]


def show(showing: Showing, names: list[str], look: int = 0, down: float = 0) -> None:
    showing.take([face(name, 70 * k, down, look) for k, name in enumerate(names)])


def test_four_lots_of_thirteen_in_the_same_places_make_a_deck() -> None:
    showing = Showing()
    for number, lot in enumerate(LOTS):
        show(showing, lot, number)

    assert showing.missing == ()
    assert {len(card.faces) for card in showing.cards} == {1}
    assert showing.memory("kitchen", "eyes").known == set(DECK)


def test_a_card_that_lies_where_it_lay_is_one_card_seen_twice() -> None:
    showing = Showing()
    show(showing, LOTS[0], 0)
    show(showing, LOTS[0], 1)

    assert len(showing.cards) == 13
    assert {len(card.faces) for card in showing.cards} == {2}


def test_a_card_shown_again_elsewhere_is_no_further_card() -> None:
    showing = Showing()
    show(showing, LOTS[0], 0)
    show(showing, ["KS"], 1)
    show(showing, [LOTS[0][3], *LOTS[1][:2]], 2, down=300)

    assert len(showing.cards) == 16


def test_what_is_missing_and_what_is_not_told_yet_is_known() -> None:
    showing = Showing()
    showing.take([face("8C", 0, read_as="8S", p=0.5), face("8S", 100, p=0.5), face("7H", 200)])

    assert set(showing.known) >= cards_of("7H")
    assert len(showing.missing) == 52 - len(showing.known)
    assert showing.untold == 3 - len(showing.known)


def test_clubs_read_as_spades_come_right_once_the_spades_are_there() -> None:
    showing = Showing()
    club = face("8C", 0, read_as="8S", p=0.9)
    club.belief[DECK.index(cards("8C")[0])] = 0.09
    showing.take([club])
    showing.take([face("8S", 300, 300, p=0.999)])

    memory = showing.memory("kitchen", "eyes")
    assert memory.known <= cards_of("8C 8S")
    assert {
        str(card): float(shown.features @ club.features) > 0.99 for card, shown in showing.known.items()
    } in (
        {"8C": True, "8S": False},
        {},
    )


def test_cards_that_are_said_to_be_shown_are_no_others() -> None:
    showing = Showing(cards("JC JD"))
    showing.take([face("JC", 0, read_as="8C", p=0.9), face("JD", 100, p=0.9)])

    assert set(showing.missing) <= cards_of("JC JD")
    assert "8C" not in map(str, showing.known)


@pytest.mark.parametrize("looks", [1, 3])
def test_prototypes_are_of_length_one_however_often_a_card_was_seen(looks: int) -> None:
    showing = Showing()
    for look in range(looks):
        show(showing, LOTS[0], look)

    lengths = np.linalg.norm(showing.memory("kitchen", "eyes").cards.features, axis=1)
    assert np.allclose(lengths, 1, atol=1e-5)
