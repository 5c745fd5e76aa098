"""A seat's three layers - hand, face-up row, face-down cards - and which of them cards came from."""

from __future__ import annotations

from collections.abc import Sequence

from referee.cards import UNKNOWN, Card, Reading
from referee.rules.actions import CardsPlayed, Event, FaceDownFlipped, Source
from referee.rules.state import NONE, SeatState, Span, State
from referee.rules.values import replace

RELIABLE = 0.9


def placed(state: State, event: Event) -> Event:
    """*event* with its source worked out: one card from the face-down layer is a flip."""
    if not isinstance(event, CardsPlayed):
        return event
    source = source_of(state.seats[event.seat], event, state.rules.decks)
    if source is Source.DOWN and len(event.cards) + event.covered_unread == 1:
        return FaceDownFlipped(event.seat, event.cards[0], None, event.seat_p)
    return event if source is event.source else replace(event, source=source)


def source_of(seat: SeatState, event: CardsPlayed, packs: int) -> Source:
    """Where the cards came from: as seen, unless the cards of the row or an empty hand say otherwise.

    With several *packs* a card in the row is no proof: the hand may hold its double. Nor where it was seen to
    come from the hand: then the card of the row was misread.
    """
    if event.source in (Source.DOWN, Source.STOCK):
        return event.source
    doubled = packs > 1 and seat.hand.lo > 0
    from_hand = event.source is Source.HAND and seat.hand.hi > 0
    if seat.up and not doubled and not from_hand and from_row(seat, event.cards):
        return Source.UP
    if event.source is Source.UP and seat.up:
        return Source.UP
    return _from_below(seat, event) if not seat.hand.hi else Source.HAND


def from_row(seat: SeatState, readings: Sequence[Reading]) -> bool:
    """Whether every card is one that lies in the seat's row (a card lies in one place)."""
    readable = all(reading.best.suit is not None for reading in readings)
    return bool(readings) and readable and not apart(seat, readings)[1]


def apart(seat: SeatState, readings: Sequence[Reading]) -> tuple[tuple[Reading, ...], tuple[Reading, ...]]:
    """*readings* parted into those of the seat's row and the others."""
    left, row, rest = list(seat.up), list[Reading](), list[Reading]()
    for reading in readings:
        inside = reading.best in left
        (row if inside else rest).append(reading)
        if inside:
            left.remove(reading.best)
    return tuple(row), tuple(rest)


def _from_below(seat: SeatState, event: CardsPlayed) -> Source:
    """The layer below an empty hand: a camera may overlook a face-down card that goes, the count does not."""
    if seat.up:
        elsewhere = all(card.known for card in seat.up) and event.source is Source.HAND
        return Source.HAND if elsewhere else Source.UP
    alone = len(event.cards) + event.covered_unread == 1
    return Source.DOWN if seat.down and (alone or event.source is Source.UNKNOWN) else Source.HAND


def without(state: State, seat: int, readings: Sequence[Reading], source: Source) -> tuple[SeatState, Span]:
    """The layers of *seat* and the stock after *readings* left the layer *source*.

    Who plays from the table has no hand, so no stock is left to fill it from, if it may be gone at all.
    """
    here, stock, early = state.seats[seat], state.stock, state.rules.zones.up_early
    if source is Source.STOCK:
        return here, stock.plus(-len(readings))
    if source is Source.HAND or source is Source.UNKNOWN:
        return _from_hand(here, readings), stock
    if not stock.lo and not here.hand.lo and not early:
        stock = NONE
    if source is Source.DOWN:
        return replace(_hand_gone(here), down=max(0, here.down - len(readings))), stock
    if early:
        return replace(here, up=drop(here.up, readings)), stock
    if state.rules.zones.mix and here.hand.hi:
        row, rest = apart(here, readings)
        return _from_hand(replace(here, up=drop(here.up, row)), rest), stock
    return replace(_hand_gone(here), up=drop(here.up, readings)), stock


def _hand_gone(here: SeatState) -> SeatState:
    return here if here.hand.lo else replace(here, hand=here.hand.sized(NONE))


def _from_hand(here: SeatState, readings: Sequence[Reading]) -> SeatState:
    known = drop(here.hand.known, readings, exact=True) if here.hand.known else ()
    return replace(here, hand=here.hand.plus(-len(readings), known))


def drop(cards: Sequence[Card], readings: Sequence[Reading], *, exact: bool = False) -> tuple[Card, ...]:
    """*cards* without those read: the very card, else one of its rank, else an unread one, else the last."""
    left = list(cards)
    for reading in readings:
        place = _place(left, reading.best, exact)
        if place is not None:
            del left[place]
    return tuple(left)


def _place(cards: Sequence[Card], wanted: Card, exact: bool) -> int | None:
    """Where among *cards* the one lies that goes for *wanted*; whole cards compare slowly."""
    same_rank = [n for n, card in enumerate(cards) if card.rank is wanted.rank]
    the_very = [n for n in same_rank if cards[n].suit is wanted.suit]
    if the_very or exact or not cards:
        return the_very[0] if the_very else None
    unread = [n for n, card in enumerate(cards) if not card.known]
    return (same_rank or unread or [cards.index(cards[-1])])[0]


def into_hand(state: State, seat: int, readings: Sequence[Reading]) -> State:
    """The state after *readings* went into the hand of *seat*."""
    return state.with_seat(seat, with_cards(state.seats[seat], readings))


def with_cards(here: SeatState, readings: Sequence[Reading]) -> SeatState:
    """*readings* went into the hand of the seat; those read well are known there from now on."""
    return replace(here, hand=here.hand.with_known(reliable(readings), len(readings)))


def reliable(readings: Sequence[Reading]) -> tuple[Card, ...]:
    """The cards read well enough to remember where they are; the unknown card for the others."""
    return tuple([r.best if r.p >= RELIABLE and r.best.suit else UNKNOWN for r in readings])


def refilled(state: State) -> State:
    """Every draw due may have happened unseen: the hands' high ends and the stock's low end say so."""
    if not state.stock.hi:
        return state
    for seat in state.short:
        here = state.seats[seat]
        gain = min(state.rules.refill_to - here.hand.hi, state.stock.hi)
        if gain and not state.waits(seat):
            hand = here.hand.sized(Span(here.hand.lo, here.hand.hi + gain))
            seats = state.seats_with(seat, replace(here, hand=hand))
            state = replace(state, seats=seats, stock=state.stock.plus(-gain, 0))
    return state
