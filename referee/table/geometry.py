"""From pixels of the picture to millimetres of the table and back, and which zone a point lies in."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from math import dist

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.table.homography import applied, inverse
from referee.table.layout import Point, Polygon, Table
from referee.table.lens import bent, straightened
from referee.vision.sighting import Quad, SeenCard

REACH_MM = 30.0
"""A card this far outside a zone still belongs to it."""


class Area(StrEnum):
    """What a zone is for."""

    PILE = "pile"
    STOCK = "stock"
    BURNT = "burnt"
    ROWS = "rows"


SMALLEST, LARGEST = 0.7, 1.55
"""Sides of a find in card sides: of a covered card the box is often drawn across the card upon it too."""


@dataclass(frozen=True, slots=True)
class Zone:
    """One zone of the table; `seat` for rows only."""

    area: Area
    seat: int | None = None


PILE, STOCK, BURNT = Zone(Area.PILE), Zone(Area.STOCK), Zone(Area.BURNT)


def zones(table: Table, players: int | None = None) -> dict[Zone, Polygon]:
    """Every zone of *table* with its outline in millimetres; the rows of the first *players* seats."""
    rows = {Zone(Area.ROWS, index): seat.rows for index, seat in enumerate(table.seats[:players])}
    return {PILE: table.pile, STOCK: table.stock, BURNT: table.burnt, **rows}


def zone_of(table: Table, point: Point, players: int | None = None) -> Zone | None:
    """The zone that *point* (mm) lies in, or the nearest no more than `REACH_MM` away."""
    zone, away = min(
        ((zone, distance(point, outline)) for zone, outline in zones(table, players).items()),
        key=lambda pair: pair[1],
    )
    return zone if away <= REACH_MM else None


def distance(point: Point, outline: Polygon) -> float:
    """How far *point* is outside *outline*; negative inside."""
    corners = np.array(outline, np.float32).reshape(-1, 1, 2)
    return -float(cv2.pointPolygonTest(corners, point, True))


def to_mm(table: Table, seen: SeenCard, size: tuple[int, int] | None = None) -> SeenCard:
    """*seen* with its corners in millimetres; *size* is that of the picture, if not the table file's."""
    return replace(seen, quad=_quad(_to_mm(table, seen.quad, size)))


def point_to_mm(table: Table, point: Point, size: tuple[int, int] | None = None) -> Point:
    """*point* of the picture, in millimetres of the table."""
    x, y = _to_mm(table, (point,), size)[0]
    return float(x), float(y)


def to_px(table: Table, outline: Polygon, size: tuple[int, int] | None = None) -> Polygon:
    """*outline* (mm) in pixels of a picture of *size*."""
    moved = applied(inverse(np.array(table.to_mm)), np.array(outline, np.float64))
    if table.lens is not None:
        moved = bent(table.lens, moved)
    moved = moved / _scale(table, size)
    return tuple((float(x), float(y)) for x, y in moved)


def card_sized(table: Table, quad: Quad) -> bool:
    """Whether *quad* (mm) is about as large as a card: both sides and the area."""
    lengths = [dist(quad[index], quad[(index + 1) % 4]) for index in range(4)]
    sides = sorted(((lengths[0] + lengths[2]) / 2, (lengths[1] + lengths[3]) / 2))
    return all(
        SMALLEST * card <= side <= LARGEST * card
        for side, card in zip(sides, sorted(table.card_mm), strict=True)
    )


def _to_mm(table: Table, points: tuple[Point, ...], size: tuple[int, int] | None) -> NDArray[np.float64]:
    """*points* of a picture of *size* (N x 2), in millimetres."""
    px = np.array(points, np.float64) * _scale(table, size)
    return applied(np.array(table.to_mm), px if table.lens is None else straightened(table.lens, px))


def _scale(table: Table, size: tuple[int, int] | None) -> NDArray[np.float64]:
    """By how much pictures of the table file are larger than those of *size*, across and down."""
    return np.asarray(np.array(table.picture_size) / np.array(size or table.picture_size), np.float64)


def _quad(points: NDArray[np.float64]) -> Quad:
    a, b, c, d = ((float(x), float(y)) for x, y in points)
    return a, b, c, d
