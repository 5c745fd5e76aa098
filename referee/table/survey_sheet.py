"""The picture of a survey with the zones, the cards and what is to be mended drawn in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from referee.table.geometry import to_px
from referee.table.layout import Point, Polygon, Table
from referee.table.survey import Survey, outlines
from referee.vision.sheet import Colour, Sheet
from referee.vision.sighting import Picture, Quad

ZONE, SEAT, CARD, WRONG = (235, 190, 90), (120, 220, 110), (245, 245, 245), (70, 70, 240)
LEGEND = (("zones", ZONE), ("rows of a seat", SEAT), ("cards as measured", CARD), ("to be mended", WRONG))
SPOT_PX = 26.0


def drawn(survey: Survey) -> Picture:
    """A sheet of the surveyed picture (H x W x 3, B G R) with notes below it."""
    sheet = Sheet(survey.picture)
    for card in outlines(survey):
        sheet.outline(card.quad, CARD, 1)
    for name, outline, colour in _zones(survey.table):
        sheet.outline(cast("Quad", outline), colour)
        sheet.label(name, cast("Quad", outline), colour)
    for remark in survey.remarks:
        for spot in remark.spots:
            sheet.outline(_about(spot), WRONG, 3)
            sheet.label(str(remark.fault), _about(spot), WRONG)
    return sheet.finished(LEGEND, [remark.text for remark in survey.remarks])


def _zones(table: Table | None) -> Iterator[tuple[str, Polygon, Colour]]:
    if table is None:
        return
    for name in ("pile", "stock", "burnt"):
        yield name, to_px(table, getattr(table, name)), ZONE
    for seat in table.seats:
        yield seat.name, to_px(table, seat.rows), SEAT


def _about(spot: Point) -> Quad:
    x, y = spot
    return (
        (x - SPOT_PX, y - SPOT_PX),
        (x + SPOT_PX, y - SPOT_PX),
        (x + SPOT_PX, y + SPOT_PX),
        (x - SPOT_PX, y + SPOT_PX),
    )
