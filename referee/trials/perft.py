"""Counting what may be done from known deals, by the engine and by a second telling of the rules."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, Self

from referee.rules.ruleset import RuleSet
from referee.trials.deals import Cards, Deal, dealt, most_players, short
from referee.trials.table import Table, after, moves, under_way

Name = tuple[str, ...]


class Other(Protocol):
    """A position as the second telling has it."""

    def moves(self) -> set[Name]:
        """All that may be done."""

    def after(self, move: Name) -> Self:
        """The position after *move*."""

    def position(self) -> tuple[object, ...]:
        """The position in plain words."""


Opens = Callable[[str, Mapping[str, Any]], Other]


@dataclass(frozen=True)
class Count:
    """Positions reached, as each of the two counts them, and where they first part."""

    ours: int
    theirs: int
    apart: str = ""


class _Walk:
    """One walk through the moves of both, stopped by the first difference or after *most* positions."""

    def __init__(self, most: int) -> None:
        self.most, self.ours, self.theirs = most, 0, 0
        self.apart = ""

    def down(self, table: Table, other: Other, depth: int, path: tuple[Name, ...] = ()) -> None:
        mine = {move.name: move for move in moves(table)}
        others = other.moves()
        self.ours += len(mine)
        self.theirs += len(others)
        if mine.keys() != others:
            ours, theirs = sorted(mine.keys() - others), sorted(others - mine.keys())
            self._part(path, f"only the engine has {ours}, only the other {theirs}")
        for name in sorted(mine):
            if depth <= 1 or self.apart or self.ours >= self.most:
                return
            self._into(after(table, mine[name]), other.after(name), depth - 1, (*path, name))

    def _into(self, table: Table, other: Other, depth: int, path: tuple[Name, ...]) -> None:
        if table.position() != other.position():
            self._part(path, f"the engine is at {table.position()}, the other at {other.position()}")
            return
        self.down(table, other, depth, path)

    def _part(self, path: tuple[Name, ...], how: str) -> None:
        self.apart = self.apart or f"after {' / '.join(' '.join(name) for name in path) or 'the deal'}: {how}"


_DEALS = 24


def count(
    rules: RuleSet, opens: Opens, nodes: int, seed: int, tell: Callable[[int], None] = lambda _: None
) -> Count:
    """*nodes* positions of *rules* and more, from whole and short deals by *seed*, until the two part.

    *tell* is told how many there are so far.
    """
    rng = random.Random(f"{rules.name} {seed}")
    ours = theirs = 0
    while ours < nodes:
        deal = _deal(rules, rng)
        walk = _deepened(rules, opens, deal, max(1, nodes // _DEALS))
        ours, theirs = ours + walk.ours, theirs + walk.theirs
        tell(ours)
        if walk.apart:
            return Count(ours, theirs, walk.apart)
    return Count(ours, theirs)


def _deal(rules: RuleSet, rng: random.Random) -> Deal:
    """One deal of three whole; the others end soon."""
    players = rng.randint(2, min(4, most_players(rules)))
    return dealt(rules, players, rng) if rng.random() < 1 / 3 else short(rules, players, rng)


def _deepened(rules: RuleSet, opens: Opens, deal: Deal, share: int) -> _Walk:
    """The walk from *deal* as deep as it takes to reach *share* positions, or to the end of the game."""
    depth, before = 1, -1
    while True:
        walk = _Walk(2 * share)
        walk.down(under_way(rules, deal), opens(rules.name, _plain(deal)), depth)
        if walk.apart or walk.ours >= share or walk.ours == before:
            return walk
        depth, before = depth + 1, walk.ours


def _plain(deal: Deal) -> dict[str, Any]:
    zones = {key: [_names(cards) for cards in getattr(deal, key)] for key in ("hands", "rows", "downs")}
    return {**zones, "stock": _names(deal.stock), "pile": _names(deal.pile), "turn": deal.turn}


def _names(cards: Cards) -> list[str]:
    return [str(card) for card in cards]
