"""The eyes: a detector and two readers that make `SeenCard`s of a picture."""

from __future__ import annotations

import json
from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from pathlib import Path

import numpy as np

from referee.errors import MISREAD, why
from referee.resources import models_dir
from referee.vision.detector import Box, Detector, Kind
from referee.vision.faces import Face, faces
from referee.vision.fusion import Corner, Whole, fused
from referee.vision.memory import DeckMemory, DeckMemoryError
from referee.vision.models import EyesError, Settings, fingerprint
from referee.vision.reader import CardReader, IndexReader
from referee.vision.recognising import recognised
from referee.vision.sighting import Picture, Region, SeenCard
from referee.vision.trusted import TrustedDetector

SIZES = (640, 1280)
"""A picture is looked at small, for cards near the lens, and at a webcam's full size, for the far corners."""
REGION = (320, 960)
"""A region is looked at once, in its own size if that is between these.

Its cards are as a webcam over a table sees them, 80 px wide or so, and are found best at 50 to 80.
"""


class YoloEyes:
    """The shipped networks. `version` is their fingerprint, `memory` the deck that they know, if any."""

    def __init__(self, folder: Path, trusted: Path | None = None) -> None:
        self.settings = _settings(folder)
        self._detector = TrustedDetector(trusted) if trusted else Detector(folder / "detector.xml")
        self.version = fingerprint(folder, *([trusted] if trusted else []))
        self._cards = CardReader(folder / "reader.xml", self.settings.temperature)
        self._indexes = IndexReader(folder / "index.xml", self.settings.temperature)
        self.memory: DeckMemory | None = None

    @property
    def can_learn(self) -> bool:
        """Whether the weights give the features that a deck is remembered by."""
        return bool(self._cards.features and self._indexes.features)

    def knowing(self, memory: DeckMemory) -> YoloEyes:
        """These eyes, with a deck to remember. Raises `DeckMemoryError` where others looked at it."""
        if memory.eyes != self.version:
            raise DeckMemoryError(f"The deck {memory.name} was enrolled with other weights: enroll it again.")
        other = copy(self)
        other.memory = memory
        return other

    def look(self, picture: Picture, region: Region | None = None) -> list[SeenCard]:
        """Every card of *picture* (H x W x 3, B G R), or of *region* of it; corners in its pixels.

        A region is looked at by itself, enlarged: sharper than in the whole, and in less time.
        """
        left, top, right, bottom = region or (0, 0, *picture.shape[1::-1])
        part = np.ascontiguousarray(picture[top:bottom, left:right])
        boxes = self.find(part, sizes_for(part) if region is None else size_for_region(part))
        cards, indexes = self.read_cards(part, boxes), self.read_indexes(part, boxes)
        if self.memory is not None:
            cards, indexes = recognised(cards, indexes, self.memory)
        return [_moved(card, left, top) for card in fused(cards, indexes)]

    def faces(self, picture: Picture, region: Region | None = None) -> list[Face]:
        """The whole faces of *picture*, or of *region* of it, as they are to be learnt, without any memory.

        Corners in its pixels.
        """
        left, top, right, bottom = region or (0, 0, *picture.shape[1::-1])
        part = np.ascontiguousarray(picture[top:bottom, left:right])
        boxes = self.find(part, sizes_for(part) if region is None else size_for_region(part))
        seen = faces(self.read_cards(part, boxes), self.read_indexes(part, boxes))
        moved = np.array((left, top), np.float32)
        return [replace(face, corners=face.corners + moved) for face in seen]

    def find(self, picture: Picture, sizes: Sequence[int] | None = None) -> list[Box]:
        """Where cards and indexes lie; looked for in each of *sizes* (px of the longer side)."""
        least = {
            Kind.FACE: self.settings.face,
            Kind.BACK: self.settings.face,
            Kind.INDEX: self.settings.index,
        }
        boxes = self._detector.find(picture, sizes or sizes_for(picture), min(least.values()))
        return [box for box in boxes if box.score >= least[box.kind]]

    def read_cards(self, picture: Picture, boxes: Sequence[Box]) -> list[Whole]:
        """The whole cards among *boxes*, read."""
        cards = [box for box in boxes if box.kind is not Kind.INDEX]
        reads = self._cards.read(picture, [box.corners for box in cards])
        return [
            Whole(read.corners, read.posterior, box.score, read.features)
            for box, read in zip(cards, reads, strict=True)
        ]

    def read_indexes(self, picture: Picture, boxes: Sequence[Box]) -> list[Corner]:
        """The indexes among *boxes*, read."""
        found = [box for box in boxes if box.kind is Kind.INDEX]
        rows = zip(*self._indexes.read_with_features(picture, [box.corners for box in found]), strict=True)
        return [
            Corner(box.corners, posterior, box.score, features)
            for box, (posterior, features) in zip(found, rows, strict=True)
        ]


def _moved(seen: SeenCard, right: float, down: float) -> SeenCard:
    a, b, c, d = ((x + right, y + down) for x, y in seen.quad)
    return replace(seen, quad=(a, b, c, d))


def sizes_for(picture: Picture) -> tuple[int, ...]:
    """`SIZES`, but no picture is blown up to more than half again its size."""
    longest = max(picture.shape[:2])
    return tuple(dict.fromkeys(min(size, max(SIZES[0], int(longest * 1.5))) for size in SIZES))


def size_for_region(part: Picture) -> tuple[int, ...]:
    """The size within `REGION` that is nearest the region's own."""
    return (min(REGION[1], max(REGION[0], *part.shape[:2])),)


def load(folder: Path | None = None, trusted: Path | None = None) -> YoloEyes:
    """The eyes with the weights in *folder* (the shipped ones if None). Raises `EyesError`.

    *trusted* is a model that a person brings to find the cards: it is run, whatever is in it.
    """
    return YoloEyes(folder or models_dir(), trusted)


def _settings(folder: Path) -> Settings:
    path = folder / "eyes.json"
    try:
        return Settings(**json.loads(path.read_text(encoding="utf-8"))["settings"])
    except FileNotFoundError:
        raise EyesError(f"The weights are missing in {folder}: fetch the project again, whole.") from None
    except MISREAD as error:
        raise EyesError(f"{path} cannot be used ({why(error)}): fetch the project again, whole.") from error
