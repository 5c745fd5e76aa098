"""Whose turn it is: passing it on, reversing, skipping, going out, and the end of the hand."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from referee.cards import Rank
from referee.rules.rulings import GameOver
from referee.rules.state import Phase, State
from referee.rules.values import replace


def next_seat(state: State, seat: int, steps: int = 1) -> int | None:
    """The seat *steps* active seats after *seat* in the direction of play; None with nobody left to play."""
    around = _around(state, seat, state.direction)
    return around[(steps - 1) % len(around)] if around else None


def left_of(state: State, seat: int) -> int | None:
    """The next active seat clockwise, whichever way play runs (D-62)."""
    return next(iter(_around(state, seat, 1)), None)


def _around(state: State, seat: int, direction: int) -> list[int]:
    seats = state.seats
    return [n for n in _order(len(seats), seat, direction) if seats[n].out is None]


@lru_cache
def _order(seats: int, seat: int, direction: int) -> tuple[int, ...]:
    """All *seats* in the order in which the turn would come to them, *seat* last."""
    return tuple((seat + direction * n) % seats for n in range(1, seats + 1))


def pass_on(state: State, seat: int, ranks: Sequence[Rank]) -> State:
    """The turn after *seat* played *ranks* and the pile stayed."""
    if state.seats[seat].out is not None and not state.rules.end.last_effect:
        return replace(state, turn=next_seat(state, seat))
    effect = state.rules.effect(ranks[-1] if ranks else Rank.UNKNOWN)
    if len(ranks) == 1 and effect.turn_only_passes:
        return replace(state, turn=next_seat(state, seat))
    state = reversed_by(state, ranks)
    if effect.two_player_then and _two(state) and seat in state.active:
        return replace(state, turn=seat, free_lead=True)
    if effect.must_cover and seat in state.active:
        return replace(state, turn=seat)
    count = len(ranks) if state.rules.skip.count == "per_card" else 1
    return replace(state, turn=_skipped(state, seat, effect.skip * count + _lost(state, ranks)))


def _skipped(state: State, seat: int, lost: int) -> int | None:
    """The seat in turn after *lost* others missed theirs; who skips may come round to himself (D-63b)."""
    if state.rules.skip.over_self:
        return next_seat(state, seat, 1 + lost)
    others = [n for n in _around(state, seat, state.direction) if n != seat]
    return others[lost % len(others)] if others else None


def _two(state: State) -> bool:
    counted = state.active if state.rules.players.count_two == "active" else state.seats
    return len(counted) == 2


def _turners(state: State, ranks: Sequence[Rank]) -> int:
    turners = sum(state.rules.effect(rank).reverse for rank in ranks)
    return min(turners, 1) if state.rules.reverse.count == "per_play" else turners


def reversed_by(state: State, ranks: Sequence[Rank]) -> State:
    """The direction after *ranks* were played."""
    return replace(state, direction=-state.direction) if _turners(state, ranks) % 2 else state


def _lost(state: State, ranks: Sequence[Rank]) -> int:
    skips = state.rules.reverse.two_players == "skip" and _two(state)
    return 1 if skips and _turners(state, ranks) % 2 else 0


def replay(state: State, seat: int, *, from_hand: bool = False) -> State:
    """The turn after *seat* burnt the pile: the same seat, or the next where it went out.

    *from_hand*: the burning cards came from the hand, so the table may not be ready to go on from (D-08).
    """
    here, burn = state.seats[seat], state.rules.burn
    emptied = from_hand and not here.hand.hi and not state.owed(seat).hi
    again = burn.replay and here.out is None and (burn.replay_from_table or not emptied)
    return replace(state, turn=seat if again else next_seat(state, seat))


def settle_out(state: State, seat: int) -> State:
    """*seat* is out where it surely holds no card any more."""
    here = state.seats[seat]
    empty = not here.up and not here.down and not here.hand.hi and not state.owed(seat).hi
    return put_out(state, seat) if here.out is None and empty else state


def put_out(state: State, seat: int) -> State:
    """*seat* leaves with the next place."""
    place = 1 + sum(1 for other in state.seats if other.out)
    return end(state.with_seat(seat, replace(state.seats[seat], out=place)))


def end(state: State) -> State:
    """The hand is over where the rules say so."""
    active, goal = state.active, state.rules.end.goal
    first = next((n for n, seat in enumerate(state.seats) if seat.out == 1), None)
    if goal == "winner" and first is not None and not state.rules.end.play_on:
        over = GameOver(None, first)
    elif len(active) <= 1:
        over = GameOver(active[0] if active else None, first if goal == "winner" else None)
    else:
        return state
    return replace(state, over=over, phase=Phase.OVER, turn=None)


def stopped(state: State) -> State:
    """No turn once the hand is over."""
    return replace(state, turn=None) if state.over else state
