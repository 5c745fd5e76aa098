from __future__ import annotations

import shutil
from pathlib import Path

import cv2
import numpy as np
import pytest

from referee.films.unseen import odd
from referee.training.assets import (
    Assets,
    AssetsError,
    Selection,
    kept_out_tenth,
    load_deck,
    read,
    texture,
)
from referee.training.decks import FACES, Face, flattened, levels
from tests.training.conftest import HOUSE


def test_decks_that_are_kept_out_are_not_even_opened(assets: Assets) -> None:
    assert [deck.name for deck in assets.decks] == [HOUSE]
    assert assets.weights == (1.0,)


def test_a_deck_has_its_52_faces_a_back_and_a_joker(assets: Assets) -> None:
    (deck,) = assets.decks

    assert tuple(deck.faces) == FACES
    assert (len(deck.backs), len(deck.jokers)) == (1, 1)
    assert all(face.index is not None for face in deck.faces.values())


def test_backs_are_those_of_the_decks_and_the_extra_ones(assets: Assets) -> None:
    assert len(assets.backs) == 2


def test_textures_and_hands_that_are_kept_out_are_not_used(assets: Assets) -> None:
    used = [path for paths in assets.textures.values() for path in paths]

    assert set(assets.textures) == {"wood", "cloth", "photo", "tabletops"}
    assert not any(kept_out_tenth(path) for path in used if path.parent.name != "tabletops")
    assert not any(odd(path) for path in (*assets.textures["photo"], *assets.textures["tabletops"]))
    assert len(assets.hands) == 1


def test_only_decks_with_english_letters_teach_the_readers(pictures: Path) -> None:
    none = frozenset[str]()
    selection = Selection((("npm_letele", "gnome_simplistic"),), frozenset({HOUSE}), none, none, none)

    assert Assets(pictures, selection=selection, readable_only=True).decks == ()


def test_a_deck_without_printed_indexes_has_none(pictures: Path) -> None:
    deck = load_deck(pictures / "decks" / HOUSE, indexed=False)

    assert all(face.index is None for face in deck.faces.values())


def test_a_folder_without_decks_is_told(tmp_path: Path) -> None:
    with pytest.raises(AssetsError, match="holds no folder decks"):
        Assets(tmp_path)


def test_a_deck_that_lacks_cards_is_told(pictures: Path, tmp_path: Path) -> None:
    for name in ("2C", "3C", "5C"):
        shutil.copy(pictures / "decks" / HOUSE / f"{name}.webp", tmp_path)

    with pytest.raises(AssetsError, match="lacks 4C, 6C, 7C"):
        load_deck(tmp_path)


def test_a_picture_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.webp").write_bytes(b"nothing")

    with pytest.raises(AssetsError, match=r"a\.webp cannot be read"):
        read(tmp_path / "a.webp")


def test_a_face_comes_in_falling_sizes_and_the_smallest_that_will_do_is_taken() -> None:
    face = Face(levels(np.full((700, 500, 3), 255, np.uint8)))

    assert [level.shape[0] for level in face.levels] == [480, 240, 120, 60]
    assert face.at(1000).shape[0] == 480
    assert face.at(241).shape[0] == 240
    assert face.at(130).shape[0] == 240
    assert face.at(20).shape[0] == 60


def test_what_is_transparent_becomes_white_paper() -> None:
    picture = np.zeros((4, 4, 4), np.uint8)
    picture[:2, :, 3] = 255

    flat = flattened(picture)

    assert (flat[:2] == 0).all()
    assert (flat[2:] == 255).all()


def test_a_four_cornered_face_prints_its_index_in_all_corners(assets: Assets) -> None:
    deck = assets.decks[0]
    face = deck.four_cornered("9C")
    image = face.levels[0]
    assert face.index is not None
    height, width = image.shape[:2]
    x, y = int(face.index[2] * width), int(face.index[3] * height)

    corners = (image[:y, :x], image[:y, -x:], image[-y:, :x], image[-y:, -x:])
    dark = [(corner.min(axis=2) < 100).mean() for corner in corners]
    assert min(dark) > 0.6 * max(dark)
    assert deck.four_cornered("9C") is face


def test_a_large_table_top_is_made_smaller(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "large.jpg"), np.zeros((600, 1500, 3), np.uint8))

    assert texture(tmp_path / "large.jpg").shape == (360, 900, 3)
