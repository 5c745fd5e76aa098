"""Labelled crops out of real photographs: of marked index corners, and of marked cards that are found."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

import cv2
import numpy as np

from referee.training.assets import FACES, AssetsError, read
from referee.training.crops import CardSample, IndexSample, cut_out, shaken
from referee.vision.rectify import TIGHT, Corners, clockwise, index_crop
from referee.vision.sighting import Picture, SeenCard

Box = tuple[float, float, float, float]
HULL_AGREES = 0.88


@dataclass(frozen=True)
class Marked:
    """A photograph and what is marked on it: name and box x0, y0, x1, y1 in px."""

    picture: Picture
    marks: tuple[tuple[str, Box], ...]


def photo_set(folder: Path) -> Iterator[Marked]:
    """The photographs of a set with YOLO label files and a `meta.json` that names its classes."""
    try:
        names = json.loads((folder / "meta.json").read_text(encoding="utf-8"))["names"]
    except (OSError, ValueError, KeyError) as error:
        raise AssetsError(f"{folder} is no set of labelled photographs ({error}).") from error
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


def marked_cards(
    folder: Path, find: Callable[[Picture], Iterable[SeenCard]], r: Random, copies: int = 3
) -> list[CardSample]:
    """Crops of the cards marked in the set in *folder* at the corners that *find* gives.

    Only where these agree with the mark: their hull and it overlap by `HULL_AGREES`. Raises `AssetsError`.
    """
    samples = []
    for marked in photo_set(folder):
        found = [clockwise(seen.quad) for seen in find(marked.picture)]
        for name, box in marked.marks:
            best = max(found, key=lambda corners: overlap(hull(corners), box), default=None)
            if name in FACES and best is not None and overlap(hull(best), box) > HULL_AGREES:
                samples += [_card_sample(r, marked.picture, best, name) for _ in range(copies)]
    return samples


def _card_sample(r: Random, picture: Picture, corners: Corners, name: str) -> CardSample:
    box = shaken(r, corners, 0.03, 0.05, 4, longer=False)
    return cut_out(picture, np.roll(box, r.choice((0, 2)), axis=0), TIGHT, name, corners)


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
