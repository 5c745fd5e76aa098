"""What a look at the rows in mid-game changes, and what it does not."""

from __future__ import annotations

from referee.cards import UNKNOWN, Reading, cards
from referee.rules.actions import RowSeen, SeatLeft, Source, StarterDeclared, StockState
from referee.rules.state import Span
from tests.rules.tables import after, play, table


def shown(text: str) -> tuple[Reading, ...]:
    return tuple(Reading.sure(c) for c in cards(text))


def test_an_unread_card_of_a_row_is_what_it_was() -> None:
    state, _ = after(table("5H", up="9H KS 2C"), RowSeen(0, shown("KS ?? 9H"), 3))
    assert sorted(map(str, state.seats[0].up)) == ["2C", "9H", "KS"]


def test_a_row_that_lost_a_card_gives_it_back_to_the_count_of_the_hand() -> None:
    state, _ = after(table("5H", up="9H KS 2C"), RowSeen(0, shown("9H 2C"), 3))
    assert state.seats[0].up == cards("9H 2C")
    assert state.seats[0].hand.span == Span(3, 4)


def test_a_row_that_gained_a_card_took_it_from_the_count_of_the_hand() -> None:
    state, _ = after(table("5H", up="9H KS"), RowSeen(0, shown("9H KS 2C"), 3))
    assert state.seats[0].up == cards("9H KS 2C")
    assert state.seats[0].hand.span == Span(2, 3)


def test_a_row_of_other_cards_is_as_it_is_seen() -> None:
    state, _ = after(table("5H", up="9H KS 2C"), RowSeen(0, shown("4D 5D"), 3))
    assert state.seats[0].up == cards("4D 5D")
    doubtful = Reading(((cards("6S")[0], 0.3),))
    state, _ = after(table("5H", up="9H KS 2C"), RowSeen(0, (doubtful, doubtful, doubtful), 3))
    assert state.seats[0].up == cards("9H KS 2C")
    state, _ = after(table("5H", up="9H KS 2C"), RowSeen(0, (doubtful, *shown("4D")), 3))
    assert state.seats[0].up == (UNKNOWN, *cards("4D"))


def test_nobody_who_is_out_has_a_row_or_starts() -> None:
    state, _ = after(table("5H", players=3), SeatLeft(1), RowSeen(1, shown("4D"), 2), StarterDeclared(1))
    assert (state.seats[1].out, state.turn) == (0, 0)
    assert len(state.seats[1].up) == 3
    assert after(state, SeatLeft(1))[0].seats == state.seats


def test_one_card_from_nowhere_with_nothing_else_left_is_a_flip() -> None:
    state = table("5H", stock=0, hand=0, up="", down=2)
    state, said = after(state, play(0, "9D", Source.UNKNOWN))
    assert (state.seats[0].down, state.pile_cards) == (1, cards("5H 9D"))
    assert said


def test_a_card_that_is_not_in_a_known_row_came_from_a_hand_thought_empty() -> None:
    state = table("5H", stock=0, hand=0, up="KS 2C", down=3)
    state, _ = after(state, play(0, "9D", Source.HAND))
    assert state.seats[0].up == cards("KS 2C")
    state = table("5H", stock=0, hand=0, up="?? 2C", down=3)
    assert len(after(state, play(0, "9D", Source.HAND))[0].seats[0].up) == 1


def test_hands_are_not_counted_where_somebody_left_with_cards() -> None:
    state, _ = after(table("5H", hand=(1, 3), stock=0), SeatLeft(2), StockState(True))
    assert state.seats[0].hand.span == Span(1, 3)
