"""What one rank does: where it goes, what may follow it, and what happens to pile and turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pydantic import ConfigDict

from referee.cards import Rank

CLOSED = ConfigDict(extra="forbid")
"""A table of a rule file takes no key that it does not know."""


@dataclass(frozen=True, slots=True)
class Playable:
    """A card that goes on a list of ranks: on all but some, or on some alone."""

    any_except: frozenset[Rank] = frozenset()
    only_on: frozenset[Rank] = frozenset()
    __pydantic_config__ = CLOSED


@dataclass(frozen=True, slots=True)
class Effect:
    """What one rank does; everything composes. `as_` is the key `as` of the file."""

    playable: Literal["rank", "any", "any_higher"] | Playable = "rank"
    mix: bool = False
    as_: Rank | Literal["glass"] | None = None
    reset: bool = False
    transparent: bool = False
    on_empty: Literal["any", "own_rank"] | None = None
    burn: bool = False
    burn_on: frozenset[Rank] = frozenset()
    reverse: bool = False
    skip: int = 0
    then: str | None = None
    then_exempt: frozenset[Rank] = frozenset()
    two_player_then: Literal["any"] | None = None
    must_cover: bool = False
    led_empty: Literal["next_takes"] | None = None
    only_beaten_by: frozenset[Rank] = frozenset()
    locked_until: Literal["first_burn"] | None = None
    force_pickup: bool = False
    __pydantic_config__ = CLOSED

    @property
    def lists(self) -> dict[str, frozenset[Rank]]:
        """The ranks it names, by the key under which it names them."""
        to = self.playable if isinstance(self.playable, Playable) else Playable()
        named = {"playable": to.any_except | to.only_on, "burn_on": self.burn_on}
        return {**named, "then_exempt": self.then_exempt, "only_beaten_by": self.only_beaten_by}

    @property
    def special(self) -> bool:
        """Whether the rank does more than be played by its height."""
        return self != Effect()

    @property
    def turn_only_passes(self) -> bool:
        """Whether the turn goes on as after any plain card."""
        return not (self.reverse or self.skip or self.two_player_then or self.must_cover)

    @property
    def see_through(self) -> bool:
        """Whether the card below shows."""
        return self.transparent or self.as_ == "glass"

    @property
    def limit(self) -> tuple[str, Rank | None]:
        """The constraint on the next play as (`le`, rank), (`lt`, rank), (`any`, None) or (``, None)."""
        word, _, rank = (self.then or "").partition(":")
        return word, Rank(rank) if rank else None


PLAIN = Effect()
