"""Rule sets from TOML files: a preset or a house rule file, laid over the rule set it is based on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.rules.agreeing import agreed
from referee.rules.naming import with_names
from referee.rules.refusals import contradiction
from referee.rules.ruledata import merge as merge
from referee.rules.rulefiles import PRESETS as PRESETS
from referee.rules.rulefiles import RuleFile, rule_file
from referee.rules.rulefiles import presets as presets
from referee.rules.ruleset import RuleSet, RuleSetError

_OWN = ("name", "title", "also")
"""What a variation does not have from its base."""


def load(name_or_path: str) -> RuleSet:
    """The preset of that name, or the rule set in a `.toml` file; raises `RuleSetError`."""
    return build(read(name_or_path), name_or_path)


def read(name_or_path: str) -> dict[str, Any]:
    """The data of a rule set with those of its base underneath, unvalidated; raises `RuleSetError`."""
    file = rule_file(name_or_path)
    data, passed = with_names(file), [file]
    while (base := data.pop("base", None)) is not None:
        file = _base(file, base)
        if file.resolved in [other.resolved for other in passed]:
            raise RuleSetError(_circle([*passed, file]))
        passed.append(file)
        data = merge({key: value for key, value in file.data.items() if key not in _OWN}, data)
    return data


def _base(file: RuleFile, base: object) -> RuleFile:
    if not isinstance(base, str):
        raise RuleSetError(f'{file.called}: `base` must name a rule set in quotes, as base = "pagat"')
    try:
        return rule_file(base, file.path.parent)
    except RuleSetError as error:
        raise RuleSetError(f"{file.called} names a base that cannot be used: {error}") from error


def _circle(files: list[RuleFile]) -> str:
    way = ", ".join(file.called for file in files)
    return f"{files[0].called}: its bases go round in a circle ({way}); take out one `base` line"


def build(data: Mapping[str, Any], file: str = "") -> RuleSet:
    """The rule set of *data*, which stand in *file*.

    Raises `RuleSetError` that names the key at fault or what contradicts what.
    """
    rules = _opened(data, file, strict=True)
    if fault := contradiction(rules):
        raise RuleSetError(f"{file or _called(data)}: {fault}")
    return rules


def reopen(data: Mapping[str, Any]) -> RuleSet:
    """The rule set of *data* that a game was recorded with: it was sound then, whatever is refused now.

    Raises `RuleSetError` where a key or its value is not known.
    """
    return _opened(data, "", strict=False)


def _opened(data: Mapping[str, Any], file: str, *, strict: bool) -> RuleSet:
    try:
        return agreed(data, strict=strict)
    except ValueError as error:
        raise RuleSetError(f"{file or _called(data)}: {error}") from error


def _called(data: Mapping[str, Any]) -> str:
    return f"rule set {data.get('name', '?')!r}"
