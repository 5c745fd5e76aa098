"""What is wrong with the data of a rule file, in words for who wrote it by hand."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import ValidationError

RANKS_SAID = "2 to 10, J, Q, K, A or JK"
SEE_ALL = "`referee rules schema` lists what there is"
TOO_MUCH = "it is nested deeper, or a number in it longer, than any rule needs"
_WANTED = {
    "int_parsing": "a whole number",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "bool_parsing": "true or false",
    "bool_type": "true or false",
    "string_type": "a text in quotes",
    "tuple_type": "a list in square brackets",
    "frozen_set_type": "a list in square brackets",
    "dataclass_type": "a table of keys",
    "enum": f"a rank: {RANKS_SAID}",
}


def first_fault(error: ValidationError, listed: Mapping[str, Sequence[tuple[Any, Any]]]) -> str:
    """The first fault that *error* tells of; *listed* are the tables that were turned into lists of pairs."""
    first = error.errors()[0]
    if not first["loc"]:
        return TOO_MUCH
    path, chosen = _path(first["loc"], listed)
    where, kind = f"`{'.'.join(path)}`", first["type"]
    if kind == "missing":
        return f"{where} is missing; write it, or name a `base`"
    if kind == "unexpected_keyword_argument":
        return f"{where} is no key of a rule file; correct its spelling or take it out ({SEE_ALL})"
    wanted = str(first["ctx"]["expected"]) if kind == "literal_error" else _WANTED.get(kind)
    if chosen or wanted is None:
        return f"{where}{_given(first['input'])} does not fit there; choose another ({SEE_ALL})"
    return f"{where}{_given(first['input'])} must be {wanted}"


def table_of(data: Mapping[str, Any], key: str, within: str = "") -> Mapping[str, Any]:
    """The table *key* of *data*, empty where there is none. Raises `ValueError`."""
    value = data.get(key, {})
    if not isinstance(value, Mapping):
        name = f"{within}{key}"
        raise ValueError(
            f"`{name}`{_given(value)} must be a table of keys; write [{name}] and its keys below"
        )
    return value


def _path(
    loc: Sequence[int | str], listed: Mapping[str, Sequence[tuple[Any, Any]]]
) -> tuple[list[str], bool]:
    """The dotted key that *loc* leads to, and whether several kinds of value may stand there."""
    parts = list(loc)
    if parts[0] in listed and len(parts) > 2 and isinstance(parts[1], int):
        parts[1:3] = [str(listed[str(parts[0])][parts[1]][0])]
    path: list[str] = []
    for part in parts:
        if (
            isinstance(part, str)
            and ("[" in part or part[:1].isupper())
            and path[0] != "ids"
            and len(path) > 2
        ):
            return path, True
        if isinstance(part, str):
            path.append("as" if part == "as_" else part)
    return path, False


def _given(value: object) -> str:
    """What stands there, where that is short enough to be said."""
    if isinstance(value, str | bool | int | float):
        return f" = {json.dumps(value, ensure_ascii=False)[:60]}"
    return ""
