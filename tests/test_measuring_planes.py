from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from referee.films.camera import Camera
from referee.films.decks import BUNDLED
from referee.films.floor import lay_out
from referee.films.make import Shot
from referee.measuring_planes import Planes, off_mm, on_film, on_table, tilts
from referee.vision import eyes
from referee.vision.film import Film
from tests.drawn import write_film
from tests.pictured import weights
from tests.table.test_survey import Knowing, laid


def test_a_drawn_table_is_within_three_millimetres_and_better_than_by_the_eyes_alone() -> None:
    off, thought, alone = on_table(eyes.load(weights()), 5, BUNDLED, Shot(tilt=30.0))

    assert off < 3
    assert off < alone
    assert 0.5 < thought < 5


def test_a_film_is_measured_by_its_first_rest_that_tells(tmp_path: Path) -> None:
    spread = laid()
    truth = lay_out(("Ana", "Ben", "Cem"), random.Random(1)).table(spread.camera, (62.9, 88.0))
    with Film(write_film(tmp_path / "film.mp4", [spread.picture] * 20)) as film:
        found = on_film(Knowing(spread), film, truth)

    assert found is not None
    assert found[0] < 3


def test_a_film_without_whole_cards_tells_nothing(tmp_path: Path) -> None:
    spread = laid()
    truth = lay_out(("Ana", "Ben", "Cem"), random.Random(1)).table(spread.camera, (62.9, 88.0))
    nothing = replace(spread, cards=())
    with Film(write_film(tmp_path / "other.mp4", [spread.picture] * 20)) as film:
        assert on_film(Knowing(nothing), film, truth) is None


def test_a_plane_that_is_a_hundredth_too_large_is_off_by_a_hundredth_of_the_way() -> None:
    camera = Camera((1280, 720))
    truth = lay_out(("Ana", "Ben"), random.Random(1)).table(camera, (63.0, 88.0))
    points = np.array([[-300.0, 0.0], [300.0, 0.0]])

    assert off_mm(np.diag([1.01, 1.01, 1.0]) @ camera.to_mm(), truth, points) == pytest.approx(3.0)


def test_the_totals_are_told_in_a_line() -> None:
    planes = Planes()
    assert planes.line() == "tables 0"
    planes.add(1.0, 2.0, 12.0)
    planes.add(4.0, 2.0, 14.0)

    assert planes.line() == (
        "tables 2 within_3mm 0.500 off_mm_p50 2.50 off_mm_max 4.00 thought_mm_p50 2.00 "
        "no_further_than_thought 0.500 by_eyes_alone_mm_p50 13.0"
    )


def test_tilts_go_evenly_from_straight_above() -> None:
    assert tilts(3, 35.0) == [0.0, 17.5, 35.0]
    assert tilts(1, 35.0) == [0.0]
