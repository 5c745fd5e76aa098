import random
from pathlib import Path

import numpy as np
import pytest

from referee.films import hands


@pytest.fixture(scope="module")
def hand() -> dict[str, hands.Hand]:
    return hands.own(random.Random(5))


@pytest.mark.parametrize("pose", hands.POSES)
def test_the_fingers_grip_within_the_hand(hand: dict[str, hands.Hand], pose: str) -> None:
    x, y = (round(value) for value in hand[pose].grip)
    assert hand[pose].sprite.mask[y, x] > 0


def test_the_forearm_reaches_to_the_end_of_the_picture(hand: dict[str, hands.Hand]) -> None:
    assert (hand["grip"].sprite.mask[-1] > 200).any()


def test_the_same_seed_gives_the_same_hand(hand: dict[str, hands.Hand]) -> None:
    again = hands.own(random.Random(5))["flat"]
    assert np.array_equal(again.sprite.colour, hand["flat"].sprite.colour)


def test_the_grip_is_where_it_is_put(hand: dict[str, hands.Hand]) -> None:
    grip = hand["grip"]
    quad = grip.quad(100.0, 50.0, heading=-90.0)
    assert quad[0] + np.array(grip.grip) / grip.scale == pytest.approx((100, 50), abs=0.5)


def test_a_pictured_arm_is_turned_upright(shared: Path) -> None:
    mask = hands.pictured(shared / "assets", random.Random(3))["grip"].sprite.mask
    middles = [np.flatnonzero(mask[row] > 128).mean() for row in (-400, -20)]
    assert middles[0] == pytest.approx(middles[1], abs=20)


def test_a_folder_without_hands_means_own_ones(tmp_path: Path) -> None:
    assert set(hands.pictured(tmp_path, random.Random(1))) == set(hands.POSES)
