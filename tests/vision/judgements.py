"""Photographs whose cards were judged: one with a card of every kind, and one on which all is right."""

from __future__ import annotations

from pathlib import Path

from referee.cards import Reading, card, cards
from referee.vision.failures import Judged
from referee.vision.outcomes import Kind, Outcome
from referee.vision.scores import Photo
from referee.vision.sighting import SeenCard, Side

QUAD = ((0.0, 0.0), (50.0, 0.0), (50.0, 70.0), (0.0, 70.0))


def outcome(
    kind: Kind, name: str, read: str = "", width: float | None = 50, whole: bool = True, covered: float = 0.0
) -> Outcome:
    seen = SeenCard(QUAD, Side.FACE, Reading.of({card(read): 0.9}), 0.9, whole) if read else None
    return Outcome(kind, card(name) if name else None, seen, None, width, covered)


def judged(source: str, *found: Outcome) -> Judged:
    return Judged(Photo(Path(f"in/{source}.jpg"), source, cards("7H"), True, False), found)


DESK = judged(
    "desk",
    outcome(Kind.RIGHT, "7H", "7H"),
    outcome(Kind.WRONG, "8C", "8S", width=130),
    outcome(Kind.UNSURE, "9C", "9C", width=39.6, whole=False),
    outcome(Kind.UNFOUND, "KD", width=None),
    outcome(Kind.EXTRA, "", "2D"),
)
FELT = judged("felt", outcome(Kind.RIGHT, "7H", "7H"))
