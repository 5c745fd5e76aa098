"""What the referee says: rulings on what people did, whose turn it is, and questions."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from referee.cards import Card, Rank


class Level(StrEnum):
    """How loudly a ruling may be said (design: four levels, never two)."""

    SILENT = "silent"
    SUSPICIOUS = "suspicious"
    ASK = "ask"
    ILLEGAL = "illegal"


@dataclass(frozen=True)
class Ruling:
    """A verdict on one event.

    `code` is a reason code (`OK`, `TOO_LOW`, `OUT_OF_TURN`, ...), `rule_ids` are rows of the rules inventory,
    `text` names the card and the rule in one plain sentence, `remedy` says what to do now.
    `p` is the probability that the play breaks the rules in use.
    """

    level: Level
    code: str
    seat: int | None
    cards: tuple[Card, ...] = ()
    rule_ids: tuple[str, ...] = ()
    text: str = ""
    remedy: str = ""
    p: float = 0.0


@dataclass(frozen=True)
class TurnAnnounced:
    """Whose turn it is, and what may be played: in words, and as the ranks that may go on the pile."""

    seat: int
    limit: str
    ranks: tuple[Rank, ...]


@dataclass(frozen=True)
class DirectionChanged:
    """Play goes the other way: 1 clockwise, -1 anticlockwise."""

    direction: int


@dataclass(frozen=True)
class PileMustGo:
    """The pile is burnt and has to be moved aside."""

    seat: int
    why: str


@dataclass(frozen=True)
class PlayerOut:
    """A seat shed its last card."""

    seat: int
    place: int


@dataclass(frozen=True)
class GameOver:
    """The hand is over; `loser` is the Shithead (or None in winner mode)."""

    loser: int | None
    winner: int | None = None


@dataclass(frozen=True)
class Choice:
    """One answer to a question: the value that comes back, and the words on the button."""

    value: str
    label: str


@dataclass(frozen=True)
class Question:
    """One thing that only the table knows."""

    id: str
    text: str
    choices: tuple[Choice, ...]
    default: str
    timeout_s: float = 20.0


Notice = Ruling | TurnAnnounced | DirectionChanged | PileMustGo | PlayerOut | GameOver | Question
