"""Backs that nobody sells, so that a back is learnt as such and not as one of the decks at hand."""

from __future__ import annotations

from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.training.decks import Face, levels

_HEIGHT, _WIDTH = 240, 168


def drawn_back(r: Random) -> Face:
    """A back nobody sells: a pattern of two colours inside a white border."""
    rng = np.random.default_rng(r.getrandbits(32))
    pattern = _pattern(r, rng)
    colours = rng.integers(0, 255, (2, 3))
    if r.random() < 0.6:
        colours[0] = 255
    image = np.full((_HEIGHT, _WIDTH, 3), 255, np.uint8)
    border = r.randint(0, 18)
    inner = np.s_[border : _HEIGHT - border, border : _WIDTH - border]
    image[inner] = np.where(pattern[..., None], colours[0], colours[1])[inner]
    if r.random() < 0.4:
        colour = [float(v) for v in rng.integers(0, 255, 3)]
        cv2.circle(image, (_WIDTH // 2, _HEIGHT // 2), r.randint(15, 60), colour, r.choice((-1, 2, 5)))
    return Face(levels(image))


def _pattern(r: Random, rng: np.random.Generator) -> NDArray[np.bool_]:
    """Lozenges, slanting lozenges, a blot the same upside down, or nothing."""
    y, x = np.mgrid[0:_HEIGHT, 0:_WIDTH]
    k, kind = rng.uniform(0.1, 0.9), r.randrange(4)
    if kind == 0:
        return np.asarray(np.sin(x * k) * np.sin(y * k) > rng.uniform(-0.3, 0.3))
    if kind == 1:
        return np.asarray(np.sin((x + y) * k) * np.sin((x - y) * k) > rng.uniform(-0.4, 0.4))
    return _blot(rng) if kind == 2 else np.zeros((_HEIGHT, _WIDTH), bool)


def _blot(rng: np.random.Generator) -> NDArray[np.bool_]:
    coarse = rng.normal(0, 1, (_HEIGHT // 8, _WIDTH // 8)).astype(np.float32)
    blot = cv2.resize(coarse, (_WIDTH, _HEIGHT), interpolation=cv2.INTER_CUBIC)
    blot = blot + blot[::-1, ::-1]
    return np.asarray(np.sin((blot + blot[:, ::-1]) * rng.uniform(2, 8)) > 0)
