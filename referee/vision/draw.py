"""Draws what the eyes found into a picture, for people to judge."""

from __future__ import annotations

from collections.abc import Iterable

from referee.vision.scores import SURE
from referee.vision.sheet import Colour, Sheet
from referee.vision.sighting import Picture, SeenCard, Side

READ, DOUBTFUL, BACK = (120, 220, 110), (60, 190, 255), (255, 190, 120)
LEGEND = (
    ("read", READ),
    ("doubtful: the likeliest card, and how likely", DOUBTFUL),
    ("lies face down", BACK),
)


def drawn(picture: Picture, cards: Iterable[SeenCard], sure: float) -> Picture:
    """A sheet of *picture* with each card's outline and reading, and a legend below it.

    Green: read, with a probability of *sure* or more (told where it is below 0.99). Amber, with a question
    mark: doubtful. Blue: a back.
    """
    sheet, found = Sheet(picture), list(cards)
    for seen in found:
        sheet.outline(seen.quad, _colour(seen, sure), 2 if seen.whole else 1)
    for seen in found:
        if not seen.whole:
            sheet.keep_free(seen.quad)
    for seen in sorted(found, key=lambda seen: not seen.whole):
        if seen.side is Side.FACE:
            sheet.label(_text(seen, sure), seen.quad, _colour(seen, sure))
    return sheet.finished(LEGEND)


def _colour(seen: SeenCard, sure: float) -> Colour:
    return BACK if seen.side is Side.BACK else READ if seen.reading.p >= sure else DOUBTFUL


def _text(seen: SeenCard, sure: float) -> str:
    best, p = seen.reading.best, seen.reading.p
    if p >= sure:
        return f"{best}" if p >= SURE else f"{best} {p:.2f}"
    return f"{best}? {p:.2f}" if seen.reading.options else "?"
