from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from referee.training.assets import Selection
from referee.training.decklist import SOURCES, Naming
from referee.training.decks import FACES

SELECTION = Selection.load()
BY_NAME = {source.name: source for source in SOURCES}


def test_each_deck_comes_once_and_the_lists_know_it() -> None:
    assert len(BY_NAME) == len(SOURCES)
    listed = SELECTION.kept_out | SELECTION.shop | SELECTION.toys | SELECTION.other_letters
    assert {name for name in listed if not name.startswith("git_")} <= set(BY_NAME)


def test_every_deck_of_the_shared_pictures_but_the_git_ones_is_fetched(shared: Path) -> None:
    here = {path.name for path in (shared / "assets" / "decks").iterdir()} - {"backs_extra"}

    assert set(BY_NAME) == {name for name in here if not name.startswith("git_")}


def test_no_source_names_a_host_or_a_place_on_this_machine() -> None:
    assert not any(mark in source.package.name for source in SOURCES for mark in (":", "..", "//"))


@pytest.mark.parametrize(
    ("faces", "names", "cards"),
    [
        (r"(?P<rank>[a-z]+|\d+)_(?P<suit>[a-z]+)", "1_club 10_heart queen_spade", "AC 10H QS"),
        (r"(?P<suit>[a-z]+)_(?P<rank>\w+)", "diamond_1 spade_king", "AD KS"),
        (r"(?P<rank>\d+|[ajqkt])(?P<suit>[cdhs])", "1c 13d TH JS", "AC KD 10H JS"),
    ],
)
def test_cards_are_known_by_the_names_of_their_packages(faces: str, names: str, cards: str) -> None:
    assert sorted(card for _, card in Naming(faces).of(names.split())) == sorted(cards.split())


def test_jokers_and_backs_are_numbered_and_what_is_no_card_is_left() -> None:
    naming = Naming(r"(?P<rank>\d+)_(?P<suit>[a-z]+)", ("red_joker", "joker"), ("back", "blue_back"))

    found = dict(naming.of(["blue_back", "joker", "7_heart", "7_wands", "pip_diamond", "defs12"]))

    assert found == {"joker": "JOKER1", "blue_back": "BACK1", "7_heart": "7H"}


def _png(folder: Path, name: str, grey: int) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(folder / f"{name}.png"), np.full((140, 100, 4), grey, np.uint8))


def _svg_cards(folder: Path) -> None:
    folder = folder / "package" / "png" / "2x"
    ranks = [*map(str, range(1, 11)), "jack", "queen", "king"]
    for suit in ("club", "diamond", "heart", "spade"):
        for rank in ranks:
            _png(folder, f"{suit}_{rank}", 200)
    for other in ("joker_red", "back-red", "card-base", "suit-club"):
        _png(folder, other, 90)


def _blackjack(folder: Path) -> None:
    folder = folder / "blackjack_gui" / "images"
    ranks = [*map(str, range(2, 11)), "ace", "jack", "queen", "king"]
    for suit in ("clubs", "diamonds", "hearts", "spades"):
        for rank in ranks:
            _png(folder, f"{rank}_of_{suit}", 200)
        for rank in ("jack", "queen", "king"):
            _png(folder, f"{rank}_of_{suit}2", 50)
    for other in ("ace_of_spades2", "back", "red_joker", "blue-chip"):
        _png(folder, other, 90)


@pytest.mark.parametrize(
    ("name", "lay", "others"),
    [
        ("npm_svg-cards", _svg_cards, {"JOKER1", "BACK1"}),
        ("pypi_blackjack-gui", _blackjack, {"JOKER1", "BACK1"}),
    ],
)
def test_a_deck_of_pictures_is_found_whole_among_other_pictures(
    name: str, lay: Callable[[Path], None], others: set[str], tmp_path: Path
) -> None:
    lay(tmp_path)

    cards = BY_NAME[name].cards(tmp_path)

    assert set(cards) == {*FACES, *others}


def test_courts_are_the_pictures_and_not_the_large_pips(tmp_path: Path) -> None:
    _blackjack(tmp_path)
    cards = BY_NAME["pypi_blackjack-gui"].cards(tmp_path)

    assert (cards["KS"] == 50).all()
    assert (cards["AS"] == 200).all()


@pytest.mark.parametrize("name", ["gnome_anglo", "kde_standard"])
def test_a_package_that_lacks_its_sheet_is_noticed(name: str, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        BY_NAME[name].cards(tmp_path)
