"""The table: where the pile, the stock, the burnt cards and each seat's rows lie, in millimetres.

Frame of reference: the table plane, origin at the middle of the table, x to the right and y downwards
as the camera sees it. A table file is JSON (`Table.save`, `Table.load`).
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from itertools import pairwise
from math import isfinite
from pathlib import Path

from referee.errors import UserError

Point = tuple[float, float]
Polygon = tuple[Point, ...]
Matrix = tuple[tuple[float, float, float], tuple[float, float, float], tuple[float, float, float]]


_HOW = "make one (`referee calibrate --help` shows how)."
_LEAST_MM2 = 1.0


class TableError(UserError):
    """A table file that cannot be used; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat: where its player sits, and the zone of its face-up and face-down cards.

    `direction` is in degrees clockwise from the right-hand side of the picture: 0 right, 90 bottom, 180 left.
    """

    name: str
    direction: float
    rows: Polygon


@dataclass(frozen=True, slots=True)
class Lens:
    """How a lens bends, in OpenCV's terms: `focal` lengths and `middle` in px of the table file's pictures,
    and `bend`: two radial coefficients, then two tangential ones.
    """

    focal: tuple[float, float]
    middle: tuple[float, float]
    bend: tuple[float, float, float, float]

    @classmethod
    def read(cls, data: dict[str, list[float]]) -> Lens:
        """The lens that a file tells. Raises what reading a wrong file raises."""
        (fx, fy), (cx, cy) = (map(_finite, data[key]) for key in ("focal", "middle"))
        k1, k2, p1, p2 = map(_finite, data["bend"])
        if min(fx, fy) <= 0:
            raise ValueError("a focal length is more than nothing")
        return cls((fx, fy), (cx, cy), (k1, k2, p1, p2))


@dataclass(frozen=True, slots=True)
class Table:
    """Zones in millimetres and the homography that takes picture pixels to them (row-major 3 x 3).

    `picture_size` is the (width, height) in pixels for which the homography holds; where a `lens` is told, it
    holds for pixels as they would be if the lens did not bend.
    Seats are listed clockwise as seen from above.
    """

    picture_size: tuple[int, int]
    to_mm: Matrix
    pile: Polygon
    stock: Polygon
    burnt: Polygon
    seats: tuple[Seat, ...]
    card_mm: tuple[float, float] = (63.0, 88.0)
    lens: Lens | None = None

    def save(self, path: Path) -> None:
        """Write the table file."""
        path.write_text(self.as_json(), encoding="utf-8")

    def as_json(self) -> str:
        """What a table file says."""
        told = {key: value for key, value in asdict(self).items() if value is not None}
        return json.dumps({"version": 1, **told}, indent=1) + "\n"

    @classmethod
    def load(cls, path: Path) -> Table:
        """Read a table file. Raises `TableError` in one plain sentence."""
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
            return cls(
                picture_size=(_pixels(data["picture_size"][0]), _pixels(data["picture_size"][1])),
                to_mm=_matrix(data["to_mm"]),
                pile=_polygon(data["pile"]),
                stock=_polygon(data["stock"]),
                burnt=_polygon(data["burnt"]),
                seats=tuple(
                    Seat(str(seat["name"]), _finite(seat["direction"]), _polygon(seat["rows"]))
                    for seat in data["seats"]
                ),
                card_mm=_card(data["card_mm"]),
                lens=Lens.read(data["lens"]) if data.get("lens") is not None else None,
            )
        except FileNotFoundError:
            raise TableError(f"There is no table file {path}: name it with --table, or {_HOW}") from None
        except (OSError, ValueError, KeyError, TypeError, IndexError) as error:
            raise TableError(f"{path} is no table file ({error}): {_HOW}") from error


def _polygon(data: list[list[float]]) -> Polygon:
    points = tuple((_finite(x), _finite(y)) for x, y in data)
    if len(points) < 3:
        raise ValueError("a zone needs three corners or more")
    if abs(_area(points)) < _LEAST_MM2:
        raise ValueError("the corners of a zone lie on one line or cross over")
    return points


def _area(points: Polygon) -> float:
    """In square millimetres, by the shoelace formula; negative where the corners go round the other way."""
    return sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in pairwise((*points, points[0]))) / 2


def _card(data: list[float]) -> tuple[float, float]:
    width, height = _finite(data[0]), _finite(data[1])
    if min(width, height) < 1:
        raise ValueError(f"a card of {width:g} x {height:g} mm is too small")
    return width, height


def _matrix(data: list[list[float]]) -> Matrix:
    rows = tuple((_finite(a), _finite(b), _finite(c)) for a, b, c in data)
    if len(rows) != 3:
        raise ValueError("the homography needs three rows")
    if abs(_determinant(rows)) < 1e-12:
        raise ValueError("the homography maps the picture to a line")
    return rows


def _pixels(value: float) -> int:
    return int(_finite(value))


def _finite(value: float) -> float:
    number = float(value)
    if isinstance(value, bool) or not isfinite(number):
        raise ValueError(f"{str(value).lower()} is no measure")
    return number


def _determinant(m: tuple[tuple[float, float, float], ...]) -> float:
    (a, b, c), (d, e, f), (g, h, i) = m
    return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
