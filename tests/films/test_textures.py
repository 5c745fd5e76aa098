import random
from pathlib import Path

import numpy as np
import pytest

from referee.films import textures, unseen
from referee.films.camera import Camera

CAMERA = Camera((320, 180), tilt=10)


@pytest.mark.parametrize("seed", range(4))
def test_a_table_fills_the_picture(seed: int) -> None:
    picture = textures.top(CAMERA, random.Random(seed))
    assert picture.shape == (180, 320, 3)
    assert (picture.reshape(-1, 3).max(axis=1) > 0).all()


def test_the_same_seed_gives_the_same_table() -> None:
    one, other = (textures.top(CAMERA, random.Random(3)) for _ in range(2))
    assert np.array_equal(one, other)


def test_a_pictured_table_fills_the_picture_too(shared: Path) -> None:
    picture = textures.top(CAMERA, random.Random(1), shared / "assets")
    assert picture.shape == (180, 320, 3)


def test_only_pictures_kept_out_of_training_are_shown(shared: Path) -> None:
    hands = sorted((shared / "assets" / "hands").glob("*.webp"))
    assert 0 < len(unseen.kept_out(hands)) < len(hands) / 4


def test_where_no_picture_was_kept_out_all_may_be_shown() -> None:
    assert unseen.kept_out([Path("a.jpg")]) == [Path("a.jpg")]
