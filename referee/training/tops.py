"""Table tops that nobody photographed: wood, cloth and stone out of noise."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from random import Random

import numpy as np

from referee.films import textures
from referee.training.decks import Image

KINDS = ("wood", "cloth", "stone")
EACH = 14
_SCALE = 0.45
"""Pixels a millimetre of the table."""
_STONES = ((196, 202, 208), (88, 92, 98), (120, 132, 140), (168, 190, 204), (52, 52, 58), (130, 120, 112))


def all_tops() -> Iterator[tuple[str, int, Image]]:
    """Kind, number and picture (B G R) of each: the same each time."""
    for kind in KINDS:
        for number in range(EACH):
            yield kind, number, _own(kind, number)


def top(kind: str, r: Random) -> Image:
    """A piece of a table of that *kind*, B G R."""
    return _stone(r) if kind == "stone" else textures.drawn(kind, r, _SCALE)


def _stone(r: Random) -> Image:
    """Blotches and veins in every size, each half as strong as the one before."""
    rng = np.random.default_rng(r.getrandbits(32))
    shape = (round(textures.SPAN_MM[1] * _SCALE), round(textures.SPAN_MM[0] * _SCALE))
    sizes = [r.uniform(60, 160) / 2**k for k in range(6)]
    cloud = sum(textures.noise(shape, (size, size), rng) * 0.6**k for k, size in enumerate(sizes))
    veins = np.exp(-np.abs(textures.noise(shape, (sizes[0], sizes[0]), rng) + 0.3 * cloud) * r.uniform(8, 25))
    tone = 1 + r.uniform(0.03, 0.1) * cloud + r.choice((-0.25, 0.0, 0.2)) * veins
    colour = np.array(r.choice(_STONES), np.float32)
    grain = rng.normal(0, r.uniform(1, 6), (*shape, 1))
    return np.clip(colour * np.asarray(tone)[..., None] + grain, 0, 255).astype(np.uint8)


@lru_cache(maxsize=len(KINDS) * EACH)
def _own(kind: str, number: int) -> Image:
    return top(kind, Random(f"{kind} {number}"))


def own_top(r: Random) -> Image:
    """One of `all_tops`, for where there are no pictures of any."""
    return _own(r.choice(KINDS), r.randrange(EACH))
