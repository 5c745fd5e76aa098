"""Several looks at the same cards at rest, put together: each place where a card lies, once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import dist

import numpy as np

from referee.cards import Reading
from referee.table.readings import agreement, combined
from referee.vision.sighting import Quad, SeenCard, Side

SAME_PLACE_MM = 10.0
"""Finds whose middles are no further apart are one card; the next card of a fan lies further."""
NEAR_MM = 18.0
"""So far apart they are one card when they read the same."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A card that lies in one place (mm): in how many of how many looks it was found, and what they read."""

    quad: Quad
    side: Side
    reading: Reading
    found: int
    looks: int
    score: float

    @property
    def centre(self) -> tuple[float, float]:
        """The middle of the card."""
        return (sum(x for x, _ in self.quad) / 4, sum(y for _, y in self.quad) / 4)

    @property
    def steady(self) -> bool:
        """Whether more than half of the looks found it."""
        return 2 * self.found > self.looks


def together(looks: Sequence[Sequence[SeenCard]]) -> list[Spot]:
    """The spots of several *looks* (corners in mm) at cards that did not move."""
    groups: list[list[SeenCard]] = []
    for look in looks:
        taken: set[int] = set()
        for seen in once_each(look):
            index = _group_of(seen, groups, taken)
            if index is None:
                index = len(groups)
                groups.append([])
            groups[index].append(seen)
            taken.add(index)
    return [_spot(group, len(looks)) for group in groups]


def once_each(look: Sequence[SeenCard]) -> list[SeenCard]:
    """*look* without its repeated finds: of two in one place the one found and read more surely stays."""
    kept: list[SeenCard] = []
    for seen in sorted(look, key=lambda seen: -seen.score * (0.3 + 0.7 * seen.reading.p)):
        if not any(same_card(seen, other) for other in kept):
            kept.append(seen)
    return kept


def same_card(first: SeenCard, second: SeenCard) -> bool:
    """Whether two finds are of one card: the same side up, in one place, or near and read the same."""
    away = dist(first.centre, second.centre)
    if first.side is not second.side or away > NEAR_MM:
        return False
    return away <= SAME_PLACE_MM or agreement(first.reading, second.reading) > 0.3


def _group_of(seen: SeenCard, groups: list[list[SeenCard]], taken: set[int]) -> int | None:
    fitting = [
        (dist(seen.centre, group[-1].centre), index)
        for index, group in enumerate(groups)
        if index not in taken and same_card(seen, group[-1])
    ]
    return min(fitting)[1] if fitting else None


def _spot(group: list[SeenCard], looks: int) -> Spot:
    surest = max(group, key=lambda seen: seen.score)
    return Spot(
        quad=surest.quad,
        side=surest.side,
        reading=combined([seen.reading for seen in group]),
        found=len(group),
        looks=looks,
        score=float(np.mean([seen.score for seen in group])),
    )
