"""What the eyes saw, as JSON. The game goes by what was written, so that reading it back changes nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

from referee.cards import Reading
from referee.vision.sighting import Quad, SeenCard, Side


def cards_to_json(cards: Iterable[SeenCard]) -> list[dict[str, Any]]:
    """Seen cards, corners to a hundredth of a pixel."""
    return [
        {
            "quad": [[round(float(x), 2), round(float(y), 2)] for x, y in card.quad],
            "side": str(card.side),
            "reading": card.reading.to_json(),
            "score": round(float(card.score), 4),
            "whole": card.whole,
        }
        for card in cards
    ]


def cards_from_json(data: Sequence[Mapping[str, Any]]) -> tuple[SeenCard, ...]:
    """The inverse of `cards_to_json`."""
    return tuple(
        SeenCard(
            quad=cast("Quad", tuple((float(x), float(y)) for x, y in card["quad"])),
            side=Side(card["side"]),
            reading=Reading.from_json(card["reading"]),
            score=float(card["score"]),
            whole=bool(card.get("whole", True)),
        )
        for card in data
    )
