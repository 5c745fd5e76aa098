from __future__ import annotations

from itertools import combinations

import cv2
import numpy as np
import pytest

from referee.films.camera import Camera
from referee.table.geometry import distance, to_px
from referee.table.layout import Table
from referee.table.zoning import ZoningError, corners_of, proposed, seen_mm

SIZE = (1280, 720)
CARD_MM = (63.0, 88.0)


def zoned(players: int, view: float = 1100.0, tilt: float = 10.0) -> Table:
    names = [f"P{number}" for number in range(players)]
    return proposed(Camera(SIZE, view=view, tilt=tilt).to_mm(), SIZE, names, CARD_MM)


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("tilt", [0.0, 35.0])
def test_all_zones_are_in_the_picture_and_lie_apart(players: int, tilt: float) -> None:
    table = zoned(players, tilt=tilt)
    outlines = [table.pile, table.stock, table.burnt, *(seat.rows for seat in table.seats)]

    corners = np.array([to_px(table, outline) for outline in outlines])
    assert (corners >= 0).all()
    assert (corners <= np.array(SIZE)).all()
    for one, other in combinations(outlines, 2):
        shared = cv2.intersectConvexConvex(np.array(one, np.float32), np.array(other, np.float32))[0]
        assert shared < 1


@pytest.mark.parametrize("players", range(2, 7))
def test_seats_go_round_clockwise_from_the_bottom_each_with_room_for_its_rows(players: int) -> None:
    directions = [seat.direction for seat in zoned(players).seats]

    assert len(directions) == players
    assert 40 < directions[0] < 140
    turned = [(direction - directions[0]) % 360 for direction in directions]
    assert turned == sorted(turned)
    for seat in zoned(players).seats:
        assert sorted(np.ptp(np.array(seat.rows), axis=0)) == pytest.approx([128, 235])


def test_rows_lie_between_the_middle_and_their_player() -> None:
    for seat in zoned(6).seats:
        x, y = np.mean(seat.rows, axis=0)
        assert np.degrees(np.arctan2(y, x)) % 360 == pytest.approx(seat.direction, abs=0.1)


def test_a_table_seen_from_too_near_has_no_room_for_six() -> None:
    with pytest.raises(ZoningError, match="too little for them: hang it higher"):
        zoned(6, view=700)


def test_nobody_plays_alone() -> None:
    with pytest.raises(ZoningError, match="Two to six"):
        zoned(1)


def test_corners_of_a_table_are_those_of_all_its_zones() -> None:
    assert corners_of(zoned(3)).shape == (24, 2)


def test_what_is_seen_of_the_table_is_where_the_corners_of_the_picture_fall() -> None:
    camera = Camera(SIZE, view=1000, tilt=0)
    seen = seen_mm(camera.to_mm(), SIZE)

    assert np.ptp(np.array(seen), axis=0) == pytest.approx([1000, 562.5])
    assert distance((0, 0), seen) < 0
