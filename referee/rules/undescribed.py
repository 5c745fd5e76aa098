"""Games that the sources name without telling their rules: listed, never guessed."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

_FILE = Path(__file__).resolve().parent / "undescribed.toml"


@dataclass(frozen=True, slots=True)
class Undescribed:
    """A game of which too little is known: what is, where from, and whether a rule file can say it."""

    title: str
    rows: tuple[str, ...]
    known: str
    reason: str
    as_file: str


@cache
def undescribed() -> Mapping[str, Undescribed]:
    """These games by name."""
    data = tomllib.loads(_FILE.read_text(encoding="utf-8"))
    return {name: Undescribed(**{**game, "rows": tuple(game["rows"])}) for name, game in data.items()}
