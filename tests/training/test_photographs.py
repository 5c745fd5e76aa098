from __future__ import annotations

import json
from pathlib import Path
from random import Random

import cv2
import numpy as np
import pytest

from referee.cards import Reading
from referee.training.assets import AssetsError
from referee.training.photographs import hull, marked_cards, marked_indexes, overlap, photo_set
from referee.vision.sighting import Picture, Quad, SeenCard, Side

CARD: Quad = ((20, 10), (50, 10), (50, 52), (20, 52))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A set of a labelled photograph (120 x 80: a card, an index, a back) and one without labels."""
    (tmp_path / "images").mkdir()
    (tmp_path / "labels").mkdir()
    picture = np.random.default_rng(1).integers(0, 255, (80, 120, 3), np.uint8)
    for name in ("a", "unlabelled"):
        cv2.imwrite(str(tmp_path / "images" / f"{name}.png"), picture)
    lines = [f"0 {35 / 120} {31 / 80} {30 / 120} {42 / 80}", "1 0.7 0.5 0.05 0.15", "2 0.5 0.5 0.5 0.5"]
    (tmp_path / "labels" / "a.txt").write_text("\n".join(lines), encoding="utf-8")
    (tmp_path / "meta.json").write_text(json.dumps({"names": ["7H", "KS", "BACK"]}), encoding="utf-8")
    return tmp_path


def finding(quad: Quad) -> list[SeenCard]:
    return [SeenCard(quad, Side.FACE, Reading(()), 0.9)]


def test_marks_are_boxes_in_pixels_with_their_names(folder: Path) -> None:
    (marked,) = photo_set(folder)

    assert [name for name, _ in marked.marks] == ["7H", "KS", "BACK"]
    assert marked.marks[0][1] == pytest.approx((20, 10, 50, 52))


def test_marked_indexes_are_cut_out_several_times_each_a_little_differently(folder: Path) -> None:
    samples = marked_indexes(folder, Random(1), copies=3)

    assert [sample.name for sample in samples] == ["7H"] * 3 + ["KS"] * 3
    assert all(sample.crop.shape == (64, 64, 3) for sample in samples)
    assert (samples[0].crop != samples[1].crop).any()


def test_marked_cards_are_cut_out_where_the_detector_finds_them(folder: Path) -> None:
    def find(picture: Picture) -> list[SeenCard]:
        return finding(CARD)

    samples = marked_cards(folder, find, Random(1), copies=2)

    assert [sample.name for sample in samples] == ["7H", "7H"]
    assert all(sample.corners is None for sample in samples)


def test_a_card_is_named_by_the_indexes_marked_on_it(folder: Path) -> None:
    about_the_index: Quad = ((70, 20), (110, 20), (110, 76), (70, 76))

    (sample,) = marked_cards(folder, lambda _: finding(about_the_index), Random(1), copies=1)

    assert sample.name == "KS"


def test_a_card_on_which_two_names_are_marked_teaches_nothing(folder: Path) -> None:
    label = folder / "labels" / "a.txt"
    label.write_text("1 0.3 0.3 0.05 0.1\n0 0.35 0.35 0.05 0.1", encoding="utf-8")

    assert marked_cards(folder, lambda _: finding(((20, 10), (70, 10), (70, 72), (20, 72))), Random(1)) == []


def test_a_close_up_is_looked_at_from_further_off(folder: Path) -> None:
    def find(picture: Picture) -> list[SeenCard]:
        if picture.shape[1] == 120:
            return []
        x0, y0, x1, y1 = (round(0.6 * side) + 120 for side in (20, 10, 50, 52))
        return finding(((x0, y0), (x1, y0), (x1, y1), (x0, y1)))

    assert [sample.name for sample in marked_cards(folder, find, Random(1), copies=1)] == ["7H"]


def test_a_find_that_does_not_agree_with_the_mark_teaches_nothing(folder: Path) -> None:
    assert marked_cards(folder, lambda _: finding(((50, 10), (80, 10), (80, 52), (50, 52))), Random(1)) == []
    assert marked_cards(folder, lambda _: [], Random(1)) == []


def test_a_folder_that_is_no_set_is_told(tmp_path: Path) -> None:
    with pytest.raises(AssetsError, match="is no set of labelled photographs"):
        list(photo_set(tmp_path))


def test_the_hull_is_the_upright_box_about_the_corners() -> None:
    assert hull(np.array([[3, 1], [9, 4], [6, 8], [1, 5]], np.float32)) == (1, 1, 9, 8)


def test_overlap_is_the_intersection_over_the_union() -> None:
    assert overlap((0, 0, 2, 2), (0, 0, 2, 2)) == 1
    assert overlap((0, 0, 2, 2), (1, 0, 3, 2)) == pytest.approx(1 / 3)
    assert overlap((0, 0, 2, 2), (2, 0, 4, 2)) == 0
