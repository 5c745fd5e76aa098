"""Decks for films: a picture of each face and of one back, with round corners and a thin white edge."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import cv2
import numpy as np

from referee.cards import DECK, JOKER, Card
from referee.errors import UserError
from referee.films import jokers, unseen
from referee.films.sprites import Mask, Sprite
from referee.vision.sighting import Picture

BUNDLED = "npm_kennard_2color"
_OWN = Path(__file__).parent / "data" / "decks"
_HEIGHT_MM = 88.0
CARD_SCALE = 4.0
"""Pixels a millimetre of a deck's pictures."""
RIM_MM = 1.0
"""So far beyond its sides the sprite of a card goes on, transparent."""
_CORNER_MM = 3.4
_EDGE_MM = 1.1


class DeckError(UserError):
    """A deck that is not there or not whole."""


@dataclass(frozen=True, slots=True, eq=False)
class Deck:
    """The faces (the joker's among them) and the back of a deck, at 4 pixels a millimetre.

    `size_mm` is a card's (width, height).
    """

    name: str
    faces: Mapping[Card, Sprite]
    back: Sprite
    size_mm: tuple[float, float]


def choose(name: str, assets: Path | None, rng: random.Random) -> str:
    """The deck that *name* means: `auto` is one by *rng* of those kept out of training (the bundled one
    where there are no *assets*).
    """
    if name != "auto":
        return name
    here = [deck for deck in unseen.DECKS if _folder(deck, assets).is_dir()]
    return rng.choice(here) if here else BUNDLED


@cache
def load(name: str, assets: Path | None = None) -> Deck:
    """The deck *name* of *assets* or of the package. Raises `DeckError`."""
    folder = _folder(name, assets)
    pictures = {card: _read(folder / f"{card}.webp") for card in DECK}
    height, width = next(iter(pictures.values())).shape[:2]
    size = (round(_HEIGHT_MM * width / height, 1), _HEIGHT_MM)
    faces = {card: _cut(picture, size) for card, picture in pictures.items()}
    faces[JOKER] = _cut(_joker(folder / "JOKER1.webp", (width, height)), size)
    return Deck(name, faces, _cut(_read(folder / "BACK1.webp"), size, whole=True), size)


def _joker(path: Path, size: tuple[int, int]) -> Picture:
    return _read(path) if path.is_file() else jokers.drawn(size)


def _folder(name: str, assets: Path | None) -> Path:
    shared = assets / "decks" / name if assets else None
    return shared if shared and shared.is_dir() else _OWN / name


def _read(path: Path) -> Picture:
    data = np.frombuffer(path.read_bytes(), np.uint8) if path.is_file() else None
    picture = None if data is None else cv2.imdecode(data, cv2.IMREAD_UNCHANGED)
    if picture is None:
        raise DeckError(
            f"There is no picture {path.name} of the deck {path.parent.name}: "
            "choose another deck, or give the folder that has it with --assets."
        )
    return _on_white(np.asarray(picture, np.uint8))


def _on_white(picture: Picture) -> Picture:
    if picture.ndim == 2 or picture.shape[2] == 3:
        return np.asarray(picture.reshape(*picture.shape[:2], -1)[..., :3], np.uint8)
    solid = picture[..., 3:].astype(np.float32) / 255
    return np.asarray(picture[..., :3] * solid + 255 * (1 - solid), np.uint8)


def _cut(picture: Picture, size_mm: tuple[float, float], *, whole: bool = False) -> Sprite:
    w, h = (round(side * CARD_SCALE) for side in size_mm)
    art = np.asarray(cv2.resize(picture, (w, h), interpolation=cv2.INTER_AREA), np.uint8).copy()
    edge = round(_EDGE_MM * CARD_SCALE)
    inner = rounded((w, h), _CORNER_MM * CARD_SCALE, edge)
    paper = np.full_like(art, 250)
    keep = inner[..., None].astype(np.float32) / 255
    art = np.asarray(art * keep + paper * (1 - keep), np.uint8)
    if whole:
        art = np.asarray(cv2.GaussianBlur(art, (0, 0), 0.6), np.uint8)
    art = np.asarray(np.minimum(art, 245), np.uint8)
    pad = round(RIM_MM * CARD_SCALE)
    mask = cv2.copyMakeBorder(
        rounded((w, h), _CORNER_MM * CARD_SCALE), pad, pad, pad, pad, cv2.BORDER_CONSTANT
    )
    colour = cv2.copyMakeBorder(art, pad, pad, pad, pad, cv2.BORDER_REPLICATE)
    return Sprite.cut(np.asarray(colour, np.uint8), np.asarray(mask, np.uint8))


def rounded(size: tuple[int, int], radius: float, inset: int = 0) -> Mask:
    """A mask of *size* with a filled rectangle, *inset* pixels smaller on each side, with round corners."""
    w, h = size
    x = np.abs(np.arange(w) + 0.5 - w / 2)[None, :] - (w / 2 - inset - radius)
    y = np.abs(np.arange(h) + 0.5 - h / 2)[:, None] - (h / 2 - inset - radius)
    outside = np.hypot(np.maximum(x, 0), np.maximum(y, 0)) + np.minimum(np.maximum(x, y), 0) - radius
    return np.asarray(np.clip(0.5 - outside, 0, 1) * 255, np.uint8)
