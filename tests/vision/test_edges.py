from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from referee.vision.edges import Sides, as_seen, fitted
from referee.vision.sighting import Picture

FINE = 8
CARD = np.array([[60.3, 50.7], [138.1, 61.2], [123.4, 170.1], [45.6, 159.6]])


def picture(table: int = 60, card: int = 235, corners: NDArray[np.float64] = CARD) -> Picture:
    """A card on a table, every pixel the mean of what it covers."""
    large = np.full((220 * FINE, 200 * FINE), table, np.uint8)
    fine = np.rint(((corners + 0.5) * FINE - 0.5) * 16).astype(np.int32)
    cv2.fillConvexPoly(large, fine, (card,), cv2.LINE_AA, 4)
    small = cv2.resize(large, (200, 220), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(cv2.GaussianBlur(small, (0, 0), 0.6), cv2.COLOR_GRAY2BGR), np.uint8)


def away(sides: Sides, corners: NDArray[np.float64]) -> NDArray[np.float64]:
    """How far the ends of each side are from the true side (px)."""
    along = np.roll(corners, -1, axis=0) - corners
    normal = np.column_stack([along[:, 1], -along[:, 0]]) / np.linalg.norm(along, axis=1)[:, None]
    off = ((sides.lines - corners[:, None]) * normal[:, None]).sum(axis=-1)
    return np.asarray(np.abs(off), np.float64)


def test_sides_are_found_to_a_tenth_of_a_pixel_from_corners_that_are_pixels_off() -> None:
    off = np.array([[3.0, -2.0], [-2.5, 3.0], [2.0, 2.0], [-3.0, -1.0]])
    sides = fitted(picture(), CARD + off, 7.0)

    assert sides.found.all()
    assert away(as_seen(CARD + off), CARD).max() > 2
    assert away(sides, CARD).max() < 0.1


def test_noise_leaves_a_side_where_it_is() -> None:
    noise = np.random.default_rng(1).normal(0, 6, (220, 200, 3))
    noisy = np.asarray(np.clip(picture() + noise, 0, 255), np.uint8)

    assert away(fitted(noisy, CARD + 1.5, 6.0), CARD).max() < 0.2


def test_a_side_without_a_clear_edge_stays_as_the_eyes_said_and_counts_as_unsure() -> None:
    seen = as_seen(CARD + 1.0)
    sides = fitted(picture(table=233, card=235), CARD + 1.0, 6.0)

    assert not sides.found.any()
    assert sides.lines == pytest.approx(seen.lines)
    assert sides.sigma.min() > 10 * fitted(picture(), CARD, 6.0).sigma.max()


def test_a_print_inside_the_card_is_not_taken_for_its_side() -> None:
    inner = CARD.mean(axis=0) + 0.86 * (CARD - CARD.mean(axis=0))
    printed = picture()
    cv2.polylines(printed, [np.rint(inner).astype(np.int32)], True, (40, 40, 160), 1, cv2.LINE_AA)

    assert away(fitted(printed, CARD + 0.8, 7.0), CARD).max() < 0.15
