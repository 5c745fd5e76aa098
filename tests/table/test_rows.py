"""The row of a seat, slot by slot."""

from __future__ import annotations

import numpy as np
import pytest

from referee.cards import Reading, card
from referee.table.canvas import Canvas
from referee.table.rows import Change, Rows
from referee.table.spots import Spot
from referee.vision.pixels import Mask
from referee.vision.sighting import Quad, Side
from tests.table.drawn_table import World

STRIP = 20.0


@pytest.fixture(scope="module")
def canvas() -> Canvas:
    world = World()
    return Canvas(world.table, 3, world.step())


def place(slot: int, down: float = 0.0) -> Quad:
    x, y = -80.0 + 74.0 * slot, 150.0 + down
    return ((x - 31.5, y - 44), (x + 31.5, y - 44), (x + 31.5, y + 44), (x - 31.5, y + 44))


def face(slot: int, name: str) -> Spot:
    return Spot(place(slot), Side.FACE, Reading.sure(card(name)), found=2, looks=2, score=0.9)


def back(slot: int) -> Spot:
    return Spot(place(slot, STRIP), Side.BACK, Reading(()), found=2, looks=2, score=0.9)


def changed(canvas: Canvas, *quads: Quad, apart: tuple[Quad, ...] = ()) -> Mask:
    mask = np.zeros_like(canvas.mask(place(0)))
    for quad in quads:
        mask |= canvas.mask(quad)
    for quad in apart:
        mask[canvas.mask(quad) > 0] = 0
    return mask


def rows() -> Rows:
    mine = Rows(0, 90.0)
    mine.seed([face(0, "4H"), face(1, "9C"), face(2, "KD"), back(0), back(1), back(2)])
    return mine


def test_a_card_that_leaves_the_row_is_lost_from_it(canvas: Canvas) -> None:
    mine = rows()
    left = [face(0, "4H"), face(2, "KD"), back(0), back(1), back(2)]
    change = mine.judge(left, changed(canvas, place(1)), canvas)
    assert change == Change(lost_up=(Reading.sure(card("9C")),))


def test_a_card_drawn_from_under_another_is_a_face_down_card_gone(canvas: Canvas) -> None:
    mine = rows()
    strip = changed(canvas, place(1, STRIP), apart=(place(1),))
    left = [face(0, "4H"), face(1, "9C"), face(2, "KD"), back(0), back(2)]
    assert mine.judge(left, strip, canvas) == Change(lost_down=(1,))
    assert mine.judge(left, strip, canvas) == Change()


def test_a_back_that_is_overlooked_has_not_gone(canvas: Canvas) -> None:
    mine = rows()
    left = [face(0, "4H"), face(1, "9C"), face(2, "KD")]
    assert mine.judge(left, changed(canvas), canvas) == Change()


def test_cards_dealt_while_it_is_watched_lie_face_down_and_then_under_others(canvas: Canvas) -> None:
    mine = Rows(0, 90.0)
    mine.seed([])
    backs = [back(0), back(1)]
    mine.judge(backs, changed(canvas, place(0, STRIP), place(1, STRIP)), canvas)
    assert mine.seen().down == 2
    faces = [face(0, "4H"), face(1, "9C")]
    mine.judge([*faces, *backs], changed(canvas, place(0), place(1)), canvas)
    assert [str(up.best) for up in mine.seen().up] == ["4H", "9C"]
    mine.judge([face(1, "9C"), *backs], changed(canvas, place(0)), canvas)
    gone = mine.judge([face(1, "9C"), back(1)], changed(canvas, place(0, STRIP)), canvas)
    assert gone == Change(lost_down=(0,))


def test_a_card_that_hardly_shows_from_under_another_is_missed_when_it_is_drawn(canvas: Canvas) -> None:
    mine = rows()
    sliver = changed(canvas, place(1, 14.0), apart=(place(1),))
    everything = [face(0, "4H"), face(1, "9C"), face(2, "KD"), back(0), back(2)]
    assert mine.judge(everything, sliver, canvas) == Change(lost_down=(1,))


def test_what_changes_far_from_every_card_was_under_none(canvas: Canvas) -> None:
    mine = rows()
    away = changed(canvas, place(1, -120.0))
    left = [face(0, "4H"), face(1, "9C"), face(2, "KD"), back(0), back(1), back(2)]
    assert mine.judge(left, away, canvas) == Change()


def test_a_row_dealt_face_up_where_none_lay_has_as_many_cards_face_down(canvas: Canvas) -> None:
    mine = Rows(0, 90.0)
    mine.seed([])
    change = mine.judge([face(0, "4H"), face(1, "9C")], changed(canvas, place(0), place(1)), canvas)
    assert [str(up.best) for up in change.gained] == ["4H", "9C"]
    assert mine.seen().down == 2


def test_a_row_whose_cards_are_all_found_needs_no_further_look(canvas: Canvas) -> None:
    everything = [face(0, "4H"), face(1, "9C"), face(2, "KD"), back(0), back(1), back(2)]
    assert rows().certain(everything, 2, changed(canvas), canvas)
    assert not rows().certain(everything[1:], 2, changed(canvas), canvas)


def test_a_card_that_has_plainly_gone_is_not_looked_for(canvas: Canvas) -> None:
    left = [face(1, "9C"), face(2, "KD"), back(0), back(1), back(2)]
    assert rows().certain(left, 2, changed(canvas, place(0)), canvas)


def test_two_cards_that_go_from_one_place_at_once_are_looked_for(canvas: Canvas) -> None:
    left = [face(1, "9C"), face(2, "KD"), back(1), back(2)]
    assert not rows().certain(left, 2, changed(canvas, place(0)), canvas)
    assert rows().certain(left, 4, changed(canvas, place(0)), canvas)


def test_the_last_card_of_a_place_may_go_without_another_look(canvas: Canvas) -> None:
    mine = Rows(0, 90.0)
    mine.seed([back(0), back(1)])
    assert mine.certain([back(1)], 2, changed(canvas, place(0, STRIP)), canvas)
    assert not mine.certain([back(1)], 2, changed(canvas), canvas)
