"""The JSON Schema of a rule file, made from the options and their plain words."""

from __future__ import annotations

from typing import Any, cast

from referee.cards import RANKS, Rank
from referee.rules.described import options
from referee.rules.ruledata import ADAPTER

Json = dict[str, Any]
_DIALECT = "https://json-schema.org/draft/2020-12/schema"
_ABOUT = "House rules: what differs from the rule set named as base"
_PRINTED = [str(rank) for rank in (*RANKS, Rank.JOKER)]
_AGREE = {
    "type": "array",
    "description": "What to settle before dealing; with `where`: told only while these options stand",
    "items": {
        "anyOf": [
            {"type": "string"},
            {
                "type": "object",
                "properties": {"says": {"type": "string"}, "where": {"type": "object"}},
                "required": ["says", "where"],
                "additionalProperties": False,
            },
        ]
    },
}
_ROWS = {"type": "array", "items": {"type": "string"}}


def json_schema() -> Json:
    """The schema of a TOML rule file: what it may hold, and what each key means."""
    made = ADAPTER.json_schema()
    tables: Json = made["$defs"]
    for inner in [key for key in made["properties"] if key.startswith("_")]:
        del made["properties"][inner]
    effect = _renamed(tables["Effect"])
    made["properties"]["effects"] = _table_of(effect)
    made["properties"]["agree"] = _AGREE
    made["properties"]["ids"] = {"type": "object", "additionalProperties": _ROWS}
    made["properties"]["base"] = {"type": "string", "description": "The rule set this one is laid over"}
    for name, entry in options().items():
        _property(made, name)["description"] = entry["about"]
    tables["Rank"]["enum"] = _PRINTED
    del tables["Effect"], made["required"]
    sound = [{"required": ["base"]}, {"required": ["name", "title"]}]
    return {"$schema": _DIALECT, **made, "title": "Rule set", "description": _ABOUT, "anyOf": sound}


def _renamed(effect: Json) -> Json:
    properties = {("as" if key == "as_" else key): value for key, value in effect["properties"].items()}
    return {**effect, "properties": properties}


def _table_of(effect: Json) -> Json:
    return {"type": "object", "propertyNames": {"enum": _PRINTED}, "additionalProperties": effect}


def _property(made: Json, name: str) -> Json:
    """The schema of the option with the dotted *name*."""
    table, _, key = name.rpartition(".")
    found: Json = made["properties"]
    if table == "effects":
        found = found["effects"]["additionalProperties"]["properties"]
    elif table:
        found = made["$defs"][found[table]["$ref"].rsplit("/", 1)[1]]["properties"]
    return cast("Json", found[key])
