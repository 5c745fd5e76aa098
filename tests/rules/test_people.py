from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from referee.cards import UNKNOWN, cards
from referee.rules.actions import GameConfigured, Saying, SeatLeft, TableSays
from referee.rules.codec import event_from_json, event_to_json
from referee.rules.engine import new_game
from referee.rules.ruleset import RuleSet
from referee.rules.state import Hand, SeatState, State
from tests.rules.bots import Bots
from tests.rules.rule_sets import rule_sets, seats_for
from tests.rules.tables import after, asked, play, table, unsure

parting = st.tuples(st.integers(0, 30), st.sampled_from(["out", "stay", "taken", "later"]))
games = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def leaves(seat: int | None, value: str = "stay") -> TableSays:
    return TableSays(Saying.LEAVES, value, seat)


def takes_over(seat: int, name: str) -> TableSays:
    return TableSays(Saying.TAKES_OVER, name, seat)


def counted(state: State) -> tuple[int, int]:
    """How many cards there are at least and at most."""
    lying = sum(len(seat.up) + seat.down for seat in state.seats) + len(state.pile_cards) + len(state.burnt)
    lo = sum(seat.hand.lo for seat in state.seats) + state.stock.lo
    return lying + lo, lying + sum(seat.hand.hi for seat in state.seats) + state.stock.hi


def test_cards_that_stay_lie_dead_where_they_are() -> None:
    before = table("6H", up="4C 9D KH")
    state, _ = after(before, leaves(0))
    assert (state.seats[0].out, state.seats[0].up, state.turn) == (0, cards("4C 9D KH"), 1)
    assert state.seats == after(before, SeatLeft(0))[0].seats


def test_cards_that_go_out_lie_with_the_burnt_ones() -> None:
    before = table("6H", up="4C 9D KH", hand=(2, 3))
    state, _ = after(before, leaves(0, "out"))
    assert state.seats[0] == SeatState(Hand(0, 1), (), 0, out=0)
    assert state.burnt == (*cards("4C 9D KH"), *(UNKNOWN,) * 5)
    assert counted(state) == counted(before)
    assert state.burns == 0


def test_who_leaves_before_the_first_card_chooses_none() -> None:
    before, _ = after(new_game(GameConfigured("pagat_choose3", 3)), leaves(2, "out"))
    state, _ = after(before, play(0, "9C"))
    assert state.seats[2].up == ()
    assert len(state.seats[1].up) == 3
    assert counted(state) == counted(before)


def test_cards_known_in_the_hand_go_out_as_such() -> None:
    before = table("6H").with_seat(1, SeatState(Hand(2, 2, cards("9H")), (), 0))
    assert after(before, leaves(1, "out"))[0].burnt == (*cards("9H"), UNKNOWN)


def test_somebody_takes_a_seat_over_and_everything_else_is_as_before() -> None:
    before = table("6H")
    state, _ = after(before, takes_over(0, " Dora "))
    assert (state.names, state.seats, state.turn) == (("Dora", "Ben", "Cem"), before.seats, before.turn)


def test_a_seat_that_lies_dead_may_be_taken_over_later() -> None:
    state, _ = after(table("6H"), leaves(1), play(0, "9C"), takes_over(1, "Dora"))
    assert (state.seats[1].out, state.turn) == (None, 2)
    state, _ = after(state, play(2, "JC"), play(0, "QC"))
    assert state.turn == 1


@pytest.mark.parametrize("value", ["out", "stay"])
def test_nobody_takes_over_a_seat_without_cards_or_one_that_is_out(value: str) -> None:
    gone, _ = after(table("6H"), leaves(1, "out"), TableSays(Saying.OUT, "yes", 0))
    for seat in (0, 1):
        assert after(gone, takes_over(seat, "Dora"), leaves(seat, value))[0].names == gone.names
        assert after(gone, leaves(seat, value))[0].seats == gone.seats


def test_names_that_nobody_gave_stay_open() -> None:
    state, _ = after(table("6H"), takes_over(2, ""), TableSays(Saying.LEAVES, "sold", 1), leaves(None))
    assert (state.names, state.turn) == (("Ana", "Ben", "Cem"), 0)
    assert all(seat.out is None for seat in state.seats)


def test_a_question_and_a_play_of_somebody_who_left_are_gone() -> None:
    open_, said = after(table("7H"), unsure(0, {"6C": 0.5, "8C": 0.5}))
    assert asked(said)
    state, _ = after(open_, leaves(0))
    assert (state.asked, state.history) == (None, None)
    waiting, _ = after(table("7H"), play(0, "4C"))
    assert waiting.pending
    assert after(waiting, leaves(0))[0].pending == ()
    assert after(waiting, leaves(1))[0].pending


def test_who_leaves_does_not_come_back_by_undoing() -> None:
    state, _ = after(table("6H"), play(0, "9C"), leaves(1), TableSays(Saying.UNDO))
    assert state.seats[1].out == 0


def test_a_pile_that_somebody_had_to_take_is_nobodys() -> None:
    before = replace(table("6H", turn=1), taking=0)
    assert after(before, leaves(0))[0].taking is None
    assert after(before, leaves(2))[0].taking == 0


@pytest.mark.parametrize("word", [leaves(1, "out"), takes_over(0, "Dora"), TableSays(Saying.JOINS, "Eve")])
def test_words_about_people_survive_their_json(word: TableSays) -> None:
    assert event_from_json(event_to_json(word)) == word


@games
@given(st.integers(0, 10**6), rule_sets(), st.lists(parting, min_size=1, max_size=3))
def test_cards_are_conserved_and_play_goes_on_whoever_leaves(
    seed: int, rules: RuleSet, partings: list[tuple[int, str]]
) -> None:
    bots = Bots(seed, rules, seats_for(rules, 2 + seed % 4))
    bots.deal()
    for turns, fate in partings:
        go_on(bots, turns, holds)
        seat = bots.rng.randrange(bots.players)
        if bots.state.over is None and bots.state.seats[seat].out is None:
            goes(bots, seat, fate)
            holds(bots)
    go_on(bots, 20, holds)


def go_on(bots: Bots, turns: int, check: Callable[[Bots], None]) -> None:
    for _ in range(turns):
        turn = bots.first if bots.state.turn is None else bots.state.turn
        if bots.state.over or bots.stuck or bots.state.seats[turn].out is not None:
            return
        bots.turn(turn)
        check(bots)


def goes(bots: Bots, seat: int, fate: str) -> None:
    """*seat* leaves, cards and all; or the cards stay; or another takes them over, at once or later."""
    if fate == "out":
        for layer in (bots.up[seat], bots.down[seat], bots.hand[seat]):
            bots.burnt += layer
            layer.clear()
    if fate != "taken":
        bots.see(leaves(seat, "out" if fate == "out" else "stay"))
    if fate in ("taken", "later"):
        bots.see(takes_over(seat, "Dora"))


def holds(bots: Bots) -> None:
    state = bots.state
    least, most = counted(state)
    assert least <= bots.set.pack <= most
    assert state.turn is None or state.seats[state.turn].out is None
    assert len(state.burnt) == len(bots.burnt)
