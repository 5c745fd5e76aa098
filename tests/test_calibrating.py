from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from referee.calibrating import AGAIN_S, BARE, LOOKS, Gathered, SheetWatch, calibrate, lens_of
from referee.films.decks import BUNDLED
from referee.films.laid import four_cards
from referee.films.make import Shot
from referee.table.fitness import Fault
from referee.table.lens import LensError
from referee.table.survey import Survey
from referee.vision.film import Film
from referee.vision.frames import Frame
from referee.vision.pictures import Pictures, save_picture
from referee.vision.scene import Activity, Scene
from referee.vision.sighting import Picture
from tests.drawn import write_film
from tests.table.test_survey import WANTED, Knowing, laid

DARK = np.asarray(laid().picture // 4, np.uint8)


def scene(t: float, activity: Activity = Activity.REST) -> Scene:
    small: Picture = np.zeros((2, 2, 3), np.uint8)
    frame = Frame(int(t * 15), t, small)
    return Scene(frame, activity, (), 1.0, (), small, np.zeros((2, 2), np.uint8))


def test_pictures_of_a_rest_are_taken_a_while_apart_and_again_later() -> None:
    gathered = Gathered()
    taken = [k / 15 for k in range(100) if gathered.take(scene(k / 15))]

    assert len(taken) == 2
    assert taken[0] >= 0.2 * (LOOKS - 1)
    assert taken[1] - taken[0] >= AGAIN_S


def test_an_arm_begins_the_rest_anew() -> None:
    gathered = Gathered()
    for k in range(LOOKS - 1):
        assert not gathered.take(scene(0.2 * k))
    gathered.take(scene(0.9, Activity.ARM))

    assert not gathered.take(scene(1.0))


def test_a_folder_is_looked_through_until_a_picture_passes(tmp_path: Path) -> None:
    for number, picture in enumerate((DARK, DARK, laid().picture, DARK)):
        save_picture(tmp_path / f"{number}.png", picture)
    told: list[Survey] = []
    found = calibrate(Pictures(tmp_path), Knowing(laid()), WANTED, told.append)

    assert found is not None
    assert found.passed
    assert [[remark.fault for remark in survey.remarks] for survey in told] == [[Fault.DARK], []]


def test_a_film_is_watched_until_the_table_rests(tmp_path: Path) -> None:
    path = write_film(tmp_path / "film.mp4", [laid().picture] * 30)
    with Film(path) as film:
        found = calibrate(film, Knowing(laid()), WANTED, lambda _: None)

    assert found is not None
    assert found.passed
    assert len(found.soft) == LOOKS


def test_a_table_that_never_rests_is_not_surveyed(tmp_path: Path) -> None:
    other = four_cards(12, BUNDLED, Shot()).picture
    path = write_film(tmp_path / "film.mp4", [laid().picture, other] * 10)
    with Film(path) as film:
        assert calibrate(film, Knowing(laid()), WANTED, lambda _: None) is None


def test_where_no_sheet_is_seen_it_is_told_once_and_early(tmp_path: Path) -> None:
    path = write_film(tmp_path / "film.mp4", [np.full((90, 160, 3), 90, np.uint8)] * (2 * BARE))
    told: list[str] = []
    with Film(path) as film, pytest.raises(LensError, match="in 0 ways"):
        lens_of(film, told.append)

    assert [line.partition(":")[0] for line in told] == [f"No sheet is seen in the first {BARE} pictures"]


def test_each_view_of_the_sheet_that_is_needed_is_told() -> None:
    told: list[str] = []
    watch = SheetWatch(told.append)
    for views in (0, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9):
        watch.looked(views)

    assert told[:2] == ["The sheet is seen, view 1 of 8.", "The sheet is seen, view 2 of 8."]
    assert told[7:] == ["The sheet is seen, view 8 of 8: enough. More, up to 40, make it surer."]
