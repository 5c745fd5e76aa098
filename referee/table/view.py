"""The pile at a new rest beside its last one: what the eyes found, and where pixels changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from referee.table.canvas import Canvas
from referee.table.geometry import PILE
from referee.table.spots import Spot
from referee.vision.pixels import Mask, differs, is_shade
from referee.vision.sighting import Picture, Quad, Side

LEAST_NEW = 0.06
"""Of what shows of a new card at least this share has changed: white paper often lies on white paper."""
PLAIN = 0.3
"""Where so large a share of what shows of a card is new, it is there though the eyes often miss it."""


@dataclass(frozen=True, slots=True)
class View:
    """The pile at a new rest: what the eyes found, this picture, the last rest's, and where they differ."""

    spots: Sequence[Spot]
    now: Picture
    before: Picture
    changed: Mask
    canvas: Canvas
    final: bool

    @classmethod
    def of(cls, spots: Sequence[Spot], now: Picture, before: Picture, canvas: Canvas, final: bool) -> View:
        """The view, with the difference worked out."""
        faces = [spot for spot in spots if spot.side is Side.FACE]
        return cls(faces, now, before, differs(before, now), canvas, final)

    @property
    def amount(self) -> float:
        """How much has changed, in areas of a card."""
        return self.canvas.cards(self.changed, PILE)

    @property
    def is_shade(self) -> bool:
        """Whether only the light has changed."""
        zone = self.canvas.masks[PILE]
        return is_shade(self.before, self.now, np.bitwise_and(self.changed, zone))

    @property
    def steady(self) -> list[Spot]:
        """What most looks found."""
        return [spot for spot in self.spots if spot.steady]

    def changed_share(self, spot: Spot, beside: Sequence[Spot] = ()) -> float:
        """How much of what shows of *spot* *beside* other cards has changed."""
        return self.canvas.share(self.changed, spot.quad, [other.quad for other in beside])

    def unexplained(
        self, by: Sequence[Spot], places: Sequence[Quad] = (), bare: Picture | None = None
    ) -> float:
        """How much has changed beside the cards *by* and *places* where cards lay, in areas of a card.

        What looks now as the *bare* table does is left out: nothing was laid there.
        """
        left = self.changed.copy() if bare is None else self.changed & differs(bare, self.now)
        for quad in (*(spot.quad for spot in by), *places):
            left[cv2.dilate(self.canvas.mask(quad), np.ones((5, 5), np.uint8)) > 0] = 0
        return self.canvas.cards(left, PILE)
