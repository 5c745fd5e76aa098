"""What keeps an adjudication case from being read: the key at fault, and what it may be."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from referee.rules.case_keys import ACTION, CASE, EXPECT, LAST_SEAT, NEEDED_BY, RULESET, SHOWING, STATE, Key

_SHOWN = 60


def first_fault(case: Mapping[str, Any]) -> str:
    """A sentence on the first key of *case* that is unknown, lacking or wrong; empty where all are right."""
    return next(_faults(case), "")


def _faults(case: Mapping[str, Any]) -> Iterator[str]:
    yield from _of("", case, CASE, 0)
    base = {key: value for key, value in case["ruleset"].items() if key in RULESET}
    yield from _of("ruleset.", base, RULESET, 0)
    state = case["state"]
    yield from _of_key("state.players", state, "players", STATE["players"], 0)
    seats = state["players"]
    yield from _of("state.", state, STATE, seats)
    for number, earlier in enumerate(case.get("before", ())):
        yield from _of_action(f"before[{number}].", earlier, seats)
    yield from _of_action("action.", case["action"], seats)
    yield from _of("expect.", case["expect"], EXPECT, seats)


def _of(place: str, data: Mapping[str, Any], keys: Mapping[str, Key], seats: int) -> Iterator[str]:
    """The faults of *data*, which stands at *place*."""
    for name in data:
        if name not in keys:
            yield f"there is no key `{_plain(place + name)}`; the keys there are {', '.join(keys)}."
    for name, key in keys.items():
        yield from _of_key(place + name, data, name, key, seats)


def _of_key(place: str, data: Mapping[str, Any], name: str, key: Key, seats: int) -> Iterator[str]:
    if name in data and not key.fits(data[name], seats):
        yield f"`{place}` is {_shown(data[name])}: write {key.may_be.replace(LAST_SEAT, str(seats - 1))}."
    if name not in data and key.needed:
        yield f"it lacks `{place}`: write {key.may_be}."


def _of_action(place: str, action: Mapping[str, Any], seats: int) -> Iterator[str]:
    yield from _of(place, action, ACTION, seats)
    kind = action["type"]
    for name in NEEDED_BY[kind]:
        if name not in action:
            yield f"it lacks `{place}{name}`, which a {kind} needs: write {ACTION[name].may_be}."
    if kind in SHOWING and not action["cards"]:
        yield f"`{place}cards` is empty, and a {kind} shows a card at least: write {ACTION['cards'].may_be}."


def _shown(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    text = text if text.isprintable() else json.dumps(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."


def _plain(name: str) -> str:
    return _shown(name)[1:-1]
