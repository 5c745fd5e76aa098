"""Who leaves in mid-hand, and what becomes of the cards; who plays on in somebody's seat.

No source says what is then to be done: the table chooses. Nothing from before can be undone afterwards, so
that nobody who is gone comes back with a play.
"""

from __future__ import annotations

from dataclasses import replace

from referee.cards import UNKNOWN
from referee.rules.actions import Saying, TableSays
from referee.rules.facts import LEFT, left
from referee.rules.state import Hand, SeatState, State
from referee.rules.verdicts import seat_of

FATES = ("out", "stay", "")
"""What becomes of the cards of who leaves; that they stay goes without saying."""
OF_PEOPLE = frozenset({Saying.LEAVES, Saying.TAKES_OVER, Saying.JOINS})


def come_or_gone(state: State, says: TableSays) -> State:
    """The game after somebody left or took a seat over; who joins plays from the next hand on."""
    if says.seat is None or state.over is not None or says.saying is Saying.JOINS:
        return state
    if says.saying is Saying.TAKES_OVER:
        return _taken_over(state, says.seat, says.value.strip())
    return _gone(state, says.seat, says.value)


def _gone(state: State, seat: int, fate: str) -> State:
    if state.seats[seat].out is not None or fate not in FATES:
        return state
    mine = any(seat_of(event) == seat for event in state.pending)
    state = replace(
        state.bare(),
        pending=() if mine else state.pending,
        taking=None if state.taking == seat else state.taking,
    )
    return left(_cards_out(state, seat) if fate == "out" else state, seat)


def _cards_out(state: State, seat: int) -> State:
    """The cards of *seat* lie with the burnt ones: so many as there surely are."""
    here = state.seats[seat]
    hand = here.hand
    known = hand.known[: hand.lo]
    unread = here.down + hand.lo - len(known)
    gone = (*here.up, *known, *(UNKNOWN,) * unread)
    empty = SeatState(Hand(0, hand.hi - hand.lo), (), 0)
    return replace(state.with_seat(seat, empty), burnt=(*state.burnt, *gone))


def may_be_taken_over(state: State, seat: int) -> bool:
    """Whether somebody plays in *seat*, or its player left and the cards stayed."""
    here = state.seats[seat]
    return here.out is None or (here.out == LEFT and bool(here.up or here.down or here.hand.lo))


def _taken_over(state: State, seat: int, name: str) -> State:
    """Another plays in *seat*, also where its player had left and the cards stayed."""
    here = state.seats[seat]
    if not name or not may_be_taken_over(state, seat):
        return state
    names = [*state.names, *[""] * (len(state.seats) - len(state.names))]
    names[seat] = name
    back = replace(here, out=None) if here.out == LEFT else here
    return replace(state.bare().with_seat(seat, back), names=tuple(names))
