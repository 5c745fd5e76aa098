"""What waits to be told: changes of rows that nobody has explained yet."""

from __future__ import annotations

from referee.cards import Reading, card
from referee.table.geometry import Zone
from referee.table.pile import Pile
from referee.table.rows import Change
from referee.table.telling import Teller
from referee.table.waiting import PATIENCE_S, Waiting
from referee.table.who import Hands

FOUR, NINE = (Reading.sure(card(name)) for name in ("4H", "9C"))
DEALT = Change(gained=(FOUR,))
LEFT = Change(lost_up=(NINE,))


def at_rest(_: Zone) -> bool:
    return False


def waiting() -> Waiting:
    return Waiting(Teller(Pile(), {}), Hands(3), at_rest)


def test_cards_dealt_into_a_row_before_the_game_are_told_at_once() -> None:
    mine = waiting()
    mine.row_changed(0, DEALT, 5.0)
    assert list(mine.unexplained(5.0)) == [(0, DEALT)]
    assert list(mine.unexplained(60.0)) == []


def test_a_card_that_left_a_row_waits_for_the_play_that_it_was_of() -> None:
    mine = waiting()
    mine.row_changed(1, LEFT, 5.0)
    assert list(mine.unexplained(5.0 + PATIENCE_S)) == []
    assert list(mine.unexplained(5.1 + PATIENCE_S)) == [(1, LEFT)]


def test_an_exchange_is_told_as_one_although_the_row_rested_in_between() -> None:
    mine = waiting()
    mine.row_changed(1, LEFT, 5.0)
    mine.row_changed(1, DEALT, 6.0)
    assert list(mine.unexplained(5.1 + PATIENCE_S)) == []
    assert list(mine.unexplained(6.1 + PATIENCE_S)) == [(1, LEFT + DEALT)]


def test_cards_that_come_to_a_row_in_the_game_wait_for_what_explains_them() -> None:
    mine = waiting()
    mine.begun = True
    mine.row_changed(0, DEALT, 5.0)
    assert list(mine.unexplained(5.0)) == []
