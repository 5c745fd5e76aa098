"""When a zone of the table has come to rest, and what was seen of it since."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from referee.table.canvas import Canvas
from referee.table.geometry import Zone
from referee.vision.scene import Scene
from referee.vision.sighting import Picture, SeenCard

QUIET_S = 0.25
"""A zone without arm or movement for so long is at rest."""
BETWEEN_LOOKS_S = 0.1
BUSY_CARDS = 0.04
"""Less movement than this, in areas of a card, is none."""
AS_IT_LAY = 0.008
"""A zone that changed less than this, in areas of a card, while an arm was over it shows what it showed."""
FIRST_LOOKS = 5
LOOKS = 2
MOST_LOOKS = 5


@dataclass
class Watched:
    """One zone between two rests.

    `busy_t` is when something last moved there, `settled_t` when its last rest was understood.

    `settled` is the small picture of its last rest, None before the first. From the moment an arm or a
    movement enters it until it is settled again the zone is `stirred`.
    """

    zone: Zone
    settled: Picture | None = None
    stirred: bool = True
    since: float = 0.0
    busy_t: float = 0.0
    settled_t: float = -1.0
    looks: list[list[SeenCard]] = field(default_factory=list)
    wanted: int = FIRST_LOOKS
    change: float | None = None
    _look_t: float = -1.0
    _quiet: Picture | None = None
    _before: tuple[Picture, list[list[SeenCard]]] | None = None

    def update(self, scene: Scene, canvas: Canvas) -> None:
        """Take note of movement and arms in *scene*."""
        t = scene.frame.t
        if canvas.cards(scene.busy, self.zone) >= BUSY_CARDS:
            if not self.stirred:
                self.stirred, self.since = True, t
            self._disturbed(t)
        elif self.at_rest(t) and self.change is None:
            self.change = 9.0 if self.settled is None else canvas.change(self.settled, scene.small, self.zone)
            self._look_on(scene.small, canvas)

    def _look_on(self, small: Picture, canvas: Canvas) -> None:
        """Take the looks from before the last disturbance up again, if all lies as it lay then."""
        self._quiet = small
        if self._before is not None and canvas.change(self._before[0], small, self.zone) < AS_IT_LAY:
            self.looks = self._before[1]

    def stir(self, since: float, t: float) -> None:
        """Nobody watched from *since* to *t*: the zone has to be understood anew."""
        if not self.stirred:
            self.stirred, self.since = True, since
        self._disturbed(t)
        self._before = None

    def at_rest(self, t: float) -> bool:
        """Whether the zone is stirred but quiet by now."""
        return self.stirred and t - self.busy_t >= QUIET_S

    def _disturbed(self, t: float) -> None:
        self.busy_t = t
        if self.looks and self._quiet is not None:
            self._before = (self._quiet, self.looks)
        self.looks, self.change = [], None
        self.wanted = FIRST_LOOKS if self.settled is None else LOOKS

    def wants_look(self, t: float) -> bool:
        """Whether the eyes should look at *t*."""
        return self.at_rest(t) and len(self.looks) < self.wanted and t - self._look_t >= BETWEEN_LOOKS_S

    def look(self, t: float, cards: Sequence[SeenCard]) -> None:
        """Take what the eyes saw in the zone (mm) at *t*."""
        self.looks.append(list(cards))
        self._look_t = t

    def more(self) -> bool:
        """Ask for another look; False when there have been enough."""
        self.wanted = min(MOST_LOOKS, max(self.wanted, len(self.looks)) + 1)
        return len(self.looks) < MOST_LOOKS

    def settle(self, small: Picture, t: float) -> None:
        """The zone is understood as it lies in *small* at *t*."""
        self.settled, self.stirred, self.settled_t = small, False, t
        self.looks, self.change, self._before = [], None, None
