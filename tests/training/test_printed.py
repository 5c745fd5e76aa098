from __future__ import annotations

from random import Random

import numpy as np
import pytest

pytest.importorskip("matplotlib", reason="the figures of printed decks come with [train]")

from referee.training.assets import Assets
from referee.training.decks import FACES, Deck
from referee.training.printed import figure_mask, printed_deck


@pytest.fixture
def deck(assets: Assets) -> Deck:
    return printed_deck(Random(5), assets.decks)


def test_a_printed_deck_has_fifty_two_different_faces(deck: Deck) -> None:
    assert tuple(deck.faces) == FACES
    assert len({deck.faces[name].levels[0].tobytes() for name in FACES}) == 52


def test_the_index_lies_where_the_face_says(deck: Deck) -> None:
    for name in FACES:
        face = deck.faces[name]
        assert face.index is not None
        image = face.levels[0].astype(int)
        height, width = image.shape[:2]
        x0, y0, x1, y1 = (round(v * s) for v, s in zip(face.index, (width, height) * 2, strict=True))
        ink = np.abs(image - np.median(image[:3], axis=(0, 1))).max(axis=2) > 60
        assert ink[y0:y1, x0:x1].mean() > 0.1
        if name[0] not in "JQK":
            assert not ink[:y0, : x1 + 2].any()


def test_both_ends_of_a_card_are_printed_alike(deck: Deck) -> None:
    image = deck.faces["10C"].levels[1].astype(int)
    assert np.abs(image - image[::-1, ::-1]).mean() < 3


def test_one_printer_in_four_has_plain_courts(assets: Assets) -> None:
    def colours(deck: Deck) -> int:
        return len(np.unique(deck.faces["KH"].levels[2].reshape(-1, 3) // 32, axis=0))

    plain = sum(colours(printed_deck(Random(seed), assets.decks)) < 16 for seed in range(40))
    assert 3 <= plain <= 20


def test_the_same_number_gives_the_same_deck(assets: Assets) -> None:
    one, two = (printed_deck(Random(7), assets.decks).faces["8S"].levels[0] for _ in range(2))
    assert np.array_equal(one, two)
    assert not np.array_equal(one, printed_deck(Random(8), assets.decks).faces["8S"].levels[0])


def test_scenes_are_dealt_from_printed_decks_as_often_as_asked(assets: Assets) -> None:
    half = Assets(assets.root, assets.tabletops, assets.selection, printed=0.5)
    r = Random(3)
    drawn = [half.any_deck(r).name == "printed" for _ in range(200)]
    assert 70 < sum(drawn) < 130
    assert not any(assets.any_deck(r).name == "printed" for _ in range(50))


def test_ten_is_two_figures_side_by_side() -> None:
    ten, one = figure_mask("10", "DejaVuSerif"), figure_mask("1", "DejaVuSerif")
    assert ten.shape[1] > 1.7 * one.shape[1]
