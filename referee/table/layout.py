"""The table: where the pile, the stock, the burnt cards and each seat's rows lie, in millimetres.

Frame of reference: the table plane, origin at the middle of the table, x to the right and y downwards
as the camera sees it. A table file is JSON (`Table.save`, `Table.load`).
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from referee.errors import UserError

Point = tuple[float, float]
Polygon = tuple[Point, ...]
Matrix = tuple[tuple[float, float, float], tuple[float, float, float], tuple[float, float, float]]


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
class Table:
    """Zones in millimetres and the homography that takes picture pixels to them (row-major 3 x 3).

    `picture_size` is the (width, height) in pixels for which the homography holds.
    Seats are listed clockwise as seen from above.
    """

    picture_size: tuple[int, int]
    to_mm: Matrix
    pile: Polygon
    stock: Polygon
    burnt: Polygon
    seats: tuple[Seat, ...]
    card_mm: tuple[float, float] = (63.0, 88.0)

    def save(self, path: Path) -> None:
        """Write the table file."""
        path.write_text(json.dumps({"version": 1, **asdict(self)}, indent=1) + "\n", encoding="utf-8")

    @classmethod
    def load(cls, path: Path) -> Table:
        """Read a table file. Raises `TableError` in one plain sentence."""
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
            return cls(
                picture_size=(int(data["picture_size"][0]), int(data["picture_size"][1])),
                to_mm=_matrix(data["to_mm"]),
                pile=_polygon(data["pile"]),
                stock=_polygon(data["stock"]),
                burnt=_polygon(data["burnt"]),
                seats=tuple(
                    Seat(str(seat["name"]), float(seat["direction"]), _polygon(seat["rows"]))
                    for seat in data["seats"]
                ),
                card_mm=(float(data["card_mm"][0]), float(data["card_mm"][1])),
            )
        except FileNotFoundError:
            raise TableError(f"There is no table file {path}: make one with `referee calibrate`.") from None
        except (OSError, ValueError, KeyError, TypeError, IndexError) as error:
            raise TableError(
                f"{path} is no table file ({error}): make a new one with `referee calibrate`."
            ) from error


def _polygon(data: list[list[float]]) -> Polygon:
    points = tuple((float(x), float(y)) for x, y in data)
    if len(points) < 3:
        raise ValueError("a zone needs three corners or more")
    return points


def _matrix(data: list[list[float]]) -> Matrix:
    rows = tuple((float(a), float(b), float(c)) for a, b, c in data)
    if len(rows) != 3:
        raise ValueError("the homography needs three rows")
    return rows
