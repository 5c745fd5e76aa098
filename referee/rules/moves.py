"""What an action does to the state once it is let pass: playing, flipping, burning, taking the pile."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from referee.cards import Reading
from referee.rules.actions import Source
from referee.rules.layers import drop, into_hand, reliable, without
from referee.rules.rulings import PileMustGo
from referee.rules.state import Phase, Play, State
from referee.rules.turn import next_seat, pass_on, replay, settle_out, stopped

UNREAD = Reading(())


def started(state: State, seat: int) -> State:
    """The first card ends the swapping; its player was the starter where nobody had said."""
    if state.phase is not Phase.SWAP:
        return state
    starter = seat if state.starter is None else state.starter
    return replace(state, phase=Phase.PLAY, starter=starter)


def lay(
    state: State, seat: int, readings: Sequence[Reading], source: Source, code: str, covered: int = 0
) -> State:
    """Cards of *seat* come to lie on the pile with the outcome *code*, *covered* more unread among them."""
    everything = (*readings[:-1], *(UNREAD,) * covered, *readings[-1:]) if covered else tuple(readings)
    state = without(started(state, seat), seat, everything, source)
    state = replace(state, taking=None, burning=(), free_lead=False)
    if code in ("FLIP_FAIL", "STOCK_FAIL"):
        return take(replace(state, pile=(*state.pile, Play(seat, everything))), seat, ())
    state = replace(state, pile=(*state.pile, Play(seat, everything)), last_player=seat)
    if "BURN" in code:
        return stopped(replay(settle_out(burn(state, seat), seat), seat))
    ranks = [reading.best.rank for reading in everything]
    return stopped(pass_on(settle_out(state, seat), seat, ranks))


def extend(state: State, seat: int, readings: Sequence[Reading], source: Source, code: str) -> State:
    """More cards of the same rank join the play *seat* has just made; the turn stays where it went."""
    state = without(state, seat, readings, source)
    last = state.pile[-1]
    state = replace(state, pile=(*state.pile[:-1], replace(last, readings=(*last.readings, *readings))))
    if "BURN" in code:
        return stopped(replay(settle_out(burn(state, seat), seat), seat))
    return stopped(settle_out(state, seat))


def burn(state: State, seat: int) -> State:
    """The pile counts as gone at once; `burning` remembers it until it is seen leaving."""
    gone = reliable(state.pile_readings)
    flush = seat if state.rules.duty.flush and state.flush not in state.active else state.flush
    return replace(
        state,
        pile=(),
        burning=state.pile,
        burnt=(*state.burnt, *gone),
        burns=state.burns + 1,
        flush=flush,
    )


def must_go(state: State, seat: int, why: str) -> PileMustGo:
    """The notice of a burn."""
    return PileMustGo(state.flush if state.flush is not None else seat, why)


def take(state: State, seat: int, added: Sequence[Reading]) -> State:
    """*seat* takes the pile and the face-up cards *added*, and the turn goes on."""
    here = state.seats[seat]
    last = state.last_player
    state = state.with_seat(seat, replace(here, up=drop(here.up, added)))
    state = into_hand(state, seat, (*state.pile_readings, *added))
    strict = state.rules.draw.strict and state.stock.hi > 0
    state = state.with_seat(seat, replace(state.seats[seat], picked_up=strict))
    state = replace(state, pile=(), taking=seat, burning=(), free_lead=False)
    return stopped(replace(state, turn=_leads(state, seat, last), last_player=None))


def _leads(state: State, seat: int, last: int | None) -> int | None:
    rules = state.rules.pickup
    if rules.then_play:
        return seat
    back = rules.next == "last_player" and len(state.active) >= rules.next_min_active
    return last if back and last in state.active else next_seat(state, seat)
