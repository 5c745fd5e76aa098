"""Two plays that came to rest as one: told apart where that explains what was seen without any offence."""

from __future__ import annotations

from collections.abc import Sequence

from referee.cards import Reading
from referee.rules.actions import CardsPlayed, Event
from referee.rules.effects import apply
from referee.rules.layers import refilled
from referee.rules.rulings import Level
from referee.rules.state import State
from referee.rules.turn import next_seat
from referee.rules.values import replace
from referee.rules.verdicts import judge


def told_apart(state: State, event: Event) -> tuple[CardsPlayed, CardsPlayed] | None:
    """The play of the seat in turn and that of the next seat, where *event* lumps them; else None.

    A mixed set by a seat that is not in turn would break two rules at once; two fair plays are likelier.
    """
    if not isinstance(event, CardsPlayed) or state.turn is None or state.pending or event.covered_unread:
        return None
    if event.seat == state.turn or event.seat != next_seat(state, state.turn):
        return None
    for first, second in _groups(event.cards):
        pair = (replace(event, seat=state.turn, cards=first), replace(event, cards=second))
        if _fair(state, pair[0], pair[1]):
            return pair
    return None


def _groups(readings: Sequence[Reading]) -> list[tuple[tuple[Reading, ...], tuple[Reading, ...]]]:
    """The two ways round to split cards of exactly two ranks, as they lie first."""
    ranks = list(dict.fromkeys(reading.best.rank for reading in readings if reading.options))
    if len(ranks) != 2 or not all(reading.options for reading in readings):
        return []
    one, two = (tuple(r for r in readings if r.best.rank is rank) for rank in ranks)
    return [(one, two), (two, one)]


def _fair(state: State, first: CardsPlayed, second: CardsPlayed) -> bool:
    verdict = judge(state, first)
    if verdict.ruling.level is not Level.SILENT or "BURN" in verdict.code:
        return False
    return judge(apply(refilled(state), verdict)[0], second).ruling.level is Level.SILENT
