"""The data of a rule file: laid over others, and made a rule set."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from pydantic import TypeAdapter, ValidationError

from referee.cards import Rank
from referee.rules.effect import Effect
from referee.rules.faults import RANKS_SAID, TOO_MUCH, first_fault, table_of
from referee.rules.ruleset import RuleSet

ADAPTER: TypeAdapter[RuleSet] = TypeAdapter(RuleSet)
_RETIRED = frozenset({"sources"})  # evenings recorded with it still open


def merge(under: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """*under* with the keys of *over* laid on top, table by table; an empty table clears the one below."""
    result = dict(under)
    for key, value in over.items():
        below = result.get(key)
        both = isinstance(below, Mapping) and isinstance(value, Mapping) and bool(value)
        result[key] = merge(below, value) if both and isinstance(below, Mapping) else value
    return result


def valid(data: Mapping[str, Any], *, strict: bool = True) -> RuleSet:
    """The rule set of *data*, playable or not; raises `ValueError` that names the key at fault.

    *strict*: a value of another kind is a fault, also one that could be made to fit, as `true` for 1.
    """
    listed: dict[str, list[tuple[Any, Any]]]
    listed = {"ids": list(table_of(data, "ids").items()), "effects": _effects(data)}
    kept = {key: value for key, value in data.items() if key not in _RETIRED}
    if strict and isinstance(way := data.get("direction0"), bool | float):
        # To Python `true` and 1.0 are among 1 and -1.
        raise ValueError(f"`direction0` = {json.dumps(way)} must be 1 or -1")
    try:
        # As JSON: TOML too has lists alone, where Python tells lists, tuples and sets apart.
        return ADAPTER.validate_json(_text({**kept, **listed}), strict=strict)
    except ValidationError as error:
        raise ValueError(first_fault(error, listed)) from error


def _text(data: Mapping[str, Any]) -> str:
    try:
        return json.dumps(data, default=str)
    except (RecursionError, ValueError) as error:
        raise ValueError(TOO_MUCH) from error


def _effects(data: Mapping[str, Any]) -> list[tuple[Rank, Any]]:
    table = table_of(data, "effects")
    return [(_rank(key), _effect(table, key)) for key in sorted(table)]


def _rank(key: str) -> Rank:
    try:
        return Rank(key)
    except ValueError:
        raise ValueError(f"`effects.{key}`: {key} is no rank; write {RANKS_SAID}") from None


def _effect(table: Mapping[str, Any], key: str) -> dict[str, Any]:
    effect = table_of(table, key, "effects.")
    if not _is_limit(effect.get("then")):
        raise ValueError(f"`effects.{key}.then` is {effect['then']!r}; write le:7, lt:8 or any")
    return {("as_" if name == "as" else name): value for name, value in effect.items()}


def _is_limit(then: object) -> bool:
    if not isinstance(then, str | None):
        return False
    try:
        op, rank = Effect(then=then).limit
    except ValueError:
        return False
    return (op in ("le", "lt")) == (rank is not None) and op in ("", "any", "le", "lt")
