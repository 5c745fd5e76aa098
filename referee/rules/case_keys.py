"""The keys of an adjudication case and what each may be: `docs/guides/cases.md` tells them to people."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from referee.cards import RANKS, CardError, card
from referee.rules.actions import Source

Fits = Callable[[Any, int], bool]
"""Whether a value may stand there, with so many seats."""

MOST_PLAYERS = 60
PHASES = ("deal", "swap", "blind_swap", "start", "play")
NEEDED_BY: Mapping[str, tuple[str, ...]] = {
    "play": ("source", "cards"),
    "flip": ("cards",),
    "pickup": (),
    "draw": ("count",),
    "swap": ("cards",),
    "clear": (),
    "deal": (),
}
"""The kinds of action, and what each needs besides its seat."""
SHOWING = ("play", "flip")
"""The kinds of action that show a card at least."""


@dataclass(frozen=True, slots=True)
class Key:
    """What the value of a key may be, in words and as a test."""

    may_be: str
    fits: Fits
    needed: bool = False


def _whole(value: Any, least: int, most: int) -> bool:
    """Whether *value* is a whole number between two others; true and false are none in JSON."""
    return type(value) is int and least <= value <= most


def _count(value: Any, _: int) -> bool:
    return type(value) is int and value >= 0


def _seat(value: Any, seats: int) -> bool:
    return _whole(value, 0, seats - 1)


def _yes(value: Any, _: int) -> bool:
    return isinstance(value, bool)


def _text(value: Any, _: int) -> bool:
    return isinstance(value, str)


def _table(value: Any, _: int) -> bool:
    return isinstance(value, dict)


def _card(value: Any, _: int) -> bool:
    try:
        return isinstance(value, str) and bool(card(value))
    except CardError:
        return False


def _one_of(*values: object) -> Fits:
    return lambda value, _: type(value) in map(type, values) and value in values


def _or_null(fits: Fits) -> Fits:
    return lambda value, seats: value is None or fits(value, seats)


def _list(fits: Fits) -> Fits:
    return lambda value, seats: isinstance(value, list) and all(fits(one, seats) for one in value)


def _by_seat(fits: Fits) -> Fits:
    """A table whose keys are seats, which JSON has in quotes."""
    return lambda value, seats: (
        isinstance(value, dict)
        and value.keys() <= {str(seat) for seat in range(seats)}
        and all(fits(one, seats) for one in value.values())
    )


def _zone(value: Any, seats: int) -> bool:
    return _count(value, seats) or _list(_card)(value, seats)


def _zones(value: Any, seats: int) -> bool:
    named = isinstance(value, dict) and value.keys() <= {"hand", "up", "down"}
    return named and all(_zone(one, seats) for one in value.values())


LAST_SEAT = "players - 1"
_SEAT = f"a seat, counted from 0 to {LAST_SEAT}"
_COUNT = "a whole number from 0 on"
_CARDS = 'a list of cards, as ["7H", "10S", "JK", "??"]'
_WHERE = ", ".join(Source)

CASE: Mapping[str, Key] = {
    "ruleset": Key('a table with a base, as {"base": "pagat"}', _table, True),
    "state": Key("a table that says what lies there", _table, True),
    "action": Key("a table that says what somebody does", _table, True),
    "expect": Key(
        "a table of what is right, with one key at least",
        lambda value, _: _table(value, 0) and bool(value),
        True,
    ),
    "before": Key("a list of actions that came before", _list(_table)),
    "id": Key("the name of the case, in quotes", _text),
    "why": Key("a note in quotes", _text),
    "rule_ids": Key("a list of rows of the inventory", _list(_text)),
    "decided": Key("a list of decisions", _list(_text)),
    "default_taken": Key("the decision that it follows, in quotes", _text),
    "ambiguous": Key("true or false", _yes),
    "external": Key("true or false", _yes),
    "inherited": Key("true or false", _yes),
}
RULESET: Mapping[str, Key] = {
    "base": Key("the name of a rule set or a .toml file, in quotes", _text, True),
}
"""Besides it stand keys of a rule file, dotted; these are the rule sets' own affair."""
STATE: Mapping[str, Key] = {
    "players": Key(
        f"a whole number from 1 to {MOST_PLAYERS}", lambda value, _: _whole(value, 1, MOST_PLAYERS), True
    ),
    "phase": Key(f"one of {', '.join(PHASES)}", _one_of(*PHASES), True),
    "turn": Key(f"{_SEAT}, or null for nobody's", _or_null(_seat), True),
    "direction": Key("1 for clockwise or -1", _one_of(1, -1), True),
    "pile": Key(_CARDS, _list(_card), True),
    "stock": Key(_COUNT, _count, True),
    "zones": Key(
        'a table as {"1": {"hand": 3, "up": ["4C"], "down": 3}}: by seat, counts or cards', _by_seat(_zones)
    ),
    "hand_known": Key('null, or cards by seat, as {"1": ["7H"]}', _or_null(_by_seat(_list(_card)))),
    "out": Key("a list of seats from 0 on, the first who got out first", _list(_seat)),
    "burned": Key(_CARDS, _list(_card)),
    "last_player": Key(f"{_SEAT}, or null", _or_null(_seat)),
    "starter": Key(f"{_SEAT}, or null", _or_null(_seat)),
    "starter_rank": Key(f"null, or a rank: {', '.join(RANKS)}", _or_null(_one_of(*map(str, RANKS)))),
    "flush_person": Key(f"{_SEAT}, or null", _or_null(_seat)),
    "up_stacks": Key('a list of stacks, as [["JH", "JD"], ["AD"]]', _list(_list(_card))),
    "strict_pending": Key('null, or true or false by seat, as {"0": true}', _or_null(_by_seat(_yes))),
    "blind_swaps_done": Key('null, or how often by seat, as {"0": 1}', _or_null(_by_seat(_count))),
    "draw_due": Key('null, or counts by seat, as {"0": 1}', _or_null(_by_seat(_count))),
    "last_event": Key("a note in quotes", _or_null(_text)),
    "starter_by": Key("a note in quotes", _or_null(_text)),
    "plays": Key("a list", lambda value, _: isinstance(value, list)),
}
UNUSED = ("draw_due", "last_event", "starter_by", "plays")
"""Keys of `state` that tell a reader how it came to this: the engine works them out."""
ACTION: Mapping[str, Key] = {
    "type": Key(f"one of {', '.join(NEEDED_BY)}", _one_of(*NEEDED_BY), True),
    "seat": Key(_SEAT, _seat, True),
    "source": Key(f"one of {_WHERE}", _one_of(*map(str, Source))),
    "cards": Key(_CARDS, _list(_card)),
    "count": Key(_COUNT, _count),
    "take": Key(_CARDS, _list(_card)),
    "take_from": Key(f"{_SEAT}, or null for the own", _or_null(_seat)),
    "take_zone": Key(f"one of {_WHERE}", _one_of(*map(str, Source))),
    "give_zone": Key(f"one of {_WHERE}", _one_of(*map(str, Source))),
    "onto": Key('a card, as "7H"', _card),
}
EXPECT: Mapping[str, Key] = {
    "legal": Key("true or false", _yes),
    "reason_code": Key("a code in quotes, as TOO_LOW", _text),
    "burn": Key("true or false", _yes),
    "next_seat": Key(f"{_SEAT}, or null for nobody", _or_null(_seat)),
    "direction": Key("1 for clockwise or -1", _one_of(1, -1)),
    "game_over": Key("true or false", _yes),
    "draw_due": Key(_COUNT, _count),
    "out": Key("a list of seats from 0 on", _list(_seat)),
    "loser": Key(f"{_SEAT}, or null", _or_null(_seat)),
    "winner": Key(f"{_SEAT}, or null", _or_null(_seat)),
    "places": Key('places by seat, as {"0": 1, "1": 2}', _by_seat(_count)),
    "up_after": Key(_COUNT, _count),
    "pile_after": Key(_CARDS, _list(_card)),
    "taken": Key(_CARDS, _list(_card)),
    "stock_after": Key(_COUNT, _count),
}
