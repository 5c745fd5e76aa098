from __future__ import annotations

import numpy as np
import pytest

from referee.cards import Reading, card
from referee.vision.draw import BACK, DOUBTFUL, READ, drawn
from referee.vision.sheet import SMALLEST
from referee.vision.sighting import Picture, Quad, SeenCard, Side

QUAD: Quad = ((30, 20), (90, 20), (90, 104), (30, 104))


def seen(p: float, side: Side = Side.FACE) -> SeenCard:
    return SeenCard(QUAD, side, Reading.of({card("7H"): p}) if side is Side.FACE else Reading(()), 0.9)


def colours(sheet: Picture) -> set[tuple[int, ...]]:
    """Which of the colours of the legend the picture above it shows."""
    shown = {tuple(int(level) for level in pixel) for pixel in sheet[:SMALLEST].reshape(-1, 3)}
    return shown & {READ, DOUBTFUL, BACK}


@pytest.mark.parametrize(
    ("found", "colour"), [(seen(0.9), READ), (seen(0.4), DOUBTFUL), (seen(0, Side.BACK), BACK)]
)
def test_the_colour_tells_what_was_read_what_is_doubtful_and_what_is_a_back(
    found: SeenCard, colour: tuple[int, int, int]
) -> None:
    assert colours(drawn(np.zeros((130, 130, 3), np.uint8), [found], sure=0.6)) == {colour}


def test_the_outline_is_where_the_card_lies() -> None:
    sheet = drawn(np.zeros((130, 130, 3), np.uint8), [seen(0, Side.BACK)], sure=0.6)
    factor = sheet.shape[1] / 130

    assert tuple(sheet[round(60 * factor), round(30 * factor)]) == BACK
    assert not sheet[round(60 * factor), round(60 * factor)].any()


def test_no_label_hides_an_index_that_is_all_that_is_seen_of_a_card() -> None:
    index = SeenCard(
        ((40, 40), (80, 40), (80, 70), (40, 70)), Side.FACE, Reading.of({card("7H"): 1.0}), 0.9, False
    )

    sheet = drawn(np.zeros((130, 130, 3), np.uint8), [index], sure=0.6)
    factor = sheet.shape[1] / 130

    inner = sheet[round(43 * factor) : round(67 * factor), round(43 * factor) : round(77 * factor)]
    assert not inner.any()
    assert READ in colours(sheet)


def test_a_legend_says_what_the_colours_mean() -> None:
    sheet = drawn(np.zeros((130, 130, 3), np.uint8), [], sure=0.6)

    assert sheet.shape[0] > SMALLEST
    for colour in (READ, DOUBTFUL, BACK):
        assert (sheet[SMALLEST:] == colour).all(axis=2).any()


def test_the_picture_itself_is_left_alone() -> None:
    picture = np.zeros((130, 120, 3), np.uint8)

    assert drawn(picture, [seen(0.9)], sure=0.6).any()
    assert not picture.any()


def test_a_card_that_reaches_out_of_the_picture_can_be_drawn() -> None:
    assert drawn(np.zeros((50, 50, 3), np.uint8), [seen(0.9)], sure=0.6).any()
