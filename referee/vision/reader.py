"""Reads crops: which card it is and where its corners really lie; which card an index belongs to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.cards import DECK, Card
from referee.vision.models import Network, Tensor
from referee.vision.rectify import (
    CARD_CROP,
    TIGHT,
    WIDE,
    Corners,
    card_crop,
    clockwise,
    index_crop,
    levelled,
    uncrop,
)
from referee.vision.sighting import Picture

CARDS: tuple[Card, ...] = DECK
BACK, JOKER, UNREADABLE = 52, 53, 54
"""Places after the 52 cards in a whole card's posterior."""
INDEX_UNREADABLE = 52
_BATCH = 16


@dataclass(frozen=True)
class Read:
    """A card's corners (4 x 2 px, clockwise, first edge short), its posterior and its features.

    The posterior is over the 52 cards, back, joker and unreadable. The features are what the network's last
    layer goes by, the same whichever end of the card is up; none (of length 0) where the weights give none.
    """

    corners: Corners
    posterior: NDArray[np.float32]
    features: Tensor


class CardReader:
    """Reads whole cards in two passes: corners first, then the face at those corners."""

    def __init__(self, path: Path) -> None:
        self._network = Network(path, features=True)

    @property
    def features(self) -> int:
        """How many features a card has; 0 if these weights give none."""
        return self._network.features

    def read(self, picture: Picture, boxes: Sequence[Corners]) -> list[Read]:
        """One `Read` a box (corners clockwise, first edge short)."""
        if not boxes:
            return []
        first = self._pass(picture, boxes, WIDE)
        return self._pass(picture, [read.corners for read in first], TIGHT)

    def _pass(self, picture: Picture, boxes: Sequence[Corners], margin: int) -> list[Read]:
        crops = [card_crop(picture, corners, margin) for corners in boxes]
        upright, places, features = self._run(crops)
        turned, turned_places, more = self._run([np.ascontiguousarray(crop[::-1, ::-1]) for crop in crops])
        posterior = np.asarray((upright + turned) / 2, np.float32)
        features = np.asarray((features + more) / 2, np.float32)
        # Seen upside down the same corner has the opposite place, two further on.
        places = np.asarray((places - np.roll(turned_places, 2, axis=1)) / 2, np.float32)
        return [
            Read(_refined(corners, place, margin), row, seen)
            for corners, place, row, seen in zip(boxes, places, posterior, features, strict=True)
        ]

    def _run(self, crops: Sequence[Picture]) -> tuple[Tensor, Tensor, Tensor]:
        logits, places, *more = _batched(self._network, crops)
        return softmax(logits), places.reshape(-1, 4, 2), _features(more, len(crops))


def _refined(corners: Corners, places: Tensor, margin: int) -> Corners:
    """*places* (4 x 2, half crop sizes from the middle) in the picture, unless they make no sensible card."""
    half = np.array(CARD_CROP, np.float32) / 2
    moved = uncrop(np.asarray(places * half + half, np.float32), corners, margin)
    before, after = cv2.contourArea(corners), cv2.contourArea(moved)
    sound = cv2.isContourConvex(moved) and 0.4 * before < after < 2.5 * before
    return clockwise(moved) if sound else corners


class IndexReader:
    """Reads the index in a card's corner."""

    def __init__(self, path: Path) -> None:
        self._network = Network(path, features=True)

    @property
    def features(self) -> int:
        """How many features an index has; 0 if these weights give none."""
        return self._network.features

    def read(self, picture: Picture, boxes: Sequence[Corners]) -> NDArray[np.float32]:
        """A posterior over 52 cards and unreadable for each box (N x 53)."""
        return self.read_with_features(picture, boxes)[0]

    def read_with_features(self, picture: Picture, boxes: Sequence[Corners]) -> tuple[Tensor, Tensor]:
        """The same, and each index's features (N x `features`), as those of a `Read`."""
        if not boxes:
            return np.zeros((0, INDEX_UNREADABLE + 1), np.float32), np.zeros((0, self.features), np.float32)
        crops = [index_crop(picture, corners) for corners in boxes]
        upright, features = self._run(crops)
        turned, more = self._run([np.ascontiguousarray(crop[::-1, ::-1]) for crop in crops])
        return np.asarray((upright + turned) / 2, np.float32), np.asarray((features + more) / 2, np.float32)

    def _run(self, crops: Sequence[Picture]) -> tuple[Tensor, Tensor]:
        logits, *more = _batched(self._network, crops)
        return softmax(logits), _features(more, len(crops))


def _features(given: Sequence[Tensor], count: int) -> Tensor:
    return given[0] if given else np.zeros((count, 0), np.float32)


def _batched(network: Network, crops: Sequence[Picture]) -> tuple[Tensor, ...]:
    parts = []
    for k in range(0, len(crops), _BATCH):
        stack = np.stack([levelled(crop) for crop in crops[k : k + _BATCH]])
        parts.append(network(np.ascontiguousarray(stack.transpose(0, 3, 1, 2))))
    return tuple(np.concatenate(outputs) for outputs in zip(*parts, strict=True))


def softmax(logits: Tensor) -> Tensor:
    """Probabilities of *logits* along the last axis."""
    raised = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=-1, keepdims=True), np.float32)
