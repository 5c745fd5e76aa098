import numpy as np
import pytest

from referee.films.camera import Camera, through

CAMERA = Camera((1280, 720), tilt=12, yaw=2)


def test_the_middle_of_the_table_is_the_middle_of_the_picture() -> None:
    assert CAMERA.project(np.zeros((1, 2)))[0] == pytest.approx((640, 360))


def test_pixels_lead_back_to_the_same_millimetres() -> None:
    points = np.array([[-400.0, -200.0], [0.0, 0.0], [350.0, 220.0]])
    assert through(CAMERA.to_mm(), CAMERA.project(points)) == pytest.approx(points, abs=1e-6)


def test_the_far_border_is_smaller_than_the_near_one_when_the_camera_is_tilted() -> None:
    far, near = (np.array([[0.0, y], [63.0, y]]) for y in (-200.0, 200.0))
    width = [float(np.ptp(CAMERA.project(points)[:, 0])) for points in (far, near)]
    assert width[0] < width[1]


def test_a_card_is_wide_enough_to_read_at_the_usual_distance() -> None:
    card = np.array([[0.0, 0.0], [63.0, 0.0]])
    assert np.ptp(Camera((1280, 720)).project(card)[:, 0]) > 75


def test_what_is_held_up_seems_farther_from_the_middle() -> None:
    point = np.array([[300.0, 0.0]])
    assert CAMERA.project(point, z=80)[0, 0] > CAMERA.project(point)[0, 0]
