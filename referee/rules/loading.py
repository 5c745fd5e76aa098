"""Rule sets from TOML files: a preset or a house rule file, laid over the rule set it is based on."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from referee.rules.agreeing import agreed
from referee.rules.refusals import contradiction
from referee.rules.ruledata import merge as merge
from referee.rules.ruleset import RuleSet, RuleSetError
from referee.rules.undescribed import undescribed

PRESETS = Path(__file__).resolve().parent / "presets"
_MOST_BASES = 8
_GUIDE = "docs/guides/house-rules.md shows how to write one"


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


def build(data: Mapping[str, Any], file: str = "") -> RuleSet:
    """The rule set of *data*, which stand in *file*.

    Raises `RuleSetError` that names the key at fault or what contradicts what.
    """
    rules = reopen(data, file)
    if fault := contradiction(rules):
        raise RuleSetError(f"{file or _called(data)}: {fault}")
    return rules


def reopen(data: Mapping[str, Any], file: str = "") -> RuleSet:
    """The rule set of *data* that a game was recorded with: it was sound then, whatever is refused now.

    Raises `RuleSetError` where a key or its value is not known.
    """
    try:
        return agreed(data)
    except ValueError as error:
        raise RuleSetError(f"{file or _called(data)}: {error}") from error


def _called(data: Mapping[str, Any]) -> str:
    return f"rule set {data.get('name', '?')!r}"


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
