"""What an action does to the state once it is let pass: playing, flipping, burning, taking the pile."""

from __future__ import annotations

from collections.abc import Sequence

from referee.cards import Reading
from referee.rules.actions import Source
from referee.rules.deals import chosen
from referee.rules.layers import drop, into_hand, reliable, with_cards, without
from referee.rules.rulings import PileMustGo
from referee.rules.state import Phase, Play, State
from referee.rules.turn import left_of, next_seat, pass_on, replay, reversed_by, settle_out, stopped
from referee.rules.values import replace

UNREAD = Reading(())


def started(state: State, seat: int) -> State:
    """The first card ends the swapping; its player was the starter where nobody had said."""
    if state.phase is not Phase.SWAP:
        return state
    starter = seat if state.starter is None else state.starter
    return replace(chosen(state), phase=Phase.PLAY, starter=starter)


def lay(
    state: State, seat: int, readings: Sequence[Reading], source: Source, code: str, covered: int = 0
) -> State:
    """Cards of *seat* come to lie on the pile with the outcome *code*, *covered* more unread among them."""
    everything = (*readings[:-1], *(UNREAD,) * covered, *readings[-1:]) if covered else tuple(readings)
    state = _drew_late(started(state, seat), seat)
    here, stock = without(state, seat, everything, source)
    if code == "STOCK_FAIL" and state.rules.stock_fail == "keeps_card":
        return into_hand(replace(state, stock=stock), seat, everything)
    seats, pile = state.seats_with(seat, here), (*state.pile, Play(seat, everything))
    if code in ("FLIP_FAIL", "STOCK_FAIL"):
        return take(replace(state, seats=seats, stock=stock, pile=pile), seat, (), tried=True)
    state = replace(
        state,
        seats=seats,
        stock=stock,
        taking=None,
        burning=(),
        free_lead=False,
        pile=pile,
        last_player=seat,
    )
    ranks = [reading.best.rank for reading in everything]
    if "BURN" in code:
        return _goes_on(reversed_by(state, ranks) if state.rules.reverse.on_burn else state, seat, source)
    return stopped(pass_on(settle_out(state, seat), seat, ranks))


def _drew_late(state: State, seat: int) -> State:
    """The draw that *seat* skips after a pick-up lies behind it, where the hand was short already (D-35b)."""
    here = state.seats[seat]
    if not here.picked_up or not state.owed(seat).hi:
        return state
    return state.with_seat(seat, replace(here, picked_up=False))


def extend(state: State, seat: int, readings: Sequence[Reading], source: Source, code: str) -> State:
    """More cards of the same rank join the play *seat* has just made; the turn stays where it went."""
    here, stock = without(state, seat, readings, source)
    last = state.pile[-1]
    pile = (*state.pile[:-1], Play(last.seat, (*last.readings, *readings)))
    state = replace(state, seats=state.seats_with(seat, here), stock=stock, pile=pile)
    return _goes_on(state, seat, source) if "BURN" in code else stopped(settle_out(state, seat))


def _goes_on(state: State, seat: int, source: Source) -> State:
    """The pile of *state* burns, and its player goes on."""
    burnt = settle_out(burn(state, seat), seat)
    return stopped(replay(burnt, seat, from_hand=source is Source.HAND))


def burn(state: State, seat: int) -> State:
    """The pile counts as gone at once; `burning` remembers it until it is seen leaving."""
    gone = reliable(state.pile_readings)
    flush = seat if state.rules.duty.flush and _flush_is_free(state) else state.flush
    return replace(
        state,
        pile=(),
        burning=state.pile,
        burnt=(*state.burnt, *gone),
        burns=state.burns + 1,
        flush=flush,
    )


def _flush_is_free(state: State) -> bool:
    """Whether nobody has the duty yet, or its holder left the game and it passes on (D-53)."""
    return state.flush is None or (state.flusher is None and state.rules.duty.passes_on)


def must_go(state: State, seat: int, why: str) -> PileMustGo:
    """The notice of a burn."""
    return PileMustGo(state.flusher if state.flusher is not None else seat, why)


def take(state: State, seat: int, added: Sequence[Reading], *, tried: bool = False) -> State:
    """*seat* takes the pile and the face-up cards *added*, and the turn goes on.

    *tried*: it has to, because a card that was tried blind did not fit; nobody has seen it do so yet.
    """
    here = state.seats[seat]
    strict = state.rules.draw.strict and state.stock.hi > 0
    here = replace(here, up=drop(here.up, added), picked_up=strict)
    here = with_cards(here, (*state.pile_readings, *added))
    leads = _leads(state, seat, state.last_player, tried)
    state = replace(
        state,
        seats=state.seats_with(seat, here),
        pile=(),
        taking=seat if tried else None,
        burning=(),
        free_lead=False,
        turn=leads,
        last_player=None,
    )
    return stopped(state)


def _leads(state: State, seat: int, last: int | None, tried: bool) -> int | None:
    rules = state.rules.pickup
    if rules.then_play:
        return seat
    if rules.who_takes == "last_player" and state.turn not in (seat, None):
        return state.turn
    if rules.next == "left":
        return left_of(state, seat)
    back = rules.next == "last_player" and len(state.active) >= rules.next_min_active
    if not back or last is None or (tried and not rules.after_flip):
        return next_seat(state, seat)
    return last if last in state.active else _after_gone(state, seat, last)


def _after_gone(state: State, seat: int, last: int) -> int | None:
    """Who leads in place of *last*, who is out (D-48)."""
    return next_seat(state, last if state.rules.pickup.last_gone == "after_last" else seat)
