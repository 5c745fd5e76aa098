from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from referee.vision.models import EyesError, Network, Settings, fingerprint
from tests.pictured import weights
from tests.vision.tiny_networks import write_classifier, write_eyes, write_reader

FACE = [320, 200, 60, 84, 0.9, 0, 0, 0]


def test_nothing_is_told_to_the_makers_of_openvino(tmp_path: Path) -> None:
    script = "import referee.vision.models, sys; print(sys.modules['openvino_telemetry'])"
    home = {**os.environ, "HOME": str(tmp_path), "CI": ""}
    ran = subprocess.run([sys.executable, "-c", script], env=home, capture_output=True, text=True, check=True)

    assert ran.stdout.strip() == "None"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("threads", [0, 1])
def test_outputs_come_in_the_order_in_which_they_were_exported(tmp_path: Path, threads: int) -> None:
    answers = [np.arange(3, dtype=np.float32), np.arange(5, dtype=np.float32) + 10]

    first, second = Network(write_reader(tmp_path / "net.xml", answers, (4, 4)), threads)(
        np.zeros((2, 3, 4, 4), np.float32)
    )

    assert first.tolist() == [[0, 1, 2], [0, 1, 2]]
    assert second.tolist() == [[10, 11, 12, 13, 14], [10, 11, 12, 13, 14]]
    assert first.dtype == np.float32


def test_what_the_classifier_goes_by_comes_last(tmp_path: Path) -> None:
    path = write_classifier(tmp_path / "net.xml", 5, (4, 4))
    crops = np.random.default_rng(1).normal(size=(2, 3, 4, 4)).astype(np.float32)
    network = Network(path, features=True)

    logits, features = network(crops)

    assert network.features == 3
    assert np.allclose(features, crops.mean(axis=(2, 3)), atol=1e-5)
    assert np.array_equal(logits, Network(path)(crops)[0])


def test_weights_without_a_classifier_give_no_features(tmp_path: Path) -> None:
    network = Network(write_reader(tmp_path / "net.xml", [np.zeros(3, np.float32)], (4, 4)), features=True)

    assert network.features == 0
    assert len(network(np.zeros((1, 3, 4, 4), np.float32))) == 1


@pytest.mark.parametrize(("name", "features"), [("reader.xml", 448), ("index.xml", 384)])
def test_the_shipped_readers_give_their_features(name: str, features: int) -> None:
    assert Network(weights() / name, features=True).features == features


def test_weights_that_were_cut_short_are_told(tmp_path: Path) -> None:
    path = write_reader(tmp_path / "net.xml", [np.zeros(300, np.float32)], (4, 4))
    path.with_suffix(".bin").write_bytes(path.with_suffix(".bin").read_bytes()[:100])

    with pytest.raises(EyesError, match=r"net\.xml cannot be opened"):
        Network(path)


def test_the_fingerprint_changes_with_the_weights_and_with_what_goes_with_them(tmp_path: Path) -> None:
    write_eyes(tmp_path, [FACE], "7H", "KS")
    before = fingerprint(tmp_path)

    (tmp_path / "eyes.json").write_text(json.dumps({"settings": {"sure": 0.7}}), encoding="utf-8")

    assert len(before) == 64
    assert fingerprint(tmp_path) != before


def test_the_shipped_settings_are_shares() -> None:
    data = json.loads((weights() / "eyes.json").read_text(encoding="utf-8"))
    settings = Settings(**data["settings"])

    assert 0 < settings.face < 1
    assert 0 < settings.index < 1
    assert 0 < settings.sure < 1
