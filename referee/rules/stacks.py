"""Equal face-up cards stacked on one face-down card, and played together (V-13 to V-15)."""

from __future__ import annotations

from collections.abc import Sequence

from referee.cards import Card, Reading
from referee.rules.layers import drop
from referee.rules.state import SeatState
from referee.rules.values import replace


def equal_to_row(here: SeatState, laid: Sequence[Reading], onto: Card | None) -> bool:
    """Whether *laid* may be stacked: on *onto*, or on some card of the row where nobody saw which."""
    ranks = {reading.best.rank for reading in laid}
    row = {card.rank for card in ((onto,) if onto else here.up)}
    return len(ranks) == 1 and (ranks <= row or not all(card.known for card in here.up))


def stacked(here: SeatState, laid: Sequence[Reading], onto: Card | None) -> SeatState:
    """The row with *laid* stacked on *onto*."""
    cards = tuple(reading.best for reading in laid)
    here = replace(here, up=(*here.up, *cards))
    if onto is None:
        return here
    below = next((stack for stack in here.stacks if onto in stack), (onto,))
    others = tuple(stack for stack in here.stacks if onto not in stack)
    return replace(here, stacks=(*others, (*below, *cards)))


def splits(here: SeatState, played: Sequence[Reading]) -> bool:
    """Whether *played* are a part of a stack whose rest stays behind (D-54)."""
    left = drop(here.up, played)
    gone = drop(here.up, [Reading.sure(card) for card in left])
    for stack in here.stacks:
        there = [card for card in stack if card in here.up]
        moved = sum(card in gone for card in there)
        if 0 < moved < len(there):
            return True
    return False


def lying(here: SeatState) -> tuple[tuple[Card, ...], ...]:
    """The stacks as far as their cards still lie in the row; one card alone is no stack."""
    row, stacks = list(here.up), []
    for stack in here.stacks:
        there = []
        for card in stack:
            if card in row:
                row.remove(card)
                there.append(card)
        stacks.append(tuple(there))
    return tuple(stack for stack in stacks if len(stack) > 1)
