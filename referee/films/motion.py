"""What moves when: the way of every card and of every arm over the time of a film."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field

from referee.cards import Card
from referee.films.floor import Place
from referee.table.layout import Point


@dataclass(frozen=True, slots=True)
class Step:
    """A card's way from `start` to `end` between `t0` and `t1`.

    `face` is how far it is turned before and after (0 back up, 1 face up); `order` sorts cards that overlap.
    A card that is `gone` afterwards is in a hand.
    """

    t0: float
    t1: float
    start: Place
    end: Place
    face: tuple[float, float]
    order: int
    gone: bool = False


@dataclass(slots=True)
class Track:
    """The whole way of one card; it is off the table before its first step unless that begins at -1."""

    card: Card
    steps: list[Step] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Seen:
    """A card at one moment; `step` counts its moves, `moving` is whether one is going on."""

    card: Card
    place: Place
    face: float
    order: int
    moving: bool
    step: int


@dataclass(frozen=True, slots=True)
class Key:
    """Where the fingers of an arm are at a moment, and the hand's pose from then on."""

    t: float
    x: float
    y: float
    z: float = 40.0
    pose: str = "grip"


@dataclass(frozen=True, slots=True)
class Reach:
    """One visit of a seat's arm: it comes from `shoulder` (mm) and follows `keys`."""

    seat: int
    shoulder: Point
    keys: tuple[Key, ...]

    @property
    def span(self) -> tuple[float, float]:
        """The times between which any of the arm may be seen."""
        return self.keys[0].t, self.keys[-1].t


def card_at(track: Track, t: float) -> Seen | None:
    """The card of *track* at time *t*, or None when it is in a hand or not yet there."""
    index = bisect_right(track.steps, t, key=lambda step: step.t0) - 1
    if index < 0:
        return None
    step = track.steps[index]
    moving = t < step.t1
    if step.gone and not moving:
        return None
    share = ease((t - step.t0) / (step.t1 - step.t0)) if moving else 1.0
    face = step.face[0] + (step.face[1] - step.face[0]) * share
    return Seen(track.card, between(step.start, step.end, share), face, step.order, moving, index)


def arm_at(reach: Reach, t: float) -> Key | None:
    """The fingers of *reach* at time *t*; None when the arm is away."""
    keys = reach.keys
    if not keys[0].t <= t < keys[-1].t:
        return None
    index = bisect_right(keys, t, key=lambda key: key.t) - 1
    a, b = keys[index], keys[index + 1]
    share = ease((t - a.t) / (b.t - a.t))
    return Key(t, _mix(a.x, b.x, share), _mix(a.y, b.y, share), _mix(a.z, b.z, share), a.pose)


def heading(shoulder: Point, x: float, y: float) -> float:
    """Where an arm from *shoulder* with its fingers at (x, y) points: degrees clockwise from the right."""
    return math.degrees(math.atan2(y - shoulder[1], x - shoulder[0]))


def between(a: Place, b: Place, share: float) -> Place:
    """The place that is *share* of the way from *a* to *b*."""
    return Place(
        _mix(a.x, b.x, share), _mix(a.y, b.y, share), _mix(a.angle, b.angle, share), _mix(a.z, b.z, share)
    )


def ease(share: float) -> float:
    """A hand's way: slow, fast, slow (minimum jerk)."""
    s = min(max(share, 0.0), 1.0)
    return s * s * s * (s * (s * 6 - 15) + 10)


def crossing(reach: Reach, inside: Sequence[Point], after: float) -> float:
    """The first time from *after* on at which the fingers are outside the rectangle about *inside*."""
    xs, ys = [x for x, _ in inside], [y for _, y in inside]
    t, end = after, reach.span[1]
    while t < end:
        key = arm_at(reach, t)
        if key is None or not (min(xs) <= key.x <= max(xs) and min(ys) <= key.y <= max(ys)):
            return t
        t += 0.02
    return end


def _mix(a: float, b: float, share: float) -> float:
    return a + (b - a) * share
