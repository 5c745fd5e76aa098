"""Draws from the stock: hands that went there, stayed a moment and left."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from referee.table.geometry import distance
from referee.table.layout import Point, Polygon
from referee.table.who import Hand

AT_STOCK_MM = 10.0
"""A fingertip this far from the stock can take its top card."""
LEAST_VISIT_S = 0.25
LEFT_S = 0.3
"""A hand that has not been there for so long has left."""


@dataclass
class _Visit:
    since: float
    until: float


class Draws:
    """Watches the *stock* (mm) for visits of hands."""

    def __init__(self, stock: Polygon) -> None:
        self._stock = stock
        self._open: dict[int, _Visit] = {}

    def update(self, hands: Iterable[Hand], t: float) -> list[int]:
        """The seats whose hands have left the stock by *t*, having been there long enough to take a card."""
        for hand in hands:
            if self._at_stock(hand.tip):
                seat = max(range(len(hand.seats)), key=lambda index: hand.seats[index])
                self._open.setdefault(seat, _Visit(t, t)).until = t
        over = [seat for seat, visit in self._open.items() if t - visit.until > LEFT_S]
        visits = [(seat, self._open.pop(seat)) for seat in over]
        return [seat for seat, visit in visits if visit.until - visit.since >= LEAST_VISIT_S]

    def forget(self) -> None:
        """Nobody watches: a hand that is at the stock now may do anything."""
        self._open.clear()

    def _at_stock(self, tip: Point) -> bool:
        return distance(tip, self._stock) <= AT_STOCK_MM
