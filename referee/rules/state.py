"""What is known of a game: seats, pile, stock and turn. A frozen value; `engine` folds events into it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from referee.cards import Card, Rank, Reading
from referee.rules.actions import Event
from referee.rules.ruleset import RuleSet
from referee.rules.rulings import GameOver, Question, Ruling, TurnAnnounced
from referee.rules.values import replace


class Phase(StrEnum):
    """How far the game is."""

    SWAP = "swap"
    PLAY = "play"
    OVER = "over"


@dataclass(frozen=True)
class Span:
    """A count known to lie between `lo` and `hi`."""

    lo: int
    hi: int

    def plus(self, lo: int, hi: int | None = None) -> Span:
        """Shifted by between *lo* and *hi*, never below nought."""
        return Span(max(0, self.lo + lo), max(0, self.hi + (lo if hi is None else hi)))


NONE = Span(0, 0)


@dataclass(frozen=True)
class Hand:
    """How many cards a hand holds, and those of them that everybody saw going there."""

    lo: int
    hi: int
    known: tuple[Card, ...] = ()

    @property
    def span(self) -> Span:
        """The count alone."""
        return Span(self.lo, self.hi)

    def sized(self, span: Span) -> Hand:
        """The same cards with another count; an empty hand knows no cards."""
        return Hand(span.lo, span.hi, self.known if span.hi else ())

    def plus(self, count: int, known: tuple[Card, ...] | None = None) -> Hand:
        """*count* cards more, or so many fewer, where *known* stay known; an empty hand knows no cards."""
        hi = max(0, self.hi + count)
        known = self.known if known is None else known
        return Hand(max(0, self.lo + count), hi, known if hi else ())

    def with_known(self, cards: Iterable[Card], more: int = 0) -> Hand:
        """*cards* were seen going into the hand, which holds *more* cards than before."""
        known = sorted([*self.known, *[card for card in cards if card.known]], key=str)
        return Hand(self.lo + more, self.hi + more, tuple(known))


@dataclass(frozen=True)
class SeatState:
    """One player: hand, face-up row, count of face-down cards, and place when out (0: went away).

    `picked_up` is set while a pick-up makes the next draw fall away (strict draw, C-35). `stacks` are the
    face-up cards known to lie stacked on one face-down card (V-13).
    """

    hand: Hand
    up: tuple[Card, ...]
    down: int
    out: int | None = None
    picked_up: bool = False
    stacks: tuple[tuple[Card, ...], ...] = ()


@dataclass(frozen=True)
class Play:
    """Cards laid on the pile in one go, lowest first, as they were read."""

    seat: int
    readings: tuple[Reading, ...]

    @property
    def cards(self) -> tuple[Card, ...]:
        """The most probable cards."""
        return tuple([reading.best for reading in self.readings])

    @cached_property
    def ranks(self) -> tuple[Rank, ...]:
        """The most probable ranks."""
        return tuple([reading.best.rank for reading in self.readings])

    @classmethod
    def sure(cls, seat: int, cards: Iterable[Card]) -> Play:
        """A play nobody doubts."""
        return cls(seat, tuple(Reading.sure(card) for card in cards))


UNREAD = Reading(())


class Doubt(StrEnum):
    """What a question is about."""

    CARD = "card"
    UNDER = "under"
    WHO = "who"
    MISSED = "missed"
    DIRECTION = "direction"
    STOCK = "stock"
    FACE_UP = "face_up"
    BETWEEN = "between"
    HAND_EMPTY = "hand_empty"
    HELD = "held"
    ROW_EMPTY = "row_empty"
    ADDED = "added"
    TAKING = "taking"
    FATE = "fate"
    STILL_THERE = "still_there"
    OUT = "out"


@dataclass(frozen=True)
class Asked:
    """An open question about the first event of the history; `card` counts its cards or the pile's.

    `against` is the ruling that holds if the answer goes against the play. Until the answer a doubtful card
    counts as the default, at `place` of the pile's readings; `seen` is how it was read. Where the play is
    more probably broken than not, `turn` is what was announced before it: nobody is told to play on.
    """

    question: Question
    what: Doubt
    card: int = 0
    against: Ruling | None = None
    place: int | None = None
    seen: Reading = UNREAD
    turn: TurnAnnounced | None = None


@dataclass(frozen=True)
class History:
    """The state before the last judged action, and the events since, that one first.

    It is what a correction, an answer or an undo folds again.
    """

    before: State
    events: tuple[Event, ...]


@dataclass(frozen=True)
class State:
    """A game as far as it is known.

    `pile` is a list of plays, oldest first; `burnt` are the cards cleared away, and `burning` is a burnt pile
    not yet seen leaving. `turn` is None before the starter is known and after the end; `taking` is the seat
    that has a pile to take. `free_lead`: the next card may be anything, whatever lies there.
    `stock_gone`: the stock was seen to be empty. `drew` are the seats that drew since the last action,
    `drew_undue` those of them that owed no draw. `pending` are the events from the first illegal play on that
    the table has neither taken back nor followed.
    """

    rules: RuleSet
    names: tuple[str, ...]
    seats: tuple[SeatState, ...]
    stock: Span
    stock_gone: bool = False
    pile: tuple[Play, ...] = ()
    burnt: tuple[Card, ...] = ()
    burns: int = 0
    turn: int | None = None
    direction: int = 1
    phase: Phase = Phase.SWAP
    dealer: int | None = None
    starter: int | None = None
    starter_rank: Rank | None = None
    last_player: int | None = None
    free_lead: bool = False
    burning: tuple[Play, ...] = ()
    taking: int | None = None
    flush: int | None = None
    drew: tuple[int, ...] = ()
    drew_undue: tuple[int, ...] = ()
    draws_seen: int = 0
    draws_missed: int = 0
    blind_swaps: tuple[int, ...] = ()
    over: GameOver | None = None
    serial: int = 0
    announced: TurnAnnounced | None = None
    pending: tuple[Event, ...] = ()
    asked: Asked | None = None
    history: History | None = None

    @property
    def pile_cards(self) -> tuple[Card, ...]:
        """The cards of the pile, bottom first, as most probably read."""
        return tuple([reading.best for play in self.pile for reading in play.readings])

    @property
    def pile_ranks(self) -> tuple[Rank, ...]:
        """The ranks of the pile, bottom first, as most probably read."""
        return tuple([rank for play in self.pile for rank in play.ranks])

    @property
    def pile_shown(self) -> tuple[Rank, ...]:
        """As `pile_ranks`, the topmost alone where it covers what lies below."""
        top = self.pile[-1].ranks[-1:] if self.pile else ()
        return top if top and self.rules.covers(top[0]) else self.pile_ranks

    @property
    def pile_readings(self) -> tuple[Reading, ...]:
        """The cards of the pile, bottom first."""
        return tuple([reading for play in self.pile for reading in play.readings])

    @property
    def active(self) -> tuple[int, ...]:
        """The seats that still hold cards."""
        return tuple([n for n, seat in enumerate(self.seats) if seat.out is None])

    @property
    def short(self) -> list[int]:
        """The seats in the game whose hand is surely smaller than what is drawn up to."""
        full = self.rules.refill_to
        return [n for n, seat in enumerate(self.seats) if seat.hand.hi < full and seat.out is None]

    def name(self, seat: int | None) -> str:
        """What the player of *seat* is called."""
        if seat is None or not 0 <= seat < len(self.seats):
            return "Somebody"
        return self.names[seat] if seat < len(self.names) and self.names[seat] else f"Player {seat + 1}"

    @property
    def flusher(self) -> int | None:
        """The seat whose job it is to move a burnt pile aside (V-19), while it is in the game."""
        return self.flush if self.flush in self.active else None

    @property
    def must_go(self) -> bool:
        """Whether a burnt pile still has to be moved aside."""
        return bool(self.burning)

    def due(self, seat: int) -> Span:
        """How many cards *seat* has to draw now."""
        return NONE if self.waits(seat) else self.owed(seat)

    def waits(self, seat: int) -> bool:
        """Whether *seat* draws only later: once play has begun, at the end of its turn (D-09), or skipping a
        draw (D-35b). An empty hand waits for nothing: it could not go on.
        """
        if self.phase is Phase.SWAP:
            return not self.rules.deal.topup
        here = self.seats[seat]
        goes_on = self.turn == seat == self.last_player and self.rules.draw.when == "turn_end"
        return here.hand.hi > 0 and (goes_on or here.picked_up)

    def owed(self, seat: int) -> Span:
        """How many cards *seat* has to draw, now or later."""
        hand, refill, stock = self.seats[seat].hand, self.rules.refill_to, self.stock
        if not stock.hi or hand.lo >= refill:
            return NONE
        return Span(min(max(0, refill - hand.hi), stock.lo), min(refill - hand.lo, stock.hi))

    def bare(self) -> State:
        """The game alone, without open question and history."""
        return replace(self, asked=None, history=None)

    def with_seat(self, seat: int, changed: SeatState) -> State:
        """The same game with one seat changed."""
        return replace(self, seats=self.seats_with(seat, changed))

    def seats_with(self, seat: int, changed: SeatState) -> tuple[SeatState, ...]:
        """The seats with one changed, where the game changes in more than that."""
        return (*self.seats[:seat], changed, *self.seats[seat + 1 :])
