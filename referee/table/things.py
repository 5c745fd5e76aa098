"""Things that stand on the table and are no cards, a glass: told by the shape of what they changed.

A card on the bare table changes a rectangle, a fan of them little else. Upon other cards, white on white, it
changes print and an edge or two. A thing covers what lies below it, its shadow beside it, and is round.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from referee.table.geometry import PILE
from referee.table.spots import Spot
from referee.table.view import View
from referee.vision.pixels import Mask

ONE_MASS = 0.8
"""Of what a thing changes at least this share hangs together."""
SOLID = 0.75
"""A thing changes at least this share of its outline's inside."""
ROUND = 0.88
"""A card, or a fan, fills more than this of the narrowest rectangle about it; a thing and its shadow less."""
SMALL = 0.75
"""What is smaller than this, in areas of a card, is no whole card."""
LARGEST = 2.0
"""A mass larger than this, in areas of a card, may be somebody's arm."""
BESIDE = 0.08
"""A card of which so much change, in areas of a card, lies outside is not all that came."""


@dataclass(frozen=True, slots=True)
class Mass:
    """The largest part of a change that hangs together.

    `share`: how much of the pile's change it is. `solid`: how much of its outline's inside has changed.
    `filled`: how much of the narrowest rectangle about it the outline fills. `area`: that of the rectangle,
    in areas of a card.
    """

    share: float
    solid: float
    filled: float
    area: float

    @property
    def is_solid(self) -> bool:
        """Whether it hides what lies below it."""
        return self.share >= ONE_MASS and self.solid >= SOLID and self.area <= LARGEST

    @property
    def is_round(self) -> bool:
        """Whether it has not the straight sides of a card."""
        return self.filled < ROUND


def is_thing(view: View, bare: bool) -> bool:
    """Whether what changed, where no new card was found, is none that the eyes missed.

    *bare*: the table was. There a card shows whole.
    """
    mass = _mass(view)
    return mass is not None and mass.is_solid and (mass.is_round or (bare and mass.area < SMALL))


def is_more_than(new: Sequence[Spot], view: View) -> bool:
    """Whether what changed reaches well beyond *new*, the cards found there: a thing is there, or an arm."""
    mass = _mass(view)
    if mass is None or view.unexplained(new) < BESIDE:
        return False
    return mass.area > LARGEST or (mass.is_solid and mass.is_round)


def _mass(view: View) -> Mass | None:
    """The largest part of the change that reaches into the pile's zone, also where it reaches out of it."""
    _, parts = cv2.connectedComponents(view.changed)
    inside = np.bincount(parts[(view.canvas.masks[PILE] > 0) & (view.changed > 0)], minlength=1)
    if not inside.any():
        return None
    part = np.where(parts == inside.argmax(), 255, 0).astype(np.uint8)
    hull, within = _outline(part)
    corners = np.array([view.canvas.in_mm(point) for point in hull], np.float32)
    _, (width, height), _ = cv2.minAreaRect(corners)
    around = max(1.0, width * height)
    return Mass(
        share=float(inside.max() / inside.sum()),
        solid=cv2.countNonZero(part) / within,
        filled=cv2.contourArea(cv2.convexHull(corners)) / around,
        area=around / view.canvas.card_mm2,
    )


def _outline(part: Mask) -> tuple[list[tuple[float, float]], int]:
    """The convex outline of *part*, and how many pixels lie in it."""
    contours, _ = cv2.findContours(part, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    hull = cv2.convexHull(max(contours, key=len))
    filled = cv2.fillConvexPoly(np.zeros_like(part), hull, (255,))
    return [(float(x), float(y)) for x, y in hull.reshape(-1, 2)], cv2.countNonZero(filled)
