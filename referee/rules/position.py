"""A position in one line, as chess has it: everything that the rules know of a game at rest.

    pagat play 1:3/4C,9D,KH/3 2:2-3(7H)/3x??/3 3:out1 pile:1=7D;2=9S,9C burnt:- stock:31-32 turn:1
        way:clockwise

Rule set and phase come first, then the seats as HAND/ROW/FACE-DOWN, then words with a label. Not in it are
the players' names, plays that wait for the table, and the open question with its history: `at_rest`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from urllib.parse import quote, unquote

from referee.rules.loading import load
from referee.rules.notation import Word, words
from referee.rules.position_fields import BY_LABEL, FIELDS, least_burns, top_seat
from referee.rules.ruleset import RuleSet, RuleSetError
from referee.rules.seat_text import read_seat, show_seat
from referee.rules.stacks import lying
from referee.rules.state import Phase, SeatState, Span, State

_PHASES = {str(phase): phase for phase in Phase}


def at_rest(state: State) -> State:
    """*state* as far as a position tells it, with its names."""
    seats = tuple(map(_agreeing, state.seats))
    return replace(state, seats=seats, serial=0, announced=None, pending=(), asked=None, history=None)


def _agreeing(seat: SeatState) -> SeatState:
    """*seat* as one can be: a hand miscounted by the camera holds at least what was seen going into it."""
    hand = replace(seat.hand, hi=max(seat.hand.hi, len(seat.hand.known)))
    return replace(seat, hand=hand, stacks=lying(seat))


def show_position(state: State) -> str:
    """*state* in one line."""
    state = at_rest(state)
    seats = [f"{number}:{show_seat(seat)}" for number, seat in enumerate(state.seats, 1)]
    told = [f"{field.label}:{text}" for field in FIELDS if (text := field.show(state))]
    return " ".join([quote(state.rules.name, safe=""), str(state.phase), *seats, *told])


def read_position(text: str, rules: RuleSet | None = None, names: tuple[str, ...] = ()) -> State:
    """The position that *text* tells, by *rules* instead of those it names where given.

    What is left out is as it mostly is: the stock holds what lies nowhere else, and who laid the top card
    played last. Raises `NotationError`, or `RuleSetError` for a rule set that is not there.
    """
    first, second, rest, end = _parts(text)
    rules = rules or _rules(first)
    if second.text not in _PHASES:
        raise second.wants(f"a phase: {', '.join(_PHASES)}")
    seats = _seats(rest, end)
    state = State(rules, names, seats, Span(0, 0), phase=_PHASES[second.text], direction=rules.direction0)
    return _with_fields(state, [word for word in rest if not _is_seat(word)])


def _parts(text: str) -> tuple[Word, Word, list[Word], Word]:
    lines = text.split("\n")
    every = [word for number, line in enumerate(lines, 1) for word in words(line, number)]
    end = Word("", len(lines), len(lines[-1]) + 1)
    if not every:
        raise end.wants("a rule set, as pagat")
    return every[0], (every[1:] or [end])[0], every[2:], end


def _rules(word: Word) -> RuleSet:
    try:
        return load(unquote(word.text))
    except RuleSetError as error:
        raise RuleSetError(f"Line {word.line}, column {word.column}: {error}") from error


def _is_seat(word: Word) -> bool:
    return word.text[:1] in set("0123456789")


def _seats(rest: list[Word], end: Word) -> tuple[SeatState, ...]:
    seats: list[SeatState] = []
    for word in filter(_is_seat, rest):
        number, told = word.halves(":")
        if number.text != str(len(seats) + 1):
            raise number.wants(f"seat {len(seats) + 1}")
        seats.append(read_seat(told))
    if not seats:
        raise end.wants("a seat, as 1:3/4C,9D,KH/3")
    return tuple(seats)


def _with_fields(state: State, rest: list[Word]) -> State:
    changes: dict[str, Any] = {}
    seen: set[str] = set()
    for word in rest:
        label, told = word.halves(":")
        if label.text not in BY_LABEL:
            raise word.wants(f"one of {', '.join(f'{known}:' for known in BY_LABEL)}")
        if label.text in seen:
            raise word.wants(f"{label.text}: only once")
        seen.add(label.text)
        changes.update(BY_LABEL[label.text].read(told, len(state.seats)))
    return _completed(replace(state, **changes), changes)


def _completed(state: State, given: Mapping[str, Any]) -> State:
    """*state* with what nobody gave as it mostly is."""
    if "stock" not in given:
        state = replace(state, stock=_rest_of_pack(state))
    if "last_player" not in given:
        state = replace(state, last_player=top_seat(state))
    return state if "burns" in given else replace(state, burns=least_burns(state))


def _rest_of_pack(state: State) -> Span:
    seen = sum(len(seat.up) + seat.down for seat in state.seats) + len(state.pile_cards) + len(state.burnt)
    hands = [seat.hand for seat in state.seats]
    return Span(state.rules.pack - seen, state.rules.pack - seen).plus(
        -sum(hand.hi for hand in hands), -sum(hand.lo for hand in hands)
    )
