import math

import numpy as np
import pytest

from referee.films.camera import Camera, through
from referee.films.make import Shot, shoot
from referee.films.mount import SETTLED_S, STRAIGHT, Mount
from referee.films.nuisances import KNOCK_DEG
from referee.films.samples import of_nuisance

CAMERA = Camera((320, 180))


@pytest.fixture
def mount() -> Mount:
    made = Mount()
    made.knock(2.0, (0.2, -0.4, 1.9))
    return made


def test_a_camera_hangs_straight_until_it_is_knocked(mount: Mount) -> None:
    assert mount.at(1.99) == STRAIGHT


def test_a_knocked_camera_swings_and_then_hangs_otherwise(mount: Mount) -> None:
    assert max(mount.at(2.0 + step / 100)[2] for step in range(50)) > 2.0
    assert mount.at(2.0 + SETTLED_S) == pytest.approx((0.2, -0.4, 1.9), abs=0.01)


def test_a_second_knock_begins_where_the_first_left_the_camera(mount: Mount) -> None:
    mount.knock(8.0, STRAIGHT)
    assert mount.at(8.0) == pytest.approx((0.2, -0.4, 1.9), abs=1e-6)
    assert mount.at(12.0) == pytest.approx(STRAIGHT, abs=1e-6)


def test_a_turn_about_the_axis_turns_the_picture_about_its_middle() -> None:
    mount = Mount()
    mount.knock(0.0, (0.0, 0.0, 2.0))
    (x, y), middle = through(mount.way(CAMERA, 9.0), np.array([[260.0, 90.0], [160.0, 90.0]]))
    assert middle == pytest.approx((160.0, 90.0))
    assert math.degrees(math.atan2(y - 90, x - 160)) == pytest.approx(2.0)


def test_a_mount_that_nobody_knocks_leaves_camera_and_picture_alone() -> None:
    picture = np.zeros((180, 320, 3), np.uint8)
    assert Mount().roomy(CAMERA) is CAMERA
    assert Mount().shown(picture, CAMERA, 5.0) is picture


def test_the_roomy_camera_sees_more_at_the_same_scale(mount: Mount) -> None:
    roomy = mount.roomy(CAMERA)
    assert roomy.size > CAMERA.size
    assert roomy.px_per_mm == pytest.approx(CAMERA.px_per_mm)


def test_a_film_shows_the_table_elsewhere_after_the_knock_and_all_of_it() -> None:
    script, shot = of_nuisance("knocked", shot=Shot(size=(320, 180), fps=5, flaws=0.0))
    moments = [nuisance.t1 for nuisance in script.truth.nuisances]
    turn = script.stage.mount.at(moments[0])
    assert math.hypot(*turn) == pytest.approx(KNOCK_DEG, abs=0.02)
    pictures = list(shoot(script, shot))
    before, after = (pictures[int(t * shot.fps)].astype(int) for t in (0.4, moments[0]))
    assert np.abs(after - before).mean() > 3
    assert (after.max(axis=2) == 0).mean() < 0.001
