"""Pixels, millimetres and zones."""

from __future__ import annotations

import pytest

from referee.cards import Reading, card
from referee.table.geometry import (
    BURNT,
    PILE,
    STOCK,
    Area,
    Zone,
    card_sized,
    point_to_mm,
    to_mm,
    to_px,
    zone_of,
    zones,
)
from referee.vision.sighting import Quad, SeenCard, Side
from tests.table.drawn_table import Laid, table


def quad(width: float, height: float) -> Quad:
    return ((0, 0), (width, 0), (width, height), (0, height))


def test_a_card_is_placed_in_millimetres() -> None:
    seen = SeenCard(quad(21, 30), Side.FACE, Reading(()), 0.9)
    assert to_mm(table(), seen).quad[2] == pytest.approx((-480 + 63, -270 + 90))


def test_a_picture_of_another_size_has_the_same_millimetres() -> None:
    assert point_to_mm(table(), (640, 360), (1280, 720)) == pytest.approx(point_to_mm(table(), (160, 90)))


def test_millimetres_go_back_to_the_same_pixels() -> None:
    back = to_px(table(), (point_to_mm(table(), (12, 34)), point_to_mm(table(), (56, 78))))
    assert back[0] == pytest.approx((12, 34))
    assert back[1] == pytest.approx((56, 78))


def test_every_place_belongs_to_its_zone() -> None:
    assert zone_of(table(), (-70, -10)) == PILE
    assert zone_of(table(), (150, 30)) == STOCK
    assert zone_of(table(), (225, -165)) == BURNT
    assert zone_of(table(), (0, 200)) == Zone(Area.ROWS, 0)


def test_a_card_a_little_outside_belongs_to_the_nearest_zone_and_one_far_off_to_none() -> None:
    assert zone_of(table(), (-70, -125)) == PILE
    assert zone_of(table(), (-70, -200)) is None


def test_only_the_rows_of_those_who_play_are_zones() -> None:
    assert sum(zone.area is Area.ROWS for zone in zones(table(), 2)) == 2


@pytest.mark.parametrize(
    ("width", "height", "fits"), [(63, 88, True), (70, 80, True), (63, 40, False), (120, 170, False)]
)
def test_only_what_is_as_large_as_a_card_is_one(width: float, height: float, fits: bool) -> None:
    assert card_sized(table(), quad(width, height)) is fits


def test_a_turned_card_is_as_large() -> None:
    assert card_sized(table(), Laid(card("7H"), 0, 0, 33).quad)
