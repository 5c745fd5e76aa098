"""Watches during a game whether the camera is knocked, and finds where the table lies in the picture then.

Every tenth of a second while the table is not at rest it is asked how much of the small picture lies as it
lay at the last rest. Arms and cards leave most of it alone. Only where most of it lies elsewhere, and the
camera hangs still again, the two pictures are compared (`knocked`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from referee.table.knocked import knocked
from referee.table.layout import Matrix, Table
from referee.table.turned import Turned
from referee.vision.scene import Activity, Scene
from referee.vision.sighting import Picture
from referee.vision.standing import Edges, edges, is_patterned, standing

ASKED_S = 0.1
ELSEWHERE = 0.4
"""Where a smaller share of the picture lies as it lay at the last rest, the camera may have been knocked."""
STILL = 0.6
"""The camera hangs still where so much of the picture lies as it lay a tenth of a second ago,"""
STILL_S = 0.3
"""and that for so long: it swings after a knock."""
AGAIN_S = 2.0
"""So long after a comparison that found nothing comes the next."""
HELD_S = 1.5
"""So long, at most, nothing is judged while the camera may have been knocked."""
ASTRAY = 0.15
"""Where so little of a patterned table lies as it lay at rest, and nothing is found again, the camera looks
elsewhere, or at something that is held before it."""
_DIGITS = 8


@dataclass(frozen=True, slots=True)
class Moved:
    """The camera was moved after *since*: `to_mm` takes the pixels of the table file to millimetres now.

    `off_mm` is by how much the zones lay wrong, at most.
    """

    since: float
    to_mm: Matrix
    off_mm: float

    def to_json(self) -> dict[str, Any]:
        """As the journal has it."""
        return {"since": self.since, "to_mm": self.to_mm, "off_mm": self.off_mm}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Moved:
        """The inverse of `to_json`."""
        return cls(float(data["since"]), _matrix(data["to_mm"]), float(data["off_mm"]))

    def set_right(self, table: Table) -> Table:
        """*table* with its zones where they lie in the picture now."""
        return replace(table, to_mm=self.to_mm)


@dataclass(frozen=True, slots=True)
class _Rest:
    """The table at rest: the picture, the small one and its edges, and the table as it lay in it."""

    picture: Picture
    small: Picture
    edges: Edges
    table: Table

    @classmethod
    def of(cls, picture: Picture, small: Picture, table: Table) -> _Rest:
        """With the edges worked out."""
        return cls(picture, small, edges(small), table)

    def turned(self, table: Table) -> _Rest:
        """The same, as the camera would have shown it had it hung as it does for *table*."""
        size = (self.picture.shape[1], self.picture.shape[0])
        large = Turned(self.table, table, size)
        little = Turned(self.table, table, size, size[0] / self.small.shape[1])
        return _Rest.of(large(self.picture), little(self.small), table)


class WatchedCamera:
    """Watches the camera over *table* through the scenes of a game.

    `astray`: it seems to have been moved, and where to cannot be told.
    """

    def __init__(self, table: Table) -> None:
        self._table = table
        self._rest: _Rest | None = None
        self._resting = False
        self._last: Edges | None = None
        self._asked_t = self._fine_t = self._swung_t = self._not_before = -1.0
        self.astray = False

    def may_be_knocked(self, t: float) -> bool:
        """Whether what the picture shows at *t* is better not judged: the camera may have been knocked."""
        return self._fine_t < self._asked_t and t - self._fine_t <= HELD_S

    def update(self, scene: Scene) -> Moved | None:
        """Whether the camera has moved by *scene*. Give it every scene."""
        t, resting = scene.frame.t, scene.activity is Activity.REST
        rests_on, self._resting = resting and self._resting, resting
        if rests_on and self._is_fine:
            self._fine_t = self._asked_t = t
        elif t - self._asked_t >= ASKED_S or (resting and not rests_on):
            return self._asked(scene, due=t >= self._not_before or not rests_on)
        return None

    @property
    def _is_fine(self) -> bool:
        """Whether the camera hung as before when it was last asked."""
        return self._fine_t == self._asked_t

    def take(self, moved: Moved) -> None:
        """The camera was *moved*: what comes is seen by the table set right."""
        self._table = moved.set_right(self._table)
        self._rest = self._rest and self._rest.turned(self._table)
        self._fine_t = self._asked_t
        self._resting = self.astray = False

    def _asked(self, scene: Scene, *, due: bool) -> Moved | None:
        t, now = scene.frame.t, edges(scene.small)
        last, self._last, self._asked_t = self._last, now, t
        lies = self._lies(now)
        if lies >= ELSEWHERE:
            self._remember(scene)
            return None
        if last is None or standing(last, now) < STILL:
            self._swung_t = t
        if t - self._swung_t < STILL_S or not due:
            return None
        self._not_before = t + AGAIN_S
        moved = self._compared(scene)
        if moved is None and self._resting:
            self._not_found(lies, scene)
        return moved

    def _lies(self, now: Edges) -> float:
        """How much of the picture lies as it lay at the last rest."""
        rest = self._rest
        return 1.0 if rest is None or rest.edges.shape != now.shape else standing(rest.edges, now)

    def _remember(self, scene: Scene) -> None:
        """The camera hangs as before; at rest, *scene* is what comes is compared with."""
        self._fine_t, self.astray = scene.frame.t, False
        if self._resting:
            self._rest = _Rest.of(scene.frame.picture, scene.small, self._table)

    def _not_found(self, lies: float, scene: Scene) -> None:
        """The last rest is not found again in this one: other cards lie there, or it is another view."""
        rest = self._rest
        patterned = rest is not None and is_patterned(rest.edges) and is_patterned(edges(scene.small))
        if lies < ASTRAY and patterned:
            self.astray = True
        else:
            self._remember(scene)

    def _compared(self, scene: Scene) -> Moved | None:
        rest = self._rest
        knock = rest and knocked(rest.table, rest.picture, scene.frame.picture)
        if not knock:
            return None
        return Moved(self._fine_t, _rounded(knock.table.to_mm), round(knock.moved_mm, 1))


def _rounded(matrix: Matrix) -> Matrix:
    """To so many digits that another machine finds the same."""
    return _matrix([[float(f"{value:.{_DIGITS}g}") for value in row] for row in matrix])


def _matrix(rows: Any) -> Matrix:
    (a, b, c), (d, e, f), (g, h, i) = rows
    return (a, b, c), (d, e, f), (g, h, i)
