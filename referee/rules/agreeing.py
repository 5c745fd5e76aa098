"""What a table should settle before it deals, told only while the rules are those that the line speaks of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from referee.rules.faults import table_of
from referee.rules.ruledata import merge, valid
from referee.rules.ruleset import RuleSet

_FORM = '`agree` takes texts in quotes, or { says = "...", where = { ... } } with the options it speaks of'


@dataclass(frozen=True, slots=True)
class _Line:
    """One line of `agree`: its words, and the options it speaks of, written as in a rule file."""

    says: Any
    where: Mapping[str, Any]


def agreed(data: Mapping[str, Any], *, strict: bool = True) -> RuleSet:
    """The rule set of *data* with the lines of `agree` that are true of it. Raises `ValueError`.

    *strict* as in `valid`.

    A house file inherits these lines and changes options: a line that told of another value would be false.
    """
    lines = [_line(line) for line in _listed(data)]
    told = [line.says for line in lines] if lines else data.get("agree", ())
    rules = valid({**data, "agree": told}, strict=strict)
    true = (line for line in lines if _holds(line, data, rules, strict))
    return replace(rules, agree=tuple(" ".join(line.says.split()) for line in true))


def _listed(data: Mapping[str, Any]) -> Iterator[Any]:
    lines = data.get("agree", ())
    return iter(lines if isinstance(lines, list | tuple) else ())


def _line(line: Any) -> _Line:
    if not isinstance(line, Mapping):
        return _Line(line, {})
    if set(line) != {"says", "where"}:
        raise ValueError(_FORM)
    return _Line(line["says"], table_of(line, "where", "agree."))


def _holds(line: _Line, data: Mapping[str, Any], rules: RuleSet, strict: bool) -> bool:
    """Whether the options of *line* laid over *data* change nothing."""
    if not line.where:
        return True
    try:
        with_it = valid(merge({**data, "agree": ()}, line.where), strict=strict)
    except ValueError as error:
        raise ValueError(f"`agree.where`: {error}") from error
    return _played(with_it) == _played(rules)


def _played(rules: RuleSet) -> RuleSet:
    """*rules* without what changes no ruling: the lines, and ranks of which only the plain play is said."""
    return replace(rules, agree=(), effects=tuple(pair for pair in rules.effects if pair[1].special))
