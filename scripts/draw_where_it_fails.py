"""Brings docs/where-it-fails.md up to date: its pictures, and its tables where they are given.

`python scripts/draw_where_it_fails.py [FOLDER [TABLES]]` draws the bundled deck as the shipped eyes see it,
mistakes marked, as four JPEG files in FOLDER (docs/ if none is given), and puts TABLES, the `failures.md` of
`referee eval photos --failures`, into the page there.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from math import cos, radians, sin
from pathlib import Path

import cv2
import numpy as np

from referee.cards import DECK, Card
from referee.films import decks
from referee.films.camera import Grid
from referee.films.floor import Place
from referee.films.make import Shot, a_camera
from referee.films.spread import Spread, photographed, poor, spread
from referee.saving import save
from referee.vision import eyes
from referee.vision.failure_sheet import failure_sheet
from referee.vision.outcomes import outcomes
from referee.vision.scores import Mark, Photo
from referee.vision.sighting import Eyes, Picture

PAGE, BEGIN, END = "where-it-fails.md", "<!-- TABLES -->", "<!-- /TABLES -->"
DOCS = Path(__file__).resolve().parent.parent / "docs"
SHOT, NEAR = Shot(view=700.0), Shot(view=420.0)
WIDTH = 900
QUALITY = 80


def _laid(seed: int, places: list[Place]) -> Spread:
    look = random.Random(f"where it fails {seed}")
    dealt: list[Card] = look.sample(DECK, len(places))
    pack, camera = decks.load(decks.BUNDLED), a_camera(NEAR, look)
    return next(photographed(list(zip(dealt, places, strict=True)), pack, camera, NEAR, look))


def _fan(cards: int) -> Iterator[Place]:
    """A hand of *cards* laid down fanned: of each but the last a strip shows."""
    for number in range(cards):
        angle = 4.0 * (number - (cards - 1) / 2)
        yield Place(150 * sin(radians(angle)), 150 - 150 * cos(radians(angle)), angle)


def _pile(dice: random.Random, cards: int) -> Iterator[Place]:
    """Cards thrown upon each other."""
    for _ in range(cards):
        yield Place(dice.uniform(-55, 55), dice.uniform(-45, 45), dice.uniform(-180, 180))


def judged(laid: Spread, seeing: Eyes, sure: float) -> Picture:
    """*laid* as *seeing* sees it, with its mistakes marked."""
    marks = tuple(mark for card, outline in laid.cards for mark in _indexes(card, outline))
    photo = Photo(Path(laid.deck), laid.deck, tuple(card for card, _ in laid.cards), True, False, marks)
    return failure_sheet(laid.picture, outcomes(photo, seeing.look(laid.picture), sure))


def _indexes(card: Card, outline: Grid) -> Iterator[Mark]:
    """Where the two indexes of a card with the corners *outline* (4 x 2, px) are."""
    reach = 0.11 * float(np.linalg.norm(outline[3] - outline[0]))
    for corner in (0, 2):
        across, down = (outline[(corner + k) % 4] - outline[corner] for k in (1, 3))
        x, y = outline[corner] + 0.11 * across + 0.14 * down
        yield Mark(card, (x - reach, y - reach, x + reach, y + reach), index=True)


EXAMPLES: dict[str, Callable[[], Spread]] = {
    "fails-apart": lambda: spread(3, decks.BUNDLED, SHOT),
    "fails-poor": lambda: spread(4, decks.BUNDLED, poor(Shot())),
    "fails-fan": lambda: _laid(5, list(_fan(13))),
    "fails-pile": lambda: _laid(6, list(_pile(random.Random(6), 9))),
}
"""What is shown, by the name of its file."""


def main(arguments: list[str]) -> None:
    """Draw them all."""
    folder, seeing = Path(arguments[0]) if arguments else DOCS, eyes.load()
    for name, lay in EXAMPLES.items():
        sheet = judged(lay(), seeing, seeing.settings.sure)
        height = round(sheet.shape[0] * WIDTH / sheet.shape[1])
        small = cv2.resize(sheet, (WIDTH, height), interpolation=cv2.INTER_AREA)
        _, data = cv2.imencode(".jpg", small, (cv2.IMWRITE_JPEG_QUALITY, QUALITY))
        save(folder / f"{name}.jpg", data.tobytes())
    if len(arguments) > 1:
        page = folder / PAGE
        page.write_text(
            with_tables(page.read_text(encoding="utf-8"), Path(arguments[1]).read_text(encoding="utf-8"))
        )


def with_tables(page: str, tables: str) -> str:
    """*page* with *tables* between its two marks."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{tables}{END}{after}"


if __name__ == "__main__":
    main(sys.argv[1:])
