"""Rule sets from TOML files: a preset or a house rule file, laid over the rule set it is based on."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from referee.cards import Rank
from referee.rules.effect import Effect
from referee.rules.faults import RANKS_SAID, first_fault, table_of
from referee.rules.refusals import contradiction
from referee.rules.ruleset import RuleSet, RuleSetError
from referee.rules.undescribed import undescribed

PRESETS = Path(__file__).resolve().parent / "presets"
ADAPTER: TypeAdapter[RuleSet] = TypeAdapter(RuleSet)
_MOST_BASES = 8
_GUIDE = "docs/guides/house-rules.md shows how to write one"
_RETIRED = frozenset({"sources"})  # evenings recorded with it still open


@cache
def presets() -> tuple[str, ...]:
    """The names of the rule sets that come with the referee."""
    return tuple(sorted(path.stem for path in PRESETS.glob("*.toml")))


def load(name_or_path: str) -> RuleSet:
    """The preset of that name, or the rule set in a `.toml` file; raises `RuleSetError`."""
    return build(read(name_or_path), name_or_path)


def read(name_or_path: str) -> dict[str, Any]:
    """The data of a rule set with those of its base underneath, unvalidated; raises `RuleSetError`."""
    data = _read_toml(name_or_path)
    for _ in range(_MOST_BASES):
        if (base := data.pop("base", None)) is None:
            return data
        if not isinstance(base, str):
            raise RuleSetError(f'{name_or_path}: `base` must name a rule set in quotes, as base = "pagat"')
        under = _read_toml(base)
        under.pop("also", None)  # a variation has the name it gives itself
        data = merge(under, data)
    raise RuleSetError(f"{name_or_path}: its bases go round in a circle; take out one `base` line")


def merge(under: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """*under* with the keys of *over* laid on top, table by table; an empty table clears the one below."""
    result = dict(under)
    for key, value in over.items():
        below = result.get(key)
        both = isinstance(below, Mapping) and isinstance(value, Mapping) and bool(value)
        result[key] = merge(below, value) if both and isinstance(below, Mapping) else value
    return result


def build(data: Mapping[str, Any], file: str = "") -> RuleSet:
    """The rule set of *data*, which stand in *file*.

    Raises `RuleSetError` that names the key at fault or what contradicts what.
    """
    try:
        rules = _valid(data)
        if fault := contradiction(rules):
            raise ValueError(fault)
    except ValueError as error:
        raise RuleSetError(f"{file or _called(data)}: {error}") from error
    return rules


def _called(data: Mapping[str, Any]) -> str:
    return f"rule set {data.get('name', '?')!r}"


def _valid(data: Mapping[str, Any]) -> RuleSet:
    listed: dict[str, list[tuple[Any, Any]]]
    listed = {"ids": list(table_of(data, "ids").items()), "effects": _effects(data)}
    kept = {key: value for key, value in data.items() if key not in _RETIRED}
    try:
        return ADAPTER.validate_python({**kept, **listed})
    except ValidationError as error:
        raise ValueError(first_fault(error, listed)) from error


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


@cache
def _preset(name: str) -> str | None:
    path = PRESETS / f"{name}.toml"
    return path.read_text(encoding="utf-8") if name and Path(name).name == name and path.is_file() else None


def _read_toml(name_or_path: str) -> dict[str, Any]:
    try:
        data = tomllib.loads(_preset(name_or_path) or _file(name_or_path))
    except UnicodeDecodeError as error:
        raise RuleSetError(
            f"{name_or_path} is no TOML file but something that is no text; {_GUIDE}"
        ) from error
    except tomllib.TOMLDecodeError as error:
        place = str(error).rpartition("(at ")[2].rstrip(")").replace("end of document", "its end")
        raise RuleSetError(f"{name_or_path} is no TOML file: it goes wrong at {place}; {_GUIDE}") from error
    except OSError as error:
        raise RuleSetError(f"{name_or_path} cannot be read: {error.strerror}") from error
    if not data:
        raise RuleSetError(f"{name_or_path} is empty; {_GUIDE}")
    return data


def _file(name_or_path: str) -> str:
    path = Path(name_or_path)
    if name_or_path.endswith(".toml"):
        if path.is_dir():
            raise RuleSetError(f"{name_or_path} is a folder; give a .toml file")
        if not path.exists():
            raise RuleSetError(
                f"there is no file {name_or_path}; check its name, or see `referee rules list`"
            )
        return path.read_text(encoding="utf-8")
    if (game := undescribed().get(name_or_path)) is not None:
        raise RuleSetError(f"{game.title}: {game.reason}; write its rules as a .toml file and give that")
    raise RuleSetError(
        f"there is no rule set {name_or_path!r}; choose one of {', '.join(presets())}, or give a .toml file"
    )
