"""What a line of a written game says about an event: each part knows how it is shown and read."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from referee.cards import Rank
from referee.rules.actions import Saying
from referee.rules.notation import (
    NOTHING,
    Word,
    bounds,
    card_of,
    chance,
    count,
    grouped,
    quoted,
    reading_of,
    show_bounds,
    show_quoted,
    show_reading,
    times,
)
from referee.rules.players import Players


class Line:
    """The words of a line that are still to be read; *labels* end a list of cards."""

    def __init__(self, rest: Sequence[Word], end: Word, labels: Collection[str], players: Players) -> None:
        self._rest = list(rest)
        self._labels = labels
        self.end = end
        self.players = players

    def __bool__(self) -> bool:
        return bool(self._rest)

    def take(self, what: str) -> Word:
        """The next word; raises `NotationError` that *what* was expected where there is none."""
        if not self._rest:
            raise self.end.wants(what)
        return self._rest.pop(0)

    def take_list(self, what: str) -> list[Word]:
        """The words up to the next label, one at least."""
        taken = [self.take(what)]
        while self._rest and self._rest[0].text not in self._labels:
            taken.append(self._rest.pop(0))
        return taken


@dataclass(frozen=True, slots=True)
class Part:
    """One thing that a line says: its label (none right behind the verb), the field of the event it is of.

    `usual` is the value of the field that goes without saying; `...` where it must be said.
    """

    label: str
    field: str
    show: Callable[[Any, Players], list[str]]
    read: Callable[[Line], dict[str, Any]]
    usual: object = ...


def _part(
    label: str,
    field: str,
    show: Callable[[Any, Players], Iterable[str]],
    read: Callable[[Line], Any],
    usual: object = ...,
) -> Part:
    """A part of one field; it goes without saying where the field has its *usual* value."""

    def shown(event: Any, players: Players) -> list[str]:
        value = getattr(event, field)
        if usual is not ... and value == usual:
            return []
        return [*([label] if label else []), *show(value, players)]

    return Part(label, field, shown, lambda line: {field: read(line)}, usual)


def _single(
    label: str,
    field: str,
    show: Callable[[Any], str],
    read: Callable[[Word], Any],
    what: str,
    usual: object = ...,
) -> Part:
    return _part(label, field, lambda value, _: [show(value)], lambda line: read(line.take(what)), usual)


def readings(label: str, field: str, usual: object = ...) -> Part:
    """Cards, each a word, to the next label; `-` for none."""
    return _part(
        label,
        field,
        lambda value, _: grouped(map(show_reading, value)) or [NOTHING],
        lambda line: _readings(line.take_list("cards")),
        usual,
    )


def _readings(found: list[Word]) -> tuple[Any, ...]:
    if [word.text for word in found] == [NOTHING]:
        return ()
    return tuple(reading for word in found for reading in times(word, reading_of))


def a_reading(field: str) -> Part:
    """One card as it was read."""
    return _single("", field, show_reading, reading_of, "a card")


def a_card(label: str, field: str) -> Part:
    """One card, where there is one."""
    return _single(label, field, str, card_of, "a card", None)


def a_rank(label: str, field: str) -> Part:
    """A rank, where there is one."""
    return one_of(label, field, Rank, None)


def a_count(label: str, field: str, usual: object = 0) -> Part:
    """A whole number."""
    return _single(label, field, str, count, "a whole number", usual)


def chance_of(label: str, field: str) -> Part:
    """A probability, where it is not one."""
    return _single(label, field, repr, chance, "a probability between 0 and 1", 1.0)


def a_text(label: str, field: str, usual: str = "") -> Part:
    """Words of somebody."""
    return _single(label, field, show_quoted, quoted, "a word, or words in quotes", usual)


def a_seat(label: str, field: str) -> Part:
    """A seat, where there is one."""
    return _part(
        label,
        field,
        lambda value, players: [players.show(value)],
        lambda line: line.players.read(line.take("a seat")),
        None,
    )


def one_of(label: str, field: str, kind: type[Enum], usual: object = ...) -> Part:
    """One of the words of *kind*."""
    known = {str(member.value): member for member in kind}
    what = f"one of {', '.join(known)}"

    def read(word: Word) -> Enum:
        if word.text not in known:
            raise word.wants(what)
        return known[word.text]

    return _single(label, field, lambda value: str(value.value), read, what, usual)


def said(kind: type[Saying]) -> Part:
    """What the table says, as `stands`."""
    return one_of("", "saying", kind)


def drawn() -> Part:
    """How many were drawn: `2` or `1-3`."""

    def read(line: Line) -> dict[str, Any]:
        low, high = bounds(line.take("how many, as 2 or 1-3"))
        return {"lo": low, "hi": high}

    return Part("", "lo", lambda event, _: [show_bounds(event.lo, event.hi)], read)


def flag(word: str, field: str, value: bool = True, usual: object = ...) -> Part:
    """A word that stands there where *field* is *value*."""
    return Part(
        word,
        field,
        lambda event, _: [word] if getattr(event, field) is value else [],
        lambda _: {field: value},
        usual,
    )
