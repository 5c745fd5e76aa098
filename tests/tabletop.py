"""A drawn table: cards are rectangles whose colour says what they are, an arm is a bar from the border.

`PatchEyes` reads those colours, so that films of this table go through the whole path without weights.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import cv2
import numpy as np

from referee.cards import DECK, Card, Reading, card
from referee.table.layout import Polygon, Seat, Table
from referee.vision.sighting import Picture, Quad, Region, SeenCard, Side

SIZE = (640, 360)
WIDE, HIGH = 40, 56
MM = 63 / WIDE
FPS = 15
PILE = [(262 + 16 * number, 180) for number in range(9)]
BURNT = [(150 + 3 * number, 180) for number in range(6)]
STOCK = (500, 180)
ROWS = {
    0: [(270, 318), (320, 318), (370, 318)],
    1: [(42, 110), (42, 180), (42, 250)],
    2: [(270, 42), (320, 42), (370, 42)],
}
ENTRIES = {0: (320, 359), 1: (0, 180), 2: (320, 0)}
Place = tuple[int, int]


def zone(left: int, top: int, right: int, bottom: int) -> Polygon:
    corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
    return tuple(((x - SIZE[0] / 2) * MM, (y - SIZE[1] / 2) * MM) for x, y in corners)


TABLE = Table(
    picture_size=SIZE,
    to_mm=((MM, 0.0, -SIZE[0] / 2 * MM), (0.0, MM, -SIZE[1] / 2 * MM), (0.0, 0.0, 1.0)),
    pile=zone(232, 130, 420, 230),
    stock=zone(470, 130, 530, 230),
    burnt=zone(112, 130, 200, 230),
    seats=(
        Seat("Ana", 90.0, zone(240, 280, 400, 356)),
        Seat("Ben", 180.0, zone(4, 76, 80, 284)),
        Seat("Cem", 270.0, zone(240, 4, 400, 80)),
    ),
)
UP = {0: "6C 9D QH", 1: "7S JC KD", 2: "5D 8H AC"}


@dataclass
class Tabletop:
    """What lies where, and the frames in which it changes."""

    lying: dict[Place, Card | None] = field(default_factory=dict)
    pile: list[Card] = field(default_factory=list)

    @classmethod
    def dealt(cls) -> Tabletop:
        table = cls({STOCK: None})
        for seat, places in ROWS.items():
            table.lying.update(zip(places, map(card, UP[seat].split()), strict=True))
        return table

    def rest(self, seconds: float = 1.2) -> Iterator[Picture]:
        for _ in range(round(seconds * FPS)):
            yield self.picture()

    def play(self, seat: int, names: str) -> Iterator[Picture]:
        """The arm of *seat* comes, leaves the cards on the pile, and goes."""
        yield from self._reach(seat)
        for name in names.split():
            self.lying[PILE[len(self.pile)]] = card(name)
            self.pile.append(card(name))
        yield from self._leave(seat)

    def take_back(self, seat: int) -> Iterator[Picture]:
        """The arm of *seat* takes the newest card of the pile."""
        yield from self._reach(seat)
        self.pile.pop()
        del self.lying[PILE[len(self.pile)]]
        yield from self._leave(seat)

    def burn(self, seat: int) -> Iterator[Picture]:
        """The arm of *seat* moves the pile to the burnt cards."""
        yield from self._reach(seat)
        burnt = sum(place in self.lying for place in BURNT)
        self._clear_pile()
        self.lying[BURNT[burnt]] = None
        yield from self._leave(seat)

    def pick_up(self, seat: int) -> Iterator[Picture]:
        """The arm of *seat* takes the pile."""
        yield from self._reach(seat)
        self._clear_pile()
        yield from self._leave(seat)

    def picture(self, arm: tuple[Place, Place] | None = None) -> Picture:
        drawn = np.full((SIZE[1], SIZE[0], 3), (40, 80, 40), np.uint8)
        for place, known in self.lying.items():
            _draw(drawn, place, known)
        if arm:
            cv2.line(drawn, *arm, (120, 150, 210), 30)
        return drawn

    def _clear_pile(self) -> None:
        for number in range(len(self.pile)):
            del self.lying[PILE[number]]
        self.pile.clear()

    def _reach(self, seat: int) -> Iterator[Picture]:
        for share in (0.3, 0.6, 0.9, 1.0, 1.0):
            yield self.picture((ENTRIES[seat], _towards(ENTRIES[seat], share)))

    def _leave(self, seat: int) -> Iterator[Picture]:
        for share in (1.0, 0.8, 0.5, 0.25):
            yield self.picture((ENTRIES[seat], _towards(ENTRIES[seat], share)))
        yield from self.rest()


class PatchEyes:
    """Reads the drawn cards by their colours. *doubt* is what is left for another card."""

    version = "patches"

    def __init__(self, doubts: dict[str, tuple[str, float]] | None = None) -> None:
        self.doubts = doubts or {}
        self.looks = 0

    def look(self, picture: Picture, region: Region | None = None) -> list[SeenCard]:
        self.looks += 1
        places = [STOCK, *BURNT, *PILE, *(place for row in ROWS.values() for place in row)]
        return [seen for place in places if (seen := self._at(picture, place)) is not None]

    def _at(self, picture: Picture, place: Place) -> SeenCard | None:
        left, top = place[0] - WIDE // 2, place[1] - HIGH // 2
        if picture[top + 8 : top + 20, left + 1].mean() < 170:
            return None
        patch = picture[top + 8 : top + 20, left + 6 : left + 13].reshape(-1, 3)
        blue, green, red = (int(value) for value in np.median(patch, axis=0))
        quad = _quad(left, top)
        if red > 120:
            return SeenCard(quad, Side.BACK, Reading(()), 0.95)
        known = DECK[min(51, round((green - 30) / 50) * 13 + round((blue - 20) / 16))]
        return SeenCard(quad, Side.FACE, self._reading(known), 0.95)

    def _reading(self, known: Card) -> Reading:
        if str(known) not in self.doubts:
            return Reading(((known, 1.0),))
        other, p = self.doubts[str(known)]
        return Reading.of([(known, 1 - p), (card(other), p)])


def _quad(left: int, top: int) -> Quad:
    right, bottom = left + WIDE, top + HIGH
    return ((left, top), (right, top), (right, bottom), (left, bottom))


def _draw(drawn: Picture, place: Place, known: Card | None) -> None:
    left, top = place[0] - WIDE // 2, place[1] - HIGH // 2
    cv2.rectangle(drawn, (left, top), (left + WIDE - 1, top + HIGH - 1), (235, 235, 235), -1)
    inside = ((left + 4, top + 4), (left + WIDE - 5, top + HIGH - 5))
    cv2.rectangle(drawn, *inside, _colour(known), -1)


def _colour(known: Card | None) -> tuple[int, int, int]:
    if known is None:
        return (40, 40, 200)
    suit, rank = divmod(DECK.index(known), 13)
    return (20 + 16 * rank, 30 + 50 * suit, 10)


def _towards(entry: Place, share: float) -> Place:
    middle = PILE[3]
    return (
        round(entry[0] + share * (middle[0] - entry[0])),
        round(entry[1] + share * (middle[1] - entry[1])),
    )
