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
ACROSS_MM = 110.0
"""A card's index is no further than this from its middle, or from its other index."""
ALIKE = 0.3
UNLIKE = 0.05
NEVER = 0.01
"""Readings that agree less are of two cards, however little each says: two flat ones agree twice as much."""
FIRM = 0.8
"""Two firm readings that are unlike are of two cards, one almost squarely upon the other."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A card that lies in one place (mm): in how many of how many looks it was found, and what they read.

    If it is not `whole`, only an index was seen, and `quad` is the index's.
    """

    quad: Quad
    side: Side
    reading: Reading
    found: int
    looks: int
    score: float
    whole: bool = True

    @property
    def centre(self) -> tuple[float, float]:
        """The middle of the card."""
        return (sum(x for x, _ in self.quad) / 4, sum(y for _, y in self.quad) / 4)

    @property
    def steady(self) -> bool:
        """Whether more than half of the looks found it."""
        return 2 * self.found > self.looks

    @property
    def twice(self) -> bool:
        """Whether two looks or more found it."""
        return self.found >= 2


_Group = dict[int, SeenCard]
"""The finds of one card, by the number of the look."""


def together(looks: Sequence[Sequence[SeenCard]]) -> list[Spot]:
    """The spots of several *looks* (corners in mm) at cards that did not move."""
    groups: list[_Group] = []
    for number, look in enumerate(looks):
        for seen in once_each(look):
            group = _group_of(seen, [group for group in groups if number not in group])
            if group is None:
                groups.append(group := {})
            group[number] = seen
    return [_spot(list(group.values()), len(looks)) for group in _one_card_each(groups)]


def once_each(look: Sequence[SeenCard]) -> list[SeenCard]:
    """*look* without its repeated finds: of two in one place the one found and read more surely stays."""
    kept: list[SeenCard] = []
    for seen in sorted(look, key=lambda seen: (not seen.whole, -seen.score * (0.3 + 0.7 * seen.reading.p))):
        if not any(same_card(seen, other) for other in kept):
            kept.append(seen)
    return kept


def same_card(first: SeenCard, second: SeenCard) -> bool:
    """Whether two finds are of one card: the same side up, near, and read the same, or not otherwise."""
    away = dist(first.centre, second.centre)
    reach = NEAR_MM if first.whole and second.whole else ACROSS_MM
    if first.side is not second.side or away > reach:
        return False
    alike = agreement(first.reading, second.reading)
    firm = min(first.reading.p, second.reading.p) >= FIRM
    unread = not (first.reading.options and second.reading.options)
    doubtful = unread or alike > (UNLIKE if firm else NEVER)
    return alike > ALIKE or (away <= SAME_PLACE_MM and doubtful and first.whole == second.whole)


def _group_of(seen: SeenCard, groups: Sequence[_Group]) -> _Group | None:
    return max(
        (group for group in groups if same_card(seen, _latest(group))),
        key=lambda group: (
            agreement(seen.reading, _latest(group).reading),
            -dist(seen.centre, _latest(group).centre),
        ),
        default=None,
    )


def _one_card_each(groups: Sequence[_Group]) -> list[_Group]:
    """*groups*, those joined that lie in one place but never in the same look: one card, misread at times."""
    joined: list[_Group] = []
    for group in sorted(groups, key=len, reverse=True):
        other = next((other for other in joined if _takes_turns(group, other)), None)
        if other is None:
            joined.append(group)
        else:
            other.update(group)
    return joined


def _takes_turns(first: _Group, second: _Group) -> bool:
    one, other = _latest(first), _latest(second)
    alike = one.side is other.side and one.whole == other.whole
    near = alike and dist(one.centre, other.centre) <= SAME_PLACE_MM
    return near and not first.keys() & second.keys()


def _latest(group: _Group) -> SeenCard:
    return group[max(group)]


def _spot(group: list[SeenCard], looks: int) -> Spot:
    surest = max(group, key=lambda seen: (seen.whole, seen.score))
    return Spot(
        quad=surest.quad,
        side=surest.side,
        reading=combined([seen.reading for seen in group]),
        found=len(group),
        looks=looks,
        score=float(np.mean([seen.score for seen in group])),
        whole=surest.whole,
    )
