"""One visit of an arm to the table: how it comes in, takes hold, carries, lets go and leaves."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

from referee.films.floor import Place, Spot, unit
from referee.films.motion import Key, crossing, heading
from referee.films.record import Record
from referee.films.tempo import Tempo
from referee.table.layout import Point

_HIDE = 270.0
_REACH = 860.0
_UPPER_ARM = 260.0
_HALF = (31.5, 44.0)
_HOLD = 24.0
_HEIGHT = 35.0


@dataclass(frozen=True, slots=True)
class Done:
    """When an action took place: the arm sets out, its cards lie still, the arm has left the pile."""

    t0: float
    t1: float
    left: float


@dataclass(frozen=True, slots=True)
class Habit:
    """How a player moves: tempo (1 = usual), and how far the shoulder is beside the seat's middle (mm).

    `table` is the tempo of the whole table.
    """

    tempo: float
    side: float
    table: Tempo

    @classmethod
    def of(cls, rng: random.Random, table: Tempo) -> Habit:
        """The habits of one player at a *table* of that tempo."""
        return cls(rng.uniform(0.9, 1.2), rng.uniform(30, 80), table)


class Arm:
    """The arm of *seat* in one visit, written to *record* as it moves.

    *pile* are two corners of the pile's zone; *pose* is how the hand is held.
    """

    def __init__(
        self,
        record: Record,
        seat: int,
        spot: Spot,
        habit: Habit,
        rng: random.Random,
        pile: Sequence[Point],
        pose: str = "grip",
    ) -> None:
        self._record, self._seat, self._habit, self._rng = record, seat, habit, rng
        self._pile, self._pose = pile, pose
        out, side = spot.outward, habit.side
        beside = (out[1] * side, -out[0] * side)
        self._door = (spot.row[0] + out[0] * _HIDE + beside[0], spot.row[1] + out[1] * _HIDE + beside[1])
        self._shoulder = (self._door[0] + out[0] * _UPPER_ARM, self._door[1] + out[1] * _UPPER_ARM)
        self._keys: list[Key] = []
        self._t0 = self._still = record.now
        self._key(*self._door)

    def go(self, x: float, y: float) -> None:
        """Move the fingers to (x, y)."""
        self._walk(x, y)

    def fetch(self, thing: int, rest: float = 0.15) -> None:
        """Go and take hold of a card that lies on the table."""
        self._walk(*self._edge(self._record.where(thing)))
        self.rest(rest)

    def rest(self, seconds: float) -> None:
        """Hold the fingers still."""
        self._record.wait(seconds * self._habit.tempo * self._habit.table.hold)
        last = self._keys[-1]
        self._key(last.x, last.y)

    def bring(self, things: Sequence[int], targets: Sequence[Place]) -> None:
        """Carry *things* in from the hand and let them go one after another at *targets*."""
        self._bring_all(things, targets)
        for index in range(1, len(things)):
            self.rest(0.1)
            since = self._record.now
            self._walk(*self._edge(targets[index]), least=0.22)
            for thing, place in zip(things[index:], _held(targets, index)[index:], strict=True):
                self._record.move(thing, since, place)
        self._let_go()

    def carry(self, thing: int, target: Place, *, face_up: bool) -> None:
        """Take *thing* from where it lies to *target*; it ends *face_up* or not."""
        since = self._record.now
        self._walk(*self._edge(target))
        self._record.move(thing, since, _near_angle(self._record.where(thing), target), face=float(face_up))
        self._let_go()

    def toss(self, thing: int, target: Place, *, face_up: bool) -> None:
        """Carry *thing* towards *target* as far as the arm reaches, and let it slide on there."""
        since = self._record.now
        self._walk(*self._within_reach(*self._edge(target)))
        self._record.move(thing, since, _near_angle(self._record.where(thing), target), face=float(face_up))
        self._let_go()

    def hand_over(self, things: Sequence[int], x: float, y: float) -> None:
        """Carry or toss *things* to (x, y), where somebody takes them into the hand."""
        start, since = self._keys[-1], self._record.now
        self._walk(*self._within_reach(x, y))
        for thing in things:
            lies = self._record.where(thing)
            end = Place(lies.x + x - start.x, lies.y + y - start.y, lies.angle, 30.0)
            self._record.move(thing, since, end, gone=True)
        self._let_go()

    def push(self, things: Sequence[int], targets: Sequence[Place]) -> None:
        """Slide *things* to *targets* under the flat hand."""
        since = self._record.now
        self._walk(targets[0].x, targets[0].y)
        for thing, target in zip(things, targets, strict=True):
            self._record.move(thing, since, _near_angle(self._record.where(thing), target))
        self._still = self._record.now

    def gather(self, things: Sequence[int], middle: Point) -> None:
        """Square *things* up roughly about *middle*, before lifting them."""
        since = self._record.now
        self.rest(0.35)
        for thing in things:
            lies = self._record.where(thing)
            x, y = middle[0] + (lies.x - middle[0]) * 0.3, middle[1] + (lies.y - middle[1]) * 0.3
            self._record.move(thing, since, Place(x, y, lies.angle, lies.z))

    def hold(self, thing: int, target: Place, seconds: float) -> None:
        """Bring *thing* in from the hand to *target* and hold it there without letting go."""
        self._bring_all([thing], [target])
        since = self._record.now
        self.rest(seconds)
        self._record.move(thing, since, replace(target, x=target.x + 1.0, angle=target.angle + 0.5))

    def square(self, things: Sequence[int], middle: Point) -> None:
        """Square *things* up about *middle* and leave them there."""
        rng, since = self._rng, self._record.now
        self.rest(rng.uniform(0.6, 1.0))
        angle = self._record.where(things[-1]).angle
        for thing in things:
            lies = self._record.where(thing)
            half_turns = round((lies.angle - angle) / 180)
            end = Place(
                middle[0] + rng.gauss(0, 2.5),
                middle[1] + rng.gauss(0, 2.5),
                angle + 180 * half_turns + rng.gauss(0, 2.5),
                lies.z,
            )
            self._record.move(thing, since, end)

    def drag(self, things: Sequence[int], x: float, y: float, by: Point) -> None:
        """Move to (x, y); on the way the sleeve takes *things* along *by* so many mm."""
        since = self._record.now
        self._walk(x, y)
        for thing in things:
            lies, turn = self._record.where(thing), self._rng.gauss(0, 4)
            self._record.move(thing, since, Place(lies.x + by[0], lies.y + by[1], lies.angle + turn, lies.z))
        self._still = self._record.now

    def set_down(self, prop: int, at: Place) -> None:
        """Bring a prop in from outside and set it down."""
        start, since = self._keys[-1], self._record.now
        self._walk(at.x, at.y)
        self._record.shift(prop, since, Place(start.x, start.y, at.angle, 60.0), at)
        self._let_go()

    def take_away(self, prop: int, at: Place) -> Done:
        """Take a prop that stands *at* off the table."""
        self._walk(at.x, at.y)
        self.rest(0.2)
        since = self._record.now
        self._walk(*self._door)
        self._record.shift(prop, since, at, Place(*self._door, at.angle, 60.0), gone=True)
        return self._finish(self._record.now)

    def carry_off(self, things: Sequence[int], *, fan: float) -> Done:
        """Take *things* away into the hand, outside the picture, *fan* mm from one to the next."""
        start, since = self._keys[-1], self._record.now
        self._walk(*self._door)
        dx, dy = self._door[0] - start.x, self._door[1] - start.y
        for index, thing in enumerate(things):
            lies, slip = self._record.where(thing), fan * (index - len(things) / 2)
            end = Place(lies.x + dx + slip, lies.y + dy + slip * 0.4, lies.angle + slip, 50.0)
            self._record.move(thing, since, end, gone=True)
        return self._finish(self._record.now)

    def leave(self) -> Done:
        """Withdraw the empty hand."""
        still = self._still
        self._walk(*self._door, hurry=0.8)
        return self._finish(still)

    def _bring_all(self, things: Sequence[int], targets: Sequence[Place]) -> None:
        start, since, tip = self._keys[-1], self._record.now, self._edge(targets[0])
        self._walk(*tip)
        dx, dy = start.x - tip[0], start.y - tip[1]
        for index, (thing, place) in enumerate(zip(things, _held(targets, 0), strict=True)):
            begin = Place(place.x + dx, place.y + dy, place.angle + self._rng.gauss(0, 12), 45.0 + index)
            self._record.bring(thing, since, begin, place)

    def _let_go(self) -> None:
        self._still = self._record.now
        self.rest(0.12)

    def _finish(self, still: float) -> Done:
        reach = self._record.reach(self._seat, self._shoulder, self._keys)
        return Done(self._t0, still, crossing(reach, self._pile, still))

    def _edge(self, place: Place) -> Point:
        """Where the fingers hold a card at *place*: near its edge, towards the shoulder."""
        back = heading((place.x, place.y), *self._shoulder)
        aside = math.radians(back - place.angle + 90)
        half = min(_HALF[0] / max(abs(math.sin(aside)), 1e-6), _HALF[1] / max(abs(math.cos(aside)), 1e-6))
        direction, reach = unit(back), max(half - _HOLD, 6.0)
        return (place.x + direction[0] * reach, place.y + direction[1] * reach)

    def _within_reach(self, x: float, y: float) -> Point:
        """(x, y), or where on the way there the arm is stretched out."""
        door = self._door
        far = math.hypot(x - door[0], y - door[1])
        share = min(1.0, _REACH / far) if far else 1.0
        return (door[0] + (x - door[0]) * share, door[1] + (y - door[1]) * share)

    def _walk(self, x: float, y: float, *, least: float = 0.4, hurry: float = 1.0) -> None:
        last = self._keys[-1]
        way = math.hypot(x - last.x, y - last.y)
        usual = max(least, 0.32 + way / 1050.0) * self._habit.tempo * hurry
        self._record.wait(usual * self._habit.table.way * self._rng.uniform(0.92, 1.1))
        self._key(x, y)

    def _key(self, x: float, y: float) -> None:
        self._keys.append(Key(self._record.now, x, y, _HEIGHT, self._pose))


def _held(targets: Sequence[Place], index: int) -> list[Place]:
    """Where the cards of a set are when number *index* is let go: later ones are still held."""
    at = targets[index]
    return [
        target if number <= index else Place(at.x + 3.0 * (number - index), at.y, at.angle + 2, target.z + 4)
        for number, target in enumerate(targets)
    ]


def _near_angle(start: Place, target: Place) -> Place:
    """*target* with its angle written so that the card turns the short way from *start*."""
    angle = start.angle + (target.angle - start.angle + 180) % 360 - 180
    return Place(target.x, target.y, angle, target.z)
