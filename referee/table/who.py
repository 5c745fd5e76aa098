"""Whose arm it was: from where arms come in, and where their hands have been."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import exp

from referee.table.geometry import distance
from referee.table.layout import Point, Polygon

SPREAD_DEG = 18.0
"""How far, typically, an arm comes in from where its player sits."""
SUREST = 0.9999
"""No camera is certain: that is for what the table says."""
NEAR_MM = 25.0
"""A hand this far from a zone may still hold a card in it."""
REMEMBERED_S = 20.0
HALF = 0.5
AWAY_S = 0.35
"""An arm out of view for so long has been withdrawn."""


@dataclass(frozen=True, slots=True)
class Hand:
    """Where the tip of an arm was (mm) at a moment, and the probability of each seat that it is its arm."""

    t: float
    seats: tuple[float, ...]
    tip: Point


@dataclass(frozen=True, slots=True)
class Doer:
    """Who did something, and how sure that is."""

    seat: int
    p: float


def seats_of(entry: float, directions: Sequence[float]) -> tuple[float, ...]:
    """The probability of each seat for an arm that comes in at *entry* degrees."""
    turns = [abs((entry - direction + 180) % 360 - 180) for direction in directions]
    nearest = min(turns)
    weights = [exp((nearest**2 - turn**2) / (2 * SPREAD_DEG**2)) for turn in turns]
    return tuple(weight / sum(weights) for weight in weights)


class Hands:
    """Where hands have been in the last seconds."""

    def __init__(self, players: int) -> None:
        self._players = players
        self._trail: deque[Hand] = deque()

    def note(self, hands: Iterable[Hand], t: float) -> None:
        """Remember where *hands* are at *t*."""
        self._trail.extend(hands)
        while self._trail and self._trail[0].t < t - REMEMBERED_S:
            self._trail.popleft()

    def stayed(self, seat: int, since: float, until: float) -> bool:
        """Whether an arm of *seat* was in view all the time between the two."""
        times = [hand.t for hand in self._trail if hand.seats[seat] >= HALF and since <= hand.t <= until]
        return all(b - a <= AWAY_S for a, b in pairwise([since, *times, until]))

    def who(self, outline: Polygon, since: float, until: float) -> Doer:
        """Whose hand was in or nearest to *outline* (mm) between two times; a guess when there was none."""
        weights = [1e-6] * self._players
        for hand in self._trail:
            if since <= hand.t <= until:
                near = exp(-max(0.0, distance(hand.tip, outline)) / NEAR_MM)
                weights = [weight + near * p for weight, p in zip(weights, hand.seats, strict=True)]
        seat = max(range(self._players), key=lambda index: weights[index])
        return Doer(seat, min(SUREST, round(weights[seat] / sum(weights), 4)))
