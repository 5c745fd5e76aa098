"""Whether a word from the table makes sense in the game it is said to, before it is taken."""

from __future__ import annotations

import re
from collections.abc import Sequence

from referee.cards import CardError, cards
from referee.errors import UserError
from referee.names import fitting
from referee.rules.actions import Saying, TableSays
from referee.rules.entering import position_of
from referee.rules.people import FATES, may_be_taken_over
from referee.rules.ruleset import RuleSetError
from referee.rules.state import State

_MOST_CARDS = 1000
_REPEATED = re.compile(r"([0-9]{1,3})x", re.ASCII)


class SayingError(UserError):
    """A word from the table that fits nothing in the game."""


def refuse_misfit(word: TableSays, state: State, next_players: Sequence[str] | None = None) -> None:
    """Raise `UserError` where a word about the position or the people of *state* makes no sense.

    *next_players* are those of the next hand by what was said before.
    """
    coming = _names(state) if next_players is None else tuple(next_players)
    if word.saying is Saying.UNANSWERED:
        raise SayingError("That a question went unanswered the clock says: give one of the answers.")
    if word.saying is Saying.TURN:
        _refuse_turn(word, state)
    if word.saying is Saying.CORRECTION:
        _refuse_correction(word.value)
    if word.saying is Saying.OUT and (word.seat is None or word.seat >= len(state.seats)):
        raise SayingError("Nobody sits there: say who is out.")
    if word.saying is Saying.POSITION:
        _refuse_position(word.value, state)
    if word.saying is Saying.LEAVES:
        _refuse_leaving(word, state, coming)
    if word.saying is Saying.TAKES_OVER:
        _refuse_taking_over(word, state, coming)
    if word.saying is Saying.JOINS:
        _refuse_crowd(len(fitting((*coming, word.value))), state)


def _refuse_turn(word: TableSays, state: State) -> None:
    """The number of a seat stands in the value, or where that is empty in the word's own seat."""
    seat = word.seat
    if word.value:
        seat = int(word.value) if word.value.isascii() and word.value.isdigit() else None
    if seat is None or seat >= len(state.seats):
        raise SayingError("Nobody sits there: say whose turn it is.")
    if state.over is not None:
        raise SayingError("The hand is over: it is nobody's turn.")
    if seat not in state.active:
        raise SayingError(f"{state.name(seat)} is out: say whose turn it is.")


def _refuse_correction(value: str) -> None:
    try:
        named = cards(value)
    except CardError as error:
        raise SayingError(f"{error}.") from error
    if not named:
        raise SayingError("Say which cards they were: write rank and suit, as in 7H, 10S or AC.")


def _names(state: State) -> tuple[str, ...]:
    return tuple(map(state.name, range(len(state.seats))))


def _refuse_position(text: str, state: State) -> None:
    # Millions of cards can be written in a few thousand signs, and counting them would hold the game up.
    if sum(map(int, _REPEATED.findall(text))) > _MOST_CARDS:
        raise SayingError("The position has more cards than any pack: take out those that are too many.")
    position_of(text, state)


def _refuse_leaving(word: TableSays, state: State, coming: Sequence[str]) -> None:
    seat, name = _seated(word, state, "say who leaves")
    if word.value not in FATES:
        raise SayingError("Say what becomes of the cards: they go out of the game, or stay where they lie.")
    if state.over is None and state.seats[seat].out is not None:
        raise SayingError(f"{name} is out of this hand already: say it again when the hand is over.")
    if state.over is not None and name not in coming:
        raise SayingError(f"{name} does not play the next hand anyway: there is nothing to say.")


def _refuse_taking_over(word: TableSays, state: State, coming: Sequence[str]) -> None:
    seat, name = _seated(word, state, "say whose seat is taken over")
    others = [other for other in dict.fromkeys((*_names(state), *coming)) if other != name]
    fitting((*others, word.value))
    if not (may_be_taken_over(state, seat) if state.over is None else name in coming):
        raise SayingError(f"There is nothing left to take over from {name}: choose somebody else.")


def _seated(word: TableSays, state: State, wanted: str) -> tuple[int, str]:
    if word.seat is None or word.seat >= len(state.seats):
        raise SayingError(f"Nobody sits there: {wanted}.")
    return word.seat, state.name(word.seat)


def _refuse_crowd(players: int, state: State) -> None:
    try:
        state.rules.stock_after_deal(players)
    except RuleSetError as error:
        raise SayingError(f"{error}.") from error
