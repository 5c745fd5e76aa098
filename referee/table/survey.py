"""A table surveyed: what pictures of it at rest say about its plane, its zones, and what is to be mended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from referee.table import board, fitness, zoning
from referee.table.fitness import Fault, Remark
from referee.table.homography import Numbers
from referee.table.layout import Lens, Table
from referee.table.lens import flattened
from referee.table.plane import Plane, apart, by_sheet, measured
from referee.vision.conditions import Conditions, conditions, softness
from referee.vision.edges import Sides
from referee.vision.rectify import to_quad
from referee.vision.sighting import Eyes, Picture, SeenCard


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is asked of a survey: the *names* at the table, the card's size (None: to be told from the cards),
    from which probability on a card counts as read, how many cards are to lie there, and the lens, if known.
    """

    names: tuple[str, ...]
    card_mm: tuple[float, float] | None = None
    read: float = 0.9
    cards: int = fitness.LEAST_CARDS
    lens: Lens | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Survey:
    """What was found; `remarks` is empty where the table can be refereed. `soft`: of each picture, px.

    `by_sheet`: the plane is told by the printed sheet, not by the cards.
    """

    picture: Picture
    cards: tuple[SeenCard, ...]
    conditions: Conditions
    soft: tuple[float, ...]
    plane: Plane | None
    table: Table | None
    remarks: tuple[Remark, ...]
    by_sheet: bool = False

    @property
    def passed(self) -> bool:
        """Whether nothing is to be mended."""
        return not self.remarks

    @property
    def sure_mm(self) -> float | None:
        """To how many millimetres the zones are known."""
        if self.plane is None or self.table is None:
            return None
        return self.plane.sure_mm(zoning.corners_of(self.table))


def surveyed(pictures: Sequence[Picture], eyes: Eyes, wanted: Wanted) -> Survey:
    """What *pictures* of one rest, all of one size, show; the sharpest of them is measured.

    Where the lens is known, picture and table of the survey are as it would have them if it did not bend.
    """
    pictures = [flattened(wanted.lens, picture) for picture in pictures]
    middle = pictures[len(pictures) // 2]
    sheet = board.sides(middle)
    seen = [
        card for card in apart(eyes.look(middle)) if sheet is None or not board.covers(sheet, card.centre)
    ]
    quads = [card.quad for card in seen]
    soft = tuple(softness(picture, quads) for picture in pictures)
    sharp = min(range(len(pictures)), key=lambda number: soft[number])
    picture = pictures[sharp]
    size = (picture.shape[1], picture.shape[0])
    found = conditions(picture, quads)
    sheet = board.sides(picture) if sheet else None
    remarks = [] if sheet else list(fitness.few(seen, wanted.cards))
    remarks += fitness.light(found, size)
    plane = _plane(picture, seen, sheet, wanted.card_mm)
    table, room = _zones(plane, wanted.names)
    remarks += room
    if plane is not None:
        corners = _corners(plane, table)
        remarks += fitness.focus(soft, float(np.median(plane.card_px(plane.mm(plane.cards.mean(axis=1))))))
        remarks += [*fitness.view(plane, corners), *fitness.sure(plane, corners)]
    remarks += fitness.reading(seen, wanted.read, size)
    return Survey(picture, tuple(seen), found, soft, plane, table, tuple(remarks), sheet is not None)


def _plane(
    picture: Picture, cards: Sequence[SeenCard], sheet: Sides | None, card_mm: tuple[float, float] | None
) -> Plane | None:
    """The plane by the printed *sheet* if one lies there, else by the *cards*; None without either."""
    by_cards = measured(picture, cards, card_mm) if len(cards) > 1 else None
    if sheet is None:
        return by_cards
    plane = by_sheet(sheet, board.INNER_MM, (picture.shape[1], picture.shape[0]))
    return replace(plane, card_mm=card_mm or (by_cards or plane).card_mm)


def _zones(plane: Plane | None, names: Sequence[str]) -> tuple[Table | None, list[Remark]]:
    if plane is None:
        return None, []
    try:
        return zoning.proposed(plane.to_mm, plane.size, names, plane.card_mm), []
    except zoning.ZoningError as error:
        return None, [Remark(Fault.ROOM, str(error))]


def _corners(plane: Plane, table: Table | None) -> Numbers:
    """Where the plane has to be known, in mm: at the zones; without them where the cards lie."""
    return zoning.corners_of(table) if table else plane.mm(plane.cards.reshape(-1, 2))


def outlines(survey: Survey) -> list[SeenCard]:
    """The cards with their corners as measured, where they were."""
    if survey.plane is None or survey.by_sheet:
        return list(survey.cards)
    return [
        replace(card, quad=to_quad(quad)) for card, quad in zip(survey.cards, survey.plane.cards, strict=True)
    ]
