from dataclasses import replace

import numpy as np
import pytest

from referee.films.sensor import Flaws, Sensor
from referee.vision.sighting import Picture

GREY: Picture = np.full((90, 160, 3), 120, np.uint8)
PERFECT = Flaws(noise=0, shake=0, drift=0, blur=0, falloff=0)


def test_a_perfect_camera_changes_nothing() -> None:
    assert np.array_equal(Sensor((160, 90), PERFECT).take(GREY, 3, 0.2), GREY)


def test_a_picture_depends_on_its_number_alone() -> None:
    sensor = Sensor((160, 90), Flaws(seed=4))
    first = sensor.take(GREY, 5, 0.33)
    sensor.take(GREY, 6, 0.4)
    assert np.array_equal(sensor.take(GREY, 5, 0.33), first)


def test_noise_is_as_strong_as_asked() -> None:
    noisy = Sensor((160, 90), Flaws(noise=3, shake=0, drift=0, blur=0, falloff=0)).take(GREY, 1, 0.1)
    assert (noisy.astype(float) - 120).std() == pytest.approx(3, rel=0.15)


def test_two_pictures_have_different_noise() -> None:
    sensor = Sensor((160, 90), Flaws())
    assert not np.array_equal(sensor.take(GREY, 1, 0.1), sensor.take(GREY, 2, 0.1))


def test_the_light_drifts_slowly() -> None:
    sensor = Sensor((160, 90), Flaws(noise=0, shake=0, drift=0.1, blur=0, falloff=0))
    means = [float(sensor.take(GREY, n, t).mean()) for n, t in enumerate((0.0, 0.1, 10.0, 20.0))]
    assert abs(means[1] - means[0]) <= 1
    assert max(means) - min(means) > 3


def test_the_corners_are_darker() -> None:
    picture = Sensor((160, 90), Flaws(noise=0, shake=0, drift=0, blur=0, falloff=0.2)).take(GREY, 1, 0.1)
    assert picture[0, 0, 0] < picture[45, 80, 0]


def test_a_shaken_picture_has_moved_by_less_than_a_pixel() -> None:
    edge = GREY.copy()
    edge[:, 80:] = 200
    sensor = Sensor((160, 90), Flaws(noise=0, shake=4, drift=0, blur=0.4, falloff=0))
    rows = [sensor.take(edge, n, n / 5)[45, :, 0].astype(float) for n in range(9)]
    places = {round(float((200 - row).sum() / 80), 2) for row in rows}
    assert len(places) > 3
    assert max(places) - min(places) < 2


def test_the_light_of_two_pictures_flickers_and_of_one_does_not() -> None:
    sensor = Sensor((160, 90), replace(PERFECT, flicker=0.2, seed=1))
    means = [float(sensor.take(GREY, n, 0.0).mean()) for n in (1, 2, 3, 1)]

    assert len({round(mean) for mean in means}) == 3
    assert means[0] == means[3]
    assert all(abs(mean - 120) <= 24 for mean in means)


def test_a_camera_that_packs_its_pictures_loses_detail() -> None:
    fine = np.tile(np.array([[100, 140], [140, 100]], np.uint8), (45, 80))[..., None].repeat(3, axis=2)
    packed = [Sensor((160, 90), replace(PERFECT, jpeg=quality)).take(fine, 1, 0.0) for quality in (95, 10)]

    losses = [float(np.abs(one.astype(float) - fine).mean()) for one in packed]

    assert 0 < losses[0] < losses[1]
