"""Whether a word from the table makes sense in the game it is said to, before it is taken."""

from __future__ import annotations

from referee.cards import CardError, cards
from referee.errors import UserError
from referee.names import fitting
from referee.rules.actions import Saying, TableSays
from referee.rules.entering import position_of
from referee.rules.people import FATES
from referee.rules.state import State


class SayingError(UserError):
    """A word from the table that fits nothing in the game."""


def refuse_misfit(word: TableSays, state: State) -> None:
    """Raise `UserError` where a word about the position, cards or people of *state* makes no sense."""
    if word.saying is Saying.TURN:
        _refuse_turn(word, state)
    if word.saying is Saying.CORRECTION:
        _refuse_correction(word.value)
    if word.saying is Saying.OUT and (word.seat is None or word.seat >= len(state.seats)):
        raise SayingError("Nobody sits there: say who is out.")
    if word.saying is Saying.POSITION:
        position_of(word.value, state)
    if word.saying is Saying.LEAVES:
        _refuse_leaving(word, state)
    if word.saying in (Saying.TAKES_OVER, Saying.JOINS):
        taken = word.seat if word.saying is Saying.TAKES_OVER else None
        others = [state.name(seat) for seat in range(len(state.seats)) if seat != taken]
        fitting((*others, word.value))
    if word.saying is Saying.TAKES_OVER and (word.seat is None or word.seat >= len(state.seats)):
        raise SayingError("Nobody sits there: say whose seat is taken over.")


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


def _refuse_leaving(word: TableSays, state: State) -> None:
    if word.seat is None or word.seat >= len(state.seats):
        raise SayingError("Nobody sits there: say who leaves.")
    if word.value not in FATES:
        raise SayingError("Say what becomes of the cards: they go out of the game, or stay where they lie.")
