"""Shapes at the border of a mask, and the arms they are."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from referee.vision.hands import arms_of, border_shapes
from referee.vision.pixels import Mask

CARD = 20.0


def drawn(*lines: tuple[tuple[int, int], tuple[int, int]], width: int = 25) -> Mask:
    mask = np.zeros((180, 320), np.uint8)
    for start, end in lines:
        cv2.line(mask, start, end, (255,), width)
    return mask


@pytest.mark.parametrize(
    ("door", "angle"),
    [((160, 190), 90), ((-10, 90), 180), ((160, -10), 270), ((330, 90), 0), ((330, 185), 29)],
)
def test_an_arm_comes_in_where_its_player_sits(door: tuple[int, int], angle: float) -> None:
    (shape,) = border_shapes(drawn((door, (160, 90))), CARD)
    (arm,) = arms_of(shape)
    assert (arm.entry - angle + 180) % 360 - 180 == pytest.approx(0, abs=6)


def test_the_tip_is_the_end_away_from_the_border() -> None:
    (shape,) = border_shapes(drawn(((160, 190), (100, 60))), CARD)
    assert arms_of(shape)[0].tip == pytest.approx((96, 52), abs=6)


def test_what_does_not_meet_the_border_is_no_arm() -> None:
    assert border_shapes(drawn(((100, 60), (200, 100))), CARD) == []


def test_an_arm_whose_sleeve_is_lost_in_the_dark_rim_comes_in_there() -> None:
    (shape,) = border_shapes(drawn(((100, 90), (295, 90)), width=30), CARD)
    (entry,) = shape.entries
    assert entry == pytest.approx((309, 90), abs=2)


def test_a_card_laid_near_the_border_is_no_arm() -> None:
    assert border_shapes(drawn(((300, 85), (300, 95)), width=20), CARD) == []


def test_what_is_small_is_no_arm() -> None:
    assert border_shapes(drawn(((160, 185), (160, 172)), width=8), CARD) == []


def test_a_shape_across_a_corner_is_one_arm() -> None:
    (shape,) = border_shapes(drawn(((-5, -5), (120, 80)), width=40), CARD)
    assert len(arms_of(shape)) == 1


def test_a_shape_that_comes_in_twice_is_two_arms_with_a_tip_each() -> None:
    (shape,) = border_shapes(drawn(((-5, 90), (160, 90)), ((325, 90), (160, 90))), CARD)
    arms = sorted(arms_of(shape), key=lambda arm: arm.entry)
    assert [arm.entry for arm in arms] == [pytest.approx(0, abs=4), pytest.approx(180, abs=4)]
    assert sum(arm.area for arm in arms) == pytest.approx(np.count_nonzero(shape.mask))
