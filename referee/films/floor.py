"""The floor plan of a simulated table: seats, rows, pile, stock and burnt cards, in mm."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass

import numpy as np

from referee.errors import UserError
from referee.films.camera import Camera
from referee.table.layout import Matrix, Point, Polygon, Seat, Table

ROW_PITCH = 74.0
UP_SHIFT = 20.0
PILE_MM = (250.0, 200.0)

_SEATS: dict[int, tuple[tuple[float, Point], ...]] = {
    2: ((90.0, (0.0, 200.0)), (270.0, (0.0, -200.0))),
    3: ((90.0, (0.0, 200.0)), (190.0, (-398.0, -50.0)), (350.0, (398.0, -50.0))),
    4: ((90.0, (0.0, 200.0)), (180.0, (-398.0, 0.0)), (270.0, (0.0, -200.0)), (0.0, (398.0, 0.0))),
    5: (
        (90.0, (0.0, 250.0)),
        (165.0, (-480.0, 80.0)),
        (235.0, (-250.0, -250.0)),
        (305.0, (250.0, -250.0)),
        (15.0, (480.0, 80.0)),
    ),
    6: (
        (126.0, (-250.0, 250.0)),
        (180.0, (-480.0, 0.0)),
        (234.0, (-250.0, -250.0)),
        (306.0, (250.0, -250.0)),
        (0.0, (480.0, 0.0)),
        (54.0, (250.0, 250.0)),
    ),
}
_FACING = {
    3: (90.0, 180.0, 0.0),
    5: (90.0, 180.0, 270.0, 270.0, 0.0),
    6: (90.0, 180.0, 270.0, 270.0, 0.0, 90.0),
}
_BURNT = {5: (-270.0, 190.0), 6: (310.0, -20.0)}
_LIFT = {3: -45.0, 5: -45.0}


class FloorError(UserError):
    """A table that cannot be set."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a card lies: its middle in mm, `angle` in degrees clockwise (0 = upright as the camera sees it),
    and its height in mm above the table.
    """

    x: float
    y: float
    angle: float = 0.0
    z: float = 0.0


@dataclass(frozen=True, slots=True)
class Spot:
    """A seat: its name, the direction of its player, which way its row faces, and the middle of its row.

    `slots` is how many cards lie side by side in the row.
    """

    name: str
    direction: float
    facing: float
    row: Point
    slots: int = 3

    @property
    def outward(self) -> Point:
        """The unit vector from the table to the player."""
        return unit(self.facing)

    def slot(self, index: int, *, up: bool) -> Place:
        """The place of the face-down card *index* of the row, or of the face-up card upon it."""
        out, (cx, cy) = self.outward, self.row
        along = (index - (self.slots - 1) / 2) * ROW_PITCH
        back = -UP_SHIFT / 2 if up else UP_SHIFT / 2
        return Place(
            cx - out[1] * -along + out[0] * back, cy + out[0] * -along + out[1] * back, self.facing - 90.0
        )


@dataclass(frozen=True, slots=True)
class Floor:
    """Where everything lies on one table; the order of `spots` is clockwise from above."""

    spots: tuple[Spot, ...]
    pile: Point
    stock: Place
    burnt: Place

    def table(self, camera: Camera, card_mm: tuple[float, float]) -> Table:
        """The table file of this floor as *camera* sees it."""
        matrix = camera.to_mm()
        rows = [tuple(float(value) for value in row) for row in matrix]
        return Table(
            picture_size=camera.size,
            to_mm=_matrix(rows),
            pile=box(self.pile, *PILE_MM),
            stock=box((self.stock.x, self.stock.y), 96.0, 122.0),
            burnt=box((self.burnt.x, self.burnt.y), 150.0, 150.0),
            seats=tuple(_seat(spot) for spot in self.spots),
            card_mm=card_mm,
        )


def lay_out(names: tuple[str, ...], rng: random.Random, slots: int = 3) -> Floor:
    """A table for *names* with rows of *slots*, each thing a little off its usual place by *rng*."""
    if len(names) not in _SEATS:
        raise FloorError(f"Films have 2 to 6 players, not {len(names)}: choose another --players.")
    seats = _SEATS[len(names)]
    facing = _FACING.get(len(names), tuple(direction for direction, _ in seats))
    spots = tuple(
        Spot(name, direction, face, (x + rng.uniform(-6, 6), y + rng.uniform(-3, 3)), slots)
        for name, (direction, (x, y)), face in zip(names, seats, facing, strict=True)
    )
    bx, by = _BURNT.get(len(names), (225.0, -165.0))
    lift = _LIFT.get(len(names), -20.0)
    return Floor(
        spots=spots,
        pile=(-70.0 + rng.uniform(-8, 8), lift + 20 + rng.uniform(-8, 8)),
        stock=Place(150.0 + rng.uniform(-6, 6), 30.0 + rng.uniform(-8, 8), rng.uniform(-4, 4)),
        burnt=Place(bx + rng.uniform(-6, 6), by + rng.uniform(-6, 6), rng.uniform(-15, 15)),
    )


def unit(degrees: float) -> Point:
    """The unit vector of a direction, clockwise from the right-hand side."""
    return (math.cos(math.radians(degrees)), math.sin(math.radians(degrees)))


def box(centre: Point, width: float, height: float, angle: float = 0.0) -> Polygon:
    """The rectangle about *centre*, turned by *angle* degrees."""
    (cx, cy), (c, s) = centre, unit(angle)
    corners = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    halves = ((width / 2 * a, height / 2 * b) for a, b in corners)
    return tuple((cx + c * x - s * y, cy + s * x + c * y) for x, y in halves)


def corners(place: Place, size: tuple[float, float]) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """The corners (4 x 2, mm) of a card of *size* at *place*, clockwise from its own top left."""
    return np.array(box((place.x, place.y), size[0], size[1], place.angle), np.float64)


def _seat(spot: Spot) -> Seat:
    width, depth = (spot.slots - 1) * ROW_PITCH + 63 + 24, 88 + UP_SHIFT + 20
    return Seat(spot.name, spot.direction, box(spot.row, width, depth, spot.facing - 90.0))


def _matrix(rows: list[tuple[float, ...]]) -> Matrix:
    (a, b, c), (d, e, f), (g, h, i) = rows
    return ((a, b, c), (d, e, f), (g, h, i))
