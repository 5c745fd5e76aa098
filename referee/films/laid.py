"""Four cards on a drawn table, one in each quarter of the picture: as people lay them to calibrate by."""

from __future__ import annotations

import random

import numpy as np

from referee.cards import DECK
from referee.films import decks
from referee.films.camera import Camera, through
from referee.films.floor import Place, corners
from referee.films.make import Shot, a_camera
from referee.films.spread import EDGE_PX, Spread, photographed

QUARTERS = ((0.05, 0.05), (0.55, 0.05), (0.55, 0.55), (0.05, 0.55))
ROOM = 0.4
"""Each card's middle lies in a part of the picture of so many widths and heights, from one of QUARTERS on."""


def four_cards(seed: int, deck: str, shot: Shot) -> Spread:
    """Four cards of *deck* on the table of *seed*, anywhere in their quarters and at any angle."""
    look = random.Random(f"laid {seed} {deck}")
    camera, pack = a_camera(shot, look), decks.load(deck, shot.assets)
    places = [_place(quarter, camera, pack.size_mm, look) for quarter in QUARTERS]
    cards = list(zip(look.sample(DECK, len(places)), places, strict=True))
    return next(photographed(cards, pack, camera, shot, look))


def _place(
    quarter: tuple[float, float], camera: Camera, size: tuple[float, float], look: random.Random
) -> Place:
    while True:
        share = np.array([quarter[0] + ROOM * look.random(), quarter[1] + ROOM * look.random()])
        x, y = through(camera.to_mm(), (share * camera.size)[None])[0]
        place = Place(float(x), float(y), look.uniform(-180, 180))
        outline = camera.project(corners(place, size))
        if (outline >= EDGE_PX).all() and (outline <= np.array(camera.size) - EDGE_PX).all():
            return place
