"""The decks that were enrolled: beside the games by name, and a copy with each game that used one."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from referee.journal import store
from referee.journal.config import Config, DeckUsed
from referee.journal.log import JournalError
from referee.saving import save
from referee.vision.memory import DeckMemory, DeckMemoryError, knowing
from referee.vision.memory_file import SUFFIX, load, to_bytes
from referee.vision.sighting import Eyes

COPY = "deck.npz"
"""A game's own copy of the deck it was played with."""


@dataclass(frozen=True)
class DeckFile:
    """A deck memory with what a game notes of it."""

    memory: DeckMemory
    used: DeckUsed


def home() -> Path:
    """The folder of all enrolled decks, beside that of the games."""
    return store.home().parent / "decks"


def place_of(name: str) -> Path:
    """Where the deck called *name* lies, or will lie. Raises `DeckMemoryError` for what cannot be a name."""
    if not re.fullmatch(r"\w[\w .-]{0,39}", name):
        raise DeckMemoryError(
            f"A deck cannot be called {name[:40]!r}: use up to 40 letters, digits, blanks, dots and dashes."
        )
    return home() / f"{name}{SUFFIX}"


def find(text: str) -> DeckFile:
    """The deck that *text* names: its name, or a file. Raises `DeckMemoryError`."""
    if text.endswith(SUFFIX):
        return _read(Path(text))
    path = place_of(text)
    if not path.is_file():
        known = sorted(file.stem for file in home().glob(f"*{SUFFIX}"))
        others = f" (there are {', '.join(known)})" if known else ""
        raise DeckMemoryError(
            f"No deck called {text} was enrolled{others}: show it with `referee enroll SOURCE --name {text}`."
        )
    return _read(path)


def keep(memory: DeckMemory) -> Path:
    """Write *memory* beside the games, in place of an older one of its name. Raises `UserError`."""
    path = place_of(memory.name)
    save(path, to_bytes(memory))
    return path


def copy_into(game: Path, deck: DeckFile) -> None:
    """Leave the game in the folder *game* a copy of its *deck*. Raises `UserError`."""
    save(game / COPY, to_bytes(deck.memory))


def of_game(game: Path, config: Config) -> DeckFile | None:
    """The deck that the game in the folder *game* was played with, if any. Raises `JournalError`."""
    if config.deck is None:
        return None
    try:
        deck = _read(game / COPY)
    except DeckMemoryError as error:
        raise JournalError(f"The game's copy of its deck, {game / COPY}, is missing or broken.") from error
    if deck.used.sha256 != config.deck.sha256:
        raise JournalError(f"The game's copy of its deck, {game / COPY}, was changed.")
    return deck


def as_then(eyes: Eyes, game: Path, config: Config) -> Eyes:
    """*eyes* as they saw the game in the folder *game*: with its deck, if it had one. Raises `UserError`."""
    deck = of_game(game, config)
    return eyes if deck is None else knowing(eyes, deck.memory)


def _read(path: Path) -> DeckFile:
    memory, sha256 = load(path)
    return DeckFile(memory, DeckUsed(memory.name, sha256))
