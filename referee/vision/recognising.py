"""What is known of the deck in use, joined with what the readers say: two opinions on each card and index.

The numbers were chosen on decks that training may see: docs/decisions/0013-the-deck-in-use.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np

from referee.vision.fusion import Corner, Whole
from referee.vision.memory import DeckMemory, Features, N, Prototypes
from referee.vision.models import Tensor

Seen = TypeVar("Seen", Whole, Corner)

STRANGE = 0.75
"""How like a known card one of the same deck may be that has not been shown."""


@dataclass(frozen=True, slots=True)
class Weight:
    """What likeness (cosine from the middle) counts.

    None up to `alike`; from there each `step` makes a name e times as probable.
    """

    alike: float
    step: float


CARDS = Weight(0.5, 0.03)
INDEXES = Weight(0.7, 0.05)
"""Indexes are small and alike: only one that is very like a known one says something."""


def sharpened(posterior: Tensor, features: Features, prototypes: Prototypes, weight: Weight) -> Tensor:
    """*posterior* (the 52 and more places) and what *features* (D) say, joined as two independent opinions.

    Where nothing is like the deck's cards the posterior stands as it is.
    """
    like = np.maximum(prototypes.likeness(features), weight.alike)
    if like.max() == weight.alike:
        return posterior
    like[prototypes.unknown] = min(like.max(), max(STRANGE, weight.alike))
    raised = np.log(posterior + 1e-6)
    raised[:N] += (like - weight.alike) / weight.step
    odds = np.exp(raised - raised.max())
    return np.asarray(odds / odds.sum(), np.float32)


def recognised(
    cards: Sequence[Whole], indexes: Sequence[Corner], memory: DeckMemory
) -> tuple[list[Whole], list[Corner]]:
    """*cards* and *indexes* with their posteriors sharpened by what is known of the deck."""
    return [_sharper(card, memory.cards, CARDS) for card in cards], [
        _sharper(index, memory.indexes, INDEXES) for index in indexes
    ]


def _sharper(seen: Seen, prototypes: Prototypes, weight: Weight) -> Seen:
    return replace(seen, posterior=sharpened(seen.posterior, seen.features, prototypes, weight))
