from __future__ import annotations

from referee.cards import cards
from referee.rules.rulings import Level
from tests.rules.tables import after, play, ruling, table


def test_two_fair_plays_that_came_to_rest_as_one_are_told_apart() -> None:
    state, said = after(table("5C"), play(1, "7C 9D"))
    assert ruling(said).level is Level.SILENT
    assert (state.turn, [p.cards for p in state.pile[1:]]) == (2, [cards("7C"), cards("9D")])
    assert [p.seat for p in state.pile[1:]] == [0, 1]


def test_the_order_in_which_they_lie_need_not_be_the_order_of_play() -> None:
    state, _ = after(table("5C"), play(1, "9D 7C"))
    assert state.pile_cards == cards("5C 7C 9D")


def test_a_mixed_set_by_the_seat_in_turn_stays_an_offence() -> None:
    assert ruling(after(table("5C"), play(0, "7C 9D"))[1]).code == "NOT_EQUAL_SET"


def test_plays_that_would_be_unfair_one_by_one_are_not_told_apart() -> None:
    assert ruling(after(table("QC"), play(1, "7C 9D"))[1]).level is Level.ILLEGAL
