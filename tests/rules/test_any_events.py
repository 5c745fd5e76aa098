"""Whatever people do and whatever the camera makes of it, the engine goes on."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from referee.cards import Reading
from referee.rules import loading
from referee.rules.actions import CardsPlayed, Event, FaceDownFlipped, GameConfigured
from referee.rules.codec import (
    canonical,
    event_from_json,
    event_to_json,
    notice_from_json,
    notice_to_json,
    state_to_json,
    tidy,
)
from referee.rules.engine import allowed, new_game, observe, verify
from referee.rules.rulings import Level, Notice, Ruling
from referee.rules.state import State
from tests.rules.rule_sets import seats_for
from tests.rules.strategies import events

games = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
stories = st.lists(events, max_size=25)
presets = st.sampled_from(loading.presets())


def start(rules: str, players: int = 3) -> State:
    return new_game(GameConfigured(rules, seats_for(loading.load(rules), players)))


@games
@given(presets, st.integers(2, 5), stories)
def test_no_sequence_of_events_raises(rules: str, players: int, story: list[Event]) -> None:
    state = start(rules, players)
    for event in story:
        state, _ = observe(state, event)
        assert state.turn is None or state.seats[state.turn].out is None
        assert all(0 <= seat.hand.lo <= seat.hand.hi for seat in state.seats)
        assert 0 <= state.stock.lo <= state.stock.hi
        assert state.direction in (1, -1)


@games
@given(presets, stories)
def test_the_same_events_give_the_same_state_and_another_way_round_does_not_matter(
    rules: str, story: list[Event]
) -> None:
    live, replayed = start(rules), start(rules)
    for event in story:
        live, said = observe(live, event)
        replayed, again = observe(replayed, event_from_json(event_to_json(event)))
        assert said == again
    assert canonical(state_to_json(live)) == canonical(state_to_json(replayed))


@games
@given(presets, stories)
def test_every_event_and_notice_survives_its_json(rules: str, story: list[Event]) -> None:
    state = start(rules)
    for event in story:
        assert event_from_json(event_to_json(event)) == tidy(event)
        state, said = observe(state, event)
        assert [notice_from_json(notice_to_json(n)) for n in said] == [_rounded(n) for n in said]


def _rounded(notice: Notice) -> Notice:
    return replace(notice, p=round(notice.p, 5)) if isinstance(notice, Ruling) else notice


@games
@given(presets, stories, events)
def test_a_verdict_leaves_the_state_alone(rules: str, story: list[Event], event: Event) -> None:
    state = start(rules)
    for each in story:
        state, _ = observe(state, each)
    before = canonical(state_to_json(state))
    verify(state, event)
    allowed(state)
    assert canonical(state_to_json(state)) == before


@games
@given(presets, stories, st.integers(0, 2))
def test_an_unread_card_is_never_called_illegal(rules: str, story: list[Event], seat: int) -> None:
    state = start(rules)
    for event in story:
        state, _ = observe(state, event)
    unread = Reading(())
    for event in (CardsPlayed(seat, (unread,)), FaceDownFlipped(seat, unread)):
        assert verify(state, event).level is not Level.ILLEGAL


@games
@given(presets, stories, events)
def test_after_an_illegal_play_the_table_is_as_before(rules: str, story: list[Event], event: Event) -> None:
    state = start(rules)
    for each in story:
        state, _ = observe(state, each)
    after, said = observe(state, event)
    if any(isinstance(n, Ruling) and n.level is Level.ILLEGAL for n in said) and not state.pending:
        assert (after.pile, after.turn, after.seats) == (state.pile, state.turn, state.seats)


@pytest.mark.parametrize("rules", ["pagat", "classic001"])
def test_states_that_differ_have_different_json(rules: str) -> None:
    one, two = start(rules), replace(start(rules), direction=-1)
    assert canonical(state_to_json(one)) != canonical(state_to_json(two))
