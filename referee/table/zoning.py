"""Zones proposed from how many play: rows at the seats, pile, stock and burnt cards where there is room."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, dist, radians, sin

import cv2
import numpy as np

from referee.errors import UserError
from referee.table.geometry import distance
from referee.table.homography import Numbers, applied
from referee.table.layout import Point, Polygon, Seat, Table

PLAYERS = range(2, 7)
ROW_MM = (235.0, 128.0)
"""Three cards side by side, each upon another that shows behind it: along the edge of the table, and deep."""
WIDEST_MM, HIGHEST_MM = 1100, 700
"""Rows lie no further apart than people reach."""
RIM_MM = 8.0
GAP_MM = 12.0
GRID_MM = 10.0

BOTTOM, LEFT, TOP, RIGHT = 90.0, 180.0, 270.0, 0.0
_SIDES: dict[int, tuple[float, ...]] = {
    2: (BOTTOM, TOP),
    3: (BOTTOM, LEFT, RIGHT),
    4: (BOTTOM, LEFT, TOP, RIGHT),
    5: (BOTTOM, LEFT, TOP, TOP, RIGHT),
    6: (BOTTOM, BOTTOM, LEFT, TOP, TOP, RIGHT),
}
"""At which side of the table each seat is, clockwise as seen from above."""

PILES: tuple[tuple[float, float], ...] = ((250.0, 200.0), (220.0, 170.0), (190.0, 150.0))
STOCKS: tuple[tuple[float, float], ...] = ((96.0, 122.0),)
BURNTS: tuple[tuple[float, float], ...] = ((150.0, 150.0), (130.0, 120.0), (110.0, 110.0))
"""Sizes in mm, the best first."""


class ZoningError(UserError):
    """A table on which the zones find no room."""


def seen_mm(to_mm: Numbers, size: tuple[int, int]) -> Polygon:
    """What a picture of *size* shows of the table, in mm."""
    width, height = size
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64)
    return tuple((float(x), float(y)) for x, y in applied(to_mm, corners))


def proposed(
    to_mm: Numbers, size: tuple[int, int], names: Sequence[str], card_mm: tuple[float, float]
) -> Table:
    """A table for *names*, clockwise, as the camera sees it: the first sits at the bottom of the picture.

    Raises `ZoningError` where what the picture shows of the table is too small.
    """
    if len(names) not in PLAYERS:
        raise ZoningError(f"Two to six can play, not {len(names)}: choose another --players.")
    seen = seen_mm(to_mm, size)
    half = _halves(seen)
    rows = _rows(_SIDES[len(names)], half)
    if any(_overlap(row, other) for number, row in enumerate(rows) for other in rows[:number]):
        raise _too_small(seen)
    taken = list(rows)
    pile = _room(PILES, (-0.16 * half[0], 0.0), taken, seen)
    taken.append(pile)
    stock = _room(STOCKS, (_right_of(pile) + GAP_MM + STOCKS[0][0] / 2, 0.0), taken, seen)
    taken.append(stock)
    burnt = _room(BURNTS, (0.8 * half[0], -0.6 * half[1]), taken, seen)
    seats = zip(names, _directions(rows), rows, strict=True)
    matrix = tuple(tuple(float(value) for value in row) for row in to_mm)
    return Table(
        picture_size=size,
        to_mm=(_row(matrix[0]), _row(matrix[1]), _row(matrix[2])),
        pile=pile,
        stock=stock,
        burnt=burnt,
        seats=tuple(Seat(name, round(direction, 1), outline) for name, direction, outline in seats),
        card_mm=card_mm,
    )


def corners_of(table: Table) -> Numbers:
    """The corners of all zones (N x 2, mm)."""
    outlines = (table.pile, table.stock, table.burnt, *(seat.rows for seat in table.seats))
    return np.array([corner for outline in outlines for corner in outline], np.float64)


def _row(values: tuple[float, ...]) -> tuple[float, float, float]:
    a, b, c = values
    return a, b, c


def _halves(seen: Polygon) -> tuple[float, float]:
    """Half the sides of the largest rectangle about the middle that is wholly *seen*."""
    sizes = [
        (float(w), float(h)) for w in range(200, WIDEST_MM + 1, 20) for h in range(200, HIGHEST_MM + 1, 20)
    ]
    fitting = [size for size in sizes if _inside(box((0.0, 0.0), *size), seen, RIM_MM)]
    width, height = max(fitting, key=lambda size: size[0] * size[1], default=(0.0, 0.0))
    return width / 2, height / 2


def _rows(sides: Sequence[float], half: tuple[float, float]) -> list[Polygon]:
    """The rows of each seat: at the middle of its side, or two side by side."""
    rows = []
    for number, side in enumerate(sides):
        along, deep = ROW_MM if side in (BOTTOM, TOP) else ROW_MM[::-1]
        twice = sides.count(side) == 2
        first = twice and sides.index(side) == number
        shift = (along + GAP_MM) / 2 * (0 if not twice else 1 if first else -1)
        x, y = unit(side)
        centre = (x * (half[0] - along / 2), y * (half[1] - deep / 2))
        # Clockwise as seen from above is from right to left at the bottom, and the other way at the top.
        rows.append(box((centre[0] + shift * y, centre[1]), along, deep))
    return rows


def _room(
    sizes: Sequence[tuple[float, float]], wanted: Point, taken: Sequence[Polygon], seen: Polygon
) -> Polygon:
    """The place nearest to *wanted* where a zone of one of *sizes* lies on nothing *taken*, and is *seen*."""
    reach = np.arange(-WIDEST_MM / 2, WIDEST_MM / 2 + 1, GRID_MM)
    spots = sorted(((float(x), float(y)) for x in reach for y in reach), key=lambda at: dist(at, wanted))
    for width, height in sizes:
        for spot in spots:
            outline = box(spot, width, height)
            wide = box(spot, width + 2 * GAP_MM, height + 2 * GAP_MM)
            if _inside(outline, seen, RIM_MM) and not any(_overlap(wide, other) for other in taken):
                return outline
    raise _too_small(seen)


def _directions(rows: Sequence[Polygon]) -> list[float]:
    """Where the players sit: outwards from the middle of the table through their rows."""
    middles = [np.mean(row, axis=0) for row in rows]
    return [float(np.degrees(np.arctan2(y, x)) % 360) for x, y in middles]


def _right_of(outline: Polygon) -> float:
    return max(x for x, _ in outline)


def _inside(outline: Polygon, seen: Polygon, rim: float) -> bool:
    return all(distance(corner, seen) <= -rim for corner in outline)


def _overlap(one: Polygon, other: Polygon) -> bool:
    return cv2.intersectConvexConvex(np.array(one, np.float32), np.array(other, np.float32))[0] > 1.0


def _too_small(seen: Polygon) -> ZoningError:
    width, height = np.ptp(np.array(seen), axis=0)
    return ZoningError(
        f"The camera sees about {width / 10:.0f} x {height / 10:.0f} cm of the table, too little for them: "
        "hang it higher, or choose a wider view."
    )


def unit(degrees: float) -> Point:
    """The unit vector of a direction, clockwise from the right-hand side."""
    return round(cos(radians(degrees)), 9), round(sin(radians(degrees)), 9)


def box(centre: Point, width: float, height: float) -> Polygon:
    """The upright rectangle about *centre*, clockwise from its top left."""
    x, y = centre
    across, down = width / 2, height / 2
    return ((x - across, y - down), (x + across, y - down), (x + across, y + down), (x - across, y + down))
