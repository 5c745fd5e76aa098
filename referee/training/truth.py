"""What a scene is: its picture, the cards in it, and which card each pixel shows."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from referee.training.decks import Deck, Face
from referee.vision.rectify import Corners

BACK, JOKER = "BACK", "JOKER"
HAND, OUTSIDE = 65535, 65534


@dataclass(frozen=True)
class Laid:
    """A card in a scene: its corners (4 x 2, px, clockwise from its upper left), name, and number in `owner`.

    *four_cornered*: its index is printed in all four corners, not in two.
    """

    corners: Corners
    name: str
    number: int
    face: Face
    four_cornered: bool = False


@dataclass(frozen=True)
class SceneTruth:
    """A picture (H x W x 3, B G R), its cards bottom to top, and `owner`: the card that each pixel shows.

    `owner` (H x W) holds the cards' numbers, 0 for the table and `HAND` for a hand.
    """

    picture: NDArray[np.uint8]
    cards: tuple[Laid, ...]
    owner: NDArray[np.uint16]


@dataclass(frozen=True)
class Style:
    """What all cards of a scene share: deck, backs, shape, shadow."""

    deck: Deck
    other: Deck
    back: Face
    height: float
    radius: float
    margin: float
    paper: NDArray[np.float32]
    shadow: float
    shadow_px: float
    shadow_at: tuple[float, float]
    inverted: bool
    four: bool
