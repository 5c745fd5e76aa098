from __future__ import annotations

import random
from functools import cache

import cv2
import numpy as np
import pytest

from referee.cards import DECK
from referee.films.camera import Camera, Grid
from referee.films.decks import BUNDLED, load
from referee.films.floor import Place, lay_out
from referee.films.make import Shot
from referee.films.spread import photographed
from referee.table.homography import applied
from referee.table.knocked import knocked
from referee.table.layout import Table
from referee.table.zoning import corners_of
from referee.vision.sighting import Picture

SIZE = (960, 540)
PACK = load(BUNDLED)
LAID = [
    Place(-260, -120, 20),
    Place(-40, 10, -75),
    Place(-60, -5, 60),
    Place(240, 120, 8),
    Place(150, -150, 90),
]
MOVED = [
    Place(-230, -100, 55),
    Place(-40, 10, -75),
    Place(0, 110, 10),
    Place(240, 120, 8),
    Place(120, -110, 70),
]


class Turned(Camera):
    """A camera that was turned about itself by 2 degrees."""

    axis = (0.0, 0.0, 0.0)

    def plane(self, z: float = 0.0) -> Grid:
        focal = self.px_per_mm * self.distance
        lens = np.array([[focal, 0, self.size[0] / 2], [0, focal, self.size[1] / 2], [0, 0, 1]])
        turn = cv2.Rodrigues(np.radians(np.array(self.axis)))[0]
        matrix = lens @ turn @ np.linalg.inv(lens) @ Camera.plane(self, z)
        return np.asarray(matrix / matrix[2, 2], np.float64)


def table() -> Table:
    return lay_out(("Ana", "Ben", "Cem"), random.Random(1)).table(Camera(SIZE), PACK.size_mm)


def pictures(camera: Camera, places: list[Place], number: int) -> Picture:
    """The same table, light and cloth each time, as *camera* sees it; the noise is another one."""
    cards = list(zip(DECK[::7], places, strict=False))
    taken = photographed(cards, PACK, camera, Shot(size=SIZE), random.Random("knocked"))
    return [next(taken).picture for _ in range(number)][-1]


@cache
def before() -> Picture:
    return pictures(Camera(SIZE), LAID, 1)


def turned(*axis: float) -> Turned:
    camera = Turned(SIZE)
    object.__setattr__(camera, "axis", axis)
    return camera


@pytest.mark.parametrize("axis", [(2.0, 0.0, 0.0), (0.0, 2.0, 0.0), (0.0, 0.0, 2.0)])
def test_a_camera_turned_by_two_degrees_is_noticed_and_the_zones_lie_right_again(
    axis: tuple[float, float, float],
) -> None:
    camera = turned(*axis)
    knock = knocked(table(), before(), pictures(camera, LAID, 2))

    assert knock is not None
    assert knock.moved_mm > 10
    zones = corners_of(table())
    there = applied(np.array(knock.table.to_mm), camera.project(zones))
    assert np.linalg.norm(there - zones, axis=1).max() < 1.0


def test_cards_that_moved_at_the_same_time_do_not_hide_that_the_camera_did() -> None:
    camera = turned(1.0, -1.5, 1.0)
    knock = knocked(table(), before(), pictures(camera, MOVED, 2))

    assert knock is not None
    zones = corners_of(table())
    there = applied(np.array(knock.table.to_mm), camera.project(zones))
    assert np.linalg.norm(there - zones, axis=1).max() < 3.0


def test_cards_that_moved_are_no_knock() -> None:
    assert knocked(table(), before(), pictures(Camera(SIZE), MOVED, 2)) is None


def test_noise_is_no_knock() -> None:
    assert knocked(table(), before(), pictures(Camera(SIZE), LAID, 3)) is None


def test_another_table_altogether_is_no_knock() -> None:
    other = np.random.default_rng(3).integers(0, 255, (540, 960, 3), np.uint8)

    assert knocked(table(), before(), other) is None
    assert knocked(table(), before(), np.zeros_like(other)) is None


def test_a_table_file_for_larger_pictures_is_set_right_as_well() -> None:
    camera = turned(0.0, 2.0, 0.0)
    large = lay_out(("Ana", "Ben", "Cem"), random.Random(1)).table(Camera((1920, 1080)), PACK.size_mm)
    knock = knocked(large, before(), pictures(camera, LAID, 2))

    assert knock is not None
    zones = corners_of(large)
    there = applied(np.array(knock.table.to_mm), camera.project(zones) * 2)
    assert np.linalg.norm(there - zones, axis=1).max() < 1.5
