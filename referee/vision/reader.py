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
    levelled_batch,
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
    """Reads whole cards in two passes: corners first, then the face at those corners.

    *temperature* as in `tempered`.
    """

    def __init__(self, path: Path, temperature: float = 1.0) -> None:
        self._network, self._temperature = Network(path, features=True), temperature

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
        logits, flat, *features = _both_ways(self._network, crops)
        posterior = tempered(softmax(logits).mean(axis=0), self._temperature)
        places, turned_places = flat.reshape(2, -1, 4, 2)
        # Seen upside down the same corner has the opposite place, two further on.
        places = np.asarray((places - np.roll(turned_places, 2, axis=1)) / 2, np.float32)
        return [
            Read(_refined(corners, place, margin), row, seen)
            for corners, place, row, seen in zip(
                boxes, places, posterior, _mean(features, len(crops)), strict=True
            )
        ]


def _refined(corners: Corners, places: Tensor, margin: int) -> Corners:
    """*places* (4 x 2, half crop sizes from the middle) in the picture, unless they make no sensible card."""
    half = np.array(CARD_CROP, np.float32) / 2
    moved = uncrop(np.asarray(places * half + half, np.float32), corners, margin)
    before, after = cv2.contourArea(corners), cv2.contourArea(moved)
    sound = cv2.isContourConvex(moved) and 0.4 * before < after < 2.5 * before
    return clockwise(moved) if sound else corners


class IndexReader:
    """Reads the index in a card's corner. *temperature* as in `tempered`."""

    def __init__(self, path: Path, temperature: float = 1.0) -> None:
        self._network, self._temperature = Network(path, features=True), temperature

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
        logits, *features = _both_ways(self._network, crops)
        return tempered(softmax(logits).mean(axis=0), self._temperature), _mean(features, len(crops))


def _mean(features: Sequence[Tensor], count: int) -> Tensor:
    """The mean of both ways' *features*; of length 0 where the weights give none."""
    return np.asarray(features[0].mean(axis=0), np.float32) if features else np.zeros((count, 0), np.float32)


def _both_ways(network: Network, crops: Sequence[Picture]) -> tuple[Tensor, ...]:
    """Each output of *network* for *crops*: 2 x N x ..., as they are and turned upside down."""
    parts = []
    for k in range(0, len(crops), _BATCH):
        upright = levelled_batch(crops[k : k + _BATCH])
        outputs = network(np.concatenate([upright, upright[:, :, ::-1, ::-1]]))
        parts.append([output.reshape(2, len(upright), *output.shape[1:]) for output in outputs])
    return tuple(np.concatenate(same, axis=1) for same in zip(*parts, strict=True))


def softmax(logits: Tensor) -> Tensor:
    """Probabilities of *logits* along the last axis."""
    raised = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=-1, keepdims=True), np.float32)


def tempered(posterior: Tensor, temperature: float) -> Tensor:
    """*posterior* made as sure as it is right, where *temperature* was measured: below 1 it is made surer.

    Temperature scaling, after Guo et al., "On Calibration of Modern Neural Networks", 2017.
    """
    raised = posterior ** np.float32(1 / temperature)
    return np.asarray(raised / raised.sum(axis=-1, keepdims=True), np.float32)
