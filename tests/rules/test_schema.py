from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Any

import pytest

from referee.rules.loading import PRESETS, presets
from referee.rules.schema import json_schema

SCHEMA = json_schema()


def fits(data: Mapping[str, Any], schema: Mapping[str, Any]) -> list[str]:
    """The keys of *data* that *schema* does not know."""
    schema = SCHEMA["$defs"][schema["$ref"].rsplit("/", 1)[1]] if "$ref" in schema else schema
    strange: list[str] = []
    for key, value in data.items():
        known = schema.get("properties", {}).get(key, schema.get("additionalProperties"))
        if not known:
            strange.append(key)
        elif isinstance(value, Mapping) and key != "playable":
            strange += fits(value, known)
    return strange


@pytest.mark.parametrize("name", presets())
def test_every_preset_fits_the_schema(name: str) -> None:
    data = tomllib.loads((PRESETS / f"{name}.toml").read_text(encoding="utf-8"))
    assert fits(data, SCHEMA) == []


def test_a_strange_key_does_not_fit() -> None:
    assert fits({"burn": {"colour": 1}, "shape": 2}, SCHEMA) == ["colour", "shape"]


def test_every_key_says_what_it_means() -> None:
    burn = SCHEMA["$defs"]["Burn"]["properties"]
    assert burn["set_size"]["description"] == "How many equal cards on top burn the pile"
    assert burn["set_size"]["default"] == 4
    effect = SCHEMA["properties"]["effects"]["additionalProperties"]["properties"]
    assert "as" in effect
    assert "as_" not in effect
    assert effect["burn"]["description"] == "Whether it burns the pile"


def test_nothing_of_the_inside_shows() -> None:
    assert not [key for key in SCHEMA["properties"] if key.startswith("_")]
    assert "??" not in SCHEMA["$defs"]["Rank"]["enum"]
