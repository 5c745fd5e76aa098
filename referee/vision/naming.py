"""Names for the cards of one deck: together, since each name is there but once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from referee.vision.assignment import Costs, Places, assigned
from referee.vision.fusion import Belief, N

SUPPORT = 0.02
"""Less probable than this a card's name is not believed, whatever the others are."""
MARGIN = 3.0
"""How much likelier (as a logarithm) the names must be than with this card's changed for another."""


@dataclass(frozen=True, slots=True)
class Named:
    """A card's place among the 52, how probable its own reading makes it, and by how much it stands.

    `margin` is the logarithm of how much likelier the names of all are so than if this card had another
    one, be it a free name or that of a card that would get this one's. `place` is -1 where no name is left.
    """

    place: int
    support: float
    margin: float

    @property
    def stands(self) -> bool:
        """Whether the name can be relied on."""
        return self.place >= 0 and self.support >= SUPPORT and self.margin >= MARGIN


def named(beliefs: Sequence[Belief]) -> list[Named]:
    """A name for each card from what its reading says (52 probabilities each), no name given twice."""
    if not beliefs:
        return []
    logs = np.log(np.maximum(np.asarray(beliefs, np.float64), 1e-9))
    # Columns of their own for those that are left over, dearer than any name that has some support.
    spare = np.full((len(logs), len(logs)), -np.log(SUPPORT * SUPPORT))
    places = assigned(np.hstack([-logs, spare]))
    places = np.where(places < N, places, -1)
    return [
        Named(int(places[k]), _support(logs, k, places), _margin(logs, k, places)) for k in range(len(logs))
    ]


def _support(logs: Costs, row: int, places: Places) -> float:
    return float(np.exp(logs[row, places[row]])) if places[row] >= 0 else 0.0


def _margin(logs: Costs, row: int, places: Places) -> float:
    """What the best change of names costs: to a free one, or with the card that has it."""
    own = places[row]
    if own < 0:
        return 0.0
    losses = logs[row, own] - logs[row]
    losses[own] = np.inf
    for other, place in enumerate(places):
        if place >= 0 and other != row:
            losses[place] += logs[other, place] - logs[other, own]
    return float(losses.min())
