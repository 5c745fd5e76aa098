"""Pictures of a table with cards of the committed deck on it, and the weights that look at them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

import referee
from referee import resources
from referee.vision.rectify import Corners, frame_of
from referee.vision.sighting import Picture

DECK = Path(referee.__file__).parent / "films" / "data" / "decks" / "npm_kennard_2color"
HEIGHT = 1.4
"""A card's height in card widths."""


def weights() -> Path:
    """The folder of the shipped weights; skips where they are not."""
    folder = resources.models_dir()
    if not (folder / "eyes.json").is_file():
        pytest.skip("there are no weights in models/ yet")
    return folder


@dataclass(frozen=True)
class Lying:
    """A card of the deck (`7H`, `BACK1`, `JOKER1`): its middle in px, turn in degrees, width in px."""

    name: str
    x: float
    y: float
    turn: float = 0.0
    width: float = 90.0

    @property
    def corners(self) -> Corners:
        """From the card's upper left, clockwise."""
        box = np.array([[-0.5, -0.7], [0.5, -0.7], [0.5, 0.7], [-0.5, 0.7]]) * self.width
        c, s = np.cos(np.radians(self.turn)), np.sin(np.radians(self.turn))
        return np.asarray(box @ np.array([[c, s], [-s, c]]) + (self.x, self.y), np.float32)


@cache
def _art(name: str, width: int) -> NDArray[np.float32]:
    art = cv2.imread(str(DECK / f"{name}.webp"), cv2.IMREAD_UNCHANGED)
    assert art is not None
    return cv2.resize(art, (width, round(width * HEIGHT)), interpolation=cv2.INTER_AREA).astype(np.float32)


def table(*cards: Lying, size: tuple[int, int] = (960, 640)) -> Picture:
    """A green cloth in soft light with *cards* on it, the last on top."""
    width, height = size
    noise = np.random.default_rng(7).normal(0, 4, (height, width, 1))
    light = np.linspace(0.8, 1.1, width)[None, :, None]
    canvas = np.array((70, 105, 60)) * light + noise
    for lying in cards:
        art = _art(lying.name, round(lying.width))
        way = cv2.getPerspectiveTransform(frame_of(0, art.shape[1::-1]), lying.corners)
        laid = cv2.warpPerspective(art, way, size)
        alpha = laid[..., 3:] / 255
        canvas = canvas * (1 - alpha) + laid[..., :3] * 0.94 * alpha
    return np.asarray(np.clip(cv2.GaussianBlur(canvas, (0, 0), 0.6), 0, 255), np.uint8)
