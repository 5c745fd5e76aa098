from __future__ import annotations

from collections.abc import Callable

import pytest

from referee.cards import cards
from referee.rules.loading import load, presets
from referee.rules.state import Span
from referee.rules.values import replace
from referee.trials import games as trials
from referee.trials.games import games, play
from referee.trials.table import Move, Table, after

GAMES = 1_000


def test_a_thousand_games_of_all_rule_sets_keep_what_must_hold() -> None:
    played = list(games(GAMES, seed=3))

    assert [str(fault) for record in played for fault in record.faults] == []
    assert {record.rules.name for record in played} == set(presets())
    assert sum(record.ended for record in played) > 0.95 * GAMES


def test_the_same_seed_plays_the_same_game() -> None:
    assert play(load("guarducci"), "5") == play(load("guarducci"), "5")
    assert play(load("guarducci"), "5").events != play(load("guarducci"), "6").events


Breaks = Callable[[Table], Table]


def stock_forgotten(table: Table) -> Table:
    return replace(table, state=replace(table.state, stock=Span(0, 0)))


def hand_forgotten(table: Table) -> Table:
    return replace(table, hands=tuple(hand[1:] for hand in table.hands))


def turn_forgotten(table: Table) -> Table:
    return replace(table, state=replace(table.state, turn=None))


def out_with_cards(table: Table) -> Table:
    seats = tuple(replace(seat, out=1) for seat in table.state.seats)
    return replace(table, state=replace(table.state, seats=seats))


def card_doubled(table: Table) -> Table:
    return replace(table, burnt=(*table.burnt, *cards("7H")))


@pytest.mark.parametrize(
    ("breaks", "told"),
    [
        (stock_forgotten, "pile or stock are counted wrong"),
        (hand_forgotten, "the cards of seat 0 are counted wrong"),
        (turn_forgotten, "it is nobody's turn"),
        (out_with_cards, "is out with cards"),
        (card_doubled, "cards were lost or doubled"),
    ],
)
def test_what_is_broken_is_told(breaks: Breaks, told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trials, "after", lambda table, move: breaks(after(table, move)))
    (fault,) = play(load("pagat"), "1").faults

    assert told in str(fault)
    assert str(fault).startswith("pagat, game 1, turn ")


def test_an_objection_to_a_move_by_the_rules_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def unequal(table: Table) -> tuple[Move, ...]:
        return (Move("lay", table.hands[table.seat or 0][:2]),)

    monkeypatch.setattr(trials, "moves", unequal)
    (fault,) = play(load("pagat"), "1").faults

    assert "a move by the rules is answered with" in fault.what
