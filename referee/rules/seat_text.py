"""A seat in a position: hand with the cards known in it, row, face-down cards, as `2-3(7H)/4C,9D/3`."""

from __future__ import annotations

from dataclasses import replace

from referee.cards import Card
from referee.rules.notation import Word, bounds, card_of, count, joined, several, show_bounds
from referee.rules.state import Hand, SeatState

_GONE = SeatState(Hand(0, 0), (), 0)
_LEFT, _OUT, _SKIPS, _STACK = "left", "out", "skips", "stack"
_MARKS = "out1, left, skips or stack(4C,4D)"


def show_seat(seat: SeatState) -> str:
    """*seat* in a word; a mark alone where it holds nothing."""
    zones = [_show_hand(seat.hand), joined(map(str, seat.up)), str(seat.down)]
    marks = _show_marks(seat)
    bare = seat.out is not None and replace(seat, out=None) == _GONE
    return "/".join(marks if bare else [*zones, *marks])


def _show_hand(hand: Hand) -> str:
    known = f"({joined(map(str, hand.known))})" if hand.known else ""
    return show_bounds(hand.lo, hand.hi) + known


def _show_marks(seat: SeatState) -> list[str]:
    marks = [] if seat.out is None else [f"{_OUT}{seat.out}" if seat.out else _LEFT]
    stacks = [f"{_STACK}({joined(map(str, stack))})" for stack in seat.stacks]
    return [*marks, *([_SKIPS] if seat.picked_up else []), *stacks]


def read_seat(word: Word) -> SeatState:
    """The inverse of `show_seat`. Raises `NotationError`."""
    pieces = word.split("/")
    if word.text.startswith((_OUT, _LEFT)):
        return _marked(_GONE, pieces)
    if len(pieces) < 3:
        raise word.wants("hand/row/face-down, as 3/4C,9D,KH/3 or 2-3(7H)/-/1")
    down = count(pieces[2])
    if down < 0:
        raise pieces[2].wants("a count of face-down cards")
    return _marked(SeatState(_read_hand(pieces[0]), several(pieces[1], card_of), down), pieces[3:])


def _read_hand(word: Word) -> Hand:
    held, known = word.halves("(")
    low, high = bounds(held)
    if not 0 <= low <= high:
        raise held.wants("how many cards are in the hand, as 3 or 2-3")
    return Hand(low, high, _within(word, known) if "(" in word.text else ())


def _within(whole: Word, inside: Word) -> tuple[Card, ...]:
    if not inside.text.endswith(")"):
        raise whole.wants("cards in brackets, as (4C,4D)")
    return several(inside.piece(0, len(inside.text) - 1), card_of)


def _marked(seat: SeatState, marks: list[Word]) -> SeatState:
    for mark in marks:
        seat = _with_mark(seat, mark)
    return seat


def _with_mark(seat: SeatState, mark: Word) -> SeatState:
    if mark.text == _LEFT:
        return replace(seat, out=0)
    if mark.text == _SKIPS:
        return replace(seat, picked_up=True)
    if mark.text.startswith(f"{_STACK}("):
        return replace(seat, stacks=(*seat.stacks, _within(mark, mark.halves("(")[1])))
    if not mark.text.startswith(_OUT):
        raise mark.wants(_MARKS)
    place = count(mark.piece(len(_OUT)))
    if place < 1:
        raise mark.wants("a place from 1 on, as out1")
    return replace(seat, out=place)
