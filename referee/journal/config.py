"""How a game was set up: its first journal entry."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from pydantic import TypeAdapter, ValidationError

from referee.journal.log import JournalError
from referee.rules import loading
from referee.rules.ruleset import RuleSet
from referee.table.layout import Table


@dataclass(frozen=True, slots=True)
class Footage:
    """Where the pictures come from: the source as it was named, whether it is live, its size and pace.

    `sha256` is that of a film file; empty for everything else.
    """

    name: str
    live: bool
    size: tuple[int, int]
    fps: float
    sha256: str = ""


@dataclass(frozen=True, slots=True)
class DeckUsed:
    """The enrolled deck that helped in reading the cards: its name and the SHA-256 of its file."""

    name: str
    sha256: str


@dataclass(frozen=True, slots=True)
class Config:
    """All that a game depends on besides the pictures. `rules` holds the whole rule set as data."""

    game: str
    rules: dict[str, Any]
    names: tuple[str, ...]
    table: Table
    footage: Footage
    eyes: str = ""
    version: str = ""
    deck: DeckUsed | None = None

    @property
    def ruleset(self) -> RuleSet:
        """The rule set in use."""
        return loading.reopen(self.rules)

    def to_json(self) -> dict[str, Any]:
        """The data of the entry of kind `config`."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: Any) -> Config:
        """The inverse of `to_json`. Raises `JournalError`."""
        try:
            return _ADAPTER.validate_python(data)
        except ValidationError as error:
            version = data.get("version", "unknown") if isinstance(data, dict) else "unknown"
            raise JournalError(
                f"The record was made by another version of the referee ({version}): use that one to read it."
            ) from error


_ADAPTER: TypeAdapter[Config] = TypeAdapter(Config)
