"""From scenes and what the eyes saw in them to events: what lay where before and after, and whose arm it was.

Each zone comes to rest by itself. A zone whose pixels are as at its last rest has nothing to tell, whatever
the eyes say; a zone that changed is looked at until its looks agree. What the pile tells waits for the rows
and the burnt cards, since they say where cards came from and went to.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import cos, radians, sin

from referee.cards import Card, Reading
from referee.rules.actions import (
    CardsPlayed,
    Event,
    FaceDownFlipped,
    PileCleared,
    PilePickedUp,
    PlayRetracted,
    Source,
    StockDrawn,
    StockState,
)
from referee.table.calm import Watched
from referee.table.canvas import Canvas
from referee.table.draws import Draws
from referee.table.geometry import (
    BURNT,
    PILE,
    STOCK,
    Area,
    Zone,
    card_sized,
    point_to_mm,
    to_mm,
    zone_of,
    zones,
)
from referee.table.layout import Table
from referee.table.pile import Finding, Pile, View, What
from referee.table.readings import agreement, multiplied, without
from referee.table.rows import Change, Rows
from referee.table.spots import Spot, together
from referee.table.who import Doer, Hand, Hands, seats_of
from referee.vision.pixels import differs
from referee.vision.scene import Scene
from referee.vision.sighting import SeenCard, Side

PATIENCE_S = 2.5
"""So long a change of the pile waits for the rows and the burnt cards to come to rest."""
BURNT_CHANGE = 0.25
"""Cards came to the burnt zone when it changed by this much, in areas of a card."""
STOCK_CHANGE = 0.25
DRAWN = (1, 3)
"""How many cards one visit to the stock may take."""


@dataclass(frozen=True, slots=True)
class _Pending:
    """A change of the pile that waits for the other zones."""

    finding: Finding
    doer: Doer
    since: float
    t: float
    first_play_by: int | None


class Interpreter:
    """Turns the scenes of one game at *table* into events.

    For each scene: ask `wants_look`; if it says so let the eyes look at the picture; then call `observe`.
    *packs*: with more than one pack a card may lie in two places.
    """

    def __init__(self, table: Table, players: int, packs: int = 1) -> None:
        self._table = table
        self._players = players
        self._packs = packs
        self._outlines = zones(table, players)
        self._watched = {zone: Watched(zone) for zone in self._outlines}
        self._hands = Hands(players)
        self._draws = Draws(table.stock)
        self._pile = Pile()
        self._rows = {seat: Rows(seat) for seat in range(players)}
        self._row_changes: dict[int, tuple[float, Change]] = {}
        self._played_by: list[int] = []
        self._burnt: dict[Card, float] = {}
        self._burnt_change: tuple[float, float] = (-1.0, 0.0)
        self._stock: bool | None = None
        self._drawn: list[int] = []
        self._pending: _Pending | None = None
        self._canvas: Canvas | None = None
        self._scene: Scene | None = None

    def wants_look(self, scene: Scene) -> bool:
        """Whether the eyes should look at the picture of *scene*."""
        self._take(scene)
        return any(
            watched.wants_look(scene.frame.t) and self._needs_eyes(watched)
            for watched in self._watched.values()
        )

    def observe(self, scene: Scene, cards: Sequence[SeenCard] | None) -> tuple[Event, ...]:
        """What happened by *scene*. *cards*: what the eyes saw in it (pixels); None if they did not look."""
        canvas = self._take(scene)
        if cards is not None:
            self._look(scene, cards, canvas)
        events: list[Event] = []
        for watched in self._watched.values():
            if watched.zone != PILE and watched.at_rest(scene.frame.t):
                events += self._settle(watched, scene, canvas)
        if self._watched[PILE].at_rest(scene.frame.t):
            events += self._settle_pile(self._watched[PILE], scene, canvas)
        events += self._resolve(scene.frame.t, forced=False)
        return (*events, *self._leftovers(scene.frame.t))

    def _take(self, scene: Scene) -> Canvas:
        """Follow zones and hands through *scene*, once."""
        if self._canvas is None or not self._canvas.fits(scene):
            self._canvas = Canvas(self._table, self._players, scene)
            self._watched = {zone: Watched(zone) for zone in self._outlines}
        if scene is not self._scene:
            self._scene = scene
            for watched in self._watched.values():
                watched.update(scene, self._canvas)
            hands = self._hands_in(scene, self._canvas.size)
            self._hands.note(hands, scene.frame.t)
            self._drawn += self._draws.update(hands, scene.frame.t)
        return self._canvas

    def _hands_in(self, scene: Scene, size: tuple[int, int]) -> list[Hand]:
        directions = [seat.direction for seat in self._table.seats[: self._players]]
        return [
            Hand(scene.frame.t, seats_of(arm.entry, directions), point_to_mm(self._table, arm.tip, size))
            for arm in scene.arms
        ]

    def _look(self, scene: Scene, cards: Sequence[SeenCard], canvas: Canvas) -> None:
        placed: dict[Zone, list[SeenCard]] = {zone: [] for zone in self._outlines}
        for card in (to_mm(self._table, seen, canvas.size) for seen in cards):
            zone = zone_of(self._table, card.centre, self._players)
            if zone is not None and card_sized(self._table, card.quad):
                placed[zone].append(card)
        for zone, watched in self._watched.items():
            watched.look(scene.frame.t, placed[zone])

    def _needs_eyes(self, watched: Watched) -> bool:
        if watched.zone == BURNT and watched.settled is not None:
            return False
        return watched.change is not None and watched.change >= _least(watched.zone)

    def _settle(self, watched: Watched, scene: Scene, canvas: Canvas) -> list[Event]:
        """Understand a zone beside the pile, if it has been looked at enough."""
        change = watched.change or 0.0
        if self._needs_eyes(watched) and len(watched.looks) < watched.wanted:
            return []
        spots = together(watched.looks)
        events: list[Event] = []
        if watched.zone == BURNT:
            if watched.settled is not None and change >= BURNT_CHANGE:
                self._burnt_change = (scene.frame.t, change)
        elif change >= _least(watched.zone):
            if watched.zone == STOCK:
                found = self._settle_stock(watched, spots)
            else:
                found = self._settle_row(watched, spots, scene, canvas)
            if found is None:
                return []
            events = found
        watched.settle(scene.small)
        return events

    def _settle_stock(self, watched: Watched, spots: list[Spot]) -> list[Event] | None:
        there = any(spot.side is Side.BACK and 2 * spot.found >= spot.looks for spot in spots)
        if not there and len(watched.looks) < 4 and watched.more():
            return None
        before, self._stock = self._stock, there
        if there:
            return [] if before else [StockState(empty=False)]
        return [StockState(empty=True)] if before else []

    def _settle_row(
        self, watched: Watched, spots: list[Spot], scene: Scene, canvas: Canvas
    ) -> list[Event] | None:
        rows = self._rows[watched.zone.seat or 0]
        if watched.settled is None:
            rows.seed(spots)
            return [rows.seen()] if rows.slots else []
        if not rows.certain(spots, len(watched.looks)) and watched.more():
            return None
        change = rows.judge(spots, differs(watched.settled, scene.small), canvas)
        if change:
            _, before = self._row_changes.get(rows.seat, (0.0, Change()))
            self._row_changes[rows.seat] = (scene.frame.t, before + change)
        return []

    def _settle_pile(self, watched: Watched, scene: Scene, canvas: Canvas) -> list[Event]:
        if self._needs_eyes(watched) and len(watched.looks) < watched.wanted:
            return []
        spots = together(watched.looks)
        if watched.settled is None:
            self._pile.seed(spots, scene.small)
            self._played_by = [-1] * len(self._pile.plays)
            watched.settle(scene.small)
            return []
        if not self._needs_eyes(watched):
            watched.settle(scene.small)
            return []
        view = View.of(spots, scene.small, watched.settled, canvas, final=False)
        finding = self._pile.judge(view)
        if finding.what is What.UNCLEAR:
            if watched.more():
                return []
            view = View.of(spots, scene.small, watched.settled, canvas, final=True)
            finding = self._pile.judge(view)
        return self._found(finding, view, watched, scene)

    def _found(self, finding: Finding, view: View, watched: Watched, scene: Scene) -> list[Event]:
        events = self._resolve(scene.frame.t, forced=True)
        doer = self._hands.who(self._table.pile, watched.since, watched.busy_t)
        finding = replace(finding, new=_lowest_first(finding.new, self._table.seats[doer.seat].direction))
        if finding.what is not What.NOTHING:
            only = self._played_by[0] if len(self._played_by) == 1 else None
            self._pending = _Pending(finding, doer, watched.since, scene.frame.t, only)
        if finding.what is What.EMPTIED:
            self._emptied_cards = self._pile.cards
        self._pile.apply(finding, view)
        if finding.what is What.PLAYED:
            self._played_by.append(doer.seat)
        watched.settle(scene.small)
        return events

    def _resolve(self, t: float, forced: bool) -> list[Event]:
        """Tell what the pile's last change was, when the zones that say more of it are at rest."""
        pending = self._pending
        if pending is None or not (forced or t - pending.t > PATIENCE_S or self._can_tell(pending)):
            return []
        self._pending = None
        _, row = self._row_changes.pop(pending.doer.seat, (0.0, Change()))
        if pending.finding.what is What.PLAYED:
            return [self._played(pending, row)]
        if pending.finding.what is What.RETRACTED:
            return [PlayRetracted(self._played_by.pop())]
        return [self._emptied(pending, row)]

    def _can_tell(self, pending: _Pending) -> bool:
        row = self._watched.get(Zone(Area.ROWS, pending.doer.seat))
        if row is not None and row.stirred:
            return False
        return pending.finding.what is not What.EMPTIED or not self._watched[BURNT].stirred

    def _played(self, pending: _Pending, row: Change) -> Event:
        seat, seat_p = pending.doer.seat, pending.doer.p
        told = _told_by_row([spot.reading for spot in pending.finding.new], row)
        readings = tuple(without(reading, self._elsewhere()) for reading in told)
        self._pile.correct(readings)
        if row.lost_down and len(readings) == 1:
            return FaceDownFlipped(seat, readings[0], row.lost_down[0], seat_p)
        source = Source.DOWN if row.lost_down else _source(len(readings), row)
        return CardsPlayed(seat, readings, source, seat_p)

    def _emptied(self, pending: _Pending, row: Change) -> Event:
        alone, self._played_by = pending.first_play_by, []
        if self._burnt_change[0] >= pending.since:
            for card in self._emptied_cards:
                if card.reading.p >= 0.5:
                    self._burnt[card.reading.best] = max(
                        card.reading.p, self._burnt.get(card.reading.best, 0.0)
                    )
            return PileCleared(pending.doer.seat)
        if alone == pending.doer.seat:
            return PlayRetracted(pending.doer.seat)
        return PilePickedUp(pending.doer.seat, added=row.lost_up, seat_p=pending.doer.p)

    def _elsewhere(self) -> dict[Card, float]:
        """How surely each card lies somewhere else than in the last play."""
        if self._packs > 1:
            return {}
        lying = [card.reading for play in self._pile.plays[:-1] for card in play]
        lying += [slot.up for rows in self._rows.values() for slot in rows.slots if slot.up is not None]
        elsewhere = dict(self._burnt)
        for reading in lying:
            for card, p in reading.options:
                elsewhere[card] = max(p, elsewhere.get(card, 0.0))
        return elsewhere

    def _leftovers(self, t: float) -> list[Event]:
        """Draws, and changes of rows that no play explains, once the pile has nothing more to tell."""
        if self._pending is not None or self._watched[PILE].stirred:
            return []
        events: list[Event] = [StockDrawn(seat, *DRAWN) for seat in self._drawn]
        self._drawn = []
        for seat, (since, _) in list(self._row_changes.items()):
            if t - since > PATIENCE_S:
                del self._row_changes[seat]
                events.append(self._rows[seat].seen())
        return events


def _least(zone: Zone) -> float:
    return STOCK_CHANGE if zone == STOCK else 0.04


def _lowest_first(spots: Sequence[Spot], direction: float) -> tuple[Spot, ...]:
    """The cards of a fan as their player lays them: each new one to the right of those before it."""
    across = radians(direction - 90)
    return tuple(sorted(spots, key=lambda spot: spot.centre[0] * cos(across) + spot.centre[1] * sin(across)))


def _source(played: int, row: Change) -> Source:
    if not row.lost_up:
        return Source.HAND
    return Source.UP if len(row.lost_up) == played else Source.UNKNOWN


def _told_by_row(readings: Sequence[Reading], row: Change) -> list[Reading]:
    """*readings* made surer by the cards that left the row."""
    told = []
    left = list(row.lost_up)
    for reading in readings:
        same = max(left, key=lambda lost: agreement(lost, reading), default=None)
        if same is not None and agreement(same, reading) > 0.02:
            left.remove(same)
            reading = multiplied(same, reading)
        told.append(reading)
    return told
