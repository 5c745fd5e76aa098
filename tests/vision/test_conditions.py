from __future__ import annotations

import cv2
import numpy as np
import pytest

from referee.vision.conditions import conditions, softness
from referee.vision.rectify import to_quad
from referee.vision.sighting import Picture, Quad
from tests.pictured import Lying, table

LAID = (Lying("7H", 200, 200), Lying("KS", 450, 200, 30), Lying("4C", 700, 420, -60))
QUADS = [to_quad(lying.corners) for lying in LAID]


def picture() -> Picture:
    return table(*LAID)


def glaring(at: tuple[int, int], wide: float) -> Picture:
    """The table with a lamp that mirrors in it."""
    seen = picture()
    y, x = np.mgrid[: seen.shape[0], : seen.shape[1]]
    lamp = 320 * np.exp(-((x - at[0]) ** 2 + (y - at[1]) ** 2) / (2 * wide**2))
    return np.asarray(np.clip(seen + lamp[..., None], 0, 255), np.uint8)


def test_a_usual_table_shows_white_paper_and_no_glare() -> None:
    found = conditions(picture(), QUADS)

    assert found.paper > 180
    assert found.full < 0.1
    assert found.glare == ()


def test_half_the_light_halves_the_paper() -> None:
    dark = np.asarray(picture() // 2, np.uint8)

    assert conditions(dark, QUADS).paper == pytest.approx(conditions(picture(), QUADS).paper / 2, abs=2)


def test_a_lamp_that_mirrors_in_the_table_is_found_where_it_is() -> None:
    (spot,) = conditions(glaring((450, 450), 30), QUADS).glare

    assert spot == pytest.approx((450, 450), abs=6)


def test_a_lamp_that_mirrors_in_a_card_is_found_there() -> None:
    (spot,) = conditions(glaring((700, 420), 30), QUADS).glare

    assert spot == pytest.approx((700, 420), abs=10)


def test_a_sheet_of_white_paper_is_no_glare() -> None:
    seen = picture()
    cv2.rectangle(seen, (400, 400), (520, 560), (255, 255, 255), cv2.FILLED)

    assert conditions(seen, QUADS).glare == ()


def test_too_long_an_exposure_leaves_cards_as_white_as_it_gets_and_is_no_glare() -> None:
    bright = np.asarray(np.clip(picture().astype(float) * 1.6, 0, 255), np.uint8)
    found = conditions(bright, QUADS)

    assert found.full > 0.5
    assert found.glare == ()


@pytest.mark.parametrize("sigma", [1.5, 3.0])
def test_softness_is_how_blurred_the_picture_is(sigma: float) -> None:
    blurred = np.asarray(cv2.GaussianBlur(picture(), (0, 0), sigma), np.uint8)

    assert softness(blurred, QUADS) == pytest.approx(
        float(np.hypot(sigma, softness(picture(), QUADS))), rel=0.2
    )


def test_without_cards_nothing_is_said_of_paper_and_focus() -> None:
    none: list[Quad] = []
    found = conditions(table(), none)

    assert (found.paper, found.soft, found.glare) == (0.0, 0.0, ())
