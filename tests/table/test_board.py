from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from referee.cards import Reading
from referee.films.camera import Camera
from referee.films.floor import Place
from referee.sheet_pdf import PAPERS, sheet
from referee.table import board
from referee.table.homography import applied, laid_upon
from referee.table.plane import by_sheet
from referee.table.survey import Wanted, surveyed
from referee.vision.sighting import Picture, Region, SeenCard, Side
from tests.printed_sheet import lain, page

SIZE = (1280, 720)
CLOTH: Picture = np.full((720, 1280, 3), (60, 90, 60), np.uint8)
ZONES = np.array([[x, y] for x in (-440.0, 0.0, 440.0) for y in (-240.0, 0.0, 240.0)])


@pytest.mark.parametrize("paper", PAPERS)
def test_every_corner_of_the_board_is_found_on_the_printed_page_and_is_as_large_as_it_says(
    paper: str,
) -> None:
    found = board.corners(page(paper))

    assert found is not None
    px, mm = found
    assert len(px) == (board.ACROSS - 1) * (board.DOWN - 1)
    assert laid_upon(px / 6, mm) == pytest.approx(mm, abs=0.02)


@pytest.mark.parametrize("tilt", [0.0, 20.0, 35.0])
def test_the_sheet_in_the_middle_tells_the_table_to_a_millimetre(tilt: float) -> None:
    camera = Camera(SIZE, tilt=tilt)
    seen = board.sides(lain(CLOTH, camera, Place(20, -10, 25)))

    assert seen is not None
    plane = by_sheet(seen, board.INNER_MM, SIZE)
    here = plane.mm(camera.project(ZONES))
    assert np.linalg.norm(laid_upon(here, ZONES) - ZONES, axis=1).max() < 1.0
    assert applied(plane.to_mm, np.array([[640.0, 360.0]]))[0] == pytest.approx((0, 0), abs=1e-6)


def test_a_table_without_the_sheet_has_none() -> None:
    assert board.sides(CLOTH) is None


def test_a_survey_by_the_sheet_needs_no_cards_and_takes_no_part_of_it_for_one() -> None:
    class Mistaken:
        def look(self, picture: Picture, region: Region | None = None) -> list[SeenCard]:
            quad = ((600.0, 300.0), (680.0, 300.0), (680.0, 420.0), (600.0, 420.0))
            return [SeenCard(quad, Side.FACE, Reading(()), 0.6)]

    found = surveyed([lain(CLOTH, Camera(SIZE), Place(0, 0, 5))], Mistaken(), Wanted(("Ana", "Ben")))

    assert found.by_sheet
    assert found.cards == ()
    assert found.passed
    assert found.table is not None


@pytest.mark.parametrize("paper", PAPERS)
def test_the_sheets_of_the_project_are_those_that_it_prints(paper: str, root: Path) -> None:
    committed = root / "calibration" / f"sheet-{paper}.pdf"

    assert committed.read_bytes() == sheet(paper)
    assert len(committed.read_bytes()) < 100_000
