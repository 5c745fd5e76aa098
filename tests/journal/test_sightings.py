"""What the eyes saw comes back from the journal as it went in."""

from __future__ import annotations

from referee.cards import Reading, card
from referee.journal.sightings import cards_from_json, cards_to_json
from referee.vision.sighting import Quad, SeenCard, Side

QUAD: Quad = ((1.25, 2.0), (64.0, 2.5), (63.75, 90.0), (1.0, 89.5))


def test_a_seen_card_comes_back_whole_or_not() -> None:
    face = SeenCard(QUAD, Side.FACE, Reading.of({card("7H"): 0.98, card("AH"): 0.01}), 0.75)
    index = SeenCard(QUAD, Side.FACE, Reading.of({card("KC"): 0.9}), 0.5, whole=False)
    back = SeenCard(QUAD, Side.BACK, Reading(()), 0.9)
    assert cards_from_json(cards_to_json([face, index, back])) == (face, index, back)
