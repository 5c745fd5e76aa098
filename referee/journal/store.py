"""Where the recorded games lie: one folder each, named by the day."""

from __future__ import annotations

import os
import shutil
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from referee.journal.config import Config
from referee.journal.lock import Lock
from referee.journal.log import FILE, Entry, JournalError, Record


@dataclass(frozen=True, slots=True)
class Summary:
    """A recorded game in a line. `end` is `ended`, `stopped`, or empty for one that was cut off."""

    folder: Path
    config: Config
    began: str
    length_s: float
    plays: int
    end: str
    size_bytes: int


def home() -> Path:
    """The folder of all recorded games, as the system wants it."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "referee" / "games"


def new_name(games: Path, today: date) -> str:
    """A name for the next game: the day and a number, as `2026-11-30-1`."""
    number = 1
    while (games / f"{today.isoformat()}-{number}").exists():
        number += 1
    return f"{today.isoformat()}-{number}"


def find(games: Path, text: str) -> Path:
    """The folder of the game that *text* names: its name, or a path. Raises `JournalError`."""
    for folder in (games / text, Path(text)):
        if (folder / FILE).is_file():
            return folder
    raise JournalError(f"There is no recorded game called {text!r}: `referee games` lists them.")


def summaries(games: Path) -> Iterator[Summary]:
    """Every readable game in the folder *games*, oldest first."""
    folders = [file.parent for file in games.glob(f"*/{FILE}")]
    for folder in sorted(folders, key=lambda folder: folder.stat().st_mtime):
        summary = summarise(folder)
        if summary is not None:
            yield summary


def summarise(folder: Path) -> Summary | None:
    """The game in *folder* in a line; None where there is nothing that can be read."""
    try:
        with Record(folder) as record:
            entries = list(record.entries())
        return _summary(folder, entries)
    except JournalError:
        return None


def unfinished(games: Path, config: Config, stopped_too: bool = False) -> Summary | None:
    """The newest game, if it was set up like *config* and was cut off (or stopped, with *stopped_too*)."""
    file = max(games.glob(f"*/{FILE}"), key=lambda file: file.stat().st_mtime, default=None)
    last = summarise(file.parent) if file else None
    goes_on = ("", "stopped") if stopped_too else ("",)
    return last if last and last.end in goes_on and _alike(last.config, config) else None


def delete(folder: Path) -> None:
    """Delete a game for good: record, recording and pictures. Raises `JournalError`, also while it runs."""
    try:
        lock = Lock.take(folder / "lock")
        if lock is None:
            raise JournalError(f"A referee is writing the game in {folder}: stop that one first.")
        lock.release()
        shutil.rmtree(folder)
    except OSError as error:
        raise JournalError(
            f"{folder} cannot be deleted ({error.strerror}): see that it may be written to."
        ) from error


def _alike(one: Config, other: Config) -> bool:
    """Whether *one* can go on as *other* was wished; where no deck is wished, with the deck it had."""
    return other.deck in (None, one.deck) and _depends_on(one) == _depends_on(other)


def _depends_on(config: Config) -> tuple[object, ...]:
    footage = config.footage
    return (footage.name, footage.sha256, footage.size, config.rules, config.names, config.table)


def _summary(folder: Path, entries: list[Entry]) -> Summary | None:
    if not entries or entries[0].kind != "config":
        return None
    types = Counter(entry.data["type"] for entry in entries if entry.kind == "event")
    return Summary(
        folder=folder,
        config=Config.from_json(entries[0].data),
        began=entries[0].wall,
        length_s=max(entry.t for entry in entries),
        plays=types["CardsPlayed"] + types["FaceDownFlipped"] + types["PilePickedUp"],
        end=_end(entries),
        size_bytes=sum(file.stat().st_size for file in folder.rglob("*") if file.is_file()),
    )


def _end(entries: list[Entry]) -> str:
    end = ""
    for entry in entries:
        if entry.kind == "mark" and entry.data["what"] in ("ended", "stopped", "resumed"):
            end = entry.data["what"]
    return "" if end == "resumed" else end
