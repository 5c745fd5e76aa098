from __future__ import annotations

import numpy as np

from referee.training.assets import Assets
from referee.training.decks import FACES
from referee.training.indexes import index_boxes


def test_the_index_of_every_face_lies_in_its_corner_and_holds_ink(assets: Assets) -> None:
    for name, face in assets.decks[0].faces.items():
        assert face.index is not None
        x0, y0, x1, y1 = face.index
        assert 0 <= x0 < x1 < 0.32, name
        assert 0 <= y0 < y1 < 0.44, name
        image = face.levels[0]
        height, width = image.shape[:2]
        inside = image[int(y0 * height) : int(y1 * height), int(x0 * width) : int(x1 * width)]
        assert (inside.min(axis=2) < 120).mean() > 0.1, name


def test_indexes_of_one_deck_are_about_alike(assets: Assets) -> None:
    boxes = np.array([face.index for face in assets.decks[0].faces.values()], float)

    assert np.abs(boxes - np.median(boxes, axis=0)).max() < 0.09


def test_a_court_s_frame_does_not_pass_for_an_index(assets: Assets) -> None:
    faces = assets.decks[0].faces
    seven, king = faces["7S"].index, faces["KS"].index

    assert seven is not None
    assert king is not None
    assert np.allclose(seven, king, atol=0.07)


def test_blank_faces_get_the_usual_place() -> None:
    blank = np.full((480, 340, 3), 255, np.uint8)

    assert set(index_boxes(dict.fromkeys(FACES, blank)).values()) == {
        (0.02 - 0.012, 0.02 - 0.012, 0.17 + 0.012, 0.28 + 0.012)
    }
