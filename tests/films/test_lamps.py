import numpy as np
import pytest

from referee.films.lamps import DAY, Lamps


@pytest.fixture
def lamps() -> Lamps:
    made = Lamps()
    made.switch(2.0, (0.55, 0.5, 0.45))
    made.switch(8.0, DAY)
    return made


def test_nothing_changes_before_the_first_switch(lamps: Lamps) -> None:
    picture = np.full((4, 4, 3), 120, np.uint8)
    assert lamps.shine(picture, 1.9) is picture


def test_the_light_goes_at_once_and_the_camera_makes_good_for_part_of_it(lamps: Lamps) -> None:
    at_once, later = lamps.at(2.01)[1], lamps.at(6.0)[1]
    assert at_once == pytest.approx(0.5, abs=0.02)
    assert 0.7 < later < 0.8


def test_the_camera_is_dazzled_when_the_light_comes_back(lamps: Lamps) -> None:
    assert lamps.at(8.01)[1] > 1.3
    assert lamps.at(14.0)[1] == pytest.approx(1.0, abs=0.01)


def test_the_colour_changes_with_the_light(lamps: Lamps) -> None:
    blue, green, red = (int(value) for value in lamps.shine(np.full((1, 1, 3), 200, np.uint8), 2.01)[0, 0])
    assert blue > green > red
