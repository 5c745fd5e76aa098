"""Plays that look broken because a camera overlooked something: asked about before they are called."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.cards import Reading, card, cards
from referee.rules.actions import CardsPlayed, FaceDownFlipped, PilePickedUp, Source
from referee.rules.engine import allowed
from referee.rules.loading import load
from referee.rules.overlooked import whole_run
from referee.rules.rulings import DirectionChanged, Level
from referee.rules.state import Hand, State
from tests.rules.tables import after, asked, play, question, ruling, table
from tests.rules.test_questions import answer

SEEN = 0.9999
"""How sure a camera is of the seat at most."""


def turned() -> State:
    """Ana has laid a jack that turned the direction, and it was not seen to be one: it is Ben's turn then."""
    return table("9C", turn=1, rules="classic001_jrev", players=4)


def test_a_play_by_the_seat_on_the_other_side_may_mean_that_the_direction_turned() -> None:
    _, said = after(turned(), play(3, "KD", seat_p=SEEN))
    assert question(said).text == "Is it going the other way round now?"
    assert question(said).default == "yes"


def test_where_it_goes_the_other_way_round_it_goes_on_that_way() -> None:
    state, _ = after(turned(), play(3, "KD", seat_p=SEEN))
    state, said = answer(state, "yes")
    assert (state.direction, state.turn) == (-1, 2)
    assert not asked(said)
    state, said = after(state, play(2, "KH", seat_p=SEEN))
    assert (ruling(said).code, state.turn) == ("OK", 1)


def test_where_it_does_not_the_play_was_out_of_turn() -> None:
    state, _ = after(turned(), play(3, "KD", seat_p=SEEN))
    state, said = answer(state, "no")
    assert (ruling(said).level, ruling(said).code) == (Level.ILLEGAL, "OUT_OF_TURN")
    assert state.direction == 1
    assert DirectionChanged(1) in said


@pytest.mark.parametrize("rules", ["classic001_jrev", "pagat"])
def test_the_direction_is_not_asked_about_where_no_turn_explains_the_play(rules: str) -> None:
    state = table("9C", turn=1, rules=rules, players=5)
    _, said = after(state, play(3 if rules == "classic001_jrev" else 4, "KD", seat_p=SEEN))
    assert question(said).text == "Has Ben played already?"


def test_a_card_that_may_be_tried_from_the_stock_is_asked_about_before_it_is_called_too_low() -> None:
    before = table("JD", rules="egilsson", players=2)
    state, said = after(before, play(0, "9S", seat_p=SEEN))
    assert question(said).text == "Ana, did that card come from the stock?"
    tried, _ = answer(state, "yes")
    assert (tried.turn, tried.pile, tried.stock.hi) == (1, (), 19)
    called = ruling(answer(state, "no")[1])
    assert (called.level, called.code) == (Level.ILLEGAL, "TOO_LOW")


def test_without_a_stock_there_is_nothing_to_ask_about_it() -> None:
    before = table("JD", rules="egilsson", players=2, stock=0)
    assert ruling(after(before, play(0, "9S", seat_p=SEEN))[1]).level is Level.ILLEGAL


def test_two_cards_that_look_turned_over_at_once_may_have_lain_face_up() -> None:
    before = table("5C", hand=0, stock=0, up="", down=3)
    state, said = after(before, play(0, "8S 8D", Source.DOWN, seat_p=SEEN))
    assert question(said).text == "Ana, did these cards lie face up?"
    fine, _ = answer(state, "yes")
    assert (fine.turn, fine.pile_cards) == (1, cards("5C 8S 8D"))
    called = ruling(answer(state, "no")[1])
    assert (called.level, called.code) == (Level.ILLEGAL, "MULTI_FLIP")


def test_a_gap_in_a_run_may_be_a_card_that_does_not_show() -> None:
    before = table("4S", rules="guarducci", hand=6)
    state, said = after(before, play(0, "5S 7S 8S", seat_p=SEEN))
    assert question(said).text == "Is there a card between these that does not show?"
    fine, _ = answer(state, "yes")
    assert fine.pile_cards == cards("4S 5S 6S 7S 8S")
    called = ruling(answer(state, "no")[1])
    assert (called.level, called.code) == (Level.ILLEGAL, "NOT_A_RUN")


@pytest.mark.parametrize(
    ("seen", "whole"),
    [
        ("5S 7S 8S", "5S 6S 7S 8S"),
        ("5S 8S", "5S 6S 7S 8S"),
        ("5S 9S", None),
        ("5S 6S", None),
        ("7S 5S", None),
        ("5S 7H", None),
    ],
)
def test_which_cards_may_lie_unseen_in_a_suited_run(seen: str, whole: str | None) -> None:
    assert whole_run(cards(seen), load("guarducci")) == (None if whole is None else cards(whole))


def test_a_run_of_any_suit_is_filled_whatever_its_suits() -> None:
    run = whole_run(cards("5S 7H"), load("classic001_seq"))
    assert run is not None
    assert [one.rank for one in run] == [one.rank for one in cards("5S 6S 7S")]


def test_who_takes_the_pile_without_a_flip_may_have_turned_a_card_that_nobody_saw() -> None:
    before = table("9C QD", hand=0, stock=0, up="", down=2)
    state, said = after(before, PilePickedUp(0, seat_p=SEEN))
    assert [choice.value for choice in question(said).choices] == ["yes", "no", "flipped"]
    state, said = answer(state, "flipped")
    assert not any(notice for notice in said if getattr(notice, "level", None) is Level.ILLEGAL)
    assert (state.turn, state.pile, state.seats[0].down) == (1, (), 1)
    assert state.seats[0].hand.lo == 3


def test_a_play_on_a_card_that_is_still_asked_about_is_not_held_against_anybody() -> None:
    """The default is an assumption, and nobody is accused of breaking a rule by an assumption."""
    ace = Reading.of({card("AD"): 0.09, card("JK"): 0.05, card("2H"): 0.02})
    state, said = after(table("5C"), CardsPlayed(0, (ace,), Source.HAND, SEEN))
    state, said = after(state, play(1, "8D", seat_p=SEEN))
    assert ruling(said).level is not Level.ILLEGAL
    assert allowed(state) is not None


def test_a_card_that_looked_to_be_of_the_row_may_have_come_from_the_hand() -> None:
    before = table("5C", hand=3, stock=0, up="10H 4D ??")
    state, said = after(before, play(0, "8S", Source.UP, seat_p=SEEN))
    assert [choice.value for choice in question(said).choices] == ["yes", "no", "hand"]
    state, said = answer(state, "hand")
    assert not any(getattr(notice, "level", None) is Level.ILLEGAL for notice in said)
    assert (state.turn, state.seats[0].hand.lo, len(state.seats[0].up)) == (1, 2, 3)


def test_a_flip_may_have_been_a_card_from_the_hand() -> None:
    before = table("5C", hand=3, stock=0, up="")
    state, said = after(before, FaceDownFlipped(0, Reading.sure(card("8S")), 0, SEEN))
    assert question(said).text == "Ana, is your hand empty?"
    state, _ = answer(state, "hand")
    assert (state.seats[0].down, state.seats[0].hand.lo) == (3, 2)


def test_who_takes_the_pile_is_not_asked_where_his_cards_came_from() -> None:
    before = table("QH", up="5D 6D", hand=(0, 2), stock=0)
    _, said = after(before, PilePickedUp(0, (Reading.sure(card("5D")),), seat_p=SEEN))
    assert not asked(said) or "hand" not in [choice.value for choice in question(said).choices]


def test_a_card_in_doubt_is_asked_about_before_whether_the_pile_is_taken() -> None:
    """A "no" to the second question would call a play upon a card that nobody has read."""
    king = CardsPlayed(0, (Reading.of({card("KD"): 0.6, card("2D"): 0.1}),), Source.HAND, SEEN)
    before, _ = after(table("5C", stock=0), king)
    before = before.with_seat(1, replace(before.seats[1], hand=Hand(0, 0), up=cards("3C 4D")))
    state, said = after(before, play(1, "3C", Source.UP, seat_p=SEEN))
    assert question(said).text.startswith("Was the card underneath")
    _, said = answer(state, "KD")
    assert question(said).text == "Ben, are you taking the pile?"
