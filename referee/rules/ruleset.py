"""Rule sets as data: every house rule is a key of a TOML file, named as in the rules inventory."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Literal

from pydantic import ConfigDict, TypeAdapter, ValidationError

from referee.cards import RANKS, Rank
from referee.errors import UserError

PRESETS = Path(__file__).resolve().parent / "presets"
_CLOSED = ConfigDict(extra="forbid")
_MOST_BASES = 8


class RuleSetError(UserError):
    """A rule set that does not exist, is not valid, or cannot be dealt to so many players."""


@dataclass(frozen=True, slots=True)
class Players:
    """How many may sit down."""

    min: int = 2
    max: int = 5
    __pydantic_config__ = _CLOSED


@dataclass(frozen=True, slots=True)
class Layout:
    """How many cards a seat gets in each layer."""

    down: int = 3
    up: int = 3
    hand: int = 3
    __pydantic_config__ = _CLOSED

    @property
    def each(self) -> int:
        """Cards dealt to a seat."""
        return self.down + self.up + self.hand


@dataclass(frozen=True, slots=True)
class Draw:
    """How a hand is filled up again; `refill_to` None means the dealt hand size (D-38)."""

    refill_to: int | None = None
    when: Literal["immediate"] = "immediate"
    strict: bool = False
    short: Literal["take_rest"] = "take_rest"
    __pydantic_config__ = _CLOSED


@dataclass(frozen=True, slots=True)
class Deal:
    """How the cards come to the seats."""

    style: Literal["up_dealt", "choose_from_hand", "daly_stack", "throw_starters", "blind_own_choice"] = (
        "up_dealt"
    )
    topup: bool = False
    cut: Literal["right", "none"] = "none"
    __pydantic_config__ = _CLOSED


@dataclass(frozen=True, slots=True)
class Swap:
    """Exchanging hand cards for face-up cards."""

    own: bool = True
    until: Literal["first_play", "first_burn"] = "first_play"
    blind: int = 0
    onto_others: bool = False
    __pydantic_config__ = _CLOSED


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
    __pydantic_config__ = _CLOSED


@dataclass(frozen=True, slots=True)
class Lead:
    """What the starter must lead."""

    must_be_starter_card: bool = False
    __pydantic_config__ = _CLOSED


@dataclass(frozen=True, slots=True)
class Playable:
    """A card that goes on a list of ranks: on all but some, or on some alone."""

    any_except: frozenset[Rank] = frozenset()
    only_on: frozenset[Rank] = frozenset()
    __pydantic_config__ = _CLOSED


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
    __pydantic_config__ = _CLOSED

    @property
    def special(self) -> bool:
        """Whether the rank does more than be played by its height."""
        return self != Effect()

    @property
    def see_through(self) -> bool:
        """Whether the card below shows."""
        return self.transparent or self.as_ == "glass"

    @property
    def limit(self) -> tuple[str, Rank | None]:
        """The constraint on the next play as (`le`, rank), (`lt`, rank), (`any`, None) or (``, None)."""
        word, _, rank = (self.then or "").partition(":")
        return word, Rank(rank) if rank else None


@dataclass(frozen=True, slots=True)
class Reverse:
    """How reversals count, and what they mean between two."""

    count: Literal["per_play", "per_card"] = "per_play"
    two_players: Literal["flip", "skip"] = "flip"
    __pydantic_config__ = _CLOSED


@dataclass(frozen=True, slots=True)
class Skip:
    """How missed turns count."""

    count: Literal["per_card", "per_play"] = "per_card"
    __pydantic_config__ = _CLOSED


@dataclass(frozen=True, slots=True)
class Transparent:
    """What a see-through card shows on an empty table, and whether a low limit shows through it."""

    on_empty: Literal["any", "own_rank"] = "any"
    inherits_constraint: bool = True
    __pydantic_config__ = _CLOSED


@dataclass(frozen=True, slots=True)
class Burn:
    """When equal cards clear the pile."""

    set_size: int = 4
    across_plays: bool = True
    through_transparent: bool = False
    ignores_legality: bool | Literal["from_hand"] = False
    replay: bool = True
    out_of_turn: bool = False
    __pydantic_config__ = _CLOSED


@dataclass(frozen=True, slots=True)
class PlayRules:
    """What may go together in one play."""

    sets: bool = True
    runs: Literal["none", "suited_ascending", "any_suit"] = "none"
    __pydantic_config__ = _CLOSED


@dataclass(frozen=True, slots=True)
class Run:
    """How runs are made."""

    min: int = 2
    step_legal: bool = True
    ten: Literal["ends_and_burns", "forbidden"] = "ends_and_burns"
    wrap: bool = False
    __pydantic_config__ = _CLOSED


@dataclass(frozen=True, slots=True)
class Zones:
    """Which layer is played from, in order, and whether two may mix in one play."""

    order: tuple[Literal["hand", "up", "down"], ...] = ("hand", "up", "down")
    mix: bool = False
    __pydantic_config__ = _CLOSED


@dataclass(frozen=True, slots=True)
class Up:
    """Playing from the face-up row."""

    sets: bool = True
    stack_group: bool = False
    __pydantic_config__ = _CLOSED


@dataclass(frozen=True, slots=True)
class Pickup:
    """Taking the pile."""

    voluntary: bool = True
    then_play: bool = False
    next: Literal["next", "last_player"] = "next"
    next_min_active: int = 2
    who_takes: Literal["self", "last_player"] = "self"
    faceup: Literal["add_one", "leave"] = "add_one"
    facedown_voluntary: bool = False
    empty_pile: Literal["forbidden", "allowed"] = "forbidden"
    __pydantic_config__ = _CLOSED


@dataclass(frozen=True, slots=True)
class Flip:
    """Turning over face-down cards."""

    count: int = 1
    fail: Literal["pickup_all"] = "pickup_all"
    last_must_be_legal: bool = True
    __pydantic_config__ = _CLOSED


@dataclass(frozen=True, slots=True)
class End:
    """How a hand ends."""

    goal: Literal["loser", "winner"] = "loser"
    last_card_special: Literal["allowed", "forbidden"] = "allowed"
    __pydantic_config__ = _CLOSED


@dataclass(frozen=True, slots=True)
class Duty:
    """Chores. `flush`: the first to clear the pile moves every later one aside (V-19)."""

    flush: bool = False
    __pydantic_config__ = _CLOSED


@dataclass(frozen=True, slots=True)
class RuleSet:
    """One game's rules: a value, compared and hashed by its content.

    `sources` maps a rule in plain words to its rows of the inventory, `ids` a reason code to the rows it
    rests on; `agree` is what a table should settle before it deals.
    """

    name: str
    title: str
    sources: tuple[tuple[str, str], ...] = ()
    agree: tuple[str, ...] = ()
    ids: tuple[tuple[str, tuple[str, ...]], ...] = ()
    players: Players = Players()
    decks: int = 1
    jokers: int = 0
    layout: Layout = Layout()
    draw: Draw = Draw()
    deal: Deal = Deal()
    first_dealer: Literal["random", "high_cut"] = "random"
    next_dealer: Literal["loser", "rotate"] = "loser"
    swap: Swap = Swap()
    starter: Starter = Starter()
    lead: Lead = Lead()
    direction0: Literal[1, -1] = 1
    rank_order: tuple[Rank, ...] = RANKS
    compare: Literal["ge", "gt"] = "ge"
    effects: tuple[tuple[Rank, Effect], ...] = ()
    reverse: Reverse = Reverse()
    skip: Skip = Skip()
    transparent: Transparent = Transparent()
    burn: Burn = Burn()
    play: PlayRules = PlayRules()
    run: Run = Run()
    zones: Zones = Zones()
    up: Up = Up()
    pickup: Pickup = Pickup()
    flip: Flip = Flip()
    stock_try: Literal["never", "when_stuck", "always"] = "never"
    end: End = End()
    scoring: Literal["none", "places"] = "none"
    duty: Duty = Duty()
    peek: bool = False
    phases: tuple[str, ...] = ()
    _by_rank: dict[Rank, Effect] = field(init=False, repr=False, compare=False, default_factory=dict)
    _heights: dict[Rank, int] = field(init=False, repr=False, compare=False, default_factory=dict)
    __pydantic_config__ = _CLOSED

    def __post_init__(self) -> None:
        self._by_rank.update(self.effects)
        self._heights.update((rank, place) for place, rank in enumerate(self.rank_order))

    def __hash__(self) -> int:
        return hash((self.name, self.title))

    def effect(self, rank: Rank) -> Effect:
        """What *rank* does; nothing special where the rule set is silent."""
        return self._by_rank.get(rank, _PLAIN)

    def rows(self, code: str) -> tuple[str, ...]:
        """The rows of the inventory on which a ruling with *code* rests."""
        return dict(self.ids).get(code, ())

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
        return f"{self.title} is for {self.players.min} to {self.players.max} players, not {players}"


_PLAIN = Effect()
_ADAPTER: TypeAdapter[RuleSet] = TypeAdapter(RuleSet)


def presets() -> tuple[str, ...]:
    """The names of the rule sets that come with the referee."""
    return tuple(sorted(path.stem for path in PRESETS.glob("*.toml")))


def load(name_or_path: str) -> RuleSet:
    """The preset of that name, or the rule set in a `.toml` file; raises `RuleSetError`."""
    return build(read(name_or_path))


def read(name_or_path: str) -> dict[str, Any]:
    """The data of a rule set with those of its base underneath, unvalidated; raises `RuleSetError`."""
    data = _read_toml(name_or_path)
    for _ in range(_MOST_BASES):
        if (base := data.pop("base", None)) is None:
            return data
        data = merge(_read_toml(str(base)), data)
    raise RuleSetError(f"{name_or_path}: its bases go round in a circle; take out one `base` line")


def merge(under: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """*under* with the keys of *over* laid on top, table by table; an empty table clears the one below."""
    result = dict(under)
    for key, value in over.items():
        below = result.get(key)
        both = isinstance(below, Mapping) and isinstance(value, Mapping) and bool(value)
        result[key] = merge(below, value) if both and isinstance(below, Mapping) else value
    return result


def build(data: Mapping[str, Any]) -> RuleSet:
    """The rule set of *data*; raises `RuleSetError` that names a key at fault, or unknown to the engine."""
    rules = _valid(data)
    if missing := _unplayed(rules):
        raise RuleSetError(f"rule set {rules.name!r}: `{missing}` is not played here yet; leave it out")
    return rules


def _valid(data: Mapping[str, Any]) -> RuleSet:
    try:
        listed = {"sources": _pairs(data, "sources"), "ids": _pairs(data, "ids")}
        return _ADAPTER.validate_python({**data, **listed, "effects": _effects(data)})
    except AttributeError as error:
        raise RuleSetError(f"rule set {data.get('name', '?')!r}: a table of keys is missing") from error
    except (ValidationError, ValueError) as error:
        raise RuleSetError(f"rule set {data.get('name', '?')!r}: {_first_fault(error)}") from error


def _unplayed(rules: RuleSet) -> str | None:
    """The first key whose rule the engine does not know."""
    wanted = {
        "phases": bool(rules.phases),
        "up.stack_group": rules.up.stack_group,
        "flip.count": rules.flip.count != 1,
        "end.last_card_special": rules.end.last_card_special != "allowed",
        "zones.mix": rules.zones.mix,
        "zones.order": rules.zones.order != ("hand", "up", "down"),
        "pickup.who_takes": rules.pickup.who_takes != "self",
        "peek": rules.peek,
    }
    for rank, effect in rules.effects:
        wanted[f"effects.{rank}.led_empty"] = effect.led_empty is not None
        wanted[f"effects.{rank}.force_pickup"] = effect.force_pickup
        wanted[f"effects.{rank}.mix"] = effect.mix
    return next((key for key, here in wanted.items() if here), None)


def _effects(data: Mapping[str, Any]) -> list[tuple[Rank, Any]]:
    table = data.get("effects", {})
    named = {key: {("as_" if k == "as" else k): v for k, v in value.items()} for key, value in table.items()}
    for value in named.values():
        _check_limit(value.get("then"))
    return [(Rank(key), value) for key, value in sorted(named.items())]


def _check_limit(then: str | None) -> None:
    op, rank = Effect(then=then).limit
    if (op in ("le", "lt")) != (rank is not None) or op not in ("", "any", "le", "lt"):
        raise ValueError(f"`then` is {then!r}; write le:7, lt:8 or any")


def _pairs(data: Mapping[str, Any], key: str) -> list[tuple[str, Any]]:
    return list(data.get(key, {}).items())


def _first_fault(error: Exception) -> str:
    if not isinstance(error, ValidationError):
        return str(error)
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"])
    return f"`{where}`: {first['msg'][0].lower()}{first['msg'][1:]}"


@cache
def _preset(name: str) -> str | None:
    path = PRESETS / f"{name}.toml"
    return path.read_text(encoding="utf-8") if name and Path(name).name == name and path.is_file() else None


def _read_toml(name_or_path: str) -> dict[str, Any]:
    try:
        text = _preset(name_or_path) or _file(name_or_path)
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise RuleSetError(f"{name_or_path} is no TOML file: {error}") from error
    except OSError as error:
        raise RuleSetError(f"{name_or_path} cannot be read: {error.strerror}") from error


def _file(name_or_path: str) -> str:
    path = Path(name_or_path)
    if not name_or_path.endswith(".toml") or not path.is_file():
        raise RuleSetError(
            f"there is no rule set {name_or_path!r};"
            f" choose one of {', '.join(presets())}, or give a .toml file"
        )
    return path.read_text(encoding="utf-8")
