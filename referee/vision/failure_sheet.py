"""Draws into a photograph what the eyes missed on it: each mistake marked and named."""

from __future__ import annotations

from collections.abc import Sequence

from referee.vision.outcomes import Kind, Outcome
from referee.vision.sheet import Colour, Sheet
from referee.vision.sighting import Picture, Quad

COLOURS: dict[Kind, Colour] = {
    Kind.RIGHT: (120, 220, 110),
    Kind.UNSURE: (60, 190, 255),
    Kind.WRONG: (110, 110, 255),
    Kind.UNFOUND: (255, 130, 240),
    Kind.EXTRA: (255, 190, 120),
}


def failure_sheet(picture: Picture, outcomes: Sequence[Outcome]) -> Picture:
    """A sheet of *picture*: what is right with a thin outline, everything else named, a legend below.

    A missed card of which neither a find nor the label says where it lies is named below the picture.
    """
    sheet = Sheet(picture)
    for one in outcomes:
        if (quad := _place(one)) is not None:
            sheet.outline(quad, COLOURS[one.kind], 1 if one.kind is Kind.RIGHT else 2)
            if one.seen is None or not one.seen.whole:
                sheet.keep_free(quad)
    failed = [one for one in outcomes if one.kind is not Kind.RIGHT]
    for one in failed:
        if (quad := _place(one)) is not None:
            sheet.label(_text(one), quad, COLOURS[one.kind])
    lost = [str(one.card) for one in failed if _place(one) is None]
    notes = [f"not found, and not marked by the label: {' '.join(lost)}"] if lost else []
    return sheet.finished([(str(kind), colour) for kind, colour in COLOURS.items()], notes)


def _place(one: Outcome) -> Quad | None:
    if one.seen is not None:
        return one.seen.quad
    if one.mark is None:
        return None
    x0, y0, x1, y1 = one.mark.box
    return (x0, y0), (x1, y0), (x1, y1), (x0, y1)


def _text(one: Outcome) -> str:
    """The card, and what it was taken for: `8C: 8S 0.93`."""
    read = "" if one.seen is None else f"{one.seen.reading.best} {one.seen.reading.p:.2f}"
    return {Kind.UNFOUND: f"{one.card}", Kind.EXTRA: read}.get(one.kind, f"{one.card}: {read}")
