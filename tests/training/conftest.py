"""A small folder of drawn pictures that scenes can be made of."""

from __future__ import annotations

import shutil
from itertools import count
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from referee.films.unseen import odd
from referee.training.assets import Assets, kept_out_tenth
from referee.vision.sighting import Picture
from tests.pictured import DECK

HOUSE = "house"
"""The committed deck under a name that no list knows."""


def named(stem: str, suffix: str, *, kept_out: bool, odd_one: bool = False) -> str:
    """A file name whose digest says so."""
    names = (f"{stem}{k}{suffix}" for k in count())
    return next(n for n in names if kept_out_tenth(Path(n)) is kept_out and odd(Path(n)) is odd_one)


def _save(path: Path, picture: NDArray[Any]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    assert cv2.imwrite(str(path), picture)


def _tops(root: Path) -> None:
    noise = np.random.default_rng(3)
    for kind, colour in (("wood", (60, 110, 160)), ("cloth", (70, 110, 60)), ("photo", (120, 120, 120))):
        picture = np.array(colour) + noise.normal(0, 12, (90, 120, 3))
        for kept_out in (False, True):
            _save(root / "textures" / kind / named(kind, ".jpg", kept_out=kept_out), picture.clip(0, 255))
    _save(root / "textures" / "photo" / named("photo", ".jpg", kept_out=False, odd_one=True), picture)
    for odd_one in (False, True):
        _save(root / "tabletops" / named("table", ".jpg", kept_out=False, odd_one=odd_one), picture)


def _hand() -> Picture:
    hand = np.zeros((160, 70, 4), np.uint8)
    cv2.ellipse(hand, (35, 50), (25, 45), 0, 0, 360, (110, 140, 200, 255), -1)
    cv2.rectangle(hand, (20, 60), (50, 159), (110, 140, 200, 255), -1)
    return hand


@pytest.fixture(scope="session")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folders decks, textures, hands and tabletops, with one deck that may be drawn and two that may not."""
    folder = tmp_path_factory.mktemp("assets")
    shutil.copytree(DECK, folder / "decks" / HOUSE)
    for name in ("npm_letele", "gnome_simplistic"):
        # Nobody may even open these: such a file would be told as broken.
        (folder / "decks" / name).mkdir()
        (folder / "decks" / name / "AS.webp").write_bytes(b"kept out")
    _save(folder / "decks" / "backs_extra" / "red.webp", np.full((140, 100, 3), (40, 40, 180), np.uint8))
    _tops(folder)
    for kept_out in (False, True):
        _save(folder / "hands" / named("hand", ".webp", kept_out=kept_out), _hand())
    return folder


@pytest.fixture(scope="session")
def assets(pictures: Path) -> Assets:
    """The drawn pictures, loaded."""
    return Assets(pictures, pictures / "tabletops")
