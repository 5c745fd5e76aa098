"""Who really holds which card of a simulated game: what no camera sees."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from referee.cards import Card
from referee.films.choreography import Stage
from referee.films.dealing import Dealt
from referee.films.floor import Place
from referee.rules.actions import Source


@dataclass(slots=True)
class Holding:
    """One player's cards, by their numbers on the stage; a slot of the row is None once its card is gone.

    Cards stacked on others of the row follow behind the slots of `up`.
    """

    hand: list[int] = field(default_factory=list)
    up: list[int | None] = field(default_factory=list)
    down: list[int | None] = field(default_factory=list)

    @property
    def source(self) -> Source:
        """Where this player has to play from now."""
        if self.hand:
            return Source.HAND
        return Source.UP if any(thing is not None for thing in self.up) else Source.DOWN

    def things(self, source: Source) -> list[int]:
        """The cards of *source*."""
        if source is Source.HAND:
            return list(self.hand)
        return [thing for thing in (self.up if source is Source.UP else self.down) if thing is not None]

    def drop(self, things: Iterable[int]) -> list[tuple[str, int]]:
        """Give *things* away; where each was, for `restore`."""
        return [self._drop(thing) for thing in things]

    def restore(self, things: Sequence[int], homes: Sequence[tuple[str, int]]) -> None:
        """Put *things* back where they were."""
        for thing, (row, slot) in zip(things, homes, strict=True):
            if row == "hand":
                self.hand.append(thing)
            else:
                (self.up if row == "up" else self.down)[slot] = thing

    def _drop(self, thing: int) -> tuple[str, int]:
        if thing in self.hand:
            self.hand.remove(thing)
            return ("hand", 0)
        for name, row in (("up", self.up), ("down", self.down)):
            if thing in row:
                slot = row.index(thing)
                row[slot] = None
                return (name, slot)
        raise ValueError(f"this player has no card {thing}")


def lay_out(stage: Stage, dealt: Dealt, rng: random.Random) -> tuple[tuple[Holding, ...], list[int]]:
    """Lay *dealt* onto *stage*: what each seat holds, and the stock, top last."""
    seats = range(len(stage.floor.spots))
    holdings = tuple(
        _seat(stage, seat, dealt.down[seat], dealt.up[seat], dealt.hand[seat], rng) for seat in seats
    )
    return holdings, stock(stage, dealt.stock, rng)


def stock(stage: Stage, cards: Sequence[Card], rng: random.Random) -> list[int]:
    """Lay *cards* as the stock, the last on top."""
    return [_stock_card(stage, number, card, rng) for number, card in enumerate(cards)]


def near(place: Place, rng: random.Random, z: float) -> Place:
    """About *place*, *z* mm above the table, as a person lays a card."""
    return Place(place.x + rng.gauss(0, 1.6), place.y + rng.gauss(0, 1.6), place.angle + rng.gauss(0, 2.2), z)


def _seat(
    stage: Stage,
    seat: int,
    down: Sequence[Card],
    up: Sequence[Card],
    hand: Sequence[Card],
    rng: random.Random,
) -> Holding:
    spot = stage.floor.spots[seat]
    below = [
        stage.set_card(card, near(spot.slot(slot, up=False), rng, 0.0), face_up=False)
        for slot, card in enumerate(down)
    ]
    above = [
        stage.set_card(card, near(spot.slot(slot, up=True), rng, 0.3), face_up=True)
        for slot, card in enumerate(up)
    ]
    return Holding([stage.held_card(card) for card in hand], [*above], [*below])


def _stock_card(stage: Stage, number: int, card: Card, rng: random.Random) -> int:
    where = stage.floor.stock
    place = Place(
        where.x + rng.gauss(0, 0.9),
        where.y + rng.gauss(0, 0.9),
        where.angle + rng.gauss(0, 1.1),
        number * 0.3,
    )
    return stage.set_card(card, place, face_up=False)
