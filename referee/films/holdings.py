"""Who really holds which card of a simulated game: what no camera sees."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from referee.cards import DECK, JOKER, RANKS, Card, Rank
from referee.films.choreography import Stage
from referee.films.floor import Place
from referee.rules.actions import Source
from referee.rules.ruleset import RuleSet

_KEPT_FOR_LATER = (Rank.TEN, Rank.TWO, Rank.ACE)


@dataclass(slots=True)
class Holding:
    """One player's cards, by their numbers on the stage; a slot of the row is None once its card is gone."""

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


@dataclass(frozen=True, slots=True)
class Dealt:
    """The table before the first card: who holds what, the stock (top last), and who starts by what."""

    holdings: tuple[Holding, ...]
    stock: list[int]
    starter: int
    by: str


def deal(stage: Stage, rules: RuleSet, rng: random.Random) -> Dealt:
    """Shuffle and deal by *rules* onto *stage*; some players swap their best cards into the row."""
    pack = list(DECK) * rules.decks + [JOKER] * rules.jokers
    rng.shuffle(pack)
    layout, spots = rules.layout, stage.floor.spots
    down = [[pack.pop() for _ in range(layout.down)] for _ in spots]
    up = [[pack.pop() for _ in range(layout.up)] for _ in spots]
    hand = [[pack.pop() for _ in range(layout.hand)] for _ in spots]
    starter, by = _starter(up, hand)
    for row, cards in zip(up, hand, strict=True):
        if rng.random() < 0.6:
            _swap(row, cards)
    holdings = tuple(
        _lay_out(stage, seat, down[seat], up[seat], hand[seat], rng) for seat in range(len(spots))
    )
    return Dealt(holdings, [_stock_card(stage, n, card, rng) for n, card in enumerate(pack)], starter, by)


def _starter(up: Sequence[Sequence[Card]], hand: Sequence[Sequence[Card]]) -> tuple[int, str]:
    """P-14 to P-16: the first face-up three dealt, else who calls a three; then fours, and so on."""
    for rank in RANKS[1:]:
        for by, rows in (("dealt", up), ("call", hand)):
            dealt = [
                (index, seat)
                for seat, row in enumerate(rows)
                for index, c in enumerate(row)
                if c.rank is rank
            ]
            if dealt:
                return min(dealt)[1], by
    return 0, "table"


def _swap(row: list[Card], hand: list[Card]) -> None:
    for card in [card for card in hand if card.rank in _KEPT_FOR_LATER]:
        worst = min(row, key=lambda other: _worth(other.rank))
        if _worth(worst.rank) < _worth(card.rank):
            row[row.index(worst)], hand[hand.index(card)] = card, worst


def _worth(rank: Rank) -> int:
    return 20 if rank in (Rank.TWO, Rank.TEN) else RANKS.index(rank)


def _lay_out(
    stage: Stage,
    seat: int,
    down: Sequence[Card],
    up: Sequence[Card],
    hand: Sequence[Card],
    rng: random.Random,
) -> Holding:
    spot = stage.floor.spots[seat]
    below = [
        stage.set_card(card, _near(spot.slot(slot, up=False), rng, 0.0), face_up=False)
        for slot, card in enumerate(down)
    ]
    above = [
        stage.set_card(card, _near(spot.slot(slot, up=True), rng, 0.3), face_up=True)
        for slot, card in enumerate(up)
    ]
    return Holding([stage.held_card(card) for card in hand], [*above], [*below])


def _near(place: Place, rng: random.Random, z: float) -> Place:
    return Place(place.x + rng.gauss(0, 1.6), place.y + rng.gauss(0, 1.6), place.angle + rng.gauss(0, 2.2), z)


def _stock_card(stage: Stage, number: int, card: Card, rng: random.Random) -> int:
    stock = stage.floor.stock
    place = Place(
        stock.x + rng.gauss(0, 0.9),
        stock.y + rng.gauss(0, 0.9),
        stock.angle + rng.gauss(0, 1.1),
        number * 0.3,
    )
    return stage.set_card(card, place, face_up=False)
