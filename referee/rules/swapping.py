"""Exchanging cards without a play: whether it is allowed, and what it makes of hands and rows."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from referee.cards import Reading
from referee.rules.actions import RowSwapped, Source
from referee.rules.deals import choose
from referee.rules.findings import EVEN, Finding
from referee.rules.layers import drop, reliable
from referee.rules.stacks import equal_to_row, stacked
from referee.rules.state import Phase, State
from referee.rules.values import replace


def swap(state: State, event: RowSwapped) -> list[Finding]:
    """Whether cards may be exchanged now, and these."""
    p = prod(reading.p if reading.options else 1.0 for reading in (*event.laid, *event.taken))
    if not _swapping(state):
        return [Finding("PHASE", p)]
    if event.taken_from is not Source.UP:
        return [Finding("WRONG_ZONE", EVEN)]
    if _stacking(state, event):
        target = state.seats[_row_of(event)]
        return [] if equal_to_row(target, event.laid, event.onto) else [Finding("STACK_MISMATCH", p)]
    if event.other_seat is not None:
        return _with_other(state, event)
    if _choosing(state, event):
        whole = len(event.laid) == state.rules.layout.up
        return [] if whole else [Finding("SWAP_COUNT", 1.0)]
    if not state.rules.swap.own:
        return [Finding("PHASE", p)]
    return [Finding("SWAP_COUNT", 1.0)] if len(event.laid) != len(event.taken) else []


def _swapping(state: State) -> bool:
    if state.rules.swap.until == "first_burn":
        return not state.burns
    return state.phase is Phase.SWAP


def _row_of(event: RowSwapped) -> int:
    return event.seat if event.other_seat is None else event.other_seat


def _stacking(state: State, event: RowSwapped) -> bool:
    """Whether cards are laid on a row for nothing, where the rules know that."""
    own = state.rules.deal.style == "daly_stack" and event.other_seat in (None, event.seat)
    return not event.taken and (own or state.rules.swap.onto_others)


def _choosing(state: State, event: RowSwapped) -> bool:
    row = state.seats[event.seat].up
    return state.rules.deal.style == "choose_from_hand" and not event.taken and not row


def _with_other(state: State, event: RowSwapped) -> list[Finding]:
    allowed = state.rules.swap.blind
    if not allowed:
        return [Finding("NOT_YOUR_CARDS", 1.0)]
    return [Finding("SWAP_LIMIT", 1.0)] if state.blind_swaps.count(event.seat) >= allowed else []


def swapped(state: State, event: RowSwapped) -> State:
    """The state after the exchange."""
    if _stacking(state, event):
        state = _from_hand(state, event.seat, event.laid)
        row = _row_of(event)
        return state.with_seat(row, stacked(state.seats[row], event.laid, event.onto))
    if event.other_seat is not None:
        state = replace(state, blind_swaps=(*state.blind_swaps, event.seat))
        state = _row_changed(state, event.seat, event.laid, event.taken)
        return _row_changed(state, event.other_seat, event.taken, event.laid)
    if _choosing(state, event):
        here = state.seats[event.seat]
        return state.with_seat(event.seat, choose(here, [reading.best for reading in event.laid]))
    state = _row_changed(state, event.seat, event.taken, event.laid)
    state = _into_hand(state, event.seat, event.taken)
    return _known_gone(state, event.seat, event.laid)


def _row_changed(state: State, seat: int, gone: Sequence[Reading], come: Sequence[Reading]) -> State:
    here = state.seats[seat]
    up = (*drop(here.up, gone), *(reading.best for reading in come))
    return state.with_seat(seat, replace(here, up=up))


def _into_hand(state: State, seat: int, cards: Sequence[Reading]) -> State:
    here = state.seats[seat]
    return state.with_seat(seat, replace(here, hand=here.hand.with_known(reliable(cards))))


def _known_gone(state: State, seat: int, laid: Sequence[Reading]) -> State:
    here = state.seats[seat]
    known = drop(here.hand.known, laid, exact=True)
    return state.with_seat(seat, replace(here, hand=replace(here.hand, known=known)))


def _from_hand(state: State, seat: int, laid: Sequence[Reading]) -> State:
    state = _known_gone(state, seat, laid)
    here = state.seats[seat]
    return state.with_seat(seat, replace(here, hand=here.hand.plus(-len(laid))))
