"""What waits to be told: changes of rows that nobody has explained yet."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from referee.cards import Reading, card
from referee.rules.actions import CardsPlayed
from referee.table.canvas import Canvas
from referee.table.geometry import Zone
from referee.table.pile import Finding, Pile, What
from referee.table.rows import Change, Rows
from referee.table.spots import Spot
from referee.table.telling import Found, Teller
from referee.table.view import View
from referee.table.waiting import PATIENCE_S, Waiting
from referee.table.who import Doer, Hands
from referee.vision.sighting import Side
from tests.table.drawn_table import World

FOUR, NINE = (Reading.sure(card(name)) for name in ("4H", "9C"))
DEALT = Change(gained=(FOUR,))
LEFT = Change(lost_up=(NINE,))


def at_rest(_: Zone, _since: float) -> bool:
    return False


def waiting(stirred: Callable[[Zone, float], bool] = at_rest) -> Waiting:
    rows = {seat: Rows(seat, 90.0) for seat in range(3)}
    return Waiting(Teller(Pile(), rows), Hands(3), stirred)


@pytest.fixture(scope="module")
def view() -> View:
    world = World()
    scene = world.step()
    canvas = Canvas(world.table, 3, scene)
    return View([], scene.small, scene.small, np.zeros(canvas.shape, np.uint8), canvas, final=True)


def found(what: What, calm_t: float) -> Found:
    """The pile changed, for the last time at *calm_t*, which was understood at ten seconds."""
    new = (Spot(((0.0, 0.0),) * 4, Side.FACE, FOUR, 2, 2, 0.9),) if what is What.PLAYED else ()
    return Found(Finding(what, new), Doer(1, 0.99), 4.0, 10.0, (), calm_t=calm_t)


def last_at_rest(t: float) -> Callable[[Zone, float], bool]:
    """Every zone is stirred now, and was last at rest at *t*."""
    return lambda _, since: t <= since


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


def test_a_play_is_told_once_the_row_has_been_at_rest_although_an_arm_is_over_it_again(view: View) -> None:
    mine = waiting(last_at_rest(6.0))
    mine.add(found(What.PLAYED, calm_t=5.0), view)
    (event,) = mine.told(10.0)
    assert isinstance(event, CardsPlayed)


def test_a_play_waits_for_a_row_that_has_not_been_at_rest_since_but_not_for_ever(view: View) -> None:
    mine = waiting(last_at_rest(6.0))
    mine.add(found(What.PLAYED, calm_t=7.0), view)
    assert mine.told(10.0 + PATIENCE_S) == []
    assert len(mine.told(10.1 + PATIENCE_S)) == 1


def test_a_pile_that_has_gone_waits_for_a_card_that_may_go_along_from_the_row(view: View) -> None:
    mine = waiting(last_at_rest(6.0))
    mine.add(found(What.EMPTIED, calm_t=5.0), view)
    assert mine.told(10.0 + PATIENCE_S) == []
