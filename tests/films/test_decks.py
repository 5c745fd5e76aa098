import random
from pathlib import Path

import pytest

from referee.cards import DECK, JOKER
from referee.films import decks, unseen


def test_the_bundled_deck_has_every_face_a_joker_and_a_back() -> None:
    deck = decks.load(decks.BUNDLED)
    assert set(deck.faces) == {*DECK, JOKER}
    assert deck.back.size == deck.faces[DECK[0]].size


def test_a_card_is_clear_at_its_corners_and_solid_inside() -> None:
    mask = decks.load(decks.BUNDLED).faces[DECK[0]].mask
    assert mask[5, 5] == 0
    assert mask[mask.shape[0] // 2, mask.shape[1] // 2] == 255


def test_auto_is_the_bundled_deck_where_there_is_no_other() -> None:
    assert decks.choose("auto", None, random.Random(1)) == decks.BUNDLED


def test_auto_chooses_among_all_the_designs_kept_out_of_training(shared: Path) -> None:
    chosen = {decks.choose("auto", shared / "assets", random.Random(n)) for n in range(60)}
    assert chosen == set(unseen.DECKS)


def test_a_deck_keeps_its_own_shape(shared: Path) -> None:
    assert decks.load("gnome_dondorf", shared / "assets").size_mm[0] < 58


def test_an_unknown_deck_is_named() -> None:
    with pytest.raises(decks.DeckError, match="nowhere"):
        decks.load("nowhere")


def test_a_deck_that_comes_without_a_joker_gets_one_of_the_project(shared: Path) -> None:
    deck = decks.load("kde_standard", shared / "assets")
    joker, ace = deck.faces[JOKER], deck.faces[DECK[12]]
    assert joker.size == ace.size
    assert (joker.colour != ace.colour).any()
