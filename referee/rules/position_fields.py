"""The words with a label in a position: pile, burnt cards, stock, turn, and what is seldom worth a word."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from referee.cards import Rank
from referee.rules.notation import (
    NOTHING,
    Word,
    bounds,
    card_of,
    count,
    joined,
    reading_of,
    seat_of,
    several,
    show_bounds,
    show_reading,
)
from referee.rules.rulings import GameOver
from referee.rules.state import Play, Span, State

_WAYS = {"clockwise": 1, "anticlockwise": -1}


def top_seat(state: State) -> int | None:
    """Who laid the top card."""
    return state.pile[-1].seat if state.pile else None


def least_burns(state: State) -> int:
    """How often the pile has burnt at least."""
    return 1 if state.burnt else 0


@dataclass(frozen=True, slots=True)
class Field:
    """A word with a label: how it is shown (empty where it goes without saying) and what it sets."""

    label: str
    show: Callable[[State], str]
    read: Callable[[Word, int], Mapping[str, Any]]


def _seat_text(seat: int | None) -> str:
    return NOTHING if seat is None else str(seat + 1)


def _seat_or_none(word: Word, seats: int) -> int | None:
    return None if word.text == NOTHING else seat_of(word, seats)


def _known_seat(label: str, name: str) -> Field:
    return Field(
        label,
        lambda state: "" if getattr(state, name) is None else _seat_text(getattr(state, name)),
        lambda word, seats: {name: _seat_or_none(word, seats)},
    )


def _seat_list(label: str, name: str) -> Field:
    return Field(
        label,
        lambda state: ",".join(_seat_text(seat) for seat in getattr(state, name)),
        lambda word, seats: {name: several(word, lambda piece: seat_of(piece, seats))},
    )


def _number(label: str, name: str, usual: Callable[[State], int] = lambda _: 0) -> Field:
    return Field(
        label,
        lambda state: "" if getattr(state, name) == usual(state) else str(getattr(state, name)),
        lambda word, _: {name: _natural(word)},
    )


def _natural(word: Word) -> int:
    number = count(word)
    if number < 0:
        raise word.wants("a count")
    return number


def _show_plays(plays: tuple[Play, ...]) -> str:
    return ";".join(f"{play.seat + 1}={joined(map(show_reading, play.readings))}" for play in plays)


def _read_plays(word: Word, seats: int) -> tuple[Play, ...]:
    return () if word.text == NOTHING else tuple(_read_play(piece, seats) for piece in word.split(";"))


def _read_play(word: Word, seats: int) -> Play:
    number, told = word.halves("=")
    return Play(seat_of(number, seats), several(told, reading_of))


def _show_stock(state: State) -> str:
    return show_bounds(state.stock.lo, state.stock.hi) + (",gone" if state.stock_gone else "")


def _read_stock(word: Word, _: int) -> Mapping[str, Any]:
    counted, gone = word.halves(",")
    low, high = bounds(counted)
    if not 0 <= low <= high:
        raise counted.wants("a count, as 20 or 18-20")
    if gone.text not in ("", "gone"):
        raise gone.wants("gone, for a stock that was seen to be empty")
    return {"stock": Span(low, high), "stock_gone": bool(gone.text)}


def _read_way(word: Word, _: int) -> Mapping[str, Any]:
    if word.text not in _WAYS:
        raise word.wants(" or ".join(_WAYS))
    return {"direction": _WAYS[word.text]}


def _read_rank(word: Word, _: int) -> Mapping[str, Any]:
    rank = next((rank for rank in Rank if rank == word.text), None)
    if rank is None:
        raise word.wants("a rank, as 3, 10 or K")
    return {"starter_rank": rank}


def _read_yes(word: Word, _: int) -> Mapping[str, Any]:
    if word.text not in ("yes", "no"):
        raise word.wants("yes or no")
    return {"free_lead": word.text == "yes"}


def _show_end(state: State) -> str:
    return f"{_seat_text(state.over.loser)}/{_seat_text(state.over.winner)}" if state.over else ""


def _read_end(word: Word, seats: int) -> Mapping[str, Any]:
    loser, winner = word.halves("/")
    return {"over": GameOver(_seat_or_none(loser, seats), _seat_or_none(winner, seats))}


FIELDS = (
    Field(
        "pile",
        lambda state: _show_plays(state.pile) or NOTHING,
        lambda word, seats: {"pile": _read_plays(word, seats)},
    ),
    Field(
        "burnt",
        lambda state: joined(map(str, state.burnt)),
        lambda word, _: {"burnt": several(word, card_of)},
    ),
    Field("stock", _show_stock, _read_stock),
    Field(
        "turn",
        lambda state: _seat_text(state.turn),
        lambda word, seats: {"turn": _seat_or_none(word, seats)},
    ),
    Field("way", lambda state: "clockwise" if state.direction == 1 else "anticlockwise", _read_way),
    Field(
        "last",
        lambda state: "" if state.last_player == top_seat(state) else _seat_text(state.last_player),
        lambda word, seats: {"last_player": _seat_or_none(word, seats)},
    ),
    _known_seat("dealer", "dealer"),
    _known_seat("starter", "starter"),
    Field("starter-rank", lambda state: str(state.starter_rank or ""), _read_rank),
    _number("burns", "burns", least_burns),
    Field(
        "burning",
        lambda state: _show_plays(state.burning),
        lambda word, seats: {"burning": _read_plays(word, seats)},
    ),
    Field("free-lead", lambda state: "yes" if state.free_lead else "", _read_yes),
    _known_seat("taking", "taking"),
    _known_seat("flush", "flush"),
    _seat_list("drew", "drew"),
    _seat_list("undue", "drew_undue"),
    _number("draws-seen", "draws_seen"),
    _number("draws-missed", "draws_missed"),
    _seat_list("swapped", "blind_swaps"),
    Field("end", _show_end, _read_end),
)
BY_LABEL = {field.label: field for field in FIELDS}
