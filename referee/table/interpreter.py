"""From scenes and what the eyes saw in them to events: what lay where before and after, and whose arm it was.

Each zone comes to rest by itself. A zone whose pixels are as at its last rest has nothing to tell, whatever
the eyes say; a zone that changed is looked at until its looks agree. What the pile tells waits for the rows
and the burnt cards, since they say where cards came from and went to.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import cos, radians, sin

from referee.rules.actions import Event, RowSwapped, StockDrawn, StockState, ViewRestored
from referee.table.calm import BUSY_CARDS, Watched
from referee.table.canvas import Canvas
from referee.table.draws import Draws
from referee.table.geometry import (
    BURNT,
    PILE,
    STOCK,
    Zone,
    card_sized,
    point_to_mm,
    to_mm,
    zone_of,
    zones,
)
from referee.table.layout import Table
from referee.table.pile import LEAST_CHANGE, Finding, Pile, What
from referee.table.rows import Change, Rows
from referee.table.spots import Spot, together
from referee.table.telling import Found, Teller
from referee.table.turned import Turned
from referee.table.view import View
from referee.table.waiting import Waiting
from referee.table.who import Doer, Hand, Hands, seats_of
from referee.vision.pixels import differs
from referee.vision.scene import Scene
from referee.vision.sighting import Region, SeenCard, Side

BURNT_CHANGE = 0.05
"""Cards came to the burnt zone when it changed by this much, in areas of a card."""
LEAST_INDEX_P = 0.4
STOCK_CHANGE = 0.25
ZONE_CHANGE = 0.04
"""A zone that changed less than this, in areas of a card, lies as it lay."""
ENOUGH_STOCK_LOOKS = 4
UNSEEN_P = 0.5
"""Who did something while nobody watched is never surer than this."""
ONE_PLAY_S = 12.0
"""In a longer time that nobody watched more may have happened than what shows."""
FOUND_P = 0.9
"""A pile that lies there at the start is told when a card of it is read as surely."""
HURRIED_LOOKS, HURRIED_P = 2, 0.5
"""After so many looks a card so surely read is told when the pile is stirred before it is understood."""
DRAWN = (1, 3)
"""How many cards one visit to the stock may take."""


class Interpreter:
    """Turns the scenes of one game at *table* into events.

    For each scene: ask `where_to_look`; if it names a region let the eyes look at it; then call `observe`.
    *packs*: with more than one pack a card may lie in two places.
    """

    def __init__(self, table: Table, players: int, packs: int = 1) -> None:
        self._table = table
        self._players = players
        self._outlines = zones(table, players)
        self._watched = {zone: Watched(zone) for zone in self._outlines}
        self._hands = Hands(players)
        self._draws = Draws(table.stock)
        self._rows = {index: Rows(index, seat.direction) for index, seat in enumerate(table.seats[:players])}
        self._pile = Pile(packs)
        self._teller = Teller(self._pile, self._rows, packs)
        self._waiting = Waiting(self._teller, self._hands, self._is_stirred)
        self._stock: bool | None = None
        self._drawn: list[int] = []
        self._unseen: set[Zone] = set()
        self._compared = ViewRestored()
        self._canvas: Canvas | None = None
        self._scene: Scene | None = None

    def where_to_look(self, scene: Scene) -> Region | None:
        """Which part of the picture of *scene* the eyes should look at; None when they need not."""
        canvas = self._take(scene)
        return canvas.region(watched.zone for watched in self._wanting(scene.frame.t))

    def _wanting(self, t: float) -> list[Watched]:
        """The zones that the eyes should look at."""
        return [zone for zone in self._watched.values() if zone.wants_look(t) and self._needs_eyes(zone)]

    def observe(self, scene: Scene, cards: Sequence[SeenCard] | None) -> tuple[Event, ...]:
        """What happened by *scene*.

        *cards*: what the eyes saw where they were asked to look (pixels); None if they did not look.
        """
        canvas = self._take(scene)
        if cards is not None:
            self._look(scene, cards, canvas)
        events: list[Event] = []
        for watched in self._watched.values():
            if watched.at_rest(scene.frame.t):
                events += self._settle(watched, scene, canvas)
        events += self._waiting.told(scene.frame.t)
        return (*events, *self._leftovers(scene.frame.t))

    def gap(self, since: float, t: float) -> tuple[Event, ...]:
        """Nobody watched from *since* to *t*, the time of the next scene: what that shows is new everywhere.

        Call it before `where_to_look`. Gives what had been understood before and was not told yet.
        """
        told = self._waiting.told_before_gap(t)
        self._unseen, self._compared = set(self._watched), ViewRestored()
        burnt = self._watched[BURNT]
        if burnt.stirred or burnt.settled is None:
            # What was on its way there before is no news of the time in between.
            self._unseen.remove(BURNT)
        for watched in self._watched.values():
            watched.stir(since, t)
        self._draws.forget()
        return told

    def moved(self, table: Table, since: float, scene: Scene) -> tuple[Event, ...]:
        """The camera was moved after *since*, *scene* shows the table as *table* has it: as after a gap."""
        told = self.gap(since, scene.frame.t)
        before, self._table = self._table, table
        if self._canvas is not None and self._canvas.fits(scene):
            turned = Turned(before, table, self._canvas.size, scene.scale)
            self._canvas = Canvas(table, self._players, scene)
            self._pile.bare, self._pile.below = turned.any(self._pile.bare), turned.any(self._pile.below)
            for watched in self._watched.values():
                watched.settled = turned.any(watched.settled)
        return told

    def _take(self, scene: Scene) -> Canvas:
        """Follow zones and hands through *scene*, once."""
        if self._canvas is None or not self._canvas.fits(scene):
            self._canvas = Canvas(self._table, self._players, scene)
            self._watched = {zone: Watched(zone) for zone in self._outlines}
        if scene is not self._scene:
            self._tell_before_it_moves(scene, self._canvas)
            self._scene = scene
            for watched in self._watched.values():
                watched.update(scene, self._canvas)
            hands = self._hands_in(scene, self._canvas.size)
            self._hands.note(hands, scene.frame.t)
            self._drawn += self._draws.update(hands, scene.frame.t)
        return self._canvas

    def _tell_before_it_moves(self, scene: Scene, canvas: Canvas) -> None:
        """What a pile is believed to show that is stirred again before it has been looked at enough."""
        watched, last = self._watched[PILE], self._scene
        if last is None or watched.settled is None or not watched.stirred or PILE in self._unseen:
            return
        if len(watched.looks) < HURRIED_LOOKS or canvas.cards(scene.busy, PILE) < BUSY_CARDS:
            return
        view = View.of(together(watched.looks), last.small, watched.settled, canvas, final=True)
        finding = self._pile.judge(view)
        read = all(spot.steady and spot.reading.p >= HURRIED_P for spot in finding.new)
        if finding.what is What.PLAYED and read:
            self._pile_changed(finding, view, watched, last.frame.t)
            watched.settle(last.small, last.frame.t)

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
            if zone is not None and self._is_of_use(card, zone):
                placed[zone].append(card)
        for watched in self._wanting(scene.frame.t):
            watched.look(scene.frame.t, placed[watched.zone])

    def _is_of_use(self, card: SeenCard, zone: Zone) -> bool:
        """Whether *card* is as large as a card, or an index that tells of a covered card of the pile."""
        if card_sized(self._table, card.quad):
            return True
        return zone == PILE and not card.whole and card.reading.p >= LEAST_INDEX_P

    def _needs_eyes(self, watched: Watched) -> bool:
        if watched.zone == BURNT and watched.settled is not None:
            return False
        least = {STOCK: STOCK_CHANGE, PILE: LEAST_CHANGE}.get(watched.zone, ZONE_CHANGE)
        return watched.change is not None and watched.change >= least

    def _settle(self, watched: Watched, scene: Scene, canvas: Canvas) -> list[Event]:
        """Understand a zone that is at rest, if it has been looked at enough."""
        events: list[Event] | None = []
        if self._needs_eyes(watched):
            if len(watched.looks) < watched.wanted:
                return []
            events = self._understood(watched, together(watched.looks), scene, canvas)
        elif watched.zone == BURNT and (watched.change or 0.0) >= BURNT_CHANGE:
            self._waiting.burnt_t = scene.frame.t
        if events is None:
            return []
        watched.settle(scene.small, scene.frame.t)
        return [*self._seen_again(watched, scene.frame.t), *events]

    def _seen_again(self, watched: Watched, t: float) -> list[Event]:
        """The first rest of a zone after nobody watched: the view is back when the pile has been compared."""
        if watched.zone not in self._unseen:
            return []
        self._unseen.remove(watched.zone)
        if watched.zone == PILE:
            return [self._compared]
        burnt = watched.zone == BURNT and self._waiting.burnt_t == t and self._waiting.is_empty
        return [self._lies_so()] if burnt else []

    def _lies_so(self) -> ViewRestored:
        """Things happened that nobody saw: the pile as it lies."""
        return ViewRestored(pile_changed=True, pile=self._pile.readings)

    def _understood(
        self, watched: Watched, spots: list[Spot], scene: Scene, canvas: Canvas
    ) -> list[Event] | None:
        """What *spots* in a zone tell; None when more looks are wanted."""
        if watched.zone == STOCK:
            return self._settle_stock(watched, spots)
        if watched.zone == PILE:
            return self._settle_pile(watched, spots, scene, canvas)
        if watched.zone == BURNT:
            return []
        return self._settle_row(watched, spots, scene, canvas)

    def _settle_stock(self, watched: Watched, spots: list[Spot]) -> list[Event] | None:
        there = any(spot.side is Side.BACK and 2 * spot.found >= spot.looks for spot in spots)
        if not there and len(watched.looks) < ENOUGH_STOCK_LOOKS and watched.more():
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
        changed = differs(watched.settled, scene.small)
        if not rows.certain(spots, len(watched.looks), changed, canvas) and watched.more():
            return None
        change = rows.judge(spots, changed, canvas)
        if change and watched.zone in self._unseen:
            return [rows.seen()]
        if change:
            self._waiting.row_changed(rows.seat, change, scene.frame.t)
        return []

    def _settle_pile(
        self, watched: Watched, spots: list[Spot], scene: Scene, canvas: Canvas
    ) -> list[Event] | None:
        if watched.settled is None:
            self._teller.seed(spots, scene.small)
            found = self._pile.readings
            self._waiting.begun = self._waiting.begun or bool(found)
            return [ViewRestored(pile=found)] if any(reading.p >= FOUND_P for reading in found) else []
        view = View.of(spots, scene.small, watched.settled, canvas, final=False)
        finding = self._pile.judge(view)
        if finding.what is What.UNCLEAR:
            if watched.more():
                return None
            view = replace(view, final=True)
            finding = self._pile.judge(view)
        if PILE in self._unseen:
            return self._compare(finding, view, watched, scene.frame.t)
        return self._pile_changed(finding, view, watched, scene.frame.t)

    def _compare(self, finding: Finding, view: View, watched: Watched, t: float) -> list[Event]:
        """The pile beside what it was before nobody watched.

        Cards of one rank more, soon after, are a play of somebody who was not seen. What else may have
        happened nobody can tell: then only what lies there now is told.
        """
        if finding.what is What.NOTHING:
            self._pile.apply(finding, view)
            return []
        short = t - watched.since <= ONE_PLAY_S
        if not short or not self._pile.is_one_play(finding, view):
            told = self._waiting.told(t, forced=True)
            self._teller.seed(view.spots, view.now)
            self._compared = self._lies_so()
            return told
        doer = self._hands.who(self._table.pile, watched.since, watched.busy_t)
        return self._pile_found(finding, view, replace(doer, p=min(doer.p, UNSEEN_P)), watched, t)

    def _pile_changed(self, finding: Finding, view: View, watched: Watched, t: float) -> list[Event]:
        if finding.what is What.NOTHING:
            self._pile.apply(finding, view)
            return []
        doer = self._hands.who(self._table.pile, watched.since, watched.busy_t)
        return self._pile_found(finding, view, doer, watched, t)

    def _pile_found(
        self, finding: Finding, view: View, doer: Doer, watched: Watched, t: float
    ) -> list[Event]:
        finding = replace(finding, new=_lowest_first(finding.new, self._table.seats[doer.seat].direction))
        found = Found(finding, doer, watched.since, t, self._pile.cards, calm_t=watched.busy_t)
        self._waiting.add(found, view)
        return []

    def _is_stirred(self, zone: Zone, since: float) -> bool:
        """Whether *zone* is stirred, and has not been at rest after *since*."""
        watched = self._watched[zone]
        return watched.stirred and watched.settled_t <= since

    def _swapped(self, seat: int, change: Change) -> Event:
        """What a change of a row is before the first card is played: an exchange with the hand."""
        if len(change.gained) == len(change.lost_up) > 0:
            return RowSwapped(seat, laid=change.gained, taken=change.lost_up)
        return self._rows[seat].seen()

    def _leftovers(self, t: float) -> list[Event]:
        """Draws, and changes of rows that no play explains, once the pile has nothing more to tell."""
        if not self._waiting.is_empty or self._watched[PILE].stirred:
            return []
        # Before the first card is played hands go to the stock to deal, and nobody draws.
        begun = self._waiting.begun
        events: list[Event] = [StockDrawn(seat, *DRAWN) for seat in self._drawn if begun]
        self._drawn = []
        for seat, change in self._waiting.unexplained(t):
            events.append(self._rows[seat].seen() if begun else self._swapped(seat, change))
        return events


def _lowest_first(spots: Sequence[Spot], direction: float) -> tuple[Spot, ...]:
    """The cards of a fan as their player lays them: each new one to the right of those before it."""
    across = radians(direction - 90)
    return tuple(sorted(spots, key=lambda spot: spot.centre[0] * cos(across) + spot.centre[1] * sin(across)))
