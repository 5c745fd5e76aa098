"""The cards of a picture as they are shown to be learnt: apart from one another, each with its indexes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from referee.vision.fusion import Belief, Corner, N, Whole, in_corner, shared, spread
from referee.vision.memory import Features, unit
from referee.vision.reader import BACK, JOKER
from referee.vision.rectify import Corners

LEAST_SCORE = 0.5
APART = 0.2
"""Cards that share more than this of both together lie on one another, or are one."""


@dataclass(frozen=True)
class Face:
    """A card that lies face up and whole: its corners (4 x 2 px), what it may be, and its features.

    `belief`: 52 probabilities, the geometric mean of what the card and its indexes say. `index_features`: the
    mean of those of its indexes, each of length one; of length 0 where none is seen.
    """

    corners: Corners
    belief: Belief
    features: Features
    index_features: Features


def faces(cards: Sequence[Whole], indexes: Sequence[Corner]) -> list[Face]:
    """The faces among *cards*, each with its own of *indexes*; doubles and what lies on another left out."""
    return [_face(card, indexes) for card in _apart(cards) if _is_face(card)]


def _is_face(card: Whole) -> bool:
    return card.score >= LEAST_SCORE and card.posterior[BACK] < 0.5 and card.posterior[JOKER] < 0.5


def _apart(cards: Sequence[Whole]) -> list[Whole]:
    kept: list[Whole] = []
    for card in sorted(cards, key=lambda card: -float(card.posterior[: JOKER + 1].max()) - 0.1 * card.score):
        if all(shared(card.corners, other.corners) < APART for other in kept):
            kept.append(card)
    return kept


def _face(card: Whole, indexes: Sequence[Corner]) -> Face:
    height = float(np.linalg.norm(card.corners[3] - card.corners[0]))
    own = [index for index in indexes if in_corner(card.corners, height, index)]
    rows = [unit(index.features) for index in own]
    beliefs = [card.posterior[:N], *(index.posterior[:N] for index in own)]
    features = np.mean(rows, axis=0) if rows else np.zeros(0)
    return Face(card.corners, mean_belief(beliefs), unit(card.features), np.asarray(features, np.float32))


def mean_belief(beliefs: Sequence[Belief]) -> Belief:
    """The geometric mean of *beliefs* about one card (52 probabilities each)."""
    logs = np.mean([np.log(spread(belief)) for belief in beliefs], axis=0)
    odds = np.exp(logs - logs.max())
    return np.asarray(odds / odds.sum(), np.float32)
