"""What happens at a table and is no event: a card held over the pile, a glass, a sleeve, the lights,
a camera that is knocked.

None of it is in the truth's events; `Truth.nuisances` says when it was.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence

from referee.films.choreography import Stage
from referee.films.lamps import DAY
from referee.films.mount import SETTLED_S, Turn
from referee.films.truth import Nuisance

GAP = (2, 3)
"""So many plays lie between two nuisances at the least and at the most."""
KNOCK_DEG = 2.0
"""A knocked camera hangs turned by so much."""
_DRINKS = ((30, 90, 190), (20, 30, 60), (40, 60, 150), (160, 190, 200))


class Nuisances:
    """The nuisances of one film, of *kinds*, each at a random time. `happened` are those so far."""

    def __init__(self, stage: Stage, kinds: Sequence[str], gap: tuple[int, int], rng: random.Random) -> None:
        self._stage, self._kinds, self._gap, self._rng = stage, kinds, gap, rng
        self._next = 1 if kinds else -1
        self._glass: tuple[int, int] | None = None
        self._light_again = 0.0
        self.happened: list[Nuisance] = []
        self.crossing = False

    def before(self, plays: int, seat: int, hand: Sequence[int], stock: int) -> None:
        """What bothers before the turn of *seat*, who holds *hand*, after so many *plays*."""
        if self._glass is not None and plays >= self._glass[1]:
            self._take_glass()
        if not self._kinds or plays < self._next:
            return
        here = [kind for kind in self._kinds if self._possible(kind, hand, stock)]
        if not here:
            return
        kind = self._rng.choice(here)
        self._next = plays + self._rng.randint(*self._gap)
        began = self._stage.now
        _DO[kind](self, seat, hand)
        if kind not in ("lights", "crossed"):
            self.happened.append(Nuisance(kind, began, self._stage.now))
            self._stage.pause()

    def crossed(self, t0: float, t1: float) -> None:
        """Two arms were over the table between *t0* and *t1*."""
        self.crossing = False
        self.happened.append(Nuisance("crossed", t0, t1))

    def _possible(self, kind: str, hand: Sequence[int], stock: int) -> bool:
        stage = self._stage
        return {
            "held_over": bool(hand),
            "taken_back": bool(hand),
            "squared_up": len(stage.pile) > 1,
            "sleeve": bool(stage.pile),
            "glass": self._glass is None,
            "lights": stage.now >= self._light_again,
            "crossed": stock > 3 and not self.crossing,
        }.get(kind, True)

    def _held_over(self, seat: int, hand: Sequence[int]) -> None:
        self._stage.waver(
            seat, self._rng.choice(hand), self._rng.uniform(40, 75), self._rng.uniform(0.5, 1.4)
        )

    def _taken_back(self, seat: int, hand: Sequence[int]) -> None:
        self._stage.waver(seat, self._rng.choice(hand), 0.0, self._rng.uniform(0.05, 0.2))

    def _squared_up(self, _: int, __: Sequence[int]) -> None:
        self._stage.square(self._any_seat())

    def _pointing(self, _: int, __: Sequence[int]) -> None:
        seats = len(self._stage.floor.spots)
        seat = self._any_seat()
        spots = [self._stage.floor.pile, *(self._stage.floor.spots[n].row for n in range(seats) if n != seat)]
        self._stage.point(seat, self._rng.choice(spots[:2] + spots), self._rng.uniform(0.8, 2.0))

    def _sleeve(self, _: int, __: Sequence[int]) -> None:
        count = self._rng.randint(1, min(3, len(self._stage.pile)))
        self._stage.drag(self._any_seat(), count, self._rng.uniform(10, 40))

    def _lights(self, _: int, __: Sequence[int]) -> None:
        level, warm = self._rng.uniform(0.4, 0.65), self._rng.uniform(-0.12, 0.12)
        began, lasts = self._stage.now, self._rng.uniform(4, 9)
        self._stage.lamps.switch(began, (level * (1 - warm), level, level * (1 + warm)))
        self._stage.lamps.switch(began + lasts, DAY)
        self._light_again = began + lasts + 2.0
        self.happened.append(Nuisance("lights", began, began + lasts))

    def _crossed(self, _: int, __: Sequence[int]) -> None:
        self.crossing = True

    def _set_glass(self, _: int, __: Sequence[int]) -> None:
        upon = self._rng.random() < 0.4
        glass = self._stage.put_glass(self._any_seat(), self._rng.choice(_DRINKS), upon=upon)
        if upon:
            self._stage.wait(self._rng.uniform(1.2, 2.5))
            self._stage.take_glass(self._any_seat(), glass)
        else:
            self._glass = glass, self._next + self._rng.randint(0, 1)

    def _take_glass(self) -> None:
        if self._glass is not None:
            began = self._stage.now
            self._stage.take_glass(self._any_seat(), self._glass[0])
            self._glass = None
            self.happened.append(Nuisance("glass", began, self._stage.now))
            self._stage.pause()

    def _knocked(self, seat: int, hand: Sequence[int]) -> None:
        """The camera is knocked: at rest, or while somebody points."""
        turn, at_rest, began = self._turn(), self._rng.random() < 0.5, self._stage.now
        if at_rest:
            self._stage.wait(SETTLED_S)
        else:
            self._pointing(seat, hand)
        self._stage.mount.knock(began + self._rng.uniform(0.3, 0.6) * (self._stage.now - began), turn)
        self._stage.wait(SETTLED_S)

    def _turn(self) -> Turn:
        """A turn mostly about the optical axis: all that lies on the table stays in the picture."""
        x, y = self._rng.uniform(-0.3, 0.3), self._rng.uniform(-0.5, 0.5)
        return x, y, self._rng.choice((-1, 1)) * math.sqrt(KNOCK_DEG**2 - x**2 - y**2)

    def _any_seat(self) -> int:
        return self._rng.randrange(len(self._stage.floor.spots))


_DO: dict[str, Callable[[Nuisances, int, Sequence[int]], None]] = {
    "held_over": Nuisances._held_over,
    "taken_back": Nuisances._taken_back,
    "squared_up": Nuisances._squared_up,
    "pointing": Nuisances._pointing,
    "glass": Nuisances._set_glass,
    "sleeve": Nuisances._sleeve,
    "lights": Nuisances._lights,
    "crossed": Nuisances._crossed,
    "knocked": Nuisances._knocked,
}
KINDS = tuple(_DO)
"""Every kind: a card held over the pile and withdrawn, a card laid and taken back before it rested, the pile
squared up, somebody pointing, a glass, a sleeve that drags cards along, the lights, arms that cross, a camera
that is knocked."""
