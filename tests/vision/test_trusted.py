from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("ultralytics", reason="a model of one's own comes with [train]")

from referee.vision import eyes
from referee.vision.detector import Detector
from referee.vision.models import EyesError
from referee.vision.trusted import TrustedDetector
from tests.pictured import Lying, table, weights

NAMES = "{0: face, 1: back, 2: index}"


def brought(folder: Path, names: str = NAMES, task: str = "obb") -> Path:
    """The shipped detector as ultralytics exports one: a folder that says what is in it."""
    folder = folder / "mine_openvino_model"
    folder.mkdir()
    for kind in ("xml", "bin"):
        shutil.copy(weights() / f"detector.{kind}", folder)
    (folder / "metadata.yaml").write_text(
        f"task: {task}\nnames: {names}\nstride: 32\nbatch: 1\nimgsz: [640, 640]\ndynamic: true\n"
    )
    return folder


def test_a_model_of_ones_own_finds_the_cards(tmp_path: Path) -> None:
    picture = table(Lying("7H", 200, 200), Lying("KS", 420, 200, 20), size=(640, 640))

    ours = Detector(weights() / "detector.xml").find(picture, (640,), 0.5)
    theirs = TrustedDetector(brought(tmp_path)).find(picture, (640,), 0.5)

    assert len(ours) == len(theirs) > 2
    for box in ours:
        near = min(theirs, key=lambda other: float(np.abs(other.corners - box.corners).max()))
        assert near.kind is box.kind
        assert np.abs(near.corners - box.corners).max() < 4


def test_a_model_without_faces_is_refused(tmp_path: Path) -> None:
    with pytest.raises(EyesError, match=r"knows cat.*must be called face"):
        TrustedDetector(brought(tmp_path, "{0: cat, 1: dog, 2: index}"))


@pytest.mark.parametrize("name", ["own.pt", "own.engine", "own.txt"])
def test_a_file_that_is_no_model_is_refused_in_a_sentence(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(b"no model")
    with pytest.raises(EyesError, match="cannot be opened"):
        TrustedDetector(tmp_path / name)


def test_the_version_of_the_eyes_tells_whose_detector_it_was(tmp_path: Path) -> None:
    assert eyes.load(weights(), brought(tmp_path)).version != eyes.load(weights()).version
