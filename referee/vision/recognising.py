"""What is known of the deck in use, joined with what the readers say: two opinions on each card and index.

The numbers were chosen on decks that training may see: docs/decisions/0013-the-deck-in-use.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from referee.vision.fusion import Corner, Whole
from referee.vision.memory import DeckMemory, Features, N, Prototypes
from referee.vision.models import Tensor

ALIKE = 0.6
"""A card less like a prototype than this (cosine from the middle) says nothing for its name."""
TEMPERATURE = 0.03
"""How much more likeness makes a name e times as probable."""
STRANGE = 0.75
"""How like a known card one of the same deck may be that has not been shown."""


def sharpened(posterior: Tensor, features: Features, prototypes: Prototypes) -> Tensor:
    """*posterior* (the 52 and more places) and what *features* (D) say, joined as two independent opinions.

    Where nothing is like the deck's cards the posterior stands as it is.
    """
    like = np.maximum(prototypes.likeness(features), ALIKE)
    if like.max() == ALIKE:
        return posterior
    like[prototypes.unknown] = min(like.max(), STRANGE)
    raised = np.log(posterior + 1e-6)
    raised[:N] += (like - ALIKE) / TEMPERATURE
    odds = np.exp(raised - raised.max())
    return np.asarray(odds / odds.sum(), np.float32)


def recognised(
    cards: Sequence[Whole], indexes: Sequence[Corner], memory: DeckMemory
) -> tuple[list[Whole], list[Corner]]:
    """*cards* and *indexes* with their posteriors sharpened by what is known of the deck."""
    return (
        [replace(card, posterior=sharpened(card.posterior, card.features, memory.cards)) for card in cards],
        [
            replace(index, posterior=sharpened(index.posterior, index.features, memory.indexes))
            for index in indexes
        ],
    )
