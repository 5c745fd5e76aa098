"""Whatever the house rules, what holds for every game holds."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from referee.cards import Card
from referee.rules.actions import CardsPlayed, PlayRetracted, Saying, Source, TableSays
from referee.rules.engine import legal_plays, observe, verify
from referee.rules.laying import LEGAL
from referee.rules.loading import load, presets
from referee.rules.ruleset import RuleSet
from referee.rules.rulings import Level, Ruling
from referee.rules.state import State
from tests.rules.bots import Bots, read
from tests.rules.rule_sets import rule_sets, seats_for

games = settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
seeds = st.integers(0, 10_000)


def started(seed: int, rules: RuleSet, turns: int) -> Bots:
    """A game some turns old, before its end."""
    bots = Bots(seed, rules, seats_for(rules, 2 + seed % 4))
    bots.deal()
    for _ in range(turns):
        turn = bots.first if bots.state.turn is None else bots.state.turn
        before = bots.state
        bots.turn(turn)
        if bots.state.over or bots.stuck:
            bots.state = before
            break
    return bots


def check(bots: Bots) -> None:
    """What the engine counts is what lies there, and nobody acts who is out."""
    state = bots.state
    assert Counter(bots.located) == Counter(bots.pack)
    assert state.turn is None or state.seats[state.turn].out is None
    assert len(state.pile_cards) == len(bots.pile)
    assert state.stock.lo <= len(bots.stock) <= state.stock.hi
    for seat, here in enumerate(state.seats):
        assert here.hand.lo <= len(bots.hand[seat]) <= here.hand.hi
        assert (len(here.up), here.down) == (len(bots.up[seat]), len(bots.down[seat]))


@games
@given(seeds, rule_sets())
def test_cards_are_conserved_and_nobody_who_is_out_has_the_turn(seed: int, rules: RuleSet) -> None:
    bots = Bots(seed, rules, seats_for(rules, 2 + seed % 4))
    bots.deal()
    for _ in range(80):
        if bots.state.over or bots.stuck:
            break
        bots.turn(bots.first if bots.state.turn is None else bots.state.turn)
        check(bots)
    assert not [n for n in bots.loud if isinstance(n, Ruling) and n.level is Level.ILLEGAL]


@games
@given(seeds, rule_sets(), st.integers(0, 60))
def test_the_listed_plays_are_those_that_are_let_pass(seed: int, rules: RuleSet, turns: int) -> None:
    bots = started(seed, rules, turns)
    seat = bots.first if bots.state.turn is None else bots.state.turn
    layer, source = bots.layer(seat)[:7], Source.HAND if bots.hand[seat] else Source.UP
    listed = {tuple(sorted(map(str, cards))) for cards in legal_plays(bots.state, seat, layer)}
    for cards in _sets(layer):
        passes = verify(bots.state, CardsPlayed(seat, read(cards), source)).code in LEGAL
        assert passes == (tuple(sorted(map(str, cards))) in listed)
    for cards in legal_plays(bots.state, seat, layer):
        assert verify(bots.state, CardsPlayed(seat, read(cards), source)).code in LEGAL


def _sets(layer: list[Card]) -> list[tuple[Card, ...]]:
    groups = [cards for n in range(1, 4) for cards in combinations(layer, n)]
    return [cards for cards in groups if len({card.rank for card in cards}) == 1]


@games
@given(seeds, rule_sets(), st.integers(0, 60), st.data())
def test_an_illegal_play_changes_nothing_before_the_table_decides(
    seed: int, rules: RuleSet, turns: int, data: st.DataObject
) -> None:
    bots = started(seed, rules, turns)
    before = bots.state
    seat = data.draw(st.sampled_from(before.active))
    event = CardsPlayed(seat, read([data.draw(st.sampled_from(bots.located))]), Source.HAND)
    after, said = observe(before, event)
    if any(isinstance(n, Ruling) and n.level is Level.ILLEGAL for n in said):
        assert core(after) == core(before)
        assert after.pending
        back, _ = observe(after, PlayRetracted(seat))
        assert core(back) == core(before)
        assert not back.pending


@games
@given(seeds, rule_sets(), st.integers(0, 60))
def test_undo_takes_the_last_play_back(seed: int, rules: RuleSet, turns: int) -> None:
    bots = started(seed, rules, turns)
    seat = bots.first if bots.state.turn is None else bots.state.turn
    layer, source = bots.layer(seat), Source.HAND if bots.hand[seat] else Source.UP
    for cards in legal_plays(bots.state, seat, layer)[:3]:
        event = CardsPlayed(seat, read(cards), source)
        after, said = observe(bots.state, event)
        undone, _ = observe(after, TableSays(Saying.UNDO))
        assert core(undone) == core(bots.state)
        again, said_again = observe(undone, event)
        assert core(again) == core(after)
        assert [type(n) for n in said_again] == [type(n) for n in said]


def core(state: State) -> Any:
    """The game itself, without the record of what was said and asked."""
    fresh: dict[str, Any] = {"serial": 0, "announced": None, "history": None, "asked": None, "pending": ()}
    return replace(state, **fresh)


@pytest.mark.parametrize("name", presets())
def test_games_by_the_book_give_nothing_to_say(name: str) -> None:
    rules = load(name)
    for seed in range(3):
        bots = Bots(seed, rules, seats_for(rules, 2 + seed)).play(150)
        assert bots.loud == []
        check(bots)
