"""What a camera may have overlooked so that a play only looks broken, and the play as it was then."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from referee.cards import RANKS, Card, Rank, Reading
from referee.rules.actions import CardsPlayed, Event, FaceDownFlipped, PilePickedUp, Source
from referee.rules.moves import take
from referee.rules.ruleset import RuleSet
from referee.rules.state import Play, Span, State
from referee.rules.turn import next_seat
from referee.rules.values import replace

MOST_BETWEEN = 2
"""So many cards of a run, and no more, may lie there unseen."""


def may_have_turned(state: State, seat: int) -> bool:
    """Whether it would be the turn of *seat* if one of the cards before had turned the direction."""
    if state.last_player is None or not _turns_ever(state.rules):
        return False
    return next_seat(replace(state, direction=-state.direction), state.last_player) == seat


@lru_cache
def _turns_ever(rules: RuleSet) -> bool:
    return any(rules.effect(rank).reverse for rank in (*RANKS, Rank.JOKER))


def turned(state: State, seat: int) -> State:
    """The direction has turned, and it is the turn of *seat*."""
    return replace(state, direction=-state.direction, turn=seat)


def may_be_from_stock(state: State, event: CardsPlayed) -> bool:
    """Whether the one card that *event* lays may have been tried from the stock: no camera tells for sure."""
    one = len(event.cards) + event.covered_unread == 1
    tried = state.rules.stock_try != "never" and state.stock.hi > 0
    return tried and one and event.source is Source.HAND and event.seat_p < 1.0


def from_stock(event: Event) -> Event:
    """*event* with its card tried from the stock."""
    return replace(event, source=Source.STOCK) if isinstance(event, CardsPlayed) else event


def from_hand(state: State, event: Event) -> tuple[State, Event]:
    """The card of *event* came from the hand, and not from the row or from below it."""
    if isinstance(event, FaceDownFlipped):
        event = CardsPlayed(event.seat, (event.card,), Source.HAND, event.seat_p)
    assert isinstance(event, CardsPlayed)
    here, count = state.seats[event.seat], len(event.cards)
    held = here.hand.sized(Span(max(count, here.hand.lo), max(count, here.hand.hi)))
    return state.with_seat(event.seat, replace(here, hand=held)), replace(event, source=Source.HAND)


def from_row(state: State, event: Event) -> tuple[State, Event]:
    """The cards of *event* lay face up before."""
    if not isinstance(event, CardsPlayed):
        return state, event
    here = state.seats[event.seat]
    lay = replace(here, up=here.up or tuple(reading.best for reading in event.cards))
    return state.with_seat(event.seat, lay), replace(event, source=Source.UP)


def whole_run(cards: Sequence[Card], rules: RuleSet) -> tuple[Card, ...] | None:
    """The run that *cards*, lowest first, are with those that lie unseen between them, if they are one."""
    heights = [rules.height(card.rank) for card in cards]
    suits = {card.suit for card in cards}
    low, high = heights[0], heights[-1]
    missing = set(range(low, high + 1)) - set(heights)
    ascending = low >= 0 and all(a < b for a, b in pairwise(heights))
    if not ascending or not 0 < len(missing) <= MOST_BETWEEN:
        return None
    if rules.play.runs == "suited_ascending" and len(suits) > 1:
        return None
    known = {rules.height(card.rank): card for card in cards}
    suit = cards[0].suit
    return tuple(known.get(n) or Card(rules.rank_order[n], suit) for n in range(low, high + 1))


def with_all_between(state: State, event: Event) -> Event:
    """*event*, a run, with the cards that lay unseen between those that were seen."""
    assert isinstance(event, CardsPlayed)
    seen = {reading.best: reading for reading in event.cards}
    run = whole_run([reading.best for reading in event.cards], state.rules) or tuple(seen)
    return replace(event, cards=tuple(seen.get(card) or Reading.sure(card) for card in run))


def with_flip(state: State, event: Event) -> State:
    """Who takes the pile by *event* had turned over a face-down card before, which did not fit."""
    assert isinstance(event, PilePickedUp)
    here = state.seats[event.seat]
    state = state.with_seat(event.seat, replace(here, down=here.down - 1))
    tried = Play(event.seat, (Reading(()),))
    return take(replace(state, pile=(*state.pile, tried)), event.seat, (), tried=True)
