from __future__ import annotations

from collections.abc import Callable
from functools import cache

import cv2
import numpy as np
import pytest

from referee.cards import Reading
from referee.films.decks import BUNDLED, load
from referee.films.laid import four_cards
from referee.films.make import Shot
from referee.films.spread import Spread
from referee.table.fitness import Fault
from referee.table.survey import Survey, Wanted, surveyed
from referee.table.survey_sheet import drawn
from referee.vision.rectify import clockwise, to_quad
from referee.vision.sighting import Picture, Region, SeenCard, Side

WANTED = Wanted(("Ana", "Ben", "Cem"), load(BUNDLED).size_mm)


@cache
def laid(tilt: float = 8.0, view: float | None = None, light: float = 1.0) -> Spread:
    return four_cards(11, BUNDLED, Shot(tilt=tilt, view=view, light=light))


class Knowing:
    """Sees the cards where they lie, two pixels off, and reads them with a probability of *p*."""

    def __init__(self, spread: Spread, p: float = 1.0) -> None:
        self._spread, self._p = spread, p

    def look(self, picture: Picture, region: Region | None = None) -> list[SeenCard]:
        dice = np.random.default_rng(3)
        return [
            SeenCard(
                to_quad(clockwise(outline + dice.normal(0, 1.5, (4, 2)))),
                Side.FACE,
                Reading(((card, self._p),)),
                0.9,
            )
            for card, outline in self._spread.cards
        ]


def survey(spread: Spread, change: Callable[[Picture], Picture] = lambda picture: picture) -> Survey:
    return surveyed([change(spread.picture)], Knowing(spread), WANTED)


def faults(found: Survey) -> list[Fault]:
    return [remark.fault for remark in found.remarks]


def blurred(picture: Picture, sigma: float = 2.5) -> Picture:
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), sigma), np.uint8)


def test_a_good_table_passes_and_has_its_zones() -> None:
    found = survey(laid())

    assert found.passed
    assert found.table is not None
    assert [seat.name for seat in found.table.seats] == ["Ana", "Ben", "Cem"]
    assert found.sure_mm is not None
    assert found.sure_mm < 3


def test_a_dark_table_fails() -> None:
    assert faults(survey(laid(light=0.3))) == [Fault.DARK]


def test_a_camera_too_far_off_fails() -> None:
    assert faults(survey(laid(view=1700.0))) == [Fault.FAR]


def test_a_camera_that_looks_too_far_aside_fails() -> None:
    assert Fault.TILT in faults(survey(laid(tilt=45.0)))


def test_a_picture_out_of_focus_fails() -> None:
    assert faults(survey(laid(), blurred)) == [Fault.FOCUS]


def test_a_camera_that_hunts_for_focus_fails_and_the_sharp_picture_is_measured() -> None:
    picture = laid().picture
    found = surveyed([picture, blurred(picture), picture], Knowing(laid()), WANTED)

    assert faults(found) == [Fault.HUNTING]
    assert found.picture is picture


def test_a_lamp_that_mirrors_in_the_table_fails() -> None:
    def glaring(picture: Picture) -> Picture:
        y, x = np.mgrid[: picture.shape[0], : picture.shape[1]]
        lamp = 400 * np.exp(-((x - 640) ** 2 + (y - 360) ** 2) / (2 * 35**2))
        return np.asarray(np.clip(picture + lamp[..., None], 0, 255), np.uint8)

    found = survey(laid(), glaring)

    assert Fault.GLARE in faults(found)
    assert "in the middle" in found.remarks[0].text


def test_cards_that_are_not_read_fail() -> None:
    found = surveyed([laid().picture], Knowing(laid(), p=0.4), WANTED)

    assert faults(found) == [Fault.UNREAD]


@pytest.mark.parametrize("cards", [0, 1, 3])
def test_too_few_cards_fail(cards: int) -> None:
    class Few(Knowing):
        def look(self, picture: Picture, region: Region | None = None) -> list[SeenCard]:
            return super().look(picture)[:cards]

    found = surveyed([laid().picture], Few(laid()), WANTED)

    assert Fault.FEW in faults(found)
    assert (found.plane is None) == (cards < 2)


def test_the_drawn_survey_shows_zones_and_what_is_to_be_mended() -> None:
    good, dark = survey(laid()), survey(laid(light=0.3))

    assert drawn(good).shape[0] < drawn(dark).shape[0]
    assert not np.array_equal(drawn(good)[:720, :1280], good.picture)
