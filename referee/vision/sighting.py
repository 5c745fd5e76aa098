"""What the eyes found in one picture: cards with their corners, side and identity."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from referee.cards import Reading

Picture = NDArray[np.uint8]
"""A picture, H x W x 3, BGR."""

Region = tuple[int, int, int, int]
"""A part of a picture: left, top, right and bottom in pixels, right and bottom left out."""

Quad = tuple[tuple[float, float], tuple[float, float], tuple[float, float], tuple[float, float]]
"""Four corners, clockwise as seen in the picture; the first edge is a short side of the card."""


class Side(StrEnum):
    """Which side of the card is up."""

    FACE = "face"
    BACK = "back"


@dataclass(frozen=True, slots=True)
class SeenCard:
    """One card in a picture.

    `quad` is in pixels of the picture, or in millimetres of the table once `table.geometry` has placed it.
    `score` is the detector's confidence that a card is there at all; `reading` says which (empty for a back).
    Of a card that others cover often only the corner with the index is seen: then `whole` is False and `quad`
    is the index's, not the card's.
    """

    quad: Quad
    side: Side
    reading: Reading
    score: float
    whole: bool = True

    @property
    def centre(self) -> tuple[float, float]:
        """The mean of the corners."""
        return (sum(x for x, _ in self.quad) / 4, sum(y for _, y in self.quad) / 4)


class Eyes(Protocol):
    """Anything that finds and reads the cards of a picture."""

    def look(self, picture: Picture, region: Region | None = None) -> list[SeenCard]:
        """Every card of *picture* (H x W x 3, BGR), or of *region* of it; corners in its pixels."""
        ...
