"""Cards, and what is believed about a card: a probability for each identity it may have."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache


class CardError(ValueError):
    """A text that names no card."""


class Rank(StrEnum):
    """The rank printed in the index; `JOKER` and `UNKNOWN` have no suit."""

    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "10"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"
    ACE = "A"
    JOKER = "JK"
    UNKNOWN = "??"

    __hash__ = str.__hash__  # that of an enumeration is a call of Python for each look into a table


class Suit(StrEnum):
    """The four French suits, by their English initials."""

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"

    __hash__ = str.__hash__


@dataclass(frozen=True, slots=True)
class Card:
    """One card. `suit` is None for the joker, for the unknown card, and where only the rank was read."""

    rank: Rank
    suit: Suit | None = None

    def __post_init__(self) -> None:
        if self.suit is not None and self.rank in (Rank.JOKER, Rank.UNKNOWN):
            raise CardError(f"a {self.rank.name.lower()} card has no suit")

    @property
    def known(self) -> bool:
        """Whether the rank is known."""
        return self.rank is not Rank.UNKNOWN

    def __str__(self) -> str:
        return f"{self.rank}{self.suit or ''}"


UNKNOWN = Card(Rank.UNKNOWN)
JOKER = Card(Rank.JOKER)


@cache
def card(text: str) -> Card:
    """Parse *text*, upper or lower case: `10H`, `TH`, `as`, `JK`, `X1`, `??`.

    >>> str(card("th"))
    '10H'
    """
    tidy = text.strip().upper()
    if tidy == "??":
        return UNKNOWN
    if tidy in ("JK", "X", "X1", "X2", "JOKER"):
        return JOKER
    rank, suit = (tidy[:-1], tidy[-1:]) if tidy[-1:] in set(Suit) else (tidy, None)
    rank = "10" if rank == "T" else rank
    if rank not in set(Rank) or rank in ("JK", "??"):
        raise CardError(f"{text!r} is no card: write the rank and the suit, as in 7H, 10S or AC")
    return Card(Rank(rank), Suit(suit) if suit else None)


def cards(text: str) -> tuple[Card, ...]:
    """Parse cards separated by blanks or commas.

    >>> [str(c) for c in cards("7h 7d")]
    ['7H', '7D']
    """
    return tuple(card(part) for part in text.replace(",", " ").split())


RANKS: tuple[Rank, ...] = tuple(Rank)[:13]
DECK: tuple[Card, ...] = tuple(Card(rank, suit) for suit in Suit for rank in RANKS)


@dataclass(frozen=True, slots=True)
class Reading:
    """What a card may be: `(card, probability)` pairs, most probable first.

    The probabilities sum to at most one; what is missing is spread over every other card.
    """

    options: tuple[tuple[Card, float], ...]

    @property
    def best(self) -> Card:
        """The most probable card, or the unknown card."""
        return self.options[0][0] if self.options else UNKNOWN

    @property
    def p(self) -> float:
        """The probability of `best`."""
        return self.options[0][1] if self.options else 0.0

    def rank_p(self, rank: Rank) -> float:
        """The probability that the card has *rank*."""
        return sum(p for option, p in self.options if option.rank is rank)

    @property
    def certain(self) -> bool:
        """Whether nobody doubts the card."""
        return len(self.options) == 1 and self.options[0][1] == 1.0

    @classmethod
    def sure(cls, known: Card) -> Reading:
        """The reading of a card that nobody doubts; of the unknown card, no reading at all."""
        return cls(((known, 1.0),)) if known.known else cls(())

    @classmethod
    def of(cls, probabilities: Mapping[Card, float] | Iterable[tuple[Card, float]]) -> Reading:
        """A reading from *probabilities* in any order."""
        pairs = probabilities.items() if isinstance(probabilities, Mapping) else probabilities
        return cls(tuple(sorted(pairs, key=lambda pair: -pair[1])))

    def to_json(self) -> list[list[str | float]]:
        """`[["7H", 0.98], ["AH", 0.01]]`."""
        return [[str(option), round(p, 5)] for option, p in self.options]

    @classmethod
    def from_json(cls, data: Iterable[Iterable[str | float]]) -> Reading:
        """The inverse of `to_json`."""
        return cls(tuple((card(str(name)), float(p)) for name, p in data))
