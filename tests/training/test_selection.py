from __future__ import annotations

import json
from pathlib import Path

import pytest

from referee.films import unseen
from referee.films.decks import BUNDLED
from referee.films.unseen import digest, odd
from referee.training.assets import Selection, kept_out_tenth

SELECTION = Selection.load()


def test_six_designs_are_kept_out_of_all_training() -> None:
    assert len(SELECTION.kept_out_designs) == 6
    assert len(SELECTION.kept_out) == sum(len(design) for design in SELECTION.kept_out_designs)


def test_two_of_the_kept_out_designs_are_those_one_buys_in_a_shop() -> None:
    assert {"npm_letele", "pypi_blackjack-gui"} <= SELECTION.kept_out


@pytest.mark.parametrize(
    "decks", [SELECTION.shop, SELECTION.toys, SELECTION.other_letters, SELECTION.no_index]
)
def test_no_deck_that_is_kept_out_is_listed_for_training(decks: frozenset[str]) -> None:
    assert not decks & SELECTION.kept_out


def test_a_deck_is_either_a_toy_or_looks_like_a_shop_deck() -> None:
    assert not SELECTION.toys & SELECTION.shop


def test_films_are_measured_on_decks_that_no_training_saw() -> None:
    assert {*unseen.DECKS, BUNDLED} <= SELECTION.kept_out


def test_a_kept_out_deck_is_never_drawn_and_a_shop_deck_is_drawn_most() -> None:
    assert all(SELECTION.weight(deck) == 0 for deck in SELECTION.kept_out)
    assert (
        SELECTION.weight("gnome_anglo")
        > SELECTION.weight("gnome_paris")
        > SELECTION.weight("kde_penguins")
        > 0
    )


def test_every_deck_that_is_named_is_among_the_shared_pictures(shared: Path) -> None:
    named = (
        SELECTION.kept_out | SELECTION.shop | SELECTION.toys | SELECTION.other_letters | SELECTION.no_index
    )

    assert all((shared / "assets" / "decks" / name).is_dir() for name in named)


def test_the_kept_out_tenth_and_half_go_by_the_digest_of_the_name_alone() -> None:
    names = [f"table-{k}.jpg" for k in range(400)]

    assert digest("table-1.jpg") == digest("table-1.jpg")
    assert [kept_out_tenth(Path("here") / name) for name in names] == [
        kept_out_tenth(Path(name)) for name in names
    ]
    assert 20 < sum(kept_out_tenth(Path(name)) for name in names) < 65
    assert 150 < sum(odd(Path(name)) for name in names) < 250


def test_the_file_of_the_selection_is_plain_lists_of_folder_names(root: Path) -> None:
    data = json.loads((root / "datasets" / "selection.json").read_text(encoding="utf-8"))

    assert set(data) == {"about", "kept_out_designs", "other_letters", "toys", "shop", "no_index"}
    for name in ("other_letters", "toys", "shop", "no_index"):
        assert len(data[name]) == len(set(data[name]))
