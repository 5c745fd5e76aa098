"""One game's rules as a value."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from referee.cards import RANKS, Rank
from referee.errors import UserError
from referee.rules.effect import CLOSED, PLAIN, Effect
from referee.rules.options import (
    Burn,
    Deal,
    Draw,
    Duty,
    End,
    Flip,
    Layout,
    Lead,
    Pickup,
    Players,
    PlayRules,
    Reverse,
    Run,
    Skip,
    Starter,
    Swap,
    Transparent,
    Up,
    Zones,
)


class RuleSetError(UserError):
    """A rule set that does not exist, is not valid, or cannot be dealt to so many players."""


@dataclass(frozen=True, slots=True)
class RuleSet:
    """One game's rules: a value, compared and hashed by its content.

    `also` are other names of the game (P-01), `ids` leads from a reason code to the rows of the inventory it
    rests on; `agree` is what a table should settle before it deals.
    """

    name: str
    title: str
    also: tuple[str, ...] = ()
    agree: tuple[str, ...] = ()
    ids: tuple[tuple[str, tuple[str, ...]], ...] = ()
    players: Players = field(default_factory=Players)
    decks: int = 1
    jokers: int = 0
    layout: Layout = field(default_factory=Layout)
    draw: Draw = field(default_factory=Draw)
    deal: Deal = field(default_factory=Deal)
    first_dealer: Literal["random", "high_cut"] = "random"
    next_dealer: Literal["loser", "rotate"] = "loser"
    swap: Swap = field(default_factory=Swap)
    starter: Starter = field(default_factory=Starter)
    lead: Lead = field(default_factory=Lead)
    direction0: Literal[1, -1] = 1
    rank_order: tuple[Rank, ...] = RANKS
    compare: Literal["ge", "gt"] = "ge"
    effects: tuple[tuple[Rank, Effect], ...] = ()
    reverse: Reverse = field(default_factory=Reverse)
    skip: Skip = field(default_factory=Skip)
    transparent: Transparent = field(default_factory=Transparent)
    burn: Burn = field(default_factory=Burn)
    play: PlayRules = field(default_factory=PlayRules)
    run: Run = field(default_factory=Run)
    zones: Zones = field(default_factory=Zones)
    up: Up = field(default_factory=Up)
    pickup: Pickup = field(default_factory=Pickup)
    flip: Flip = field(default_factory=Flip)
    stock_try: Literal["never", "when_stuck", "always"] = "never"
    stock_fail: Literal["takes_pile", "keeps_card"] = "takes_pile"
    end: End = field(default_factory=End)
    scoring: Literal["none", "places"] = "none"
    duty: Duty = field(default_factory=Duty)
    peek: bool = False
    _by_rank: dict[Rank, Effect] = field(init=False, repr=False, compare=False, default_factory=dict)
    _rows: dict[str, tuple[str, ...]] = field(init=False, repr=False, compare=False, default_factory=dict)
    _heights: dict[Rank, int] = field(init=False, repr=False, compare=False, default_factory=dict)
    _uncovering: set[Rank] = field(init=False, repr=False, compare=False, default_factory=set)
    __pydantic_config__ = CLOSED

    def __post_init__(self) -> None:
        self._by_rank.update(self.effects)
        self._uncovering.update(rank for rank, does in self.effects if does.see_through or does.led_empty)
        self._rows.update(self.ids)
        self._heights.update((rank, place) for place, rank in enumerate(self.rank_order))

    def __hash__(self) -> int:
        return hash(self.name)

    def effect(self, rank: Rank) -> Effect:
        """What *rank* does; nothing special where the rule set is silent."""
        return self._by_rank.get(rank, PLAIN)

    def covers(self, rank: Rank) -> bool:
        """Whether what lies below *rank* does not matter to the card that goes on it."""
        return rank not in self._uncovering

    def rows(self, code: str) -> tuple[str, ...]:
        """The rows of the inventory on which a ruling with *code* rests."""
        return self._rows.get(code, ())

    def height(self, rank: Rank) -> int:
        """The place of *rank* in the order, lowest first; -1 for a rank outside it."""
        return self._heights.get(rank, -1)

    @property
    def refill_to(self) -> int:
        """The hand size a player draws up to."""
        return self.layout.hand if self.draw.refill_to is None else self.draw.refill_to

    @property
    def pack(self) -> int:
        """How many cards are in the game."""
        return 52 * self.decks + self.jokers

    def stock_after_deal(self, players: int) -> int:
        """Cards left when *players* have been dealt to; raises `RuleSetError` where the pack is too small."""
        left = self.pack - players * self.layout.each
        if left < 0 or not self.players.min <= players <= self.players.max:
            raise RuleSetError(self._cannot_deal(players, left))
        return left

    def _cannot_deal(self, players: int, left: int) -> str:
        if left < 0:
            return (
                f"{players} players with {self.layout.each} cards each need {self.pack - left} cards"
                f" and there are {self.pack}; play with fewer people or another pack"
            )
        return f"{self.title} is for {self.players.said} players, not {players}"
