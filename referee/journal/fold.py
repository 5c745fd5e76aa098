"""The game as its journal tells it: entries in, the state and what the phones show out."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import asdict
from datetime import datetime
from typing import Any

from referee.cards import Card, Reading
from referee.journal.config import Config
from referee.journal.defaults import Defaults, Unanswered
from referee.journal.log import Entry
from referee.journal.scores import scores_json
from referee.rules import codec, engine
from referee.rules.actions import (
    CardsPlayed,
    Event,
    FaceDownFlipped,
    GameConfigured,
    PileCleared,
    PilePickedUp,
    PlayRetracted,
    Saying,
    TableSays,
    ViewLost,
    ViewRestored,
)
from referee.rules.evening import Evening, begun, gone_on, session_of
from referee.rules.ruleset import RuleSet
from referee.rules.rulings import Level, Notice, Question, Ruling, TurnAnnounced
from referee.rules.session import Session
from referee.rules.state import SeatState, Span, State

Json = dict[str, Any]
PLAYS_SHOWN = 30
_WHAT = {
    CardsPlayed: "played",
    FaceDownFlipped: "flipped",
    PilePickedUp: "picked_up",
    PileCleared: "cleared",
    PlayRetracted: "taken_back",
}


class GameView:
    """The fold over a journal. `take` one entry after the other; then read `state` or `snapshot()`.

    *before* are the hands of the evening that other journals tell.
    """

    def __init__(self, rules: RuleSet | None = None, before: Session | None = None) -> None:
        self.config: Config | None = None
        self.evening: Evening | None = None
        self.seq = 0
        self.t = 0.0
        self.ended = False
        self._other_rules = rules
        self._rules = rules
        self._before = before
        self._plays: deque[Json] = deque(maxlen=PLAYS_SHOWN)
        self._ruling: Json | None = None
        self._asked_t: dict[str, float] = {}
        self._asked_of: dict[str, Json] = {}
        self._judged: Json | None = None
        self._lost = False
        self._dropped = 0
        self._unwatched: list[float] = []
        self._moved_t: float | None = None
        self._defaults = Defaults()
        self._unanswered: Unanswered | None = None

    def take(self, entry: Entry) -> tuple[Notice, ...]:
        """Go on by one entry; what the rules say to it, if it is an event."""
        self.seq, self.t = entry.seq, max(self.t, entry.t)
        self._unanswered = self._defaults.take(entry)
        if entry.kind == "config":
            self._configure(Config.from_json(entry.data))
        elif entry.kind == "event":
            return self._happened(entry, codec.event_from_json(entry.data))
        elif entry.kind == "notice":
            self._said(entry, codec.notice_from_json(entry.data))
        elif entry.kind == "crop":
            self._cut(entry.data)
        elif entry.kind == "mark":
            self._marked(entry.data)
        elif entry.kind == "frame":
            self._watched(entry)
        return ()

    @property
    def state(self) -> State | None:
        """The hand that is dealt."""
        return None if self.evening is None else self.evening.hand

    @property
    def question(self) -> Question | None:
        """The question that waits for an answer."""
        return self.state.asked.question if self.state and self.state.asked else None

    @property
    def expires_t(self) -> float | None:
        """When the default answers the open question, in seconds of the source."""
        question = self.question
        return None if question is None else self._asked_t.get(question.id, self.t) + question.timeout_s

    def snapshot(self) -> Json:
        """What the phones show, as JSON (the contract of the server)."""
        return {
            "seq": self.seq,
            "game": self.config.game if self.config else "",
            "status": "ended" if self.ended else "lost" if self._lost else "watching",
            "rules": self._rules.name if self._rules else "",
            "t": round(self.t, 3),
            "camera": self._camera(),
            "plays": [dict(play) for play in reversed(self._plays)],
            "ruling": self._ruling,
            "question": self._question(),
            "evening": self.evening and scores_json(self.evening),
            **(_table(self.state) if self.state else _NO_TABLE),
        }

    def _configure(self, config: Config) -> None:
        self.config = config
        self._rules = self._other_rules or config.ruleset

    def _happened(self, entry: Entry, event: Event) -> tuple[Notice, ...]:
        evening = self.evening
        if isinstance(event, GameConfigured):
            self.evening = begun(event, self._rules, session_of(evening) if evening else self._before)
            return ()
        if evening is None:
            return ()
        before = evening.hand
        hand, notices = engine.observe(before, event)
        self.evening = gone_on(evening, event, hand)
        self._note(entry, event, before)
        return notices

    def _note(self, entry: Entry, event: Event, before: State) -> None:
        if isinstance(event, ViewLost | ViewRestored):
            self._lost = isinstance(event, ViewLost)
        if type(event) in _WHAT:
            self._plays.append(_play(entry, event, before))
            self._ruling = None
        if isinstance(event, TableSays) and event.saying is not Saying.OUT:
            self._ruling = None
        self._judged = self._plays[-1] if self._plays else None
        if before.asked is not None and before.asked.question != self.question:
            self._settled(before.asked.question, event)

    def _settled(self, question: Question, event: Event) -> None:
        """A closed question leaves no doubt on its play; what is ruled on the answer is about that play."""
        play = self._asked_of.get(question.id)
        if play is None:
            return
        if play["ruling"] and play["ruling"]["level"] == Level.ASK:
            play["ruling"] = None
        if self._unanswered is not None:
            play["unanswered"] = asdict(self._unanswered)
        if isinstance(event, TableSays) and event.saying is Saying.ANSWER:
            self._judged = play

    def _said(self, entry: Entry, notice: Notice) -> None:
        if isinstance(notice, Question):
            self._asked_t.setdefault(notice.id, entry.t)
            if self._judged is not None:
                self._asked_of.setdefault(notice.id, self._judged)
        if isinstance(notice, Ruling) and notice.level is not Level.SILENT:
            self._ruling = _ruling(entry, notice)
            if self._judged is not None:
                self._judged["ruling"] = self._ruling

    def _cut(self, data: Json) -> None:
        """A picture of a card of the last play was kept."""
        cards = self._plays[-1]["cards"] if self._plays else []
        if data["card"] < len(cards):
            cards[data["card"]]["crop"] = data["id"]

    def _marked(self, data: Json) -> None:
        if data.get("what") in ("ended", "resumed"):
            self.ended = data["what"] == "ended"

    def _watched(self, entry: Entry) -> None:
        data = entry.data
        self._dropped += sum(last - first + 1 for first, last in data.get("lost", ()))
        if "gap" in data:
            self._unwatched.append(data["gap"][1] - data["gap"][0])
        if "moved" in data:
            self._moved_t = entry.t

    def _camera(self) -> Json:
        """How the pictures came: dropped ones, stretches without, when the camera was last moved.

        Pace and age only a live game knows.
        """
        unwatched_s = round(sum(self._unwatched), 1)
        return {
            "fps": None,
            "age_s": None,
            "dropped": self._dropped,
            "gaps": len(self._unwatched),
            "unwatched_s": unwatched_s,
            "moved_t": self._moved_t,
        }

    def _question(self) -> Json | None:
        question = self.question
        if question is None:
            return None
        return {
            "id": question.id,
            "text": question.text,
            "choices": [{"value": choice.value, "label": choice.label} for choice in question.choices],
            "default": question.default,
            "expires_t": round(self.expires_t or 0.0, 3),
        }


def fold(entries: Iterable[Entry], rules: RuleSet | None = None, before: Session | None = None) -> GameView:
    """The game that *entries* tell; by other *rules* if given, after the hands of the evening *before* it."""
    view = GameView(rules, before)
    for entry in entries:
        view.take(entry)
    return view


def played_cards(event: Event) -> tuple[Reading, ...]:
    """The cards that *event* shows, in order."""
    if isinstance(event, CardsPlayed):
        return event.cards
    if isinstance(event, FaceDownFlipped):
        return (event.card,)
    return event.added if isinstance(event, PilePickedUp) else ()


_NO_TABLE: Json = {
    "seats": [],
    "turn": None,
    "direction": 1,
    "pile": {"top": None, "count": 0, "cards": []},
    "burnt": 0,
    "must_go": False,
    "stock": [0, 0],
    "over": None,
}


def _table(state: State) -> Json:
    turn = engine.allowed(state)
    pile = [str(card) for card in state.pile_cards]
    return {
        "seats": [_seat(state, number, seat) for number, seat in enumerate(state.seats)],
        "turn": turn
        and {"seat": turn.seat, "limit": turn.limit, "ranks": [str(rank) for rank in turn.ranks]},
        "direction": state.direction,
        "pile": {"top": pile[-1] if pile else None, "count": len(pile), "cards": pile},
        "burnt": len(state.burnt),
        "must_go": state.must_go,
        "stock": _span(state.stock),
        "over": state.over and {"loser": state.over.loser, "winner": state.over.winner},
    }


def _turn(turn: TurnAnnounced) -> Json:
    return {"seat": turn.seat, "limit": turn.limit, "ranks": [str(rank) for rank in turn.ranks]}


def _seat(state: State, number: int, seat: SeatState) -> Json:
    return {
        "seat": number,
        "name": state.name(number),
        "hand": _span(seat.hand.span),
        "up": [str(card) for card in seat.up],
        "down": seat.down,
        "out": seat.out,
    }


def _span(span: Span) -> list[int]:
    return [span.lo, span.hi]


def _play(entry: Entry, event: Event, before: State) -> Json:
    return {
        "id": entry.seq,
        "seat": event.by_seat if isinstance(event, PileCleared) else getattr(event, "seat", None),
        "what": _WHAT[type(event)],
        "cards": [_card(reading) for reading in played_cards(event)],
        "on": _top(before.pile_cards),
        "t": round(entry.t, 3),
        "wall": _clock(entry.wall),
        "ruling": None,
        "unanswered": None,
    }


def _card(reading: Reading) -> Json:
    return {
        "card": str(reading.best),
        "p": round(reading.p, 4),
        "alternatives": [[str(card), round(p, 4)] for card, p in reading.options[1:4]],
        "crop": None,
    }


def _ruling(entry: Entry, ruling: Ruling) -> Json:
    return {"id": entry.seq, **{k: v for k, v in codec.notice_to_json(ruling).items() if k != "type"}}


def _top(pile: tuple[Card, ...]) -> str | None:
    return str(pile[-1]) if pile else None


def _clock(wall: str) -> str:
    """The local time of day of a UTC time."""
    return datetime.fromisoformat(wall).astimezone().strftime("%H:%M:%S")
