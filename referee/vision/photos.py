"""Measures the eyes on labelled photographs: findings and labels compared as multisets, photo by photo."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from referee.cards import JOKER, Card, card
from referee.errors import MISREAD, UserError, why
from referee.vision import pictures
from referee.vision.frames import SourceError
from referee.vision.scores import Finding, Mark, Photo, Report
from referee.vision.sighting import Eyes, Picture, SeenCard, Side


class PhotoError(UserError):
    """A photograph or a label file that cannot be used."""


def load_labels(path: Path) -> list[Photo]:
    """The photographs that *path* lists. Raises `PhotoError`."""
    try:
        rows = json.loads(path.read_text(encoding="utf-8"))
        photos = [_photo(row, path.parent) for row in rows]
    except FileNotFoundError:
        raise PhotoError(f"There is no label file {path}: check the name.") from None
    except MISREAD as error:
        raise PhotoError(
            f"{path} is no label file of photographs ({why(error)}): give a labels.json."
        ) from error
    if not photos:
        raise PhotoError(f"{path} lists no photographs: give a labels.json that does.")
    return photos


def _photo(row: dict[str, object], folder: Path) -> Photo:
    listed = row["cards"]
    if not isinstance(listed, list):
        raise TypeError("cards is no list")
    cards = tuple(card(str(entry["card"])) for entry in listed)
    seen = bool(row.get("trained_source", False))
    path, source, complete = folder / str(row["file"]), str(row["source"]), bool(row["complete"])
    return Photo(path, source, cards, complete, seen, tuple(_marks(row, listed)))


def _marks(row: dict[str, object], listed: Sequence[Mapping[str, object]]) -> Iterator[Mark]:
    """The boxes of the cards *listed*, or, where indexes are marked, every one that the row holds."""
    index = row.get("box_kind") == "corner"
    boxes = row.get("raw_boxes") if index else listed
    for entry in boxes if isinstance(boxes, list) else ():
        if entry.get("box") is not None:
            x0, y0, x1, y1 = (float(side) for side in entry["box"])
            yield Mark(card(str(entry["card"])), (x0, y0, x1, y1), index)


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


@dataclass(frozen=True)
class Contested:
    """A card of a photograph that this project holds to be another than its *label* says."""

    file: str
    label: Card
    held: Card


def load_contested(path: Path) -> list[Contested]:
    """The labels that *path* lists as wrong, each with what is held instead. Raises `PhotoError`."""
    try:
        rows = json.loads(path.read_text(encoding="utf-8"))["labels"]
        return [Contested(str(row["file"]), card(row["label"]), card(row["held"])) for row in rows]
    except FileNotFoundError:
        raise PhotoError(f"There is no list of contested labels {path}: check the name.") from None
    except MISREAD as error:
        raise PhotoError(f"{path} is no list of contested labels ({why(error)}).") from error


def amended(photo: Photo, contested: Iterable[Contested]) -> Photo:
    """*photo* with the cards that we hold to lie there. Raises `PhotoError`."""
    cards = list(photo.cards)
    for one in contested:
        if one.label not in cards:
            raise PhotoError(f"{one.file} has no label {one.label} that could be contested: mend the list.")
        cards[cards.index(one.label)] = one.held
    return replace(photo, cards=tuple(cards))


def look_at(
    photos: Sequence[Photo], eyes: Eyes, progress: Callable[[int, int], None]
) -> list[list[SeenCard]]:
    """What the eyes see on each of *photos*; *progress* is told how many of how many are done."""
    seen = []
    for k, photo in enumerate(photos):
        seen.append(eyes.look(read_picture(photo.path)))
        progress(k + 1, len(photos))
    return seen


def compare(
    photos: Iterable[Photo],
    found: Iterable[Sequence[Finding]],
    contested: Mapping[str, Sequence[Contested]] | None = None,
) -> Report:
    """*photos* compared with what was *found* on them, labels that are *contested* set right (by file)."""
    report = Report()
    for photo, finds in zip(photos, found, strict=True):
        report.add(amended(photo, (contested or {}).get(photo.path.name, ())), finds)
    return report
