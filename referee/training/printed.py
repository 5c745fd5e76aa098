"""Decks of our own printing: every one drawn anew, so that no shape of a suit or figure is learnt by heart.

The suits are random outlines, the figures those of the fonts that matplotlib brings; where index and pips
stand differs as it does in shops. A court is another deck's, with the index of this one printed over its own;
one printer in four has plain courts, a large figure or a large suit.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.cards import Card, Rank, Suit
from referee.cards import card as parse_card
from referee.training.decks import FACES, Deck, Face, Image, levels
from referee.training.indexes import Box
from referee.training.layouts import Places, new_letters, new_places
from referee.training.pips import Mask, suit_mask

HEIGHT = 640
FONTS = (
    *("DejaVuSans", "DejaVuSans-Bold", "DejaVuSansMono", "DejaVuSansMono-Bold", "DejaVuSerif"),
    *("DejaVuSerif-Bold", "STIXGeneral", "STIXGeneralBol", "cmr10", "cmb10", "cmss10", "cmtt10"),
)
COURTS = (Rank.JACK, Rank.QUEEN, Rank.KING)


@dataclass(frozen=True)
class Printing:
    """What one printer does alike on all cards: measures are shares of the card's height."""

    width: float
    font: str
    condensed: float
    weight: int
    figure: float
    small_suit: float
    left: float
    top: float
    gap: float
    column: float
    first_row: float
    pip: float
    ace: float
    inks: Mapping[Suit, tuple[int, int, int]]
    paper: tuple[int, int, int]
    plain: str
    letters: Mapping[Rank, str]
    places: Mapping[int, Places]
    suits: Mapping[Suit, Mask]
    small_suits: Mapping[Suit, Mask]


def new_printing(r: Random) -> Printing:
    """A printer's choices."""
    large = r.random() < 0.15
    figure = r.uniform(0.13, 0.19) if large else r.uniform(0.075, 0.115)
    suits = {suit: suit_mask(r, suit) for suit in Suit}
    same = r.random() < 0.6
    return Printing(
        width=r.uniform(0.64, 0.72),
        font=r.choice(FONTS),
        condensed=r.uniform(0.55, 1.0),
        weight=r.choice((-2, 0, 0, 2, 4)),
        figure=figure,
        small_suit=figure * r.uniform(0.55, 1.15),
        left=r.uniform(0.025, 0.05),
        top=r.uniform(0.025, 0.055),
        gap=r.uniform(0.008, 0.025),
        column=r.uniform(0.15, 0.19),
        first_row=r.uniform(0.15, 0.22),
        pip=r.uniform(*((0.06, 0.09) if r.random() < 0.1 else (0.11, 0.175))),
        ace=r.uniform(0.2, 0.36),
        inks=_inks(r),
        paper=_shade(r, (235, 256), 8),
        plain=r.choice(("figure", "suit")) if r.random() < 0.25 else "",
        letters=new_letters(r),
        places=new_places(r),
        suits=suits,
        small_suits=suits if same else {suit: suit_mask(r, suit) for suit in Suit},
    )


def _shade(r: Random, light: tuple[int, int], tint: int) -> tuple[int, int, int]:
    level = r.randrange(*light)
    b, g, red = (max(0, min(255, level + r.randint(-tint, tint))) for _ in range(3))
    return b, g, red


def _inks(r: Random) -> dict[Suit, tuple[int, int, int]]:
    """Black and red as they come; one deck in six has four colours."""
    black = _shade(r, (5, 75), 10)
    red = (r.randrange(0, 90), r.randrange(0, 70), r.randrange(140, 245))
    inks = {Suit.CLUBS: black, Suit.SPADES: black, Suit.HEARTS: red, Suit.DIAMONDS: red}
    if r.random() < 0.17:
        inks[Suit.CLUBS] = (r.randrange(0, 80), r.randrange(90, 160), r.randrange(0, 70))
        inks[Suit.DIAMONDS] = r.choice(
            ((r.randrange(140, 240), r.randrange(40, 120), r.randrange(0, 70)), (20, 120, 230))
        )
    return inks


@lru_cache(maxsize=256)
def figure_mask(text: str, font: str) -> Mask:
    """*text* in *font* (H x W, 255 where there is ink), cut close, about 200 px high."""
    import matplotlib as mpl
    from PIL import Image as Pictures
    from PIL import ImageDraw, ImageFont

    path = Path(mpl.get_data_path()) / "fonts" / "ttf" / f"{font}.ttf"
    letters = ImageFont.truetype(str(path), 250)
    page = Pictures.new("L", (700, 400))
    x = 40.0
    for letter in text:
        ImageDraw.Draw(page).text((x, 40), letter, 255, letters)
        x += letters.getlength(letter) * 0.88
    ink = np.asarray(page)
    rows, columns = np.flatnonzero(ink.any(axis=1)), np.flatnonzero(ink.any(axis=0))
    return np.ascontiguousarray(ink[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1])


class PrintedFaces(Mapping[str, Face]):
    """The fifty-two faces of *printing*, each drawn when it is first dealt; courts are those of *courts*."""

    def __init__(self, r: Random, printing: Printing, courts: Deck) -> None:
        self._printing, self._courts = printing, courts
        self._seed = r.random()
        self._drawn: dict[str, Face] = {}

    def __getitem__(self, name: str) -> Face:
        if name not in self._drawn:
            if name not in FACES:
                raise KeyError(name)
            self._drawn[name] = self._draw(parse_card(name), Random(f"{self._seed}{name}"))
        return self._drawn[name]

    def __iter__(self) -> Iterator[str]:
        return iter(FACES)

    def __len__(self) -> int:
        return len(FACES)

    def _draw(self, card: Card, r: Random) -> Face:
        p = self._printing
        suit = card.suit or Suit.SPADES
        court = card.rank in COURTS
        art = court and not p.plain
        sheet = _court(self._courts.faces[str(card)], p) if art else _sheet(p)
        index = _index(sheet, card.rank, suit, p)
        if court and p.plain:
            _plain_court(r, sheet, card.rank, suit, index, p)
        elif not court:
            _pips(r, sheet, card.rank, suit, index, p)
        return Face(levels(sheet), index)


def printed_deck(r: Random, courts: Sequence[Deck]) -> Deck:
    """A deck nobody has seen, its courts from one of *courts*, its backs from that deck too."""
    other = r.choice(courts)
    return Deck("printed", PrintedFaces(r, new_printing(r), other), other.jokers, other.backs)


def _sheet(p: Printing) -> Image:
    return np.full((HEIGHT, round(HEIGHT * p.width), 3), p.paper, np.uint8)


def _court(face: Face, p: Printing) -> Image:
    """The court of another deck on this paper, without its indexes."""
    paper = _sheet(p)
    height, width = paper.shape[:2]
    art = cv2.resize(face.levels[0], (width, height), interpolation=cv2.INTER_LINEAR)
    sheet = cv2.multiply(art, paper, scale=1 / 255).astype(np.uint8, copy=False)
    if face.index is not None:
        x0, y0, x1, y1 = face.index
        left, right = int(x0 * width), int(x1 * width + 1)
        top, bottom = int(y0 * height), int(y1 * height + 1)
        for part in (sheet, sheet[::-1, ::-1]):
            part[top:bottom, left:right] = p.paper
    return sheet


def _plain_court(r: Random, sheet: Image, rank: Rank, suit: Suit, index: Box, p: Printing) -> None:
    """A large figure or suit in the middle, at times with a pip beside each index."""
    height, width = sheet.shape[:2]
    mask = _weighted(figure_mask(p.letters[rank], p.font), p.weight) if p.plain == "figure" else p.suits[suit]
    tall = height * (p.ace + 0.1)
    wide = min(tall * mask.shape[1] / mask.shape[0], 0.6 * width)
    place = ((width - wide) / 2, (height - tall) / 2)
    _print(sheet, mask, *place, (round(wide), round(tall)), p.inks[suit])
    if r.random() < 0.5:
        pip = p.suits[suit]
        low = p.pip * height
        size = (round(low * pip.shape[1] / pip.shape[0]), round(low))
        for half in (sheet, sheet[::-1, ::-1]):
            _print(half, pip, index[2] * width, p.top * height, size, p.inks[suit])


def _print(sheet: Image, mask: Mask, x: float, y: float, size: tuple[int, int], ink: Sequence[int]) -> None:
    """Put *mask*, scaled to *size* (px), onto *sheet* with its upper left corner at *x*, *y*."""
    left, top = round(x), round(y)
    shape = cv2.resize(mask, size, interpolation=cv2.INTER_AREA)
    part = sheet[max(0, top) : top + size[1], max(0, left) : left + size[0]]
    shape = shape[: part.shape[0], : part.shape[1]]
    alpha = (shape.astype(np.float32) / 255)[..., None]
    part[:] = np.round(part * (1 - alpha) + np.array(ink, np.float32) * alpha).astype(np.uint8)


def _index(sheet: Image, rank: Rank, suit: Suit, p: Printing) -> Box:
    """Print the index into two corners; its box as shares of width and height."""
    height, width = sheet.shape[:2]
    figure = _weighted(figure_mask(p.letters[rank], p.font), p.weight)
    tall = p.figure * HEIGHT
    wide = min(tall * figure.shape[1] / figure.shape[0] * p.condensed, tall * 0.95)
    small = p.small_suits[suit]
    low = p.small_suit * HEIGHT
    across = low * small.shape[1] / small.shape[0]
    widest = max(wide, across)
    x0, y0 = p.left * HEIGHT, p.top * HEIGHT
    below = y0 + tall + p.gap * HEIGHT
    for half in (sheet, sheet[::-1, ::-1]):
        _print(half, figure, x0 + (widest - wide) / 2, y0, (round(wide), round(tall)), p.inks[suit])
        _print(half, small, x0 + (widest - across) / 2, below, (round(across), round(low)), p.inks[suit])
    room = 0.012
    box = np.array([x0 / width, y0 / height, (x0 + widest) / width, (below + low) / height])
    left, top, right, bottom = (float(side) for side in box + np.array([-room, -room, room, room]))
    return max(0.0, left), max(0.0, top), right, bottom


def _weighted(mask: Mask, weight: int) -> Mask:
    """*mask* with its strokes made thicker, or thinner."""
    if weight == 0:
        return mask
    kernel: NDArray[np.uint8] = np.ones((abs(weight) * 2 + 1,) * 2, np.uint8)
    changed = cv2.dilate(mask, kernel) if weight > 0 else cv2.erode(mask, kernel)
    return np.asarray(changed, np.uint8)


def _pips(r: Random, sheet: Image, rank: Rank, suit: Suit, index: Box, p: Printing) -> None:
    width = sheet.shape[1]
    number = 1 if rank is Rank.ACE else int(rank)
    tall = HEIGHT * (p.ace * (r.uniform(1, 1.4) if suit is Suit.SPADES else 1) if number == 1 else p.pip)
    mask = p.suits[suit]
    wide = tall * mask.shape[1] / mask.shape[0]
    column = p.column * HEIGHT
    if number > 3:  # pips stand clear of the index
        clear = width / 2 - index[2] * width
        column = min(column, clear - 0.3 * wide)
        wide, tall = (side * min(1.0, 2 * (clear - column) / wide) for side in (wide, tall))
    size = (max(4, round(wide)), max(4, round(tall)))
    for x, y in p.places[number]:
        down = (p.first_row + y * (1 - 2 * p.first_row)) * HEIGHT
        half, x, down = (sheet, x, down) if y <= 0.5 else (sheet[::-1, ::-1], -x, HEIGHT - down)
        _print(half, mask, width / 2 + x * column - wide / 2, down - tall / 2, size, p.inks[suit])
