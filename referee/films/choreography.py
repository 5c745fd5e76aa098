"""Turns what players do into ways of cards and arms: who reaches where, and where a card comes to rest."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from referee.films.arms import Arm, Done, Habit
from referee.films.floor import PILE_MM, Floor, Place, unit
from referee.films.props import Prop
from referee.films.record import Record
from referee.films.tempo import Tempo
from referee.table.layout import Point

_THICK = 0.3


class Stage(Record):
    """The simulated table while its film is written: `now` moves on with every action.

    The caller knows which card is which and who may do what; the stage knows where things lie. `pile` are
    the cards of the pile, lowest first.
    """

    def __init__(self, floor: Floor, rng: random.Random, tempo: Tempo | None = None) -> None:
        super().__init__()
        self.floor = floor
        self.pile: list[int] = []
        self._burnt: list[int] = []
        self._rng = rng
        self._tempo = tempo or Tempo()
        self._habits = [Habit.of(rng, self._tempo) for _ in floor.spots]
        self._beat = 0.0
        self.rushed = False

    def cut(self) -> None:
        """Begin the film now, with everything where it lies."""
        super().cut()
        self._beat, self.rushed = 0.0, False

    def pause(self) -> None:
        """A breath between two actions, with no arm over the table."""
        self.now = max(self.now, *(reach.span[1] for reach in self.reaches[-2:]), 0.0)
        self.wait(self._rng.uniform(*self._tempo.breath))

    def beat(self) -> None:
        """Wait until it is time for the next play, where the table has a beat."""
        if self._tempo.beat is not None:
            self.now = self.now if self.rushed else max(self.now, self._beat)
            self.rushed = False
            self._beat = self.now + self._rng.uniform(*self._tempo.beat)

    def lay(self, seat: int, things: Sequence[int], *, squared: bool = False) -> Done:
        """The seat lays *things* on the pile: from its hand, or from where they lie on the table.

        They lie in a fan, or *squared* one upon another.
        """
        arm = self._arm(seat)
        places = self._squarely(seat, len(things)) if squared else self._fan(seat, len(things))
        targets = dict(zip(things, places, strict=True))
        held = [thing for thing in things if not self.lies(thing)]
        for thing in things:
            if thing not in held:
                arm.fetch(thing)
                arm.carry(thing, targets[thing], face_up=True)
        if held:
            arm.bring(held, [targets[thing] for thing in held])
        self.pile.extend(things)
        return arm.leave()

    def draw(self, seat: int, things: Sequence[int]) -> Done:
        """The seat takes *things* (uppermost last), backs up, from the stock into its hand."""
        arm = self._arm(seat)
        arm.fetch(things[-1])
        return arm.carry_off(things, fan=self._rng.uniform(5, 12))

    def clear(self, seat: int) -> Done:
        """The seat pushes the pile aside to the burnt cards."""
        arm = self._arm(seat, "flat")
        arm.go(*self.floor.pile)
        arm.rest(0.15)
        arm.push(self.pile, [self._burnt_place(index) for index in range(len(self.pile))])
        self._burnt.extend(self.pile)
        self.pile = []
        return arm.leave()

    def pick_up(self, seat: int, added: Sequence[int] = ()) -> Done:
        """The seat takes the pile into its hand; *added* face-up cards of its row go on the pile first."""
        arm = self._arm(seat)
        for thing, target in zip(added, self._fan(seat, len(added)), strict=True):
            arm.fetch(thing)
            arm.carry(thing, target, face_up=True)
            self.pile.append(thing)
        arm.go(*self.floor.pile)
        arm.rest(0.2)
        arm.gather(self.pile, self.floor.pile)
        done = arm.carry_off(self.pile, fan=0.0)
        self.pile = []
        return done

    def take_back(
        self, seat: int, things: Sequence[int], homes: Sequence[Place | None], *, face_up: bool = True
    ) -> Done:
        """The seat takes *things* back: to the table where *homes* has a place, else into its hand."""
        arm = self._arm(seat)
        self.pile = [thing for thing in self.pile if thing not in things]
        held = [thing for thing, home in zip(things, homes, strict=True) if home is None]
        for thing, home in zip(things, homes, strict=True):
            if home is not None:
                arm.fetch(thing)
                arm.carry(thing, home, face_up=face_up)
        if not held:
            return arm.leave()
        arm.fetch(held[-1])
        return arm.carry_off(held, fan=4.0)

    def deal(
        self,
        seat: int,
        singles: Sequence[tuple[int, Place, bool]],
        packets: Sequence[tuple[int, Sequence[int]]],
    ) -> Done:
        """The seat deals from the stock's place: *singles* to their places, face up or not, then hands."""
        arm = self._arm(seat)
        for thing, place, up in singles:
            arm.fetch(thing, 0.05)
            arm.toss(thing, place, face_up=up)
        for to, things in packets:
            arm.fetch(things[0], 0.05)
            spot = self.floor.spots[to]
            arm.hand_over(things, spot.row[0] + 110 * spot.outward[0], spot.row[1] + 110 * spot.outward[1])
        return arm.leave()

    def swap(self, seat: int, laid: Sequence[int], taken: Sequence[int]) -> Done:
        """The seat takes *taken* out of its row into the hand and lays *laid* where they lay."""
        places = [self.where(thing) for thing in taken]
        arm = self._arm(seat)
        for thing in taken:
            arm.fetch(thing)
        first = arm.carry_off(taken, fan=0.0)
        self.wait(self._rng.uniform(0.1, 0.3))
        then = self.put_down(seat, laid, places)
        return Done(first.t0, then.t1, then.left)

    def exchange(self, seat: int, mine: int, theirs: int) -> Done:
        """The seat lays a card of its row, *mine*, upon one of another's, *theirs*, and takes that for it."""
        arm, here, there = self._arm(seat), self.where(mine), self.where(theirs)
        arm.fetch(mine)
        arm.carry(mine, there, face_up=True)
        arm.fetch(theirs)
        arm.carry(theirs, here, face_up=True)
        return arm.leave()

    def put_down(self, seat: int, things: Sequence[int], places: Sequence[Place]) -> Done:
        """The seat lays *things* of its hand face up at *places*."""
        arm = self._arm(seat)
        arm.bring(things, places)
        return arm.leave()

    def gesture(self, seat: int) -> Done:
        """The seat reaches over the table and touches nothing."""
        arm = self._arm(seat, "flat")
        x, y = self.floor.pile
        arm.go(x + self._rng.uniform(-60, 60), y + self._rng.uniform(-60, 60))
        arm.rest(self._rng.uniform(0.2, 0.8))
        return arm.leave()

    def waver(self, seat: int, thing: int, height: float, seconds: float) -> Done:
        """The seat holds *thing* of its hand *height* mm over the pile and withdraws it after *seconds*."""
        arm, place = self._arm(seat), self._fan(seat, 1)[0]
        arm.hold(thing, replace(place, z=place.z + height), seconds)
        return arm.carry_off([thing], fan=0.0)

    def square(self, seat: int) -> Done:
        """The seat squares the pile up."""
        arm = self._arm(seat)
        arm.go(*self.floor.pile)
        arm.square(self.pile, self.floor.pile)
        return arm.leave()

    def point(self, seat: int, at: Point, seconds: float) -> Done:
        """The seat points at *at* for *seconds*."""
        arm = self._arm(seat, "flat")
        arm.go(at[0] + self._rng.uniform(-30, 30), at[1] + self._rng.uniform(-30, 30))
        arm.rest(seconds)
        return arm.leave()

    def drag(self, seat: int, count: int, by: float) -> Done:
        """The seat reaches across the pile, and its sleeve drags the upper *count* cards *by* mm along."""
        arm, out, (x, y) = self._arm(seat, "flat"), self.floor.spots[seat].outward, self.floor.pile
        arm.go(x - 90 * out[0], y - 90 * out[1])
        arm.rest(0.3)
        arm.drag(self.pile[-count:], x + 60 * out[0], y + 60 * out[1], (by * out[0], by * out[1]))
        return arm.leave()

    def put_glass(self, seat: int, drink: tuple[int, int, int], *, upon: bool) -> int:
        """The seat sets a glass down *upon* the pile or beside it; its number among the props."""
        self.props.append(Prop(drink))
        away, way = (
            (self._rng.uniform(0, 35) if upon else self._rng.uniform(105, 120)),
            unit(self._rng.uniform(0, 360)),
        )
        x, y = self.floor.pile
        place = Place(x + away * way[0], y + away * way[1], 0.0, len(self.pile) * _THICK if upon else 0.0)
        arm = self._arm(seat)
        arm.set_down(len(self.props) - 1, place)
        arm.leave()
        return len(self.props) - 1

    def take_glass(self, seat: int, glass: int) -> Done:
        """The seat takes a glass away."""
        return self._arm(seat).take_away(glass, self.props[glass].steps[-1].end)

    def overlap(self, done: Done) -> None:
        """Somebody acts while *done* is still going on: time goes back to shortly before its end."""
        self.now = max(done.t0 + 0.2, done.t1 - 1.5 * (done.t1 - done.t0) / 2)
        self.rushed = True

    def _arm(self, seat: int, pose: str = "grip") -> Arm:
        (x, y), (w, h) = self.floor.pile, PILE_MM
        zone = [(x - w / 2, y - h / 2), (x + w / 2, y + h / 2)]
        return Arm(self, seat, self.floor.spots[seat], self._habits[seat], self._rng, zone, pose)

    def _fan(self, seat: int, count: int) -> list[Place]:
        """Places for *count* cards laid by *seat* on the pile, so that every corner shows."""
        rng, (x, y) = self._rng, self.floor.pile
        turn = self.floor.spots[seat].facing - 90 + rng.gauss(0, 9)
        across, pitch = unit(turn), rng.uniform(17, 23)
        x, y = x + rng.gauss(0, 10), y + rng.gauss(0, 8)
        shifts = [pitch * (index - (count - 1) / 2) for index in range(count)]
        return [
            Place(
                x + across[0] * shift + rng.gauss(0, 0.8),
                y + across[1] * shift + rng.gauss(0, 0.8),
                turn + rng.gauss(0, 1.5) + 2.0 * index,
                (len(self.pile) + index) * _THICK,
            )
            for index, shift in enumerate(shifts)
        ]

    def _squarely(self, seat: int, count: int) -> list[Place]:
        """Places for *count* cards laid by *seat* squarely one upon another."""
        rng, at = self._rng, self._fan(seat, 1)[0]
        shifts = [(rng.gauss(0, 1.2), rng.gauss(0, 1.2), rng.gauss(0, 1.0)) for _ in range(count)]
        return [
            Place(at.x + x, at.y + y, at.angle + turn, at.z + n * _THICK)
            for n, (x, y, turn) in enumerate(shifts)
        ]

    def _burnt_place(self, index: int) -> Place:
        rng, burnt = self._rng, self.floor.burnt
        level = (len(self._burnt) + index) * _THICK
        return Place(
            burnt.x + rng.gauss(0, 9), burnt.y + rng.gauss(0, 9), burnt.angle + rng.gauss(0, 22), level
        )
