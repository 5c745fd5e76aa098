"""The zones of a surveyed table as the page shows them, and as they come back from it."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from referee.errors import UserError
from referee.saving import save
from referee.table.homography import inverse
from referee.table.layout import Lens, Point, Polygon, Table, TableError
from referee.table.lens import flattened
from referee.table.survey import Survey
from referee.vision.frames import Ahead, Source
from referee.vision.sighting import Picture

QUALITY = 80
LEAST_MM2 = 2000.0
"""A zone smaller than a third of a card is a slip of the finger."""


class ZoneSetting:
    """The zones of *survey*, which are kept in *path*. The picture may be renewed while they are dragged.

    Where the *lens* is known, the page shows what it would take if it did not bend.
    """

    def __init__(
        self, survey: Survey, table: Table, path: Path, live: bool = False, lens: Lens | None = None
    ) -> None:
        self._table, self._path, self._live, self._lens = table, path, live, lens
        self._remarks = [remark.text for remark in survey.remarks]
        self._picture = survey.picture
        self.kept: Table | None = None

    def zones(self) -> Mapping[str, Any]:
        """What the page draws."""
        to_mm = np.array(self._table.to_mm)
        return {
            "size": self._table.picture_size,
            "to_mm": to_mm.tolist(),
            "to_px": inverse(to_mm).tolist(),
            "live": self._live,
            "remarks": self._remarks,
            "zones": [
                {"key": key, "name": name, "outline": outline, "rows": key.startswith("rows")}
                for key, name, outline in _zones(self._table)
            ],
        }

    def still(self) -> bytes:
        """The table as it looks now: a JPEG."""
        _, data = cv2.imencode(".jpg", self._picture, (cv2.IMWRITE_JPEG_QUALITY, QUALITY))
        return data.tobytes()

    def renew(self, picture: Picture) -> None:
        """Show *picture* from now on."""
        self._picture = flattened(self._lens, picture)

    def keep(self, outlines: Mapping[str, Polygon], /) -> str:
        """Write the table with these *outlines* (mm), and say where. Raises `UserError`."""
        table = replace(moved(self._table, outlines), lens=self._lens)
        save(self._path, table.as_json().encode())
        self.kept = table
        return self._path.name


def moved(table: Table, outlines: Mapping[str, Polygon]) -> Table:
    """*table* with its zones where *outlines* (mm) say. Raises `TableError` where they are none."""
    keys = [key for key, _, _ in _zones(table)]
    if sorted(outlines) != sorted(keys):
        raise TableError("The page and the referee do not mean the same zones: load the page again.")
    for key, name, _ in _zones(table):
        if not _is_outline(outlines[key]):
            raise TableError(f"The corners of {name} lie on one line or cross over: drag them apart.")
    seats = tuple(replace(seat, rows=outlines[f"rows{number}"]) for number, seat in enumerate(table.seats))
    return replace(
        table, pile=outlines["pile"], stock=outlines["stock"], burnt=outlines["burnt"], seats=seats
    )


def _zones(table: Table) -> list[tuple[str, str, Polygon]]:
    """Each zone of *table*: its key, its name, its outline."""
    rows = [(f"rows{number}", seat.name, seat.rows) for number, seat in enumerate(table.seats)]
    return [
        ("pile", "pile", table.pile),
        ("stock", "stock", table.stock),
        ("burnt", "burnt", table.burnt),
        *rows,
    ]


def _is_outline(outline: Polygon) -> bool:
    """Whether *outline* encloses room, its sides crossing nowhere."""
    if len(outline) < 3 or abs(cv2.contourArea(np.array(outline, np.float32))) < LEAST_MM2:
        return False
    sides = list(pairwise((*outline, outline[0])))
    return not any(_cross(*one, *other) for one, other in combinations(sides, 2))


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether the way from *a* to *b* crosses that from *c* to *d*; a corner in common is no crossing."""
    return _turn(a, b, c) * _turn(a, b, d) < 0 and _turn(c, d, a) * _turn(c, d, b) < 0


def _turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


@contextmanager
def renewed(setting: ZoneSetting, source: Source) -> Iterator[None]:
    """Within, *setting* shows what a live *source* shows."""
    if not source.live:
        yield
        return

    def follow(frames: Ahead) -> None:
        with suppress(UserError):  # a camera that is lost meanwhile leaves its last picture
            for frame in frames:
                setting.renew(frame.picture)

    with Ahead(source, drop=True) as frames:
        threading.Thread(target=follow, args=(frames,), name="still", daemon=True).start()
        yield
