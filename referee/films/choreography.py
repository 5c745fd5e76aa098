"""Turns what players do into ways of cards and arms: who reaches where, and where a card comes to rest."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass

from referee.cards import Card
from referee.films.floor import Floor, Place, unit
from referee.films.motion import Key, Reach, Step, Track, crossing, heading
from referee.table.layout import Point

HIDE = 270.0
_HALF = 44.0
_HOLD = 24.0
_THICK = 0.3


@dataclass(frozen=True, slots=True)
class Done:
    """When an action took place: the arm sets out, its cards lie still, the arm has left the pile."""

    t0: float
    t1: float
    left: float


class Stage:
    """The simulated table while its film is written: `now` moves on with every action.

    Cards are named by the indices of `tracks`; the caller knows which card is which, the stage where it lies.
    """

    def __init__(self, floor: Floor, rng: random.Random) -> None:
        self.floor = floor
        self.now = 0.0
        self.tracks: list[Track] = []
        self.reaches: list[Reach] = []
        self.pile: list[int] = []
        self._burnt: list[int] = []
        self._rng = rng
        self._order = 0
        self._habits = [_Habit.of(rng) for _ in floor.spots]

    def set_card(self, card: Card, place: Place, *, face_up: bool) -> int:
        """Lay *card* on the table before the film begins."""
        track = Track(card, [Step(-1.0, -0.5, place, place, (float(face_up),) * 2, self._next())])
        self.tracks.append(track)
        return len(self.tracks) - 1

    def held_card(self, card: Card) -> int:
        """A card that is in somebody's hand when the film begins."""
        self.tracks.append(Track(card))
        return len(self.tracks) - 1

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        self.now += seconds

    def pause(self) -> None:
        """A breath between two actions, with no arm over the table."""
        self.now += self._rng.uniform(0.9, 1.5)

    def lay(self, seat: int, things: Sequence[int]) -> Done:
        """The seat lays *things* on the pile: from its hand, or from its row where they lie on the table."""
        arm = _Arm(self, seat)
        arm.enter()
        targets = self._fan(seat, len(things))
        on_table = [
            (thing, target) for thing, target in zip(things, targets, strict=True) if self._lies(thing)
        ]
        held = [
            (thing, target) for thing, target in zip(things, targets, strict=True) if not self._lies(thing)
        ]
        for thing, target in on_table:
            arm.fetch(thing)
            arm.carry([thing], [target], face_up=True)
        if held:
            arm.bring([thing for thing, _ in held], [target for _, target in held])
        self.pile.extend(things)
        return arm.leave(self._pile_zone())

    def draw(self, seat: int, things: Sequence[int]) -> Done:
        """The seat takes *things*, backs up, from the stock into its hand."""
        arm = _Arm(self, seat)
        arm.enter()
        arm.fetch(things[-1])
        return arm.carry_off(things, fan=self._rng.uniform(5, 12))

    def clear(self, seat: int) -> Done:
        """The seat pushes the pile aside to the burnt cards."""
        arm = _Arm(self, seat)
        arm.enter("flat")
        arm.go(*self.floor.pile)
        arm.rest(0.15)
        targets = [self._burnt_place(index) for index in range(len(self.pile))]
        arm.push(self.pile, targets)
        self._burnt.extend(self.pile)
        self.pile = []
        return arm.leave(self._pile_zone())

    def pick_up(self, seat: int, added: Sequence[int] = ()) -> Done:
        """The seat takes the pile into its hand; *added* face-up cards of its row go on the pile first."""
        arm = _Arm(self, seat)
        arm.enter()
        for thing, target in zip(added, self._fan(seat, len(added)), strict=True):
            arm.fetch(thing)
            arm.carry([thing], [target], face_up=True)
            self.pile.append(thing)
        arm.go(*self.floor.pile)
        arm.rest(0.2)
        done = arm.carry_off(self.pile, fan=0.0, gather=True)
        self.pile = []
        return done

    def take_back(self, seat: int, things: Sequence[int], homes: Sequence[Place | None]) -> Done:
        """The seat takes *things* back: to its row where *homes* has a place, else into its hand."""
        arm = _Arm(self, seat)
        arm.enter()
        self.pile = [thing for thing in self.pile if thing not in things]
        for thing, home in zip(things, homes, strict=True):
            if home is not None:
                arm.fetch(thing)
                arm.carry([thing], [home], face_up=True)
        held = [thing for thing, home in zip(things, homes, strict=True) if home is None]
        if not held:
            return arm.leave(self._pile_zone())
        arm.fetch(held[-1])
        return arm.carry_off(held, fan=4.0)

    def gesture(self, seat: int) -> Done:
        """The seat reaches over the table and touches nothing."""
        arm = _Arm(self, seat)
        arm.enter("flat")
        x, y = self.floor.pile
        arm.go(x + self._rng.uniform(-60, 60), y + self._rng.uniform(-60, 60))
        arm.rest(self._rng.uniform(0.2, 0.8))
        return arm.leave(self._pile_zone())

    def _fan(self, seat: int, count: int) -> list[Place]:
        """Places for *count* cards laid by *seat* on the pile, so that every corner shows."""
        rng, (x, y) = self._rng, self.floor.pile
        turn = self.floor.spots[seat].facing - 90 + rng.gauss(0, 9)
        across, pitch = unit(turn), rng.uniform(17, 23)
        x, y = x + rng.gauss(0, 10), y + rng.gauss(0, 8)
        return [
            Place(
                x + across[0] * pitch * (index - (count - 1) / 2) + rng.gauss(0, 0.8),
                y + across[1] * pitch * (index - (count - 1) / 2) + rng.gauss(0, 0.8),
                turn + rng.gauss(0, 1.5) + 2.0 * index,
                (len(self.pile) + index) * _THICK,
            )
            for index in range(count)
        ]

    def _burnt_place(self, index: int) -> Place:
        rng, burnt = self._rng, self.floor.burnt
        level = (len(self._burnt) + index) * _THICK
        return Place(
            burnt.x + rng.gauss(0, 9), burnt.y + rng.gauss(0, 9), burnt.angle + rng.gauss(0, 22), level
        )

    def _pile_zone(self) -> list[Point]:
        x, y = self.floor.pile
        return [(x - 125, y - 100), (x + 125, y + 100)]

    def _lies(self, thing: int) -> bool:
        steps = self.tracks[thing].steps
        return bool(steps) and not steps[-1].gone

    def _where(self, thing: int) -> Place:
        return self.tracks[thing].last.end

    def _next(self) -> int:
        self._order += 1
        return self._order


@dataclass(frozen=True, slots=True)
class _Habit:
    """How a player moves: tempo (1 = usual), and how far the shoulder is beside the seat's middle (mm)."""

    tempo: float
    side: float

    @classmethod
    def of(cls, rng: random.Random) -> _Habit:
        return cls(rng.uniform(0.9, 1.2), rng.uniform(30, 80))


class _Arm:
    """One visit of an arm in the making."""

    def __init__(self, stage: Stage, seat: int) -> None:
        self._stage, self._seat = stage, seat
        self._rng, self._habit = stage._rng, stage._habits[seat]
        spot = stage.floor.spots[seat]
        out = spot.outward
        side = self._habit.side
        beside = (out[1] * side, -out[0] * side)
        self._door = (spot.row[0] + out[0] * HIDE + beside[0], spot.row[1] + out[1] * HIDE + beside[1])
        self._shoulder = (self._door[0] + out[0] * 260, self._door[1] + out[1] * 260)
        self._keys: list[Key] = []
        self._still = stage.now
        self.t0 = stage.now

    @property
    def _t(self) -> float:
        return self._stage.now

    def enter(self, pose: str = "grip") -> None:
        """Stand ready outside the picture."""
        self._pose = pose
        self._key(*self._door)

    def go(self, x: float, y: float) -> None:
        """Move the fingers to (x, y)."""
        self._walk(x, y)

    def go_to(self, place: Place) -> None:
        """Move the fingers to the edge of the card at *place* that is nearest to this player."""
        self._walk(*self._edge(place))

    def fetch(self, thing: int) -> None:
        """Go and take hold of a card that lies on the table."""
        self.go_to(self._stage._where(thing))
        self.rest(0.15)

    def rest(self, seconds: float) -> None:
        """Hold the fingers still."""
        self._stage.now += seconds * self._habit.tempo
        last = self._keys[-1]
        self._key(last.x, last.y)

    def bring(self, things: Sequence[int], targets: Sequence[Place]) -> None:
        """Carry *things* in from the hand and let them go one after another at *targets*."""
        start, t, tip = self._keys[-1], self._t, self._edge(targets[0])
        self._walk(*tip)
        shift = (start.x - tip[0], start.y - tip[1])
        for index, (thing, place) in enumerate(zip(things, self._held(targets, 0), strict=True)):
            begin = Place(
                place.x + shift[0], place.y + shift[1], place.angle + self._rng.gauss(0, 12), 45.0 + index
            )
            self._step(thing, t, self._t, begin, place, (1.0, 1.0))
        for index in range(1, len(things)):
            self.rest(0.1)
            t = self._t
            self._walk(*self._edge(targets[index]), least=0.22)
            for thing, place in zip(things[index:], self._held(targets, index)[index:], strict=True):
                self._step(thing, t, self._t, self._stage._where(thing), place, (1.0, 1.0))
        self._let_go()

    def carry(self, things: Sequence[int], targets: Sequence[Place], *, face_up: bool) -> None:
        """Take *things* from where they lie to *targets*; they end *face_up* or not."""
        t = self._t
        self._walk(*self._edge(targets[0]))
        for thing, target in zip(things, targets, strict=True):
            last = self._stage.tracks[thing].last
            self._step(
                thing, t, self._t, last.end, _near_angle(last.end, target), (last.face[1], float(face_up))
            )
        self._let_go()

    def _held(self, targets: Sequence[Place], index: int) -> list[Place]:
        """Where the cards of a set are when number *index* is let go: later ones are still held."""
        at = targets[index]
        return [
            target
            if number <= index
            else Place(at.x + 3.0 * (number - index), at.y, at.angle + 2, target.z + 4)
            for number, target in enumerate(targets)
        ]

    def _let_go(self) -> None:
        self._still = self._t
        self.rest(0.12)

    def push(self, things: Sequence[int], targets: Sequence[Place]) -> None:
        """Slide *things* to *targets* under the flat hand."""
        t = self._t
        middle = targets[0]
        self._walk(middle.x, middle.y)
        for thing, target in zip(list(things), targets, strict=True):
            track = self._stage.tracks[thing]
            start = track.last.end
            self._step(thing, t, self._t, start, _near_angle(start, target), track.last.face[1:] * 2)
        self._still = self._t

    def carry_off(self, things: Sequence[int], *, fan: float, gather: bool = False) -> Done:
        """Take *things* away into the hand, outside the picture."""
        start = self._keys[-1]
        if gather:
            self._gather(things)
        t = self._t
        self._walk(*self._door)
        shift = (self._door[0] - start.x, self._door[1] - start.y)
        for index, thing in enumerate(things):
            track = self._stage.tracks[thing]
            begin = track.last.end
            slip = fan * (index - len(things) / 2)
            end = Place(begin.x + shift[0] + slip, begin.y + shift[1] + slip * 0.4, begin.angle + slip, 50.0)
            self._step(thing, t, self._t, begin, end, track.last.face[1:] * 2, gone=True)
        return self._finish(self._t, self._stage._pile_zone())

    def leave(self, zone: Sequence[Point]) -> Done:
        """Withdraw the empty hand."""
        after = self._still
        self._walk(*self._door, hurry=0.8)
        return self._finish(after, zone)

    def _gather(self, things: Sequence[int]) -> None:
        """Square the cards up roughly before lifting them."""
        t = self._t
        self.rest(0.35)
        x, y = self._stage.floor.pile
        for thing in things:
            track = self._stage.tracks[thing]
            start = track.last.end
            end = Place(x + (start.x - x) * 0.3, y + (start.y - y) * 0.3, start.angle, start.z)
            self._step(thing, t, self._t, start, end, track.last.face[1:] * 2)

    def _finish(self, still: float, zone: Sequence[Point]) -> Done:
        reach = Reach(self._seat, self._shoulder, tuple(self._keys))
        self._stage.reaches.append(reach)
        return Done(self.t0, still, crossing(reach, zone, still))

    def _step(
        self,
        thing: int,
        t0: float,
        t1: float,
        start: Place,
        end: Place,
        face: tuple[float, ...],
        *,
        gone: bool = False,
    ) -> None:
        order = self._stage._next()
        self._stage.tracks[thing].steps.append(Step(t0, t1, start, end, (face[0], face[1]), order, gone=gone))

    def _edge(self, place: Place) -> Point:
        """Where the fingers hold a card at *place*: near its edge, towards the shoulder."""
        back = heading((place.x, place.y), *self._shoulder)
        relative = math.radians(back - place.angle + 90)
        half = min(31.5 / max(abs(math.sin(relative)), 1e-6), _HALF / max(abs(math.cos(relative)), 1e-6))
        direction, reach = unit(back), max(half - _HOLD, 6.0)
        return (place.x + direction[0] * reach, place.y + direction[1] * reach)

    def _walk(self, x: float, y: float, *, least: float = 0.4, hurry: float = 1.0) -> None:
        last = self._keys[-1]
        way = math.hypot(x - last.x, y - last.y)
        seconds = max(least, 0.32 + way / 1050.0) * self._habit.tempo * hurry * self._rng.uniform(0.92, 1.1)
        self._stage.now += seconds
        self._key(x, y)

    def _key(self, x: float, y: float) -> None:
        self._keys.append(Key(self._stage.now, x, y, 35.0, self._pose))


def _near_angle(start: Place, target: Place) -> Place:
    """*target* with its angle written so that the card turns the short way from *start*."""
    angle = start.angle + (target.angle - start.angle + 180) % 360 - 180
    return Place(target.x, target.y, angle, target.z)
