"""A truthful table: it answers what the referee asks, from the truth about a film (design: measures).

Nine questions of ten are answered, three seconds later; for the tenth the default holds. An illegal play that
the truth says was left lying is said to stand, three seconds after it was called.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from referee.cards import CardError, card
from referee.films.truth import Happening, Truth
from referee.journal.fold import played_cards
from referee.journal.log import Entry
from referee.rules import codec
from referee.rules.actions import (
    CardsPlayed,
    Event,
    FaceDownFlipped,
    PileCleared,
    PilePickedUp,
    PlayRetracted,
    RowSwapped,
    Saying,
    Source,
    StockDrawn,
    TableSays,
)
from referee.rules.position import read_position
from referee.rules.ruleset import RuleSet
from referee.rules.rulings import Level, Question, Ruling

ANSWER_S = 3.0
ANSWERED = 0.9
_EARLY_S = 0.1
_ACTIONS = (CardsPlayed, FaceDownFlipped, PilePickedUp, PileCleared)


class TruthfulTable:
    """The players of a film. `hear` every journal entry; `say` gives what they have to say by then."""

    def __init__(self, truth: Truth) -> None:
        self._truth = truth
        self._random = Random(truth.seed)
        self._ready = [(happening.t1, word) for happening in truth.events if (word := _starting(happening))]
        self._stood: set[float] = set()

    def hear(self, entry: Entry) -> None:
        """Listen to what the referee wrote down."""
        if entry.kind != "notice":
            return
        notice = codec.notice_from_json(entry.data)
        if isinstance(notice, Question) and self._random.random() < ANSWERED:
            word = TableSays(Saying.ANSWER, answer(self._truth, notice, entry.t), ref=notice.id)
            self._ready.append((entry.t + ANSWER_S, word))
        elif isinstance(notice, Ruling) and notice.level is Level.ILLEGAL:
            self._let_stand(notice, entry.t)

    def say(self, t: float) -> Iterator[TableSays]:
        """What is said by *t*, seconds of film time, and was not said before."""
        due = [word for moment, word in self._ready if moment <= t]
        self._ready = [(moment, word) for moment, word in self._ready if moment > t]
        yield from due

    def _let_stand(self, ruling: Ruling, t: float) -> None:
        happening = last_action(self._truth, t, ruling.seat)
        if happening and happening.then == "stands" and happening.t0 not in self._stood:
            self._stood.add(happening.t0)
            self._ready.append((t + ANSWER_S, TableSays(Saying.STANDS, seat=ruling.seat)))


def _starting(happening: Happening) -> TableSays | None:
    """What somebody says by himself: that he starts."""
    event = happening.event
    return event if isinstance(event, TableSays) and event.saying is Saying.TURN else None


def last_action(truth: Truth, t: float, seat: int | None = None) -> Happening | None:
    """The last action at rest by *t*, of *seat* if given."""
    done = [
        happening
        for happening in truth.events
        if happening.t1 <= t + _EARLY_S
        and isinstance(happening.event, _ACTIONS)
        and seat in (None, _seat(happening.event))
    ]
    return done[-1] if done else None


def answer(truth: Truth, question: Question, t: float) -> str:
    """The true answer to *question* asked at *t*; its default where the truth does not tell."""
    about = question.id.rpartition("-")[0]
    last = last_action(truth, t)
    if last is None:
        return question.default
    if about in ("missed", "direction"):
        return _yes(last.code != "OUT_OF_TURN")
    table = counted(truth, t)
    table.held, table.flipped = _held(truth, last), _flipped(truth, last)
    if about == "between":
        return _yes(last.legal)
    seat = _named_seat(truth, question, _seat(last.event))
    value = _answer(about, question, last.event, table, seat)
    return value if value in {choice.value for choice in question.choices} else question.default


def _answer(about: str, question: Question, event: Event, table: Counted, seat: int) -> str:
    match about:
        case "card":
            return _card(question, [str(reading.best) for reading in played_cards(event)])
        case "under":
            below = table.pile[: len(table.pile) - len(played_cards(event))]
            return _card(question, below[-1:])
        case "who":
            return str(_seat(event))
        case "hand_empty":
            taken = isinstance(event, PilePickedUp)
            empty = not table.held if taken else table.hands[seat] == 0
            return "hand" if _by_hand(event, question) else _yes(empty)
        case "row_empty":
            return "hand" if _by_hand(event, question) else _yes(table.rows[seat] == 0)
        case "added":
            added = isinstance(event, PilePickedUp) and bool(event.added)
            return "held" if table.held and not added else _yes(added)
        case "held":
            return "flipped" if table.flipped and not table.held else _yes(table.held)
        case "stock":
            return _yes(isinstance(event, CardsPlayed) and event.source is Source.STOCK)
        case "face_up":
            return _yes(not isinstance(event, CardsPlayed) or event.source is not Source.DOWN)
        case "taking":
            return _yes(isinstance(event, PilePickedUp))
        case "fate":
            return "picked_up" if isinstance(event, PilePickedUp) else "burnt"
        case "still_there":
            return _yes(len(table.pile) > len(played_cards(event)))
        case "out":
            return _yes(table.left(seat) == 0)
    return question.default


@dataclass(slots=True)
class Counted:
    """How many cards each seat holds, and what lies on the pile.

    `held`: whether who acted last still had cards in the hand before. `flipped`: whether the same player
    turned a card over just before.
    """

    hands: list[int]
    rows: list[int]
    downs: list[int]
    pile: list[str] = field(default_factory=list)
    held: bool = False
    flipped: bool = False

    def left(self, seat: int) -> int:
        """All cards that *seat* still has."""
        return self.hands[seat] + self.rows[seat] + self.downs[seat]

    def apply(self, event: Event, sign: int = 1) -> None:
        """Go on by *event*, or back by it with *sign* -1."""
        if isinstance(event, StockDrawn):
            self.hands[event.seat] += event.lo
        elif isinstance(event, PilePickedUp):
            self.hands[event.seat] += len(self.pile) + len(event.added)
            self.rows[event.seat] -= len(event.added)
            self.pile.clear()
        elif isinstance(event, PileCleared):
            self.pile.clear()
        elif isinstance(event, RowSwapped):
            more = len(event.taken) - len(event.laid)
            self.hands[event.seat] += more
            self.rows[event.seat] -= more
        elif isinstance(event, CardsPlayed | FaceDownFlipped):
            self._lay(event, sign)

    def _lay(self, event: CardsPlayed | FaceDownFlipped, sign: int) -> None:
        cards = [str(reading.best) for reading in played_cards(event)]
        source = event.source if isinstance(event, CardsPlayed) else Source.DOWN
        layer = {Source.UP: self.rows, Source.DOWN: self.downs}.get(source, self.hands)
        if source is not Source.STOCK:
            layer[event.seat] -= sign * len(cards)
        if sign > 0:
            self.pile += cards
        else:
            del self.pile[len(self.pile) - len(cards) :]


def counted(truth: Truth, t: float) -> Counted:
    """The table as it truly was at *t*."""
    table = _at_first(truth)
    laid: Event | None = None
    for happening in truth.events:
        if happening.t1 > t + _EARLY_S:
            break
        if isinstance(happening.event, PlayRetracted) and laid is not None:
            table.apply(laid, -1)
        table.apply(happening.event)
        laid = happening.event if isinstance(happening.event, CardsPlayed | FaceDownFlipped) else laid
    return table


def _at_first(truth: Truth) -> Counted:
    """The table before the first event: dealt, or as the table told that it stands."""
    rules, players = truth.rule_set, len(truth.names)
    for event in truth.start:
        if isinstance(event, TableSays) and event.saying is Saying.POSITION:
            game = read_position(event.value, rules)
            pile = [str(card) for card in game.pile_cards]
            hands = [seat.hand.lo for seat in game.seats]
            return Counted(hands, [len(s.up) for s in game.seats], [s.down for s in game.seats], pile)
    layout = rules.layout
    up = 0 if _choosing(truth, rules) else layout.up
    hand = layout.hand + layout.up - up
    return Counted([hand] * players, [up] * players, [layout.down] * players)


def _choosing(truth: Truth, rules: RuleSet) -> bool:
    """Whether the film shows how the players choose their rows."""
    laid = (happening.event for happening in truth.events if isinstance(happening.event, RowSwapped))
    return rules.deal.style == "choose_from_hand" and any(not event.taken for event in laid)


def _by_hand(event: Event, question: Question) -> bool:
    """Whether cards were laid from the hand, and *question* lets that be said."""
    by_hand = isinstance(event, CardsPlayed) and event.source is Source.HAND
    return by_hand and any(choice.value == "hand" for choice in question.choices)


def _held(truth: Truth, last: Happening) -> bool:
    """Whether the seat that did *last* held cards before."""
    seat = _seat(last.event)
    return seat is not None and counted(truth, last.t0 - 2 * _EARLY_S).hands[seat] > 0


def _flipped(truth: Truth, last: Happening) -> bool:
    """Whether the seat that did *last* turned a face-down card over just before."""
    before = last_action(truth, last.t1 - 2 * _EARLY_S)
    flip = before is not None and isinstance(before.event, FaceDownFlipped)
    return flip and before is not None and _seat(before.event) == _seat(last.event)


def _seat(event: Event) -> int | None:
    return event.by_seat if isinstance(event, PileCleared) else getattr(event, "seat", None)


def _named_seat(truth: Truth, question: Question, otherwise: int | None) -> int:
    """The seat that *question* speaks to by name."""
    for seat, name in enumerate(truth.names):
        if question.text.startswith(f"{name},"):
            return seat
    return otherwise or 0


def _card(question: Question, true: list[str]) -> str:
    """The choice that is one of the *true* cards; failing that one of their rank, or "another card"."""
    values = [choice.value for choice in question.choices]
    exact = next((value for value in values if value in true), None)
    ranks = {card(name).rank for name in true}
    of_rank = next((value for value in values if _rank(value) in ranks), None)
    return exact or of_rank or ("??" if "??" in values else question.default)


def _rank(value: str) -> object:
    try:
        found = card(value)
    except CardError:
        return None
    return found.rank if found.known else None


def _yes(true: bool) -> str:
    return "yes" if true else "no"
