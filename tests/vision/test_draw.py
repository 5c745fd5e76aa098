from __future__ import annotations

import numpy as np
import pytest

from referee.cards import Reading, card
from referee.vision.draw import drawn
from referee.vision.sighting import Quad, SeenCard, Side

QUAD: Quad = ((30, 20), (90, 20), (90, 104), (30, 104))
GREEN, AMBER, BLUE = 1, 2, 0


def seen(p: float, side: Side = Side.FACE) -> SeenCard:
    return SeenCard(QUAD, side, Reading.of({card("7H"): p}) if side is Side.FACE else Reading(()), 0.9)


@pytest.mark.parametrize(
    ("found", "strongest"), [(seen(0.9), GREEN), (seen(0.4), AMBER), (seen(0, Side.BACK), BLUE)]
)
def test_the_outline_tells_what_was_read_what_is_doubtful_and_what_is_a_back(
    found: SeenCard, strongest: int
) -> None:
    sheet = drawn(np.zeros((130, 120, 3), np.uint8), [found], sure=0.6)

    assert sheet[60, 30].argmax() == strongest


def test_the_picture_itself_is_left_alone() -> None:
    picture = np.zeros((130, 120, 3), np.uint8)

    assert drawn(picture, [seen(0.9)], sure=0.6).any()
    assert not picture.any()


def test_a_card_that_reaches_out_of_the_picture_can_be_drawn() -> None:
    assert drawn(np.zeros((50, 50, 3), np.uint8), [seen(0.9)], sure=0.6).shape == (50, 50, 3)
