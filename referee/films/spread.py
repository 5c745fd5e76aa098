"""Cards laid out on a table, none over another, as a webcam above sees them: to measure the eyes."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count, islice

import cv2
import numpy as np

from referee.cards import DECK, Card
from referee.films import decks, textures
from referee.films.camera import Camera, Grid
from referee.films.decks import Deck
from referee.films.floor import Place, corners
from referee.films.make import Shot, a_camera, flaws
from referee.films.motion import Step, Track
from referee.films.render import Light, Renderer
from referee.films.sensor import Sensor
from referee.vision.sighting import Picture

CARDS = 14
LOT = 13
TRIES = 400
EDGE_PX = 4.0
BETWEEN_S = 2 / 15
"""Between two pictures of one table: looks are a tenth of a second apart or more, and films have 15 pictures
a second."""


@dataclass(frozen=True, slots=True, eq=False)
class Spread:
    """A picture (H x W x 3, B G R) and its cards, each with its corners (4 x 2, px, clockwise).

    `camera` is what took it: it takes pixels to millimetres of the table and back.
    """

    picture: Picture
    deck: str
    cards: tuple[tuple[Card, Grid], ...]
    camera: Camera


def poor(shot: Shot) -> Shot:
    """*shot* by a poor webcam high above a badly lit table: a card is about 55 pixels wide."""
    return replace(shot, view=shot.view or 1450.0, light=0.55, flaws=2.5, flicker=0.06, jpeg=30)


def whole_deck(seed: int, deck: str, shot: Shot, lot: int = LOT) -> Iterator[Spread]:
    """All 52 cards of *deck*, about *lot* at a time, each lot on a table of its own. Raises `DeckError`."""
    waiting = random.Random(f"lots {seed} {deck}").sample(DECK, len(DECK))
    for number in count(seed):
        laid = spread(number, deck, shot, lot, waiting[:lot])
        yield laid
        shown = {card for card, _ in laid.cards}
        waiting = [card for card in waiting if card not in shown]
        if not waiting:
            return


def spread(
    seed: int, deck: str, shot: Shot, cards: int = CARDS, dealt: Sequence[Card] | None = None
) -> Spread:
    """About *cards* different cards of *deck* on the table of *seed*: the first of *dealt*, or any.

    Raises `DeckError`.
    """
    return next(pictures(seed, deck, shot, cards, dealt))


def several(seed: int, deck: str, shot: Shot, frames: int) -> list[Spread]:
    """The table that `spread` lays, photographed *frames* times. Raises `DeckError`."""
    return list(islice(pictures(seed, deck, shot), frames))


def pictures(
    seed: int, deck: str, shot: Shot, cards: int = CARDS, dealt: Sequence[Card] | None = None
) -> Iterator[Spread]:
    """One table over and over, without end: the cards lie still, the camera's flaws are others each time."""
    look = random.Random(f"spread {seed} {deck}")
    camera = a_camera(shot, look)
    pack = decks.load(deck, shot.assets)
    places = _places(look, camera, pack.size_mm, cards if dealt is None else min(cards, len(dealt)))
    dealt = look.sample(DECK, len(places)) if dealt is None else dealt[: len(places)]
    return photographed(list(zip(dealt, places, strict=True)), pack, camera, shot, look)


def photographed(
    cards: Sequence[tuple[Card, Place]], pack: Deck, camera: Camera, shot: Shot, look: random.Random
) -> Iterator[Spread]:
    """*cards* of *pack*, each upon those before it, as *camera* takes them over and over."""
    tracks = [Track(card, [_lying(place, order)]) for order, (card, place) in enumerate(cards)]
    light = Light((look.uniform(-0.5, 0.5), look.uniform(0.1, 0.6)), look.uniform(0.28, 0.45))
    renderer = Renderer(camera, pack, (), textures.top(camera, look, shot.assets), light)
    sensor, clean = Sensor(camera.size, flaws(shot, look)), renderer.frame(tracks, (), 0.0)
    truth = tuple((card, camera.project(corners(place, pack.size_mm))) for card, place in cards)
    for number in count():
        yield Spread(sensor.take(clean, number, number * BETWEEN_S), pack.name, truth, camera)


def _lying(place: Place, order: int) -> Step:
    return Step(-1.0, -1.0, place, place, (1.0, 1.0), order)


def _places(look: random.Random, camera: Camera, size: tuple[float, float], cards: int) -> list[Place]:
    """Places whose cards lie apart, wholly in the picture, at any angle."""
    reach = camera.view / 2
    found: list[Place] = []
    outlines: list[Grid] = []
    for _ in range(TRIES):
        place = Place(look.uniform(-reach, reach), look.uniform(-reach, reach), look.uniform(-180, 180))
        outline = camera.project(corners(place, size))
        if _inside(outline, camera.size) and not _touches(corners(place, size), outlines):
            found.append(place)
            outlines.append(corners(place, size))
        if len(found) == cards:
            break
    return found


def _inside(outline: Grid, size: tuple[int, int]) -> bool:
    return bool((outline >= EDGE_PX).all() and (outline <= np.array(size) - EDGE_PX).all())


def _touches(outline: Grid, others: Sequence[Grid]) -> bool:
    shape = outline.astype(np.float32)
    return any(cv2.intersectConvexConvex(shape, other.astype(np.float32))[0] > 0 for other in others)
