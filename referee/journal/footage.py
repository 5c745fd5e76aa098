"""The pictures of a recorded game, to be seen again."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from referee.journal.config import Footage
from referee.journal.log import Entry, JournalError
from referee.journal.video import read_back
from referee.vision.frames import Frame, Source, SourceError, open_source


@dataclass(frozen=True, slots=True)
class Stretch:
    """One file of a recording: the number and time of its first picture."""

    file: str
    first_seq: int
    first_t: float

    def to_json(self) -> dict[str, str | int | float]:
        """The data of the mark `recording`, without its `what`."""
        return {"file": self.file, "first_seq": self.first_seq, "first_t": self.first_t}


def footage_of(source: Source) -> Footage:
    """What a game has to note about its *source*."""
    file = Path(source.name)
    name = str(file.resolve()) if not source.live and file.exists() else source.name
    return Footage(name, source.live, source.size, source.fps, _sha256(file) if file.is_file() else "")


def stretches(entries: Iterator[Entry]) -> list[Stretch]:
    """The files that a game was recorded in, in order."""
    return [
        Stretch(str(entry.data["file"]), int(entry.data["first_seq"]), float(entry.data["first_t"]))
        for entry in entries
        if entry.kind == "mark" and entry.data["what"] == "recording"
    ]


def recorded_frames(folder: Path, parts: list[Stretch]) -> Iterator[Frame]:
    """Every picture of the recording in *folder*. A stretch that was cut off ends where it was cut off."""
    for part in parts:
        with suppress(SourceError):
            yield from read_back(folder / part.file, part.first_seq, part.first_t)


def pictures_of(folder: Path, footage: Footage, entries: Iterable[Entry]) -> Iterable[Frame]:
    """Every picture of the game in *folder*: of its recording, or of the film that it was refereed from."""
    return recorded_frames(folder, stretches(iter(entries))) if footage.live else same_footage(footage)


def same_footage(footage: Footage) -> Source:
    """The film or folder that the game was refereed from. Raises `JournalError` when it is another by now."""
    source = open_source(footage.name)
    if footage.sha256 and _sha256(Path(footage.name)) != footage.sha256:
        raise JournalError(
            f"{footage.name} is not the film it was when the game was refereed: put that one back."
        )
    return source


def _sha256(file: Path) -> str:
    with file.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()
