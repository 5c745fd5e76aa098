from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

from referee.cards import Reading
from referee.films.camera import Camera
from referee.films.decks import BUNDLED, load
from referee.films.floor import Place, corners
from referee.films.laid import four_cards
from referee.films.make import Shot
from referee.table.fit import Fit
from referee.table.homography import Numbers, applied, inverse, laid_upon
from referee.table.plane import PlaneError, apart, measured
from referee.vision.edges import Sides, as_seen
from referee.vision.rectify import clockwise, to_quad
from referee.vision.sighting import Quad, SeenCard, Side

CARD_MM = (63.0, 88.0)
SIZE = (1280, 720)
PLACES = (Place(-320, -180, 20), Place(310, -160, -75), Place(290, 170, 130), Place(-300, 190, 8))
ZONES = np.array([[x, y] for x in (-420.0, 0.0, 420.0) for y in (-220.0, 0.0, 220.0)])


def seen(quad: Quad, score: float = 0.9, whole: bool = True) -> SeenCard:
    return SeenCard(quad, Side.BACK, Reading(()), score, whole)


def sides(camera: Camera, card_mm: tuple[float, float] = CARD_MM) -> list[Sides]:
    return [as_seen(clockwise(camera.project(corners(place, card_mm)))) for place in PLACES]


def off(to_mm: Numbers, camera: Camera) -> float:
    """How far off the zones are (mm), the planes laid upon each other."""
    here = applied(to_mm, camera.project(ZONES))
    return float(np.linalg.norm(laid_upon(here, ZONES) - ZONES, axis=1).max())


@pytest.mark.parametrize("tilt", [0.0, 15.0, 35.0])
def test_four_cards_whose_sides_are_known_tell_the_plane(tilt: float) -> None:
    camera = Camera(SIZE, tilt=tilt, yaw=7)

    assert off(inverse(Fit(sides(camera), CARD_MM, SIZE).to_px), camera) < 0.01


def test_the_width_of_the_cards_is_told_from_the_cards() -> None:
    fit = Fit(sides(Camera(SIZE, tilt=25), (57.0, 88.0)), CARD_MM, SIZE, any_width=True)

    assert fit.width_mm == pytest.approx(57.0, abs=0.05)


def test_one_card_that_is_no_card_does_not_spoil_the_plane() -> None:
    camera = Camera(SIZE, tilt=20)
    wrong = as_seen(clockwise(camera.project(corners(Place(10, 20, 40), (80.0, 88.0)))))
    sure = [replace(one, sigma=np.full(4, 0.1)) for one in (*sides(camera), wrong)]
    fit = Fit(sure, CARD_MM, SIZE)

    assert off(inverse(fit.to_px), camera) < 0.5
    assert [bool(np.abs(of_card).max() > 2) for of_card in fit.off] == [False] * 4 + [True]


def test_the_doubt_is_as_large_as_the_error() -> None:
    camera = Camera(SIZE, tilt=20)
    errors, doubts = [], []
    for number in range(12):
        dice = np.random.default_rng(number)
        quads = [clockwise(camera.project(corners(place, CARD_MM))) for place in PLACES]
        given = [
            Sides(s.lines + dice.normal(0, 0.3, (4, 1, 1)), np.full(4, 0.3), s.found)
            for s in map(as_seen, quads)
        ]
        fit = Fit(given, CARD_MM, SIZE)
        px = camera.project(ZONES)
        here = applied(inverse(fit.to_px), px)
        steps = [laid_upon(applied(inverse(step), px), here) - here for step in fit.steps]
        errors.append(off(inverse(fit.to_px), camera))
        doubts.append(2 * np.sqrt((np.array(steps) ** 2).sum(axis=(0, 2)).max()))

    assert sum(error <= doubt for error, doubt in zip(errors, doubts, strict=True)) >= 10
    assert max(errors) > 0.2 * np.median(doubts)


@pytest.mark.parametrize("tilt", [4.0, 34.0])
def test_on_a_drawn_table_the_plane_is_right_to_three_millimetres_though_corners_are_pixels_off(
    tilt: float,
) -> None:
    dice = random.Random(int(tilt))
    laid = four_cards(3, BUNDLED, Shot(tilt=tilt))
    moved = [
        outline + np.array([[dice.gauss(0, 2.5) for _ in "xy"] for _ in range(4)])
        for _, outline in laid.cards
    ]
    cards = [seen(to_quad(clockwise(outline))) for outline in moved]
    plane = measured(laid.picture, cards, load(BUNDLED).size_mm)

    assert off(plane.to_mm, laid.camera) < 3.0
    assert plane.tilt == pytest.approx(tilt, abs=1.5)
    assert plane.mm(np.array([[640.0, 360.0]]))[0] == pytest.approx((0, 0), abs=1e-6)
    assert measured(laid.picture, cards).card_mm == (63.0, 88.0)


def test_cards_close_together_leave_the_rim_of_the_table_unsure() -> None:
    laid = four_cards(4, BUNDLED, Shot())
    cards = [seen(to_quad(clockwise(outline))) for _, outline in laid.cards]
    wide = measured(laid.picture, cards, CARD_MM)
    one = measured(laid.picture, cards[:1], CARD_MM)
    px = laid.camera.project(ZONES)

    assert wide.sure_mm(wide.mm(px)) < 3 < one.sure_mm(one.mm(px))


def test_of_two_finds_of_one_card_the_surer_counts_and_indexes_do_not() -> None:
    quad = ((0.0, 0.0), (60.0, 0.0), (60.0, 90.0), (0.0, 90.0))
    near = ((4.0, 3.0), (64.0, 3.0), (64.0, 93.0), (4.0, 93.0))
    far = ((200.0, 0.0), (260.0, 0.0), (260.0, 90.0), (200.0, 90.0))

    assert apart([seen(near, 0.5), seen(quad, 0.8), seen(far, 0.6), seen(far, 0.99, whole=False)]) == [
        seen(quad, 0.8),
        seen(far, 0.6),
    ]


def test_without_cards_there_is_no_plane() -> None:
    with pytest.raises(PlaneError, match="No card lies whole"):
        measured(np.zeros((72, 128, 3), np.uint8), [])
