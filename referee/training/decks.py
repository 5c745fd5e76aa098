"""A deck as pictures: fifty-two faces in falling sizes, where their indexes are printed, jokers and backs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.cards import DECK
from referee.training.indexes import Box, four_cornered

Image = NDArray[np.uint8]
FACES: tuple[str, ...] = tuple(str(card) for card in DECK)
CARD_HEIGHT = 480


@dataclass(frozen=True)
class Face:
    """One card's picture in falling sizes (each half the one before), and where its index is printed.

    `index` is x0, y0, x1, y1 as shares of the card's width and height, upper left corner; None where the
    deck's corner carries no index.
    """

    levels: tuple[Image, ...]
    index: Box | None = None

    def at(self, height_px: float) -> Image:
        """The smallest picture that is not much smaller than *height_px*."""
        fitting = [level for level in self.levels if level.shape[0] >= height_px * 0.95]
        return fitting[-1] if fitting else self.levels[0]


@dataclass(frozen=True)
class Deck:
    """A deck: fifty-two faces by name (`7H`), its jokers and backs."""

    name: str
    faces: Mapping[str, Face]
    jokers: tuple[Face, ...]
    backs: tuple[Face, ...]
    _four: dict[str, Face] = field(default_factory=dict)

    def four_cornered(self, name: str) -> Face:
        """The face *name* with its index printed in all four corners (made on first use)."""
        if name not in self._four:
            face = self.faces[name]
            image = face.levels[0] if face.index is None else four_cornered(face.levels[0], face.index)
            self._four[name] = Face(levels(image), face.index)
        return self._four[name]


def levels(image: Image) -> tuple[Image, ...]:
    """*image* at 480 px high (aspect kept), 240, 120 and 60: sampled without aliasing at any size."""
    width = round(image.shape[1] * CARD_HEIGHT / image.shape[0])
    sizes = [(width >> k, CARD_HEIGHT >> k) for k in range(4)]
    return tuple(cv2.resize(image, size, interpolation=cv2.INTER_AREA).astype(np.uint8) for size in sizes)


def flattened(image: Image) -> Image:
    """*image* laid on white paper, B G R."""
    if image.shape[2] == 3:
        return image
    alpha = image[..., 3:].astype(np.float32) / 255
    return (image[..., :3] * alpha + 255 * (1 - alpha)).astype(np.uint8)
