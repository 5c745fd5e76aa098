from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from referee.cards import Reading, card, cards
from referee.errors import UserError
from referee.vision.failing import save_failures
from referee.vision.photos import read_picture
from referee.vision.scores import Mark, Photo
from referee.vision.sighting import SeenCard, Side

QUAD = ((300.0, 200.0), (360.0, 200.0), (360.0, 284.0), (300.0, 284.0))
RIGHT = [SeenCard(QUAD, Side.FACE, Reading.of({card("7H"): 0.95}), 0.9)]


@pytest.fixture
def photo(tmp_path: Path) -> Photo:
    cv2.imwrite(str(tmp_path / "a.png"), np.full((400, 600, 3), 90, np.uint8))
    mark = Mark(card("8C"), (100.0, 100.0, 160.0, 184.0))
    return Photo(tmp_path / "a.png", "desk", cards("7H 8C"), True, False, (mark,))


def test_a_photograph_with_a_mistake_is_saved_with_it_marked(photo: Photo, tmp_path: Path) -> None:
    tables = save_failures(tmp_path / "new" / "fails", [photo], [RIGHT], 0.8)

    saved = read_picture(tmp_path / "new" / "fails" / "a.png")
    factor = saved.shape[1] / 600
    about = saved[round(95 * factor) : round(190 * factor), round(95 * factor) : round(165 * factor)]
    assert (about != 90).any()
    assert (saved[: round(80 * factor)] == 90).all()
    assert "\tnot found\t" in (tmp_path / "new" / "fails" / "failures.tsv").read_text()
    assert (tmp_path / "new" / "fails" / "failures.md").read_text() == tables


def test_a_photograph_without_a_mistake_is_not_saved(photo: Photo, tmp_path: Path) -> None:
    save_failures(tmp_path / "fails", [replace(photo, cards=cards("7H"))], [RIGHT], 0.8)

    assert sorted(path.name for path in (tmp_path / "fails").iterdir()) == ["failures.md", "failures.tsv"]


def test_a_card_whose_place_nobody_knows_is_named_below_the_picture(photo: Photo, tmp_path: Path) -> None:
    save_failures(tmp_path / "marked", [photo], [RIGHT], 0.8)
    save_failures(tmp_path / "unmarked", [replace(photo, marks=())], [RIGHT], 0.8)

    heights = [read_picture(tmp_path / name / "a.png").shape[0] for name in ("marked", "unmarked")]

    assert heights[1] > heights[0]


def test_a_folder_that_cannot_be_written_is_told(photo: Photo) -> None:
    with pytest.raises(UserError, match="cannot be written"):
        save_failures(photo.path / "fails", [photo], [RIGHT], 0.8)
