"""The score of a session: the place of each hand as points, the fewest win (C-29, D-57)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from referee.rules.session import Result, Session


@dataclass(frozen=True, slots=True)
class Standing:
    """How a player stands: points, hands played, last places, and the place that makes."""

    name: str
    points: int
    hands: int
    lasts: int
    place: int


def standings(session: Session) -> tuple[Standing, ...]:
    """Everybody who has played or sits at the table, the best first.

    A tie goes to fewer last places, and is shared where those are equal too. A hand that somebody missed
    counts as its last place, so that staying away never pays, but it is no last place of theirs.
    """
    names = dict.fromkeys(name for result in session.results for name in result.players)
    names |= dict.fromkeys(session.players)
    sums = sorted((_sum(name, session.results) for name in names), key=_order)
    return tuple(
        Standing(name, points, hands, lasts, 1 + sum(_order(other) < _order(row) for other in sums))
        for row in sums
        for name, points, hands, lasts in (row,)
    )


def winners(session: Session) -> tuple[str, ...]:
    """Who has won the session: nobody before the first hand, several where the tie holds."""
    return tuple(row.name for row in standings(session) if row.place == 1) if session.results else ()


def gained(name: str, result: Result) -> int:
    """The points of *name* in one hand: the place, and the last one for who missed it."""
    place = _place(name, result)
    return len(result.players) if place is None else place


_Sum = tuple[str, int, int, int]


def _sum(name: str, results: Sequence[Result]) -> _Sum:
    places = [_place(name, result) for result in results]
    played = [(result, place) for result, place in zip(results, places, strict=True) if place is not None]
    points = sum(gained(name, result) for result in results)
    lasts = sum(place == len(result.players) for result, place in played)
    return name, points, len(played), lasts


def _place(name: str, result: Result) -> int | None:
    return result.places[result.players.index(name)] if name in result.players else None


def _order(row: _Sum) -> tuple[int, int]:
    return row[1], row[3]
