"""Whose turn it is: passing it on, reversing, skipping, going out, and the end of the hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from referee.cards import Rank
from referee.rules.rulings import GameOver
from referee.rules.state import Phase, State


def next_seat(state: State, seat: int, steps: int = 1) -> int | None:
    """The seat *steps* active seats after *seat* in the direction of play; None with nobody left to play."""
    around = [(seat + state.direction * n) % len(state.seats) for n in range(1, len(state.seats) + 1)]
    active = [n for n in around if state.seats[n].out is None]
    return active[(steps - 1) % len(active)] if active else None


def pass_on(state: State, seat: int, ranks: Sequence[Rank]) -> State:
    """The turn after *seat* played *ranks* and the pile stayed."""
    effect = state.rules.effect(ranks[-1] if ranks else Rank.UNKNOWN)
    state = _reversed(state, ranks)
    if effect.two_player_then and len(state.active) == 2 and seat in state.active:
        return replace(state, turn=seat, free_lead=True)
    if effect.must_cover and seat in state.active:
        return replace(state, turn=seat)
    count = len(ranks) if state.rules.skip.count == "per_card" else 1
    return replace(state, turn=next_seat(state, seat, 1 + effect.skip * count + _lost(state, ranks)))


def _turners(state: State, ranks: Sequence[Rank]) -> int:
    turners = sum(state.rules.effect(rank).reverse for rank in ranks)
    return min(turners, 1) if state.rules.reverse.count == "per_play" else turners


def _reversed(state: State, ranks: Sequence[Rank]) -> State:
    return replace(state, direction=-state.direction) if _turners(state, ranks) % 2 else state


def _lost(state: State, ranks: Sequence[Rank]) -> int:
    skips = state.rules.reverse.two_players == "skip" and len(state.active) == 2
    return 1 if skips and _turners(state, ranks) % 2 else 0


def replay(state: State, seat: int) -> State:
    """The turn after *seat* burnt the pile: the same seat, or the next where it went out."""
    again = state.rules.burn.replay and state.seats[seat].out is None
    return replace(state, turn=seat if again else next_seat(state, seat))


def settle_out(state: State, seat: int) -> State:
    """*seat* is out where it surely holds no card any more."""
    here = state.seats[seat]
    empty = not here.up and not here.down and not here.hand.hi and not state.due(seat).hi
    return put_out(state, seat) if here.out is None and empty else state


def put_out(state: State, seat: int) -> State:
    """*seat* leaves with the next place."""
    place = 1 + sum(1 for other in state.seats if other.out)
    return end(state.with_seat(seat, replace(state.seats[seat], out=place)))


def end(state: State) -> State:
    """The hand is over where the rules say so."""
    active, goal = state.active, state.rules.end.goal
    first = next((n for n, seat in enumerate(state.seats) if seat.out == 1), None)
    if goal == "winner" and first is not None:
        over = GameOver(None, first)
    elif len(active) <= 1:
        over = GameOver(active[0] if active else None, first if goal == "winner" else None)
    else:
        return state
    return replace(state, over=over, phase=Phase.OVER, turn=None)


def stopped(state: State) -> State:
    """No turn once the hand is over."""
    return replace(state, turn=None) if state.over else state
