"""Whether the record of a game is whole and unchanged."""

from __future__ import annotations

from pathlib import Path

from referee.errors import MISREAD, UserError, why
from referee.journal import decks
from referee.journal.config import Config
from referee.journal.fold import fold
from referee.journal.footage import recorded_frames, stretches
from referee.journal.log import DamagedError, Entry, JournalError, Record, chained


def complaints(folder: Path) -> list[str]:
    """What is wrong with the game in *folder*, a sentence each; empty when it is whole and unchanged."""
    try:
        with Record(folder) as record:
            found = [f"The file is damaged: {text}" for text in record.complaints()]
            if found:
                return found
            pairs = list(record.chains())
    except DamagedError as error:
        return [str(error)]
    entries = [entry for entry, _ in pairs]
    content = _numbers(entries) + _chain(pairs)
    return content + (_sense(entries) or _pictures(folder, entries) + _deck(folder, entries))


def _numbers(entries: list[Entry]) -> list[str]:
    missing = next((n for n, entry in enumerate(entries, 1) if entry.seq != n), None)
    return [] if missing is None else [f"Entry {missing} is missing."]


def _chain(pairs: list[tuple[Entry, str]]) -> list[str]:
    before = ""
    for entry, chain in pairs:
        if chained(before, entry) != chain:
            return [
                f"Entry {entry.seq} ({entry.kind} at {entry.t:.2f} s) was changed, or one before it removed."
            ]
        before = chain
    return []


def _sense(entries: list[Entry]) -> list[str]:
    if not entries:
        return ["Nothing is recorded in it: it was cut off in its first moment, or begins just now."]
    if entries[0].kind != "config":
        return ["The record does not begin with how the game was set up."]
    try:
        fold(entries)
    except (UserError, *MISREAD) as error:
        return [f"The record cannot be followed: {why(error)}"]
    return []


def _pictures(folder: Path, entries: list[Entry]) -> list[str]:
    """Every picture that was judged is in the recording. A film is not copied; `replay --verify` reads it."""
    if not Config.from_json(entries[0].data).footage.live:
        return []
    judged = max((int(entry.data["seq"]) for entry in entries if entry.kind == "frame"), default=-1)
    shown = max((frame.seq for frame in recorded_frames(folder, stretches(iter(entries)))), default=-1)
    return (
        []
        if shown >= judged
        else [f"The recording ends at picture {shown}, judged were pictures up to {judged}."]
    )


def _deck(folder: Path, entries: list[Entry]) -> list[str]:
    """The deck that the cards were read by is there, and the one that was used."""
    if not entries or entries[0].kind != "config":
        return []
    try:
        decks.of_game(folder, Config.from_json(entries[0].data))
    except JournalError as error:
        return [str(error)]
    return []
