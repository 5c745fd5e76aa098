from __future__ import annotations

import numpy as np
import pytest

from referee.cards import Reading, card
from referee.films.camera import Camera
from referee.films.resting import combined
from referee.vision.sighting import Quad, SeenCard, Side

CAMERA = Camera((1280, 720), tilt=12.0)


def seen(name: str, x: float = 0.0, p: float = 0.9) -> SeenCard:
    """A find of a card whose middle lies *x* mm right of the table's."""
    corners = np.array([[-31.5, -44], [31.5, -44], [31.5, 44], [-31.5, 44]]) + np.array([x, 0])
    a, b, c, d = (tuple(map(float, point)) for point in CAMERA.project(corners))
    quad: Quad = (a, b, c, d)  # type: ignore[assignment]
    return SeenCard(quad, Side.FACE, Reading.of({card(name): p}), 0.9)


def test_looks_that_differ_are_joined_to_one_reading_between_them() -> None:
    (joined,) = combined([[seen("7H", p=0.9)], [seen("7H", p=0.6)]], CAMERA)

    assert joined.reading.best == card("7H")
    assert 0.6 < joined.reading.p < 0.9


def test_what_one_look_of_three_misreads_is_outvoted() -> None:
    (joined,) = combined([[seen("7H")], [seen("8H")], [seen("7H")]], CAMERA)

    assert joined.reading.best == card("7H")


def test_what_few_looks_find_is_left_out_and_what_most_find_stays() -> None:
    looks = [[seen("7H"), seen("4C", 200)], [seen("7H")], []]

    assert [str(one.reading.best) for one in combined(looks, CAMERA)] == ["7H"]


def test_corners_come_back_in_pixels_of_the_picture() -> None:
    found = seen("7H", 120)

    (joined,) = combined([[found], [found]], CAMERA)

    assert np.array(joined.quad) == pytest.approx(np.array(found.quad), abs=0.01)


def test_one_look_alone_stays_as_it_is() -> None:
    (joined,) = combined([[seen("7H", p=0.7)]], CAMERA)

    assert joined.reading.p == pytest.approx(0.7, abs=0.01)
