"""The camera was knocked: the whole picture has moved alike, not a few cards; the table file is set right.

What a picture at rest showed before is found again in one at rest after. There may be several motions: of the
camera, and of each card that somebody moved. The camera's is the one by which more of the picture lies as it
lay than by any other, and than where it stands.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from referee.table.homography import Numbers, applied, inverse
from referee.table.layout import Table
from referee.table.lens import flattened
from referee.table.zoning import corners_of
from referee.vision.shifted import Grey, finer, likeness, motions
from referee.vision.sighting import Picture

MOVED_MM = 3.0
"""Zones that are off by less lie well enough."""
ALIKE = 0.35
"""A part whose edges agree so well (correlation) lies as it lay."""
CLEARLY = 0.1
LEAST_CELLS = 5
STANDS = 40
"""Where so many parts lie as they lay, the camera has not moved, and there is nothing to look for."""
STANDING = 0.5
"""Where the camera moved, parts that stand still are no more than this share of those that moved along."""


@dataclass(frozen=True, slots=True)
class Knock:
    """The camera has moved. `table`: with the zones where they lie now. `moved_mm`: by how much they would be
    off by the old one, at most. `parts`: how many of 64 parts of the picture have moved alike.
    """

    table: Table
    moved_mm: float
    parts: int


def knocked(table: Table, before: Picture, after: Picture) -> Knock | None:
    """Whether the camera moved between two pictures of *table* at rest (H x W x 3, B G R, of one size).

    None where it did not, where only cards moved, or where the pictures have too little in common to tell.
    """
    was, now = _grey(table, before), _grey(table, after)
    size = (before.shape[1], before.shape[0])
    there, knocks = likeness(was, now, np.eye(3)), list[Knock]()
    if (there >= ALIKE).sum() >= STANDS:
        return None
    for rough in motions(was, now):
        way = finer(was, now, rough)
        moved = _moved_mm(table, way, size)
        if moved <= MOVED_MM:
            continue
        with_it = likeness(was, now, way)
        along = int(((with_it >= ALIKE) & (with_it > there + CLEARLY)).sum())
        stays = int(((there >= ALIKE) & (there > with_it + CLEARLY)).sum())
        if along >= LEAST_CELLS and stays <= STANDING * along:
            knocks.append(Knock(_set_right(table, way, size), moved, along))
    return max(knocks, key=lambda knock: knock.parts, default=None)


def _grey(table: Table, picture: Picture) -> Grey:
    """*picture* in grey, as the homography of *table* means it: without what the lens bends."""
    flat = picture
    if table.lens is not None:
        size = (picture.shape[1], picture.shape[0])
        flat = flattened(table.lens, np.asarray(cv2.resize(picture, table.picture_size), np.uint8))
        flat = np.asarray(cv2.resize(flat, size), np.uint8)
    return np.asarray(cv2.cvtColor(flat, cv2.COLOR_BGR2GRAY), np.uint8)


def _scaled(table: Table, size: tuple[int, int]) -> Numbers:
    """From pixels of a picture of *size* to those for which the table file holds."""
    return np.diag([table.picture_size[0] / size[0], table.picture_size[1] / size[1], 1.0])


def _moved_mm(table: Table, way: Numbers, size: tuple[int, int]) -> float:
    to_mm = np.array(table.to_mm) @ _scaled(table, size)
    corners = corners_of(table)
    there = applied(to_mm, applied(way, applied(inverse(to_mm), corners)))
    return float(np.linalg.norm(there - corners, axis=1).max())


def _set_right(table: Table, way: Numbers, size: tuple[int, int]) -> Table:
    scale = _scaled(table, size)
    matrix = np.array(table.to_mm) @ inverse(scale @ way @ inverse(scale))
    (a, b, c), (d, e, f), (g, h, i) = ([float(v) for v in row] for row in matrix / matrix[2, 2])
    return replace(table, to_mm=((a, b, c), (d, e, f), (g, h, i)))
