"""Labelled crops out of real photographs: of marked index corners, and of marked cards that are found."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np

from referee.errors import MISREAD, why
from referee.training.assets import AssetsError, read
from referee.training.crops import CardSample, IndexSample, cut_out, shaken
from referee.training.decks import FACES
from referee.vision.rectify import TIGHT, Corners, clockwise, index_crop
from referee.vision.sighting import Picture, SeenCard

Box = tuple[float, float, float, float]
Find = Callable[[Picture], Iterable[SeenCard]]
HULL_AGREES = 0.88
INDEX_AREA = 0.2
"""An index takes up less than this share of its card."""
AWAY, ROOM = 0.6, 120
"""A close-up is made so much smaller, with so many pixels around it."""


@dataclass(frozen=True)
class Marked:
    """A photograph and what is marked on it: name and box x0, y0, x1, y1 in px."""

    picture: Picture
    marks: tuple[tuple[str, Box], ...]


def _meta(folder: Path) -> dict[str, Any]:
    try:
        meta: dict[str, Any] = json.loads((folder / "meta.json").read_text(encoding="utf-8"))
        return {**meta, "names": list(meta["names"])}
    except MISREAD as error:
        raise AssetsError(
            f"{folder} is no set of labelled photographs ({why(error)}): check the name."
        ) from error


def marks_corners(folder: Path) -> bool:
    """Whether index corners are marked on the photographs in *folder*, not cards. Raises `AssetsError`."""
    return str(_meta(folder).get("box_kind", "")).startswith("corner")


def photo_set(folder: Path) -> Iterator[Marked]:
    """The photographs of a set with YOLO label files and a `meta.json` that names its classes.

    Raises `AssetsError`.
    """
    names = _meta(folder)["names"]
    for path in sorted((folder / "images").iterdir()):
        label = folder / "labels" / f"{path.stem}.txt"
        if label.exists():
            picture = read(path)
            yield Marked(picture, tuple(_marks(label.read_text(encoding="utf-8"), names, picture)))


def _marks(text: str, names: list[str], picture: Picture) -> Iterator[tuple[str, Box]]:
    height, width = picture.shape[:2]
    for line in text.splitlines():
        kind, x, y, w, h = (float(part) for part in line.split()[:5])
        x0, y0 = (x - w / 2) * width, (y - h / 2) * height
        yield names[int(kind)], (x0, y0, x0 + w * width, y0 + h * height)


def marked_indexes(folder: Path, r: Random, copies: int = 4) -> list[IndexSample]:
    """Crops about the marked index corners of the set in *folder*, each *copies* times, shifted and turned.

    Raises `AssetsError`.
    """
    return [
        IndexSample(index_crop(marked.picture, _about(r, box), room=r.uniform(1.1, 1.4)), name)
        for marked in photo_set(folder)
        for name, box in marked.marks
        if name in FACES
        for _ in range(copies)
    ]


def _about(r: Random, box: Box) -> Corners:
    """The upright box turned by a guess.

    A clearly tall or wide mark is an index along its longer side, a square one lies aslant.
    """
    x0, y0, x1, y1 = box
    w, h = x1 - x0, y1 - y0
    slant = 45.0 if max(w, h) < 1.2 * min(w, h) else 0.0
    turn = r.choice((-slant, slant)) + r.gauss(0, 8)
    side = max(w, h)
    middle = ((x0 + x1) / 2 + r.gauss(0, 0.05) * side, (y0 + y1) / 2 + r.gauss(0, 0.05) * side)
    return clockwise(cv2.boxPoints((middle, (w, h), turn)))


def marked_cards(folder: Path, find: Find, r: Random, copies: int = 3) -> list[CardSample]:
    """Crops of the cards marked in the set in *folder* at the corners that *find* gives.

    Only where these agree with a mark: the card's box, or the boxes of its indexes. The name is the mark's,
    the corners are a network's own and teach none. Close-ups are looked at from further off.
    Raises `AssetsError`.
    """
    samples = []
    for marked in photo_set(folder):
        named = _named_cards(marked, find)
        if not named:
            marked = _from_further_off(marked)
            named = _named_cards(marked, find)
        samples += [
            _card_sample(r, marked.picture, corners, name) for corners, name in named for _ in range(copies)
        ]
    return samples


def _named_cards(marked: Marked, find: Find) -> list[tuple[Corners, str]]:
    found = [clockwise(seen.quad) for seen in find(marked.picture) if seen.whole]
    named = [(corners, _name(corners, marked.marks)) for corners in found]
    return [(corners, name) for corners, name in named if name in FACES]


def _name(corners: Corners, marks: Iterable[tuple[str, Box]]) -> str | None:
    """The name that the *marks* give to the card at *corners*; None where they give none, or several."""
    about = hull(corners)
    names = {name for name, box in marks if overlap(about, box) > HULL_AGREES or _index_of(corners, box)}
    return names.pop() if len(names) == 1 else None


def _index_of(corners: Corners, box: Box) -> bool:
    """Whether *box* is as small as an index, and its middle lies on the card at *corners*."""
    x0, y0, x1, y1 = box
    small = (x1 - x0) * (y1 - y0) < INDEX_AREA * cv2.contourArea(corners)
    return small and cv2.pointPolygonTest(corners, ((x0 + x1) / 2, (y0 + y1) / 2), False) > 0


def _from_further_off(marked: Marked) -> Marked:
    """*marked* made smaller, with room around it."""
    small = cv2.resize(marked.picture, None, fx=AWAY, fy=AWAY, interpolation=cv2.INTER_AREA)
    picture = cv2.copyMakeBorder(small, ROOM, ROOM, ROOM, ROOM, cv2.BORDER_REPLICATE)
    marks = [(name, _away(box)) for name, box in marked.marks]
    return Marked(picture.astype(np.uint8, copy=False), tuple(marks))


def _away(box: Box) -> Box:
    x0, y0, x1, y1 = (AWAY * side + ROOM for side in box)
    return x0, y0, x1, y1


def _card_sample(r: Random, picture: Picture, corners: Corners, name: str) -> CardSample:
    box = shaken(r, corners, 0.03, 0.05, 4, longer=False)
    return replace(
        cut_out(picture, np.roll(box, r.choice((0, 2)), axis=0), TIGHT, name, corners), corners=None
    )


def hull(corners: Corners) -> Box:
    """The upright box about *corners*."""
    (x0, y0), (x1, y1) = corners.min(axis=0), corners.max(axis=0)
    return float(x0), float(y0), float(x1), float(y1)


def overlap(a: Box, b: Box) -> float:
    """Intersection over union of two upright boxes."""
    w = min(a[2], b[2]) - max(a[0], b[0])
    h = min(a[3], b[3]) - max(a[1], b[1])
    if w <= 0 or h <= 0:
        return 0.0
    both = w * h
    return both / ((a[2] - a[0]) * (a[3] - a[1]) + (b[2] - b[0]) * (b[3] - b[1]) - both)
