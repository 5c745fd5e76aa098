"""A deck being shown, look after look: which faces are one card, and which card each is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from referee.cards import Card
from referee.vision.faces import Face, mean_belief
from referee.vision.fusion import Belief, N, shared
from referee.vision.memory import DeckMemory, Features, Prototypes, unit
from referee.vision.naming import named
from referee.vision.reader import CARDS

SAME_PLACE = 0.5
"""A face that shares so much with one of the look before may be the same card."""
SAME_LOOKS = 0.97
"""Cosine of the features of a card that has not moved: of another card in its place it was 0.96 at most."""
AGAIN = 0.75
"""The same from the middle of all, of a card that is shown again elsewhere."""
ENOUGH = 8
"""From so many cards on the middle of all means something."""


@dataclass(frozen=True)
class Shown:
    """A card that was shown, in one look or in several: its faces, and the look that saw it last."""

    faces: tuple[Face, ...]
    last: int

    @property
    def belief(self) -> Belief:
        """What it may be (52 probabilities), from all looks."""
        return mean_belief([face.belief for face in self.faces])

    @property
    def features(self) -> Features:
        """The mean of its features, of length one."""
        return _mean([face.features for face in self.faces])

    @property
    def index_features(self) -> Features | None:
        """The same of its indexes; None where none was seen."""
        seen = [face.index_features for face in self.faces if len(face.index_features)]
        return _mean(seen) if seen else None

    def also(self, face: Face, look: int) -> Shown:
        """The same card with one more *face* of it."""
        return Shown((*self.faces, face), look)


@dataclass
class Showing:
    """All cards shown so far, each one of `names`; `known` are those that are told beyond doubt."""

    names: tuple[Card, ...] = CARDS
    cards: list[Shown] = field(default_factory=list)
    looks: int = 0
    known: dict[Card, Shown] = field(default_factory=dict)

    def take(self, faces: Sequence[Face]) -> None:
        """The faces of the next look at the table."""
        self.looks += 1
        free = list(range(len(self.cards)))
        for face in faces:
            at = self._before(face, free)
            if at is None:
                self.cards.append(Shown((face,), self.looks))
            else:
                free.remove(at)
                self.cards[at] = self.cards[at].also(face, self.looks)
        self.known = dict(self._told())

    @property
    def missing(self) -> tuple[Card, ...]:
        """The cards of the deck that are not known yet, by suit and rank."""
        return tuple(card for card in self.names if card not in self.known)

    @property
    def untold(self) -> int:
        """How many cards of the last look are not known."""
        known = {id(card) for card in self.known.values()}
        return sum(card.last == self.looks and id(card) not in known for card in self.cards)

    def memory(self, name: str, eyes: str) -> DeckMemory:
        """The deck as far as it is known."""
        indexes = ((card, shown.index_features) for card, shown in self.known.items())
        return DeckMemory(
            name,
            eyes,
            Prototypes.of((card, shown.features) for card, shown in self.known.items()),
            Prototypes.of((card, features) for card, features in indexes if features is not None),
        )

    def _told(self) -> Iterator[tuple[Card, Shown]]:
        among = np.isin(np.arange(N), [CARDS.index(card) for card in self.names])
        beliefs = [card.belief * among / max((card.belief * among).sum(), 1e-9) for card in self.cards]
        for shown, told in zip(self.cards, named(beliefs), strict=True):
            if told.stands:
                yield CARDS[told.place], shown

    def _before(self, face: Face, free: Sequence[int]) -> int | None:
        """Which of the cards *free* the *face* is: one that lay there a look ago, or one shown again."""
        for at in free:
            card = self.cards[at]
            there = card.last == self.looks - 1 and shared(card.faces[-1].corners, face.corners) > SAME_PLACE
            if there and float(card.faces[-1].features @ face.features) > SAME_LOOKS:
                return at
        return self._shown_again(face, free)

    def _shown_again(self, face: Face, free: Sequence[int]) -> int | None:
        if len(self.cards) < ENOUGH:
            return None
        middle = np.asarray(np.mean([card.features for card in self.cards], axis=0), np.float32)
        best, again = AGAIN, None
        for at in free:
            card = self.cards[at]
            like = float(unit(card.features - middle) @ unit(face.features - middle))
            if like > best and card.belief.argmax() == face.belief.argmax():
                best, again = like, at
        return again


def _mean(rows: Sequence[Features]) -> Features:
    return unit(np.asarray(np.mean(rows, axis=0), np.float32))
