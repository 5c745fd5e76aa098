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

from referee.errors import MISREAD, why
from referee.journal.config import Config
from referee.journal.lock import Lock
from referee.journal.log import FILE, LOCK, Entry, JournalError, Record


@dataclass(frozen=True, slots=True)
class Summary:
    """A recorded game in a line. `end` is `ended`, `stopped`, or empty where it was cut off or is running.

    `running` is true while a referee writes it.
    """

    folder: Path
    config: Config
    began: str
    length_s: float
    plays: int
    end: str
    size_bytes: int
    running: bool = False

    @property
    def state(self) -> str:
        """How it stands, in a word or two."""
        return "running" if self.running and not self.end else self.end or "cut off"


@dataclass(frozen=True, slots=True)
class Broken:
    """A recorded game that cannot be read, and why, in a sentence."""

    folder: Path
    why: str
    size_bytes: int


@dataclass(frozen=True, slots=True)
class Blank:
    """A game of which nothing is recorded: it begins just now, or was cut off in its first moment."""

    folder: Path
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


def recorded(games: Path | None) -> Path:
    """The folder *games* that somebody named, or `home()`, which need not be there. Raises `JournalError`."""
    if games is not None and not games.is_dir():
        there = "is no folder" if games.exists() else "is not there"
        raise JournalError(f"{games} {there}: give --journal the folder that games are recorded in.")
    return games or home()


def find(games: Path, text: str) -> Path:
    """The folder of the game that *text* names: its name, or a path. Raises `JournalError`."""
    for folder in (games / text, Path(text)) if text.strip() else ():
        if (folder / FILE).is_file():
            return folder
    raise JournalError(f"There is no recorded game called {text!r}: `referee games` lists them.")


def listed(games: Path) -> Iterator[Summary | Broken | Blank]:
    """Every game in the folder *games*, oldest first."""
    folders = [file.parent for file in games.glob(f"*/{FILE}")]
    for folder in sorted(folders, key=lambda folder: folder.stat().st_mtime):
        yield _read(folder)


def summaries(games: Path) -> Iterator[Summary]:
    """Every readable game in the folder *games*, oldest first."""
    return (game for game in listed(games) if isinstance(game, Summary))


def summarise(folder: Path) -> Summary | None:
    """The game in *folder* in a line; None where there is nothing that can be read."""
    game = _read(folder)
    return game if isinstance(game, Summary) else None


def _read(folder: Path) -> Summary | Broken | Blank:
    try:
        with Record(folder) as record:
            entries = list(record.entries())
        return _summary(folder, entries) if entries else Blank(folder, _size(folder))
    except JournalError as error:
        return Broken(folder, str(error), _size(folder))
    except MISREAD as error:
        return Broken(folder, f"The record cannot be followed: {why(error)}.", _size(folder))


def unfinished(games: Path, config: Config) -> Summary | None:
    """The newest game, if it was set up like *config* and was cut off."""
    last = _newest(games)
    if not isinstance(last, Summary) or last.end or _differences(last.config, config):
        return None
    return last


def left_behind(games: Path, config: Config) -> str:
    """A sentence about the newest game where it was cut off and is not set up like *config*; else nothing."""
    last = _newest(games)
    if not isinstance(last, Summary) or last.end or last.running:
        return ""
    others = " and ".join(_differences(last.config, config))
    return others and (
        f"A new game begins. The last one, {last.folder.name}, was cut off and was played with {others}: "
        "say the same to go on with it."
    )


def resumable(games: Path, config: Config) -> Summary:
    """The newest game, to go on with. Raises `JournalError` where it is over or not set up like *config*."""
    last = _newest(games)
    if last is None:
        raise JournalError(f"There is no game in {games} to go on with: leave --resume out to begin one.")
    if isinstance(last, Broken):
        raise JournalError(
            f"The last game, {last.folder.name}, cannot be read (`referee games` says why): leave --resume "
            "out to begin another."
        )
    if last.end == "ended":
        raise JournalError(
            f"The last game, {last.folder.name}, has ended: leave --resume out to begin another."
        )
    if others := _differences(last.config, config):
        raise JournalError(
            f"The last game, {last.folder.name}, was played with {' and '.join(others)}: say the same to "
            "go on with it, or leave --resume out to begin another."
        )
    return last


def _newest(games: Path) -> Summary | Broken | None:
    """The newest game of which anything is recorded."""
    files = sorted(games.glob(f"*/{FILE}"), key=lambda file: file.stat().st_mtime, reverse=True)
    read = (_read(file.parent) for file in files)
    return next((game for game in read if not isinstance(game, Blank)), None)


def discard_blank(folder: Path) -> None:
    """Delete the new game in *folder* if nothing was recorded of it; one that cannot be deleted stays."""
    try:
        blank = not (folder / FILE).exists() or isinstance(_read(folder), Blank)
        if folder.is_dir() and blank:
            delete(folder)
    except JournalError:
        return


def delete(folder: Path) -> None:
    """Delete a game for good: record, recording and pictures. Raises `JournalError`, also while it runs."""
    try:
        lock = Lock.take(folder / LOCK)
        if lock is None:
            raise JournalError(f"A referee is writing the game in {folder}: stop that one first.")
        lock.release()
        shutil.rmtree(folder)
    except OSError as error:
        raise JournalError(
            f"{folder} cannot be deleted ({error.strerror}): see that it may be written to."
        ) from error


def _differences(one: Config, other: Config) -> list[str]:
    """What *one* was set up with and *other* is not; no deck wished means the one it had."""
    shown, shown_now = one.footage, other.footage
    pictures = (shown.name, shown.sha256, shown.size) == (shown_now.name, shown_now.sha256, shown_now.size)
    title = one.rules.get("name", "?")
    as_then = " as they were then" if title == other.rules.get("name", "?") else ""
    found = {
        f"the pictures of {shown.name}": pictures,
        f"the rules {title}{as_then}": one.rules == other.rules,
        f"the players {', '.join(one.names)}": one.names == other.names,
        "another table file": one.table == other.table,
        f"the deck {one.deck.name}" if one.deck else "no enrolled deck": other.deck in (None, one.deck),
    }
    return [what for what, same in found.items() if not same]


def _summary(folder: Path, entries: list[Entry]) -> Summary:
    if entries[0].kind != "config":
        raise JournalError("The record does not begin with how the game was set up.")
    types = Counter(entry.data["type"] for entry in entries if entry.kind == "event")
    return Summary(
        folder=folder,
        config=Config.from_json(entries[0].data),
        began=entries[0].wall,
        length_s=max(entry.t for entry in entries),
        plays=types["CardsPlayed"] + types["FaceDownFlipped"] + types["PilePickedUp"],
        end=_end(entries),
        size_bytes=_size(folder),
        running=Lock.is_held(folder / LOCK),
    )


def _size(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())


def _end(entries: list[Entry]) -> str:
    end = ""
    for entry in entries:
        if entry.kind == "mark" and entry.data["what"] in ("ended", "stopped", "resumed"):
            end = entry.data["what"]
    return "" if end == "resumed" else end
