"""Several looks at cards that lie still, put together as the table layer does it in a game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from referee.films.camera import Camera, Grid, through
from referee.table.spots import Spot, together
from referee.vision.sighting import Quad, SeenCard


def combined(looks: Iterable[Sequence[SeenCard]], camera: Camera) -> list[SeenCard]:
    """What *looks* (corners in pixels of *camera*) found in most of them, each card once; corners in pixels.

    Of one look it is what that look found, doubles left out.
    """
    placed = [[_moved(seen, camera.to_mm()) for seen in look] for look in looks]
    return [_moved(_as_seen(spot), camera.plane()) for spot in together(placed) if spot.steady]


def _as_seen(spot: Spot) -> SeenCard:
    return SeenCard(spot.quad, spot.side, spot.reading, spot.score, spot.whole)


def _moved(seen: SeenCard, matrix: Grid) -> SeenCard:
    return replace(seen, quad=_quad(through(matrix, np.array(seen.quad, np.float64))))


def _quad(points: Grid) -> Quad:
    a, b, c, d = ((float(x), float(y)) for x, y in points)
    return a, b, c, d
