"""Cards that lie on the pile as they were last seen, and which of them the eyes see again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import dist

from referee.cards import Reading
from referee.table.readings import agreement
from referee.table.spots import Spot
from referee.vision.sighting import Quad

SAME = 0.4
"""Readings that agree more than this are of the same card."""


@dataclass(frozen=True, slots=True)
class Lying:
    """A card of the pile where it was last seen (mm); `place` is None for a card nobody has seen."""

    reading: Reading
    place: Quad | None

    @property
    def centre(self) -> tuple[float, float] | None:
        """The middle of the card."""
        return None if self.place is None else middle(self.place)


def matched(spots: Sequence[Spot], cards: Sequence[Lying]) -> dict[int, int]:
    """Which spot (by index) is which card of the pile: pairs that read the same, the nearest first."""
    pairs = sorted(
        (_far(spot, card), index, which)
        for index, spot in enumerate(spots)
        for which, card in enumerate(cards)
        if agreement(spot.reading, card.reading) >= SAME
    )
    matched: dict[int, int] = {}
    for _, index, which in pairs:
        if index not in matched and which not in matched.values():
            matched[index] = which
    return matched


def _far(spot: Spot, card: Lying) -> float:
    return 999.0 if card.place is None else dist(spot.centre, middle(card.place))


def middle(place: Quad) -> tuple[float, float]:
    """The mean of the corners of *place*."""
    return (sum(x for x, _ in place) / 4, sum(y for _, y in place) / 4)
