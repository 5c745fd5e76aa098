from __future__ import annotations

import numpy as np
import pytest

from referee.films.camera import Camera
from referee.table.homography import applied, inverse, laid_upon, motion, stretch

SQUARE = np.array([[0.0, 0.0], [100.0, 0.0], [100.0, 80.0], [0.0, 80.0]])


def test_there_and_back_again_is_where_one_began() -> None:
    there = Camera((1280, 720), tilt=30).plane()

    assert applied(inverse(there), applied(there, SQUARE)) == pytest.approx(SQUARE)


def test_a_motion_brings_the_origin_to_nought_and_its_direction_to_the_right() -> None:
    moved = motion(np.array([3.0, 4.0]), np.array([0.0, 2.0]))

    assert applied(moved, np.array([[3.0, 4.0], [3.0, 9.0]])) == pytest.approx(np.array([[0, 0], [5, 0]]))


def test_points_laid_upon_others_keep_their_shape() -> None:
    turned = applied(motion(np.array([7.0, -2.0]), np.array([1.0, 1.0])), SQUARE)

    assert laid_upon(turned, SQUARE) == pytest.approx(SQUARE)
    assert laid_upon(turned * 1.1, SQUARE) != pytest.approx(SQUARE, abs=1)


@pytest.mark.parametrize("tilt", [0.0, 20.0, 45.0])
def test_the_stretch_in_the_middle_of_the_picture_tells_the_tilt(tilt: float) -> None:
    most, least = stretch(Camera((1280, 720), tilt=tilt).plane(), np.zeros(2))

    assert least / most == pytest.approx(np.cos(np.radians(tilt)))
