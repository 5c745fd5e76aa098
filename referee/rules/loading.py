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
from referee.rules.refusals import contradiction
from referee.rules.ruleset import RuleSet, RuleSetError
from referee.rules.undescribed import undescribed

PRESETS = Path(__file__).resolve().parent / "presets"
ADAPTER: TypeAdapter[RuleSet] = TypeAdapter(RuleSet)
_MOST_BASES = 8
_RETIRED = frozenset({"sources"})  # evenings recorded with it still open


@cache
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
        under = _read_toml(str(base))
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


def build(data: Mapping[str, Any]) -> RuleSet:
    """The rule set of *data*; raises `RuleSetError` that names the key at fault or what contradicts what."""
    rules = _valid(data)
    if fault := contradiction(rules):
        raise RuleSetError(f"rule set {rules.name!r}: {fault}")
    return rules


def _valid(data: Mapping[str, Any]) -> RuleSet:
    try:
        listed = {"ids": list(data.get("ids", {}).items()), "effects": _effects(data)}
        kept = {key: value for key, value in data.items() if key not in _RETIRED}
        return ADAPTER.validate_python({**kept, **listed})
    except AttributeError as error:
        raise RuleSetError(f"rule set {data.get('name', '?')!r}: a table of keys is missing") from error
    except (ValidationError, ValueError) as error:
        raise RuleSetError(f"rule set {data.get('name', '?')!r}: {_first_fault(error)}") from error


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
    if name_or_path.endswith(".toml") and path.is_file():
        return path.read_text(encoding="utf-8")
    if (game := undescribed().get(name_or_path)) is not None:
        raise RuleSetError(f"{game.title}: {game.reason}; write its rules as a .toml file and give that")
    raise RuleSetError(
        f"there is no rule set {name_or_path!r}; choose one of {', '.join(presets())}, or give a .toml file"
    )
