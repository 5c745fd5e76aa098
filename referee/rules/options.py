"""The tables of a rule file, one class each, named as in the rules inventory.

What every key means to a person, and the rows of the inventory it comes from, is in `options.toml`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from referee.cards import Rank
from referee.rules.effect import CLOSED


@dataclass(frozen=True, slots=True)
class Players:
    """How many may sit down; `count_two` says whether "two players" means those left in or the seats."""

    min: int = 2
    max: int = 5
    count_two: Literal["active", "seats"] = "active"
    __pydantic_config__ = CLOSED

    @property
    def said(self) -> str:
        """`2 to 5`, or `2` where it is a game for so many alone."""
        return f"{self.min}" if self.min == self.max else f"{self.min} to {self.max}"


@dataclass(frozen=True, slots=True)
class Layout:
    """How many cards a seat gets in each layer."""

    down: int = 3
    up: int = 3
    hand: int = 3
    __pydantic_config__ = CLOSED

    @property
    def each(self) -> int:
        """Cards dealt to a seat."""
        return self.down + self.up + self.hand


@dataclass(frozen=True, slots=True)
class Draw:
    """How a hand is filled up again; `refill_to` None means the dealt hand size (D-38)."""

    refill_to: int | None = None
    when: Literal["immediate", "turn_end"] = "immediate"
    strict: bool = False
    __pydantic_config__ = CLOSED


@dataclass(frozen=True, slots=True)
class Deal:
    """How the cards come to the seats."""

    style: Literal["up_dealt", "choose_from_hand", "daly_stack", "throw_starters"] = "up_dealt"
    topup: bool = False
    cut: Literal["right", "none"] = "none"
    __pydantic_config__ = CLOSED


@dataclass(frozen=True, slots=True)
class Swap:
    """Exchanging hand cards for face-up cards."""

    own: bool = True
    until: Literal["first_play", "first_burn"] = "first_play"
    blind: int = 0
    onto_others: bool = False
    __pydantic_config__ = CLOSED


@dataclass(frozen=True, slots=True)
class Starter:
    """Who leads first."""

    how: Literal[
        "first_dealt_up",
        "lowest_in_hand",
        "left_of_dealer",
        "most_of_lowest_in_hand",
        "after_last_thrown",
        "call_in_hand",
        "table_says",
    ] = "first_dealt_up"
    rank: Rank = Rank.THREE
    escalate: bool = True
    exclude_special: bool = False
    fallback: Literal["call_in_hand", "lowest_in_hand"] = "call_in_hand"
    tie: Literal["deal_order", "left_of_dealer", "suit_order"] = "deal_order"
    __pydantic_config__ = CLOSED


@dataclass(frozen=True, slots=True)
class Lead:
    """What the starter must lead."""

    must_be_starter_card: bool = False
    __pydantic_config__ = CLOSED


@dataclass(frozen=True, slots=True)
class Reverse:
    """How reversals count, what they mean between two, and whether a burning play reverses."""

    count: Literal["per_play", "per_card"] = "per_play"
    two_players: Literal["flip", "skip"] = "flip"
    on_burn: bool = False
    __pydantic_config__ = CLOSED


@dataclass(frozen=True, slots=True)
class Skip:
    """How missed turns count, and whether the skipping player may be reached again."""

    count: Literal["per_card", "per_play"] = "per_card"
    over_self: bool = True
    __pydantic_config__ = CLOSED


@dataclass(frozen=True, slots=True)
class Transparent:
    """What a see-through card shows on an empty table, and whether a low limit shows through it."""

    on_empty: Literal["any", "own_rank"] = "any"
    inherits_constraint: bool = True
    __pydantic_config__ = CLOSED


@dataclass(frozen=True, slots=True)
class Burn:
    """When equal cards clear the pile, and who goes on then."""

    set_size: int = 4
    exact: bool = False
    never: frozenset[Rank] = frozenset()
    across_plays: bool = True
    through_transparent: bool = False
    ignores_legality: bool | Literal["from_hand"] = False
    replay: bool = True
    replay_from_table: bool = True
    out_of_turn: bool = False
    __pydantic_config__ = CLOSED


@dataclass(frozen=True, slots=True)
class PlayRules:
    """What may go together in one play."""

    sets: bool = True
    runs: Literal["none", "suited_ascending", "any_suit"] = "none"
    __pydantic_config__ = CLOSED


@dataclass(frozen=True, slots=True)
class Run:
    """How runs are made."""

    min: int = 2
    step_legal: bool = True
    ten: Literal["ends_and_burns", "forbidden"] = "ends_and_burns"
    wrap: bool = False
    __pydantic_config__ = CLOSED


@dataclass(frozen=True, slots=True)
class Zones:
    """Whether hand and row may mix in one play, or the row be used while the hand holds cards."""

    mix: bool = False
    up_early: bool = False
    __pydantic_config__ = CLOSED


@dataclass(frozen=True, slots=True)
class Up:
    """Playing from the face-up row."""

    sets: bool = True
    stack_group: bool = False
    __pydantic_config__ = CLOSED


@dataclass(frozen=True, slots=True)
class Pickup:
    """Taking the pile, and who leads then."""

    voluntary: bool = True
    then_play: bool = False
    next: Literal["next", "last_player", "left"] = "next"
    next_min_active: int = 2
    last_gone: Literal["after_picker", "after_last"] = "after_picker"
    after_flip: bool = True
    who_takes: Literal["self", "last_player"] = "self"
    faceup: Literal["add_one", "leave"] = "add_one"
    facedown_voluntary: bool = False
    empty_pile: Literal["forbidden", "allowed"] = "forbidden"
    __pydantic_config__ = CLOSED


@dataclass(frozen=True, slots=True)
class Flip:
    """Turning over face-down cards."""

    count: int = 1
    fails_on: Literal["unplayable", "too_low"] = "unplayable"
    last_must_be_legal: bool = True
    __pydantic_config__ = CLOSED


@dataclass(frozen=True, slots=True)
class End:
    """How a hand ends."""

    goal: Literal["loser", "winner"] = "loser"
    play_on: bool = False
    last_card_special: Literal["allowed", "forbidden"] = "allowed"
    last_effect: bool = True
    __pydantic_config__ = CLOSED


@dataclass(frozen=True, slots=True)
class Duty:
    """Chores. `flush`: the first to clear the pile moves every later one aside (V-19)."""

    flush: bool = False
    passes_on: bool = True
    __pydantic_config__ = CLOSED
