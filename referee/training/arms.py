"""Hands with forearms for scenes where there are no pictures of any: those of the films, round limbs."""

from __future__ import annotations

from random import Random

import numpy as np

from referee.films import hands
from referee.training.decks import Image

PEOPLE = 12
_SCALE, _LENGTH_MM = 0.9, 340


def own_hands() -> tuple[Image, ...]:
    """Hands of a dozen people in each pose, B G R A, fingers up: the same each time."""
    people = (hands.own(Random(f"hand {k}"), _SCALE) for k in range(PEOPLE))
    return tuple(_picture(hand.sprite.pixels) for poses in people for hand in poses.values())


def _picture(pixels: Image) -> Image:
    """The upper part of *pixels*, whose colours are multiplied by their alpha, with colours that are not."""
    part = pixels[: round(_LENGTH_MM * _SCALE)]
    alpha = np.maximum(part[..., 3:].astype(np.float32), 1)
    colour = np.clip(part[..., :3].astype(np.float32) * 255 / alpha, 0, 255).astype(np.uint8)
    return np.dstack([colour, part[..., 3]])
