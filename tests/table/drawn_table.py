"""A drawn table for tests: cards, arms and light in small pictures, and eyes that may err as told to."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from math import cos, hypot, radians, sin

import cv2
import numpy as np

from referee.cards import DECK, UNKNOWN, Card, Reading, card
from referee.rules.actions import Event
from referee.table.interpreter import Interpreter
from referee.table.layout import Point, Polygon, Seat, Table
from referee.vision.frames import Frame
from referee.vision.scene import Scene, Watcher
from referee.vision.sighting import Picture, Quad, SeenCard, Side

SIZE = (320, 180)
MM_PER_PX = 3.0
FPS = 10
CARD = (63.0, 88.0)
DOORS: tuple[Point, ...] = ((40.0, 300.0), (-510.0, -10.0), (510.0, -90.0))
PILE, STOCK, BURNT = (-70.0, -10.0), (150.0, 30.0), (225.0, -165.0)


def box(x: float, y: float, width: float, height: float) -> Polygon:
    return (
        (x - width / 2, y - height / 2),
        (x + width / 2, y - height / 2),
        (x + width / 2, y + height / 2),
        (x - width / 2, y + height / 2),
    )


def table() -> Table:
    return Table(
        picture_size=SIZE,
        to_mm=((MM_PER_PX, 0.0, -480.0), (0.0, MM_PER_PX, -270.0), (0.0, 0.0, 1.0)),
        pile=box(*PILE, 250, 200),
        stock=box(*STOCK, 96, 122),
        burnt=box(*BURNT, 150, 150),
        seats=(
            Seat("Ana", 90.0, box(0, 200, 235, 128)),
            Seat("Ben", 185.0, box(-398, -50, 128, 235)),
            Seat("Cem", 350.0, box(398, -50, 128, 235)),
        ),
    )


@dataclass
class Laid:
    """A card on the drawn table."""

    card: Card
    x: float
    y: float
    angle: float = 0.0
    up: bool = True

    @property
    def quad(self) -> Quad:
        c, s = cos(radians(self.angle)), sin(radians(self.angle))
        a, b, c_, d = (
            (self.x + dx * c - dy * s, self.y + dx * s + dy * c)
            for dx, dy in ((-31.5, -44.0), (31.5, -44.0), (31.5, 44.0), (-31.5, 44.0))
        )
        return a, b, c_, d


@dataclass
class Faults:
    """What the eyes do wrong, as probabilities; jitter is in pixels of the small picture.

    `only_indexes`: of a covered card they find no more than its index.
    """

    miss: float = 0.0
    misread: float = 0.0
    double: float = 0.0
    jitter: float = 0.0
    never: frozenset[Card] = frozenset()
    only_indexes: bool = False


@dataclass
class World:
    """A table that is drawn, watched and interpreted; `events` are what came of it."""

    seed: int = 1
    faults: Faults = field(default_factory=Faults)
    gain: float = 1.0
    shake: float = 0.0
    cards: list[Laid] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    looks: int = 0

    def __post_init__(self) -> None:
        self._rng = random.Random(self.seed)
        self._noise = np.random.default_rng(self.seed)
        coarse = self._noise.integers(70, 110, (12, 20, 3)).astype(np.uint8)
        self._cloth = np.asarray(cv2.resize(coarse, SIZE, interpolation=cv2.INTER_CUBIC), np.uint8)
        self.table = table()
        self.watcher = Watcher(card_px=20)
        self.interpreter = Interpreter(self.table, 3)
        self.arms: list[tuple[Point, Point]] = []
        self.frame_no = 0
        self._last_t = 0.0
        self._covered = False
        self._scene: Scene | None = None

    # What lies there

    def deal(self, stock: int = 3) -> None:
        names = iter(("3C", "9D", "QS", "4H", "8C", "JD", "5S", "KC", "AD"))
        for seat, (x, y, dx, dy) in enumerate(((0, 200, 74, 0), (-398, -50, 0, 74), (398, -50, 0, 74))):
            for index in (-1, 0, 1):
                angle = 90.0 if dy else 0.0
                at = (x + dx * index, y + dy * index)
                shift = (0, 10) if not dy else ((-10, 0) if seat == 1 else (10, 0))
                self.cards.append(Laid(UNKNOWN, at[0] + shift[0], at[1] + shift[1], angle, up=False))
                self.cards.append(Laid(card(next(names)), at[0] - shift[0], at[1] - shift[1], angle))
        self.cards += [Laid(UNKNOWN, *STOCK, self._rng.uniform(-3, 3), up=False) for _ in range(stock)]

    def put(self, name: str, x: float = 0.0, y: float = 0.0, angle: float | None = None) -> Laid:
        """Lay a card on the pile, a little off its middle."""
        turn = self._rng.uniform(-15, 15) if angle is None else angle
        off = (self._rng.uniform(-8, 8), self._rng.uniform(-8, 8)) if angle is None else (0.0, 0.0)
        laid = Laid(card(name), PILE[0] + x + off[0], PILE[1] + y + off[1], turn)
        self.cards.append(laid)
        return laid

    def on_pile(self) -> list[Laid]:
        return [laid for laid in self.cards if hypot(laid.x - PILE[0], laid.y - PILE[1]) < 90]

    def find(self, name: str) -> Laid:
        return next(laid for laid in self.cards if laid.card == card(name))

    # What players do

    def play(self, seat: int, *names: str, rest: float = 0.9) -> None:
        def lay() -> None:
            for index, name in enumerate(names):
                shift = 20.0 * (index - (len(names) - 1) / 2)
                across = radians(self.table.seats[seat].direction - 90)
                self.put(name, shift * cos(across), shift * sin(across), None if len(names) == 1 else 0.0)

        self.reach(seat, PILE, lay, rest=rest)

    def play_one_by_one(self, seat: int, *names: str, withdraw: bool) -> None:
        """Lay *names* one after another; between them the arm is out of view or rests over its row."""
        xs, ys = zip(*self.table.seats[seat].rows, strict=True)
        row = (sum(xs) / len(xs), sum(ys) / len(ys))
        for index, name in enumerate(names):
            shift, last = 20.0 * index, index == len(names) - 1
            across = radians(self.table.seats[seat].direction - 90)
            self._way(DOORS[seat], DOORS[seat], PILE)
            self.put(name, shift * cos(across), shift * sin(across), 0.0)
            self._way(DOORS[seat], PILE, DOORS[seat] if withdraw or last else row)
            if withdraw or last:
                self.arms = []
            self.wait(0.9)

    def take_pile(self, seat: int) -> None:
        self.reach(seat, PILE, lambda: self._remove(self.on_pile()))

    def burn(self, seat: int, spread: float = 9.0) -> None:
        def push() -> None:
            for laid in self.on_pile():
                laid.x, laid.y = (middle + self._rng.uniform(-spread, spread) for middle in BURNT)
                laid.angle = self._rng.uniform(-30, 30) if spread else 0.0

        self.reach(seat, PILE, push, BURNT)

    def draw_from_stock(self, seat: int, count: int = 1) -> None:
        def take() -> None:
            self._remove([laid for laid in self.cards if (laid.x, laid.y) == STOCK][-count:])

        self.reach(seat, STOCK, take)

    def take_back(self, seat: int, *names: str) -> None:
        self.reach(seat, PILE, lambda: self._remove([self.find(name) for name in names]))

    def play_from_row(self, seat: int, name: str) -> None:
        laid = self.find(name)
        self.reach(
            seat, (laid.x, laid.y), lambda: self.cards.remove(laid), PILE, lambda: self._lay_again(laid)
        )

    def flip(self, seat: int, slot: int, name: str) -> None:
        backs = [laid for laid in self.cards if not laid.up and (laid.x, laid.y) != STOCK]
        laid = backs[3 * seat + slot]

        def lay() -> None:
            laid.card, laid.up = card(name), True
            self._lay_again(laid)

        self.reach(seat, (laid.x, laid.y), lambda: self.cards.remove(laid), PILE, lay)

    def _lay_again(self, laid: Laid) -> None:
        laid.x, laid.y, laid.angle = PILE[0] + 3.0, PILE[1] - 4.0, self._rng.uniform(-15, 15)
        self.cards.append(laid)

    def _remove(self, gone: Iterable[Laid]) -> None:
        for laid in list(gone):
            self.cards.remove(laid)

    def reach(
        self,
        seat: int,
        to: Point,
        do: Callable[[], None] = lambda: None,
        then_to: Point | None = None,
        then: Callable[[], None] = lambda: None,
        rest: float = 0.9,
    ) -> None:
        """An arm comes in, does something, perhaps goes on to do more, and leaves; then the table rests."""
        door = DOORS[seat]
        self._way(door, door, to)
        do()
        if then_to is not None:
            self._way(door, to, then_to)
            then()
        self._way(door, then_to or to, door)
        self.arms = []
        self.wait(rest)

    def _way(self, door: Point, a: Point, b: Point) -> None:
        for share in (0.2, 0.4, 0.6, 0.8, 1.0, 1.0):
            self.arms = [(door, (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share))]
            self.step()

    def wait(self, seconds: float) -> None:
        for _ in range(round(seconds * FPS)):
            self.step()

    # What comes of it

    def unseen(self, do: Callable[[], None]) -> None:
        """Let *do* happen while no picture comes."""
        self._covered = True
        do()
        self._covered = False
        self.events += self.interpreter.gap(self._last_t, self.frame_no / FPS)

    def step(self) -> Scene:
        frame = Frame(self.frame_no, self.frame_no / FPS, self.picture())
        self.frame_no += 1
        if self._covered and self._scene:
            return self._scene
        self._last_t = frame.t
        self._scene = scene = self.watcher.update(frame)
        region = self.interpreter.where_to_look(scene)
        seen = None if region is None else self.look()
        self.looks += seen is not None
        self.events += self.interpreter.observe(scene, seen)
        return scene

    def told(self) -> list[Event]:
        """The events since the last time."""
        events, self.events = self.events, []
        return events

    def picture(self) -> Picture:
        picture = self._cloth.copy()
        for laid in self.cards:
            _draw_card(picture, laid)
        for door, tip in self.arms:
            cv2.line(picture, _px(door), _px(tip), (120, 150, 200), 26)
        shift = np.array(
            [[1, 0, self._rng.uniform(-1, 1) * self.shake], [0, 1, self._rng.uniform(-1, 1) * self.shake]]
        )
        moved = cv2.warpAffine(picture, shift, SIZE, borderMode=cv2.BORDER_REPLICATE)
        noisy = moved.astype(np.float32) * self.gain + self._noise.normal(0, 2, moved.shape)
        return np.asarray(np.clip(noisy, 0, 255), np.uint8)

    def look(self) -> list[SeenCard]:
        """What the eyes see: cards of which enough shows, read where an index does, with their faults."""
        owner = np.full((SIZE[1], SIZE[0]), -1, np.int16)
        for index, laid in enumerate(self.cards):
            cv2.fillPoly(owner, [_corners(laid.quad)], (index,))
        seen: list[SeenCard] = []
        for index, laid in enumerate(self.cards):
            share = float((owner == index).mean()) * SIZE[0] * SIZE[1] * MM_PER_PX**2 / (CARD[0] * CARD[1])
            if share > 0.1 and laid.card not in self.faults.never and self._rng.random() >= self.faults.miss:
                corner = _index_shown(owner, index, laid)
                part = self.faults.only_indexes and share < 0.7 and corner is not None
                seen += (
                    [self._index_of(laid, corner)]
                    if part and corner
                    else self._seen(laid, corner is not None)
                )
        return seen

    def _index_of(self, laid: Laid, corner: Point) -> SeenCard:
        x, y = corner
        index = [(x + dx * 0.2, y + dy * 0.2) for dx, dy in Laid(laid.card, 0, 0, laid.angle).quad]
        return SeenCard(self._jittered(_quad(index)), Side.FACE, self._read(laid.card), 0.7, whole=False)

    def _seen(self, laid: Laid, readable: bool) -> list[SeenCard]:
        repeats = 2 if self._rng.random() < self.faults.double else 1
        side = Side.FACE if laid.up else Side.BACK
        reading = self._read(laid.card) if readable and laid.up else Reading(())
        return [SeenCard(self._jittered(laid.quad), side, reading, 0.9 - 0.4 * nth) for nth in range(repeats)]

    def _read(self, true: Card) -> Reading:
        wrong = self._rng.choice(DECK)
        if self._rng.random() < self.faults.misread:
            return Reading.of({wrong: 0.6, true: 0.3})
        return Reading.of({true: 0.995, wrong: 0.002})

    def _jittered(self, quad: Quad) -> Quad:
        dx, dy = (self._rng.gauss(0, self.faults.jitter) for _ in range(2))
        return _quad([((x + 480) / MM_PER_PX + dx, (y + 270) / MM_PER_PX + dy) for x, y in quad])


def _px(point: Point) -> tuple[int, int]:
    return round((point[0] + 480) / MM_PER_PX), round((point[1] + 270) / MM_PER_PX)


def _corners(quad: Sequence[Point]) -> np.ndarray[tuple[int, ...], np.dtype[np.int32]]:
    return np.array([_px(point) for point in quad], np.int32)


def _draw_card(picture: Picture, laid: Laid) -> None:
    cv2.fillPoly(picture, [_corners(laid.quad)], (235, 235, 235) if laid.up else (140, 60, 50))
    cv2.polylines(picture, [_corners(laid.quad)], True, (90, 90, 90), 1)
    if laid.up:
        pips = random.Random(str(laid.card))
        colour = (40, 40, 200) if str(laid.card)[-1] in "DH" else (30, 30, 30)
        for _ in range(9):
            at = _inside(laid, pips.uniform(-22, 22), pips.uniform(-34, 34))
            cv2.circle(picture, _px(at), 2, colour, -1)
        for index in (_inside(laid, -25, -34), _inside(laid, 25, 34)):
            cv2.circle(picture, _px(index), 2, colour, -1)


def _inside(laid: Laid, dx: float, dy: float) -> Point:
    c, s = cos(radians(laid.angle)), sin(radians(laid.angle))
    return laid.x + dx * c - dy * s, laid.y + dx * s + dy * c


def _index_shown(
    owner: np.ndarray[tuple[int, ...], np.dtype[np.int16]], index: int, laid: Laid
) -> Point | None:
    """Where (mm) an index of *laid* shows, if one does."""
    for corner in (_inside(laid, -25, -34), _inside(laid, 25, 34)):
        x, y = _px(corner)
        if 0 <= x < SIZE[0] and 0 <= y < SIZE[1] and owner[y, x] == index:
            return corner
    return None


def _quad(points: Iterable[Point]) -> Quad:
    a, b, c, d = points
    return a, b, c, d
