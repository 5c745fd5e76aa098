from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from referee.vision.detector import Box, Detector, Kind
from referee.vision.fusion import shared
from referee.vision.models import EyesError
from referee.vision.sighting import Picture
from tests.pictured import Lying, table, weights
from tests.vision.tiny_networks import write_detector

EMPTY: Picture = np.zeros((320, 640, 3), np.uint8)
LEAST = 0.3


def found(tmp_path: Path, *rows: list[float], picture: Picture = EMPTY, size: int = 640) -> list[Box]:
    return Detector(write_detector(tmp_path / "detector.xml", rows)).find(picture, (size,), LEAST)


@pytest.fixture(scope="module")
def detector() -> Detector:
    return Detector(weights() / "detector.xml")


def test_a_row_becomes_a_box_with_its_kind_and_score(tmp_path: Path) -> None:
    (box,) = found(tmp_path, [100, 80, 40, 56, 0.1, 0.8, 0.2, 0.0])

    assert box.kind is Kind.BACK
    assert box.score == pytest.approx(0.8)
    assert np.allclose(sorted(map(tuple, box.corners.tolist())), [(80, 52), (80, 108), (120, 52), (120, 108)])


@pytest.mark.parametrize("angle", [0.0, 0.7, np.pi / 2, 2.5])
def test_corners_run_clockwise_from_a_short_side(tmp_path: Path, angle: float) -> None:
    (box,) = found(tmp_path, [200, 160, 80, 50, 0.9, 0, 0, angle])

    assert cv2.contourArea(box.corners, oriented=True) == pytest.approx(4000, rel=0.01)
    assert np.linalg.norm(box.corners[0] - box.corners[1]) == pytest.approx(50, rel=0.01)


def test_corners_are_in_pixels_of_the_picture_however_large_it_is_looked_at(tmp_path: Path) -> None:
    (box,) = found(tmp_path, [100, 80, 40, 56, 0.9, 0, 0, 0], size=1280)

    assert np.allclose(box.corners.mean(axis=0), (50, 40))


def test_what_is_less_sure_than_asked_is_left_out(tmp_path: Path) -> None:
    assert found(tmp_path, [100, 80, 40, 56, 0.29, 0, 0, 0]) == []


def test_two_boxes_about_one_card_become_the_surer_one(tmp_path: Path) -> None:
    (box,) = found(tmp_path, [100, 80, 40, 56, 0.6, 0, 0, 0], [102, 81, 40, 56, 0.9, 0, 0, 0.02])

    assert box.score == pytest.approx(0.9)


def test_a_card_seen_at_two_sizes_is_one_card(tmp_path: Path) -> None:
    detector = Detector(write_detector(tmp_path / "detector.xml", [[0, 0, 40, 56, 0.6, 0, 0, 0]]))

    assert len(detector.find(EMPTY, (640, 640), LEAST)) == 1


def test_neighbours_in_a_fan_both_stay(tmp_path: Path) -> None:
    assert len(found(tmp_path, [100, 80, 40, 56, 0.9, 0, 0, 0], [112, 80, 40, 56, 0.9, 0, 0, 0.1])) == 2


def test_an_index_on_a_card_is_no_double_of_it(tmp_path: Path) -> None:
    boxes = found(tmp_path, [100, 80, 40, 56, 0.9, 0, 0, 0], [100, 80, 40, 56, 0, 0, 0.9, 0])

    assert {box.kind for box in boxes} == {Kind.FACE, Kind.INDEX}


@pytest.mark.parametrize("shape", [(1, 1, 3), (33, 517, 3), (719, 1281, 3)])
def test_a_picture_may_have_any_size(tmp_path: Path, shape: tuple[int, ...]) -> None:
    assert found(tmp_path, picture=np.zeros(shape, np.uint8), size=max(shape)) == []


def test_missing_weights_are_told(tmp_path: Path) -> None:
    with pytest.raises(EyesError, match=r"detector\.xml are missing"):
        Detector(tmp_path / "detector.xml")


def test_weights_without_their_second_file_are_told(tmp_path: Path) -> None:
    path = write_detector(tmp_path / "detector.xml", [])
    path.with_suffix(".bin").unlink()

    with pytest.raises(EyesError, match="missing"):
        Detector(path)


def test_broken_weights_are_told(tmp_path: Path) -> None:
    (tmp_path / "detector.xml").write_text("<net", encoding="utf-8")
    (tmp_path / "detector.bin").write_bytes(b"")

    with pytest.raises(EyesError, match="cannot be opened"):
        Detector(tmp_path / "detector.xml")


def test_cards_of_a_deck_never_trained_on_are_found_where_they_lie(detector: Detector) -> None:
    cards = [
        Lying("7H", 150, 170, 8, 110),
        Lying("QS", 400, 180, -25, 110),
        Lying("10D", 700, 160, 90, 110),
        Lying("BACK1", 180, 460, 3, 110),
        Lying("4C", 480, 450, 170, 110),
    ]

    boxes = [box for box in detector.find(table(*cards), (640, 1280), 0.4) if box.kind is not Kind.INDEX]

    for lying in cards:
        best = max(boxes, key=lambda box: shared(box.corners, lying.corners))
        assert shared(best.corners, lying.corners) > 0.75, lying
        assert (best.kind is Kind.BACK) == (lying.name == "BACK1"), lying
    assert len(boxes) == len(cards)


def test_an_empty_table_holds_no_cards(detector: Detector) -> None:
    assert detector.find(table(), (640, 1280), 0.4) == []
