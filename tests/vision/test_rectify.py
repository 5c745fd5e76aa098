from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.vision.rectify import (
    CARD_CROP,
    INDEX_CROP,
    TIGHT,
    WIDE,
    Corners,
    card_crop,
    clockwise,
    frame_of,
    index_crop,
    levelled,
    square_about,
    to_quad,
    uncrop,
)
from referee.vision.sighting import Picture

WINDINGS = [np.roll(way, k).tolist() for way in ([0, 1, 2, 3], [3, 2, 1, 0]) for k in range(4)]


def printed_card() -> Picture:
    """A card as the readers see one, whose mirror image is another picture: an F in one corner."""
    card = np.full((CARD_CROP[1], CARD_CROP[0], 3), 255, np.uint8)
    cv2.putText(card, "F", (18, 66), cv2.FONT_HERSHEY_SIMPLEX, 1.8, (0, 0, 160), 6)
    cv2.putText(card, "7", (66, 130), cv2.FONT_HERSHEY_SIMPLEX, 1.8, (20, 20, 20), 6)
    return card


def lying(turn: float, width: float = 110.0, middle: tuple[float, float] = (160, 150)) -> Corners:
    """The corners of a card turned by *turn* degrees, from its upper left, clockwise."""
    box = np.array([[-0.5, -0.625], [0.5, -0.625], [0.5, 0.625], [-0.5, 0.625]]) * width
    c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    return np.asarray(box @ np.array([[c, s], [-s, c]]) + middle, np.float32)


def table_with(card: Picture, corners: Corners) -> Picture:
    way = cv2.getPerspectiveTransform(frame_of(0), corners)
    table = np.full((300, 320, 3), (60, 110, 60), np.uint8)
    cv2.warpPerspective(card, way, (320, 300), dst=table, borderMode=cv2.BORDER_TRANSPARENT)
    return table


def either_way_up(crop: Picture) -> float:
    """How like the printed card *crop* is, or *crop* upside down: 1 is the same."""
    printed = printed_card()[20:-20, 20:-20].ravel()
    return max(
        float(np.corrcoef(printed, way[20:-20, 20:-20].ravel())[0, 1]) for way in (crop, crop[::-1, ::-1])
    )


@pytest.mark.parametrize("turn", [0.0, 33.0, 90.0, 141.0])
@pytest.mark.parametrize("order", WINDINGS)
def test_a_card_is_never_mirrored_however_its_box_is_wound(turn: float, order: list[int]) -> None:
    corners = lying(turn)
    picture = table_with(printed_card(), corners)

    crop = card_crop(picture, clockwise(corners[order]), margin=0)

    right = either_way_up(crop)
    assert right > 0.8
    assert right > either_way_up(crop[:, ::-1]) + 0.2


@settings(max_examples=40, deadline=None)
@given(st.floats(0, 360), st.sampled_from(WINDINGS), st.floats(20, 90))
def test_clockwise_gives_a_short_first_edge_and_one_winding(
    turn: float, order: list[int], width: float
) -> None:
    corners = clockwise(lying(turn, width)[order])

    edges = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
    assert edges[0] < edges[1]
    assert cv2.contourArea(corners, oriented=True) > 0


@pytest.mark.parametrize("margin", [TIGHT, WIDE])
@pytest.mark.parametrize("width", [40.0, 110.0, 600.0])
def test_uncrop_takes_the_corners_of_a_crop_back_to_the_card(margin: int, width: float) -> None:
    corners = lying(25.0, width)

    assert np.allclose(uncrop(frame_of(margin), corners, margin), corners, atol=0.05)


def test_a_mark_in_the_crop_comes_from_where_uncrop_says() -> None:
    corners, at = clockwise(lying(25.0, 600.0, (600, 600))), np.array([[40, 100]], np.float32)
    place = uncrop(at, corners, TIGHT)[0]
    picture = np.zeros((1200, 1200, 3), np.uint8)
    cv2.circle(picture, (round(float(place[0])), round(float(place[1]))), 12, (255, 255, 255), -1)

    crop = card_crop(picture, corners, TIGHT)[..., 0].astype(float)

    y, x = np.argwhere(crop > 128).mean(axis=0)
    assert abs(x - 40) < 1.5
    assert abs(y - 100) < 1.5


def test_a_card_partly_outside_the_picture_can_be_cropped() -> None:
    corners = clockwise(lying(10.0, middle=(0, 10)))

    assert card_crop(np.zeros((300, 320, 3), np.uint8), corners).shape == (160, 128, 3)


def test_a_large_card_wholly_outside_the_picture_gives_a_crop_too() -> None:
    corners = clockwise(lying(10.0, 900.0, (4160, 4150)))

    assert card_crop(np.zeros((300, 320, 3), np.uint8), corners).shape == (160, 128, 3)


def test_thin_strokes_of_a_large_card_are_kept_grey_not_lost() -> None:
    picture = np.full((1400, 1400, 3), 255, np.uint8)
    picture[::8] = 0
    corners = np.array([[100, 100], [1100, 100], [1100, 1350], [100, 1350]], np.float32)

    crop = card_crop(picture, corners)[20:-20, 20:-20]

    assert crop.mean() == pytest.approx(255 * 7 / 8, abs=4)
    assert crop.std() < 40


@settings(max_examples=40, deadline=None)
@given(st.floats(0, 360), st.floats(1.0, 1.6))
def test_the_square_about_an_index_is_a_clockwise_square_around_its_middle(turn: float, room: float) -> None:
    index = clockwise(lying(turn, 12.0))

    square = square_about(index, room)

    edges = np.linalg.norm(square - np.roll(square, -1, axis=0), axis=1)
    assert np.allclose(edges, 15.0 * room, rtol=1e-3)
    assert np.allclose(square.mean(axis=0), index.mean(axis=0), atol=1e-3)
    assert cv2.contourArea(square, oriented=True) > 0
    assert np.allclose((square[3] - square[0]) / edges[0], (index[3] - index[0]) / 15.0, atol=1e-3)


def test_an_index_crop_is_square_and_upright() -> None:
    corners = lying(0.0, 40.0)
    picture = table_with(printed_card(), corners)

    crop = index_crop(picture, clockwise(corners), room=1.0)

    assert crop.shape == (*INDEX_CROP, 3)
    red = (crop[..., 2].astype(int) - crop[..., 0]) > 60
    assert red[:32].sum() > 3 * red[32:].sum()


@pytest.mark.parametrize("light", [(0.35, 0.35, 0.35), (0.5, 0.8, 1.0)])
def test_levelling_takes_away_how_bright_the_lamp_is_and_most_of_its_colour(light: tuple[float, ...]) -> None:
    card = printed_card()
    dimmed = (card * np.array(light)).astype(np.uint8)

    before = np.abs(card.astype(float) - dimmed).mean() / 127.5
    after = np.abs(levelled(card) - levelled(dimmed)).mean()

    assert after < 0.5 * before


def test_levelling_an_even_grey_crop_stays_finite() -> None:
    assert np.isfinite(levelled(np.full((64, 64, 3), 90, np.uint8))).all()


def test_a_quad_is_plain_numbers() -> None:
    quad = to_quad(np.array([[0, 1], [2, 3], [4, 5], [6, 7]], np.float32))

    assert quad == ((0.0, 1.0), (2.0, 3.0), (4.0, 5.0), (6.0, 7.0))
    assert all(type(value) is float for point in quad for value in point)
