import pytest

from referee.cards import card
from referee.films.floor import Place
from referee.films.motion import Key, Reach, Step, Track, arm_at, between, card_at, crossing, ease, heading

HERE, THERE = Place(0.0, 0.0), Place(100.0, 40.0, 90.0, 8.0)
STEPS = [Step(1.0, 2.0, HERE, THERE, (0.0, 1.0), 5), Step(4.0, 5.0, THERE, HERE, (1.0, 1.0), 6, True)]
TRACK = Track(card("7H"), STEPS)
REACH = Reach(0, (0.0, 500.0), (Key(0.0, 0.0, 300.0), Key(1.0, 0.0, 0.0), Key(2.0, 0.0, 300.0)))


def test_a_hand_starts_and_stops_gently() -> None:
    assert (ease(0.0), ease(0.5), ease(1.0)) == (0.0, 0.5, 1.0)
    assert ease(0.1) < 0.05


def test_half_of_the_way_is_the_middle() -> None:
    assert between(HERE, THERE, 0.5) == Place(50.0, 20.0, 45.0, 4.0)


@pytest.mark.parametrize(("t", "x"), [(1.0, 0.0), (1.5, 50.0), (2.0, 100.0), (3.0, 100.0)])
def test_a_card_is_where_its_steps_lead_it(t: float, x: float) -> None:
    seen = card_at(TRACK, t)
    assert seen is not None
    assert seen.place.x == pytest.approx(x)


def test_a_card_is_away_before_it_comes_and_after_it_is_gone() -> None:
    assert card_at(TRACK, 0.5) is None
    assert card_at(TRACK, 5.0) is None


def test_an_arm_is_away_outside_its_visit() -> None:
    assert arm_at(REACH, 2.0) is None
    key = arm_at(REACH, 1.0)
    assert key is not None
    assert (key.x, key.y) == (0.0, 0.0)


def test_an_arm_crosses_the_border_of_a_zone_on_its_way_out() -> None:
    t = crossing(REACH, [(-50.0, -50.0), (50.0, 50.0)], after=1.0)
    key = arm_at(REACH, t)
    assert key is not None
    assert 50 < key.y < 80


def test_an_arm_points_from_its_shoulder_to_its_fingers() -> None:
    assert heading((0.0, 500.0), 0.0, 0.0) == pytest.approx(-90)
