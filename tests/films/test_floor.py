import random

import cv2
import numpy as np
import pytest

from referee.films.camera import Camera
from referee.films.floor import FloorError, lay_out
from referee.films.make import NAMES
from referee.table.layout import Polygon, Table


def table(players: int) -> Table:
    view = {5: 1180.0, 6: 1220.0}.get(players, 980.0)
    camera = Camera((1280, 720), view=view, tilt=10)
    return lay_out(NAMES[:players], random.Random(1)).table(camera, (63.0, 88.0))


def overlap(a: Polygon, b: Polygon) -> float:
    area, _ = cv2.intersectConvexConvex(np.array(a, np.float32), np.array(b, np.float32))
    return float(area)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_no_two_zones_overlap(players: int) -> None:
    it = table(players)
    zones = [it.pile, it.stock, it.burnt, *(seat.rows for seat in it.seats)]
    pairs = [(a, b) for n, a in enumerate(zones) for b in zones[:n]]
    assert all(overlap(a, b) < 1 for a, b in pairs)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_every_row_is_in_the_picture(players: int) -> None:
    it = table(players)
    to_px = np.linalg.inv(np.array(it.to_mm))
    for seat in it.seats:
        rows = np.array([[seat.rows]], np.float64).reshape(1, -1, 2)
        inner = rows.mean(axis=1, keepdims=True) + (rows - rows.mean(axis=1, keepdims=True)) * 0.9
        px = cv2.perspectiveTransform(inner, to_px)[0]
        assert (px > 0).all()
        assert (px < (1280, 720)).all()


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_seats_are_listed_clockwise(players: int) -> None:
    directions = [seat.direction for seat in table(players).seats]
    turns = [(b - a) % 360 for a, b in zip(directions, [*directions[1:], directions[0]], strict=True)]
    assert sum(turns) == pytest.approx(360)


def test_a_face_up_card_leaves_a_strip_of_the_back_under_it() -> None:
    spot = lay_out(NAMES[:3], random.Random(1)).spots[0]
    assert spot.slot(1, up=False).y - spot.slot(1, up=True).y == pytest.approx(20)


def test_one_player_is_no_game() -> None:
    with pytest.raises(FloorError, match="2 to 6 players"):
        lay_out(("Ana",), random.Random(1))
