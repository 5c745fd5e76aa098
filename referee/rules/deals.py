"""What the deal leaves to the players: three face-up cards chosen out of the hand (V-04b)."""

from __future__ import annotations

from collections.abc import Sequence

from referee.cards import UNKNOWN, Card
from referee.rules.ruleset import RuleSet
from referee.rules.state import Hand, SeatState, State
from referee.rules.values import replace


def dealt(rules: RuleSet) -> SeatState:
    """A seat before anybody has done anything."""
    layout = rules.layout
    if rules.deal.style == "choose_from_hand":
        return SeatState(Hand(layout.up + layout.hand, layout.up + layout.hand), (), layout.down)
    return SeatState(Hand(layout.hand, layout.hand), (UNKNOWN,) * layout.up, layout.down)


def chosen(state: State) -> State:
    """Every seat that was not seen choosing has chosen unseen, but for those who left before."""
    if state.rules.deal.style != "choose_from_hand":
        return state
    unread = (UNKNOWN,) * state.rules.layout.up
    done = (here.up or here.out is not None for here in state.seats)
    seats = (here if ready else choose(here, unread) for here, ready in zip(state.seats, done, strict=True))
    return replace(state, seats=tuple(seats))


def choose(here: SeatState, row: Sequence[Card]) -> SeatState:
    """*row* lies face up now, and so much fewer cards are in the hand; the rest of the row stays."""
    more = len(row) - len(here.up)
    return replace(here, up=tuple(row), hand=here.hand.plus(-more))
