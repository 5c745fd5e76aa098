"""How cards come to lie on a table: singles, rows, fans, piles, stacks, columns and grids."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Pose:
    """A card on the plane: centre in card widths from the middle of the view, turn in radians, side."""

    x: float
    y: float
    turn: float
    back: bool


@dataclass(frozen=True, slots=True)
class Group:
    """What an arrangement needs: how many cards, where, turned how, the card's height in widths."""

    n: int
    x: float
    y: float
    turn: float
    height: float
    random: Random

    def along(self, right: float, down: float) -> Point:
        """The point *right* and *down* of the group's middle in the group's own axes."""
        c, s = math.cos(self.turn), math.sin(self.turn)
        return self.x + right * c - down * s, self.y + right * s + down * c

    def near(self, right: float, down: float, spread: float) -> Point:
        """`along`, laid by a hand that misses by *spread*."""
        return self.along(right + self.random.gauss(0, spread), down + self.random.gauss(0, spread))


Placed = list[tuple[Point, float]]


def single(g: Group) -> Placed:
    """One card."""
    return [((g.x, g.y), g.turn)]


def row(g: Group, step: float | None = None) -> Placed:
    """Side by side, *step* card widths from middle to middle, neatly or not, at times a little slanted."""
    r = g.random
    step = step or r.uniform(0.8, 1.35)
    slack = r.choice((0.0, 0.04, 0.1))
    slope = r.choice((0.0, 0.0, r.uniform(-0.3, 0.3)))
    sign = r.choice((1, 1, -1))
    return [
        (g.near(sign * step * (i - g.n / 2), slope * step * i, slack), g.turn + r.gauss(0, slack))
        for i in range(g.n)
    ]


def tight_row(g: Group) -> Placed:
    """A row whose cards cover one another but for a strip."""
    return row(g, g.random.uniform(0.15, 0.5))


def column(g: Group) -> Placed:
    """One below the other, the upper edge of each in sight, as in patience."""
    step = g.height * g.random.uniform(0.15, 0.45)
    n = min(g.n, 8)
    return [(g.near(0, step * (i - g.n / 2), 0.02), g.turn + g.random.gauss(0, 0.03)) for i in range(n)]


def fan(g: Group) -> Placed:
    """Turned about a point below, as held in a hand."""
    r = g.random
    step = math.radians(r.uniform(3, 14)) * r.choice((1, 1, 1, -1))
    radius = g.height * r.uniform(0.5, 2.2)
    placed = []
    for i in range(g.n):
        lean = step * (i - (g.n - 1) / 2)
        placed.append((g.near(math.sin(lean) * radius, (1 - math.cos(lean)) * radius, 0.02), g.turn + lean))
    return placed


def pile(g: Group) -> Placed:
    """One on top of the other, thrown more or less wildly."""
    r = g.random
    spread, twist = r.choice((0.04, 0.12, 0.3)), r.choice((0.05, 0.2, 0.6, 2.0))
    return [(g.near(0, 0, spread), g.turn + r.gauss(0, twist)) for _ in range(min(g.n, 8))]


def stack(g: Group) -> Placed:
    """Squared up, leaning a little, as the stock."""
    r = g.random
    right, down = r.gauss(0, 0.012), r.gauss(0, 0.012)
    return [(g.near(right * i, down * i, 0.004), g.turn + r.gauss(0, 0.008)) for i in range(g.n + 2)]


def grid(g: Group) -> Placed:
    """In columns and rows that do not touch."""
    r = g.random
    columns = max(1, min(5, int(math.sqrt(g.n)) + r.randint(0, 2)))
    dx, dy = r.uniform(1.02, 1.4), g.height * r.uniform(1.02, 1.3)
    return [
        (g.near(dx * (i % columns - columns / 2), dy * (i // columns - 1), 0.03), g.turn + r.gauss(0, 0.03))
        for i in range(g.n)
    ]


def stepped(g: Group) -> Placed:
    """A set laid on a pile, each card shifted so that its corner can be read."""
    r = g.random
    right, down = r.uniform(0.15, 0.4) * r.choice((1, -1)), r.uniform(-0.3, 0.4)
    return [(g.near(right * i, down * i, 0.03), g.turn + r.gauss(0, 0.06)) for i in range(min(g.n, 5))]


def heap(g: Group) -> Placed:
    """A pile in play: a set whose cards each show a strip, upon earlier cards that lie anyhow."""
    r = g.random
    top = r.randint(1, min(4, g.n))
    return pile(replace(g, n=g.n - top)) + stepped(replace(g, n=top, turn=g.turn + r.gauss(0, 0.5)))


ARRANGEMENTS: tuple[tuple[Callable[[Group], Placed], float], ...] = (
    (single, 30),
    (row, 15),
    (tight_row, 10),
    (fan, 16),
    (pile, 15),
    (stack, 5),
    (column, 8),
    (grid, 6),
    (stepped, 8),
    (heap, 22),
)


def arranged(r: Random, n: int, view: tuple[float, float], height: float) -> list[Pose]:
    """About *n* cards in groups over a *view* (width, height in card widths) of a table, bottom to top.

    *height* is a card's in card widths.
    """
    common = r.uniform(0, 2 * math.pi) if r.random() < 0.5 else r.choice((0, 0.5, 1, 1.5)) * math.pi
    kinds, weights = zip(*ARRANGEMENTS, strict=True)
    poses: list[Pose] = []
    while len(poses) < n:
        turn = common + r.gauss(0, 0.08) if r.random() < 0.5 else r.uniform(0, 2 * math.pi)
        x, y = r.uniform(-0.52, 0.52) * view[0], r.uniform(-0.52, 0.52) * view[1]
        group = Group(min(n - len(poses), r.randint(1, 13)), x, y, turn, height, r)
        arrange = r.choices(kinds, weights)[0]
        backs = r.random() < (0.7 if arrange is stack else 0.15)
        poses += _sided(r, arrange, group, backs)
    return poses


def _sided(r: Random, arrange: Callable[[Group], Placed], group: Group, backs: bool) -> list[Pose]:
    """The cards of *group*, nearly all of them one side up, all one way round or any."""
    flips = 0.1 if r.random() < 0.5 else 0.5
    poses = []
    for (x, y), turn in arrange(group):
        flip = math.pi if r.random() < flips else 0.0
        poses.append(Pose(x, y, turn + flip, backs if r.random() < 0.94 else not backs))
    return poses
