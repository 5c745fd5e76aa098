"""The small parts that a written position and a written game are made of: words, cards, readings, counts.

What does not read is a `NotationError` that names line, column and what was expected.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeVar

from referee.cards import Card, CardError, Reading, card
from referee.errors import UserError

NOTHING = "-"
UNREAD = "??"
_SHOWN = 40
_WORDS = re.compile(r"(?P<comment>;.*)|(?P<word>\"(?:[^\"\\]|\\.)*\"|\S+)")
_COUNT = re.compile(r"-?[0-9]{1,6}", re.ASCII)
_CHANCE = re.compile(r"[0-9.]+(e-?[0-9]+)?", re.ASCII)
_TIMES = re.compile(r"([0-9]{1,3})x(.*)", re.ASCII)
_PLAIN = re.compile(r"[A-Za-z][A-Za-z_]*", re.ASCII)
T = TypeVar("T")


class NotationError(UserError):
    """A text that is no position or game: one sentence with the place and what was expected there."""


@dataclass(frozen=True, slots=True)
class Word:
    """A piece of a text and where it stands; an empty one is the end of its line."""

    text: str
    line: int = 1
    column: int = 1

    def piece(self, start: int, end: int | None = None) -> Word:
        """The signs from *start* to *end*."""
        return Word(self.text[start:end], self.line, self.column + start)

    def split(self, sign: str) -> list[Word]:
        """The pieces between every *sign*."""
        pieces, at = [], 0
        for text in self.text.split(sign):
            pieces.append(self.piece(at, at + len(text)))
            at += len(text) + len(sign)
        return pieces

    def halves(self, sign: str) -> tuple[Word, Word]:
        """What stands before the first *sign*, and after it."""
        at = self.text.find(sign)
        at = len(self.text) if at < 0 else at
        return self.piece(0, at), self.piece(min(at + len(sign), len(self.text)))

    def wants(self, what: str) -> NotationError:
        """The error that *what* was expected here."""
        found = f"found {self.text[:_SHOWN]!r}" if self.text else "there is nothing"
        return NotationError(f"Line {self.line}, column {self.column}: expected {what}, and {found}.")


def words(text: str, line: int = 1) -> list[Word]:
    """The words of one line, without its comment; a quoted string is one word."""
    return [Word(found["word"], line, found.start() + 1) for found in _WORDS.finditer(text) if found["word"]]


def count(word: Word) -> int:
    """A whole number."""
    if not _COUNT.fullmatch(word.text):
        raise word.wants("a whole number")
    return int(word.text)


def bounds(word: Word) -> tuple[int, int]:
    """A count, or two with `-` between: `3` or `2-4`."""
    at = word.text.find("-", 1)
    if at < 0:
        return count(word), count(word)
    return count(word.piece(0, at)), count(word.piece(at + 1))


def show_bounds(low: int, high: int) -> str:
    """The inverse of `bounds`."""
    return str(low) if low == high else f"{low}-{high}"


def chance(word: Word) -> float:
    """A probability."""
    try:
        value = float(word.text) if _CHANCE.fullmatch(word.text) else -1.0
    except ValueError:
        value = -1.0
    if not 0 <= value <= 1:
        raise word.wants("a probability between 0 and 1")
    return value


def seat_of(word: Word, seats: int) -> int:
    """A seat, which people count from 1."""
    number = count(word) if _COUNT.fullmatch(word.text) else 0
    if not 1 <= number <= seats:
        raise word.wants(f"a seat from 1 to {seats}")
    return number - 1


def card_of(word: Word) -> Card:
    """A card."""
    try:
        return card(word.text)
    except CardError:
        raise word.wants("a card, as 7H, 10S, AC, JK or ?? for one that nobody read") from None


def reading_of(word: Word) -> Reading:
    """A card that is sure, `??`, or what it may be: `7H@0.98|AH@0.01`."""
    if "@" not in word.text:
        return Reading.sure(card_of(word))
    pairs = [option.halves("@") for option in word.split("|")]
    return Reading(tuple((card_of(name), chance(p)) for name, p in pairs))


def show_reading(reading: Reading) -> str:
    """The inverse of `reading_of`."""
    if reading == Reading.sure(reading.best):
        return str(reading.best)
    return "|".join(f"{option}@{p!r}" for option, p in reading.options)


def several(word: Word, one: Callable[[Word], T], sign: str = ",") -> tuple[T, ...]:
    """What *one* reads, any number of times with *sign* between; `-` for nothing, `3x??` for three alike."""
    if word.text == NOTHING:
        return ()
    return tuple(item for piece in word.split(sign) for item in times(piece, one))


def times(word: Word, one: Callable[[Word], T]) -> tuple[T, ...]:
    """What *one* reads, as often as the number before an `x` says."""
    repeated = _TIMES.fullmatch(word.text)
    if repeated is None:
        return (one(word),)
    return (one(word.piece(repeated.start(2))),) * int(repeated[1])


def joined(texts: Iterable[str], sign: str = ",") -> str:
    """The inverse of `several`."""
    return sign.join(grouped(texts)) or NOTHING


def grouped(texts: Iterable[str]) -> list[str]:
    """*texts* with unread cards in a row counted."""
    groups: list[tuple[str, int]] = []
    for text in texts:
        again = bool(groups) and text == UNREAD == groups[-1][0]
        before = groups.pop()[1] if again else 0
        groups.append((text, before + 1))
    return [f"{many}x{text}" if many > 1 else text for text, many in groups]


def quoted(word: Word) -> str:
    """A string in quotes, or a plain word."""
    if _PLAIN.fullmatch(word.text):
        return word.text
    try:
        value = json.loads(word.text)
    except ValueError:
        value = None
    if not isinstance(value, str):
        raise word.wants('a word, or words in quotes as "so"')
    return value


def show_quoted(text: str) -> str:
    """The inverse of `quoted`."""
    return text if _PLAIN.fullmatch(text) else json.dumps(text, ensure_ascii=not text.isprintable())
