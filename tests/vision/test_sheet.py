from __future__ import annotations

import numpy as np
import pytest

from referee.vision.sheet import LARGEST, SMALLEST, Sheet
from referee.vision.sighting import Picture, Quad

GREEN = (60, 220, 60)
LEGEND = [("read", GREEN)]


def grey(width: int, height: int) -> Picture:
    return np.full((height, width, 3), 90, np.uint8)


def square(x: float, y: float, side: float = 40) -> Quad:
    return (x, y), (x + side, y), (x + side, y + side), (x, y + side)


def grounds(sheet: Picture) -> int:
    """How many pixels have the ground of a label."""
    return int((sheet == GREEN).all(axis=2).sum())


@pytest.mark.parametrize(
    ("size", "longest"), [((200, 100), SMALLEST), ((1280, 720), 1280), ((4000, 3000), LARGEST)]
)
def test_a_sheet_is_as_large_as_a_screen_shows_it(size: tuple[int, int], longest: int) -> None:
    sheet = Sheet(grey(*size)).finished(LEGEND)

    assert sheet.shape[1] == longest


def test_labels_of_cards_that_lie_over_each_other_do_not_hide_each_other() -> None:
    one, three = Sheet(grey(1000, 600)), Sheet(grey(1000, 600))
    one.label("7H", square(400, 300), GREEN)
    for x in (400, 404, 408):
        three.label("7H", square(x, 300), GREEN)

    assert grounds(three.finished([])) > 2.9 * grounds(one.finished([]))


def test_a_label_leaves_free_what_is_to_be_seen() -> None:
    sheet = Sheet(grey(1000, 600))
    sheet.keep_free(square(380, 280, 80))
    sheet.label("7H", square(400, 300), GREEN)

    picture = sheet.finished([])
    assert grounds(picture[281:359, 381:459]) == 0
    assert grounds(picture) > 0


def test_a_label_stands_on_a_large_card_and_beside_a_small_one() -> None:
    sheet = Sheet(grey(1000, 600))
    sheet.label("7H", square(100, 100, 200), GREEN)
    sheet.label("7H", square(500, 300, 40), GREEN)

    picture = sheet.finished([])
    assert grounds(picture[100:300, 100:300]) > 0
    assert grounds(picture[301:339, 501:539]) == 0
    assert grounds(picture[240:400, 440:600]) > 0


def test_the_label_of_a_small_card_stays_off_its_neighbour() -> None:
    alone, beside = Sheet(grey(1000, 600)), Sheet(grey(1000, 600))
    beside.outline(square(541, 280, 80), (0, 0, 200))
    for sheet in (alone, beside):
        sheet.label("7H", square(500, 300), GREEN)

    assert grounds(alone.finished([])[280:360, 541:621]) > 0
    assert grounds(beside.finished([])[280:360, 541:621]) == 0
    assert grounds(beside.finished([])) > 0


@pytest.mark.parametrize("x", [-30, 985])
def test_a_label_of_a_card_at_the_edge_is_whole(x: float) -> None:
    inner, outer = Sheet(grey(1000, 600)), Sheet(grey(1000, 600))
    inner.label("10H? 0.55", square(400, 300), GREEN)
    outer.label("10H? 0.55", square(x, 300), GREEN)

    assert grounds(outer.finished([])) == pytest.approx(grounds(inner.finished([])), rel=0.1)


def test_where_everything_is_taken_a_label_stands_on_its_card_all_the_same() -> None:
    sheet = Sheet(grey(1000, 100))
    sheet.keep_free(square(0, -500, 1000))
    sheet.label("7H", square(400, 30), GREEN)

    assert grounds(sheet.finished([])) > 0


def test_the_legend_and_the_notes_stand_below_the_picture() -> None:
    bare = Sheet(grey(1000, 600)).finished([])
    told = Sheet(grey(1000, 600)).finished([("a colour", GREEN)], ["a note"])

    assert bare.shape[0] == 600
    assert told.shape[0] > 640
    assert (told[:600] == bare).all()
    assert grounds(told[600:]) > 0


def test_a_legend_that_is_too_wide_is_broken_into_lines() -> None:
    wide = Sheet(grey(300, 1000)).finished([("a rather long explanation", GREEN)] * 3)

    assert wide.shape[0] >= 1000 + 3 * 20
    assert grounds(wide[-24:]) > 0


def test_the_picture_itself_is_left_alone() -> None:
    picture = grey(1000, 600)
    sheet = Sheet(picture)
    sheet.outline(square(10, 10), GREEN)

    assert (picture == 90).all()
