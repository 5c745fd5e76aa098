"""Measures the eyes on labelled photographs: findings and labels compared as multisets, photo by photo."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from referee.cards import JOKER, Card, card
from referee.errors import MISREAD, UserError, why
from referee.vision import pictures
from referee.vision.frames import SourceError
from referee.vision.sighting import Eyes, Picture, SeenCard, Side

SURE = 0.99


class PhotoError(UserError):
    """A photograph or a label file that cannot be used."""


@dataclass(frozen=True)
class Photo:
    """A labelled photograph.

    `complete`: every card that can be read is listed. `trained_source`: its deck and camera were trained on.
    """

    path: Path
    source: str
    cards: tuple[Card, ...]
    complete: bool
    trained_source: bool


@dataclass(frozen=True)
class Finding:
    """A card reported as read, and how sure."""

    card: Card
    p: float


@dataclass
class Tally:
    """Counts over photographs; the shares of `line` follow from them."""

    photos: int = 0
    cards: int = 0
    matched: int = 0
    complete: int = 0
    found_complete: int = 0
    matched_complete: int = 0
    perfect: int = 0
    findings: int = 0
    sure: int = 0
    sure_complete: int = 0
    sure_right: int = 0

    def add(self, photo: Photo, findings: Sequence[Finding]) -> None:
        """Count one photograph."""
        truth, found = Counter(photo.cards), Counter(f.card for f in findings)
        matched = sum((truth & found).values())
        self.photos += 1
        self.cards += len(photo.cards)
        self.matched += matched
        self.findings += len(findings)
        self.sure += sum(f.p >= SURE for f in findings)
        if photo.complete:
            self.complete += 1
            self.found_complete += len(findings)
            self.matched_complete += matched
            self.perfect += truth == found
            sure = Counter(f.card for f in findings if f.p >= SURE)
            self.sure_complete += sum(sure.values())
            self.sure_right += sum((truth & sure).values())

    def line(self) -> str:
        """The contract's last line: shares between 0 and 1."""
        return (
            f"photos {self.photos} cards {self.cards} recall {share(self.matched, self.cards)} "
            f"precision {share(self.matched_complete, self.found_complete)} "
            f"perfect {share(self.perfect, self.complete)} sure {share(self.sure, self.findings)} "
            f"sure_right {share(self.sure_right, self.sure_complete)}"
        )


def share(part: int, whole: int) -> str:
    """A share with four digits; `-` of nothing."""
    return f"{part / whole:.4f}" if whole else "-"


@dataclass
class Report:
    """Tallies by source, in total, and over sources whose deck and camera no training saw."""

    total: Tally = field(default_factory=Tally)
    unseen: Tally = field(default_factory=Tally)
    sources: dict[str, Tally] = field(default_factory=dict)

    def add(self, photo: Photo, findings: Sequence[Finding]) -> None:
        """Count one photograph everywhere it belongs."""
        self.sources.setdefault(photo.source, Tally()).add(photo, findings)
        self.total.add(photo, findings)
        if not photo.trained_source:
            self.unseen.add(photo, findings)

    def lines(self) -> Iterator[str]:
        """A line a source, one over the unseen sources, the total last."""
        for name, tally in sorted(self.sources.items()):
            yield f"{name}: {tally.line()}"
        yield f"never seen: {self.unseen.line()}"
        yield self.total.line()


def load_labels(path: Path) -> list[Photo]:
    """The photographs that *path* lists. Raises `PhotoError`."""
    try:
        rows = json.loads(path.read_text(encoding="utf-8"))
        return [_photo(row, path.parent) for row in rows]
    except FileNotFoundError:
        raise PhotoError(f"There is no label file {path}: check the name.") from None
    except MISREAD as error:
        raise PhotoError(
            f"{path} is no label file of photographs ({why(error)}): give a labels.json."
        ) from error


def _photo(row: dict[str, object], folder: Path) -> Photo:
    listed = row["cards"]
    if not isinstance(listed, list):
        raise TypeError("cards is no list")
    cards = tuple(card(str(entry["card"])) for entry in listed)
    seen = bool(row.get("trained_source", False))
    return Photo(folder / str(row["file"]), str(row["source"]), cards, bool(row["complete"]), seen)


def read_picture(path: Path) -> Picture:
    """The picture in *path*, H x W x 3, B G R, turned upright as its camera noted. Raises `PhotoError`."""
    try:
        return pictures.read_picture(path)
    except SourceError as error:
        raise PhotoError(str(error)) from error


def findings(cards: Iterable[SeenCard], sure: float) -> list[Finding]:
    """The faces read with a probability of *sure* or more; jokers do not count (no label lists them)."""
    faces = [seen for seen in cards if seen.side is Side.FACE and seen.reading.p >= sure]
    return [Finding(seen.reading.best, seen.reading.p) for seen in faces if seen.reading.best != JOKER]


def evaluate(labels: Path, eyes: Eyes, sure: float, progress: Callable[[int, int], None]) -> Report:
    """Look at every photograph of *labels*; *progress* is told how many of how many are done."""
    photos = load_labels(labels)
    report = Report()
    for k, photo in enumerate(photos):
        report.add(photo, findings(eyes.look(read_picture(photo.path)), sure))
        progress(k + 1, len(photos))
    return report
