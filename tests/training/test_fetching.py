from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import cv2
import numpy as np
import pytest

from referee.training import tops
from referee.training.arms import own_hands
from referee.training.assets import Assets, load_deck, read
from referee.training.decklist import Cards, Source
from referee.training.decks import FACES
from referee.training.fetching import UNFINISHED, FetchError, fetch
from referee.training.packages import Manager, Package, PackageError
from referee.training.tables import table_top
from tests.pictured import DECK

PACKAGE, OTHER = Package(Manager.NPM, "decks"), Package(Manager.APT, "sheets")


def pictures(folder: Path) -> Cards:
    """The committed deck, as if it lay in *folder*."""
    assert folder.is_dir()
    return {path.stem: np.asarray(cv2.imread(str(path), -1), np.uint8) for path in DECK.glob("*.webp")}


def lacking(folder: Path) -> Cards:
    return {name: picture for name, picture in pictures(folder).items() if name not in ("7H", "8H")}


def broken(folder: Path) -> Cards:
    raise ValueError("it is no SVG")


def source(name: str, cards: Callable[[Path], Cards] = pictures, package: Package = PACKAGE) -> Source:
    return Source(name, package, cards)


class Shelf:
    """Unpacks nothing, and notes what was asked for."""

    def __init__(self, *missing: Package) -> None:
        self.asked: list[Package] = []
        self._missing = missing

    def __call__(self, package: Package, scratch: Path) -> Path:
        self.asked.append(package)
        if package in self._missing:
            raise PackageError(f"The {package} cannot be had.")
        return scratch


@pytest.fixture(autouse=True)
def few_tops(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tops, "EACH", 1)


def test_decks_are_written_whole_as_training_opens_them(tmp_path: Path) -> None:
    told: list[str] = []

    names = fetch(tmp_path, told.append, [source("one")], Shelf())

    deck = load_deck(tmp_path / "decks" / "one")
    assert names == ["one"]
    assert (len(deck.faces), len(deck.jokers), len(deck.backs)) == (52, 1, 1)
    assert read(tmp_path / "decks" / "one" / "7H.webp").shape[::2] == (480, 4)
    assert told[0] == "one: 54 pictures"
    assert not (tmp_path / UNFINISHED).exists()


def test_a_package_is_brought_once_for_all_its_decks(tmp_path: Path) -> None:
    shelf = Shelf()

    fetch(tmp_path, print, [source("one"), source("two")], shelf)

    assert shelf.asked == [PACKAGE]


def test_what_is_there_is_not_fetched_again(tmp_path: Path) -> None:
    fetch(tmp_path, print, [source("one")], Shelf())
    before = (tmp_path / "decks" / "one" / "7H.webp").stat().st_mtime_ns
    shelf = Shelf()

    names = fetch(tmp_path, print, [source("one")], shelf)

    assert (names, shelf.asked) == (["one"], [])
    assert (tmp_path / "decks" / "one" / "7H.webp").stat().st_mtime_ns == before


def test_what_a_kill_left_is_cleared_away_and_made_anew(tmp_path: Path) -> None:
    (tmp_path / UNFINISHED / "one").mkdir(parents=True)
    (tmp_path / UNFINISHED / "one" / "AS.webp").write_bytes(b"half")

    fetch(tmp_path, print, [source("one")], Shelf())

    assert {path.stem for path in (tmp_path / "decks" / "one").iterdir()} > set(FACES)


def test_a_package_that_cannot_be_had_is_told_and_the_others_come(tmp_path: Path) -> None:
    told: list[str] = []

    names = fetch(tmp_path, told.append, [source("one"), source("two", package=OTHER)], Shelf(PACKAGE))

    assert names == ["two"]
    assert told[0] == "The npm package decks cannot be had. Left out: one."


@pytest.mark.parametrize(
    ("cards", "says"),
    [
        (lacking, "one: left out, the npm package decks lacks 7H, 8H."),
        (broken, "one: left out, the npm package decks is not as it was (it is no SVG)."),
    ],
)
def test_a_deck_that_cannot_be_made_is_told(
    tmp_path: Path, cards: Callable[[Path], Cards], says: str
) -> None:
    told: list[str] = []

    assert fetch(tmp_path, told.append, [source("one", cards)], Shelf()) == []
    assert told[0] == says


def test_a_place_that_cannot_be_written_to_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")

    with pytest.raises(FetchError, match="cannot be written to"):
        fetch(tmp_path / "file", print, [source("one")], Shelf())


def test_table_tops_come_with_the_decks_and_those_that_are_there_stay(tmp_path: Path) -> None:
    fetch(tmp_path, print, [], Shelf())
    (tmp_path / "textures" / "wood" / "own_00.jpg").unlink()

    fetch(tmp_path, print, [], Shelf())

    assert {path.name for path in (tmp_path / "textures").iterdir()} == set(tops.KINDS)
    assert not list((tmp_path / "textures" / "wood").iterdir())


def test_a_folder_of_decks_alone_has_tops_and_hands_of_our_own(tmp_path: Path) -> None:
    (tmp_path / "decks").mkdir()
    assets = Assets(tmp_path)

    top = table_top(Random(1), assets, 80, 60)

    assert assets.textures == {}
    assert (top.shape, top.std() > 1) == ((60, 80, 3), True)
    assert len(assets.hands) > 10
    assert all(hand.shape[2] == 4 and hand[..., 3].max() == 255 for hand in assets.hands)


def test_hands_are_whole_at_the_fingers_and_cut_at_the_arm() -> None:
    for hand in own_hands():
        assert hand[0, :, 3].max() == 0
        assert hand[-1, :, 3].max() == 255


@pytest.mark.parametrize("kind", tops.KINDS)
def test_a_top_is_the_same_each_time_and_another_with_another_seed(kind: str) -> None:
    one, again, other = (tops.top(kind, Random(seed)) for seed in (1, 1, 2))

    assert (one == again).all()
    assert (one != other).any()
