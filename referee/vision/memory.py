"""What the eyes remember of the deck in use: how its cards look to the readers, so as to know them again.

A prototype is what a reader's last layer goes by, of a card whose name is known. Features of every card are
much alike, so they are compared from the middle of all prototypes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from referee.cards import DECK, Card
from referee.errors import UserError
from referee.vision.sighting import Eyes

N = len(DECK)
MOST = 4
"""Prototypes of one card that are kept."""
Features = NDArray[np.float32]
"""What a reader's last layer goes by."""


class DeckMemoryError(UserError):
    """A deck that was not enrolled, or not for these eyes."""


@dataclass(frozen=True)
class Prototypes:
    """Features (N x D, each of length one) and whose they are (N places in `DECK`)."""

    features: Features
    places: NDArray[np.int64]

    @classmethod
    def of(cls, seen: Iterable[tuple[Card, Features]]) -> Prototypes:
        """Prototypes of cards with their features (D), in any length."""
        pairs = [(DECK.index(card), unit(features)) for card, features in seen]
        features = np.stack([row for _, row in pairs]) if pairs else np.zeros((0, 0), np.float32)
        return cls(features, np.array([place for place, _ in pairs], np.int64))

    def and_also(self, newer: Prototypes, most: int) -> Prototypes:
        """These and those of *newer*, of each card the *most* newest."""
        if not len(self.places) or not len(newer.places):
            return newer if len(newer.places) else self
        places = np.concatenate([self.places, newer.places])
        features = np.concatenate([self.features, newer.features])
        since = [int((places[k:] == place).sum()) for k, place in enumerate(places)]
        kept = np.array(since) <= most
        return Prototypes(features[kept], places[kept])

    def likeness(self, features: Features) -> Features:
        """How like each of the 52 cards *features* (D) are, -1 to 1; 0 for those that are not known."""
        like = np.zeros(N, np.float32)
        if len(self.places) > 1:
            cosines = self._from_middle @ unit(unit(features) - self._middle)
            best = np.full(N, -1, np.float32)
            np.maximum.at(best, self.places, cosines)
            like[self.places] = best[self.places]
        return like

    @cached_property
    def unknown(self) -> NDArray[np.int64]:
        """The places of the cards that have no prototype."""
        return np.setdiff1d(np.arange(N), self.places)

    @cached_property
    def _middle(self) -> Features:
        return np.asarray(self.features.mean(axis=0), np.float32)

    @cached_property
    def _from_middle(self) -> Features:
        return unit(self.features - self._middle)


@dataclass(frozen=True)
class DeckMemory:
    """A deck in use: its name, the version of the eyes that looked, prototypes of cards and of indexes."""

    name: str
    eyes: str
    cards: Prototypes
    indexes: Prototypes

    def and_also(self, newer: DeckMemory) -> DeckMemory:
        """The same deck, with what *newer* knows of it from the same eyes."""
        cards, indexes = self.cards.and_also(newer.cards, MOST), self.indexes.and_also(newer.indexes, MOST)
        return DeckMemory(newer.name, newer.eyes, cards, indexes)

    @property
    def known(self) -> frozenset[Card]:
        """The cards that have a prototype."""
        return frozenset(DECK[place] for place in self.cards.places)


@runtime_checkable
class Learned(Eyes, Protocol):
    """Eyes that can have a deck to remember."""

    def knowing(self, memory: DeckMemory) -> Eyes:
        """These eyes, with *memory*. Raises `DeckMemoryError` where it is of other eyes."""


def knowing(eyes: Eyes, memory: DeckMemory) -> Eyes:
    """*eyes* with *memory*. Raises `DeckMemoryError`."""
    if not isinstance(eyes, Learned):
        raise DeckMemoryError("These eyes cannot remember a deck: leave the deck out.")
    return eyes.knowing(memory)


def unit(rows: Features) -> Features:
    """*rows* (... x D) made of length one."""
    lengths = np.linalg.norm(rows, axis=-1, keepdims=True)
    return np.asarray(rows / np.maximum(lengths, 1e-9), np.float32)
