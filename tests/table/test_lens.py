from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from referee.films.camera import Camera
from referee.films.floor import Place
from referee.table.geometry import point_to_mm, to_px
from referee.table.homography import laid_upon
from referee.table.layout import Lens, Table
from referee.table.lens import LensError, Profile, bent, flattened, learnt, load, straightened
from referee.table.survey import Wanted, surveyed
from referee.vision.sighting import Picture, Region, SeenCard
from tests.printed_sheet import lain

SIZE = (960, 540)
CLOTH: Picture = np.full((540, 960, 3), (60, 90, 60), np.uint8)
FOCAL = 960 / 980 * 1100
TRUE = Lens((FOCAL, FOCAL), (480.0, 270.0), (-0.25, 0.08, 0.001, -0.0005))
GRID = np.array([[x, y] for x in (20.0, 480.0, 940.0) for y in (20.0, 270.0, 520.0)])
HELD = [
    (Place(x, y, turn), tilt, near)
    for x, y, turn, tilt, near in (
        (0, 0, 0, 0, 0.5), (-170, -60, 20, 10, 0.7), (170, -70, -30, 25, 0.7), (170, 70, 80, 35, 0.7),
        (-170, 80, 40, 30, 0.7), (0, 0, 95, 30, 0.6), (-330, -140, 0, 5, 1.0), (320, 140, 10, 15, 1.0),
        (320, -150, 100, 25, 1.0), (-320, 150, 60, 8, 1.0), (60, 20, 45, 35, 0.6), (0, -90, 5, 20, 0.6),
    )
]  # fmt: skip


class Blind:
    def look(self, picture: Picture, region: Region | None = None) -> list[SeenCard]:
        return []


def taken(place: Place, tilt: float = 10.0, near: float = 1.0) -> Picture:
    """The sheet as the bending lens shows it."""
    straight = lain(CLOTH, Camera(SIZE, 1100 * near, 980 * near, tilt), place)
    x, y = np.meshgrid(np.arange(SIZE[0], dtype=float), np.arange(SIZE[1], dtype=float))
    there = straightened(TRUE, np.column_stack([x.ravel(), y.ravel()])).reshape(SIZE[1], SIZE[0], 2)
    spots = there.astype(np.float32)
    return np.asarray(
        cv2.remap(straight, spots[..., 0], spots[..., 1], cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE),
        np.uint8,
    )


@cache
def profile() -> Profile:
    return learnt([taken(*held) for held in HELD])


def surveyed_by(lens: Lens | None) -> Table:
    found = surveyed([taken(Place(0, 0, 20), 15.0)], Blind(), Wanted(("Ana", "Ben", "Cem"), lens=lens))
    assert found.table is not None
    return replace(found.table, lens=lens)


def off_mm(table: Table) -> float:
    """How far off the places of nine pixels are, the planes laid upon each other."""
    camera = Camera(SIZE, 1100, 980, 15.0)
    plane = np.array([[x, y] for x in (-400.0, 0.0, 400.0) for y in (-200.0, 0.0, 200.0)])
    px = bent(TRUE, camera.project(plane))
    here = np.array([point_to_mm(table, (float(x), float(y))) for x, y in px])
    return float(np.linalg.norm(laid_upon(here, plane) - plane, axis=1).max())


def test_bending_is_undone() -> None:
    assert straightened(TRUE, bent(TRUE, GRID)) == pytest.approx(GRID, abs=0.01)
    assert np.abs(bent(TRUE, GRID) - GRID).max() > 5


def test_a_lens_is_learnt_from_views_of_the_sheet() -> None:
    heard: list[int] = []
    learnt((taken(*held) for held in HELD), heard.append)

    assert heard == list(range(1, len(HELD) + 1))
    assert profile().views == len(HELD)
    assert profile().rms_px < 0.5
    assert straightened(profile().lens, bent(TRUE, GRID)) == pytest.approx(GRID, abs=2.5)


def test_with_the_lens_the_table_is_right_and_without_it_is_not() -> None:
    assert off_mm(surveyed_by(profile().lens)) < 2
    assert off_mm(surveyed_by(None)) > 4


def test_places_go_to_the_picture_and_back_through_the_lens_at_any_size() -> None:
    table = surveyed_by(TRUE)
    for size in (SIZE, (1920, 1080)):
        (x, y), *_ = to_px(table, table.burnt, size)
        assert point_to_mm(table, (x, y), size) == pytest.approx(table.burnt[0], abs=0.05)


def test_a_table_file_keeps_the_lens_and_one_without_is_as_it_was(tmp_path: Path) -> None:
    table = surveyed_by(TRUE)
    table.save(tmp_path / "lens.json")
    replace(table, lens=None).save(tmp_path / "plain.json")

    assert Table.load(tmp_path / "lens.json") == table
    assert "lens" not in (tmp_path / "plain.json").read_text(encoding="utf-8")


def test_a_profile_comes_back_as_it_was_saved(tmp_path: Path) -> None:
    path = tmp_path / "lens.json"
    path.write_text(profile().save_text(), encoding="utf-8")

    assert load(path) == profile()
    path.write_text("{}", encoding="utf-8")
    with pytest.raises(LensError, match="is no lens profile"):
        load(path)


def test_too_few_views_or_only_the_middle_tell_no_lens() -> None:
    with pytest.raises(LensError, match="The sheet is seen in 1 way,"):
        learnt([taken(Place(0, 0, 0))] * 3)
    with pytest.raises(LensError, match="in 0 ways"):
        learnt([CLOTH])
    middle = [lain(CLOTH, Camera(SIZE, tilt=10), Place(60 * (k % 2), 0, 40 * k)) for k in range(9)]
    with pytest.raises(LensError, match="never near the rims"):
        learnt(middle)


def test_a_picture_without_a_lens_stays_as_it_is() -> None:
    assert flattened(None, CLOTH) is CLOTH
