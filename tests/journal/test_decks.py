from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from referee.journal import decks
from referee.journal.check import complaints
from referee.journal.config import Config
from referee.journal.log import Journal, JournalError
from referee.vision.memory import DeckMemory, DeckMemoryError
from tests.tables import config
from tests.vision.decks import prototypes


@pytest.fixture(autouse=True)
def _home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(decks, "home", lambda: tmp_path / "decks")


def memory(name: str = "kitchen") -> DeckMemory:
    return DeckMemory(name, "eyes", prototypes("7H", "8C"), prototypes("7H"))


def game(folder: Path, deck: decks.DeckFile) -> Config:
    setup = replace(config(), deck=deck.used)
    with Journal.create(folder) as journal:
        journal.append("config", 0, setup.to_json())
    decks.copy_into(folder, deck)
    return setup


def test_a_deck_is_found_by_its_name_and_by_its_file() -> None:
    path = decks.keep(memory())

    assert decks.find("kitchen").used == decks.find(str(path)).used
    assert decks.find("kitchen").memory.known == memory().known


def test_a_deck_that_was_not_enrolled_is_told_with_those_that_were() -> None:
    decks.keep(memory("attic"))

    with pytest.raises(DeckMemoryError, match=r"No deck called kitchen was enrolled \(there are attic\)"):
        decks.find("kitchen")


@pytest.mark.parametrize("name", ["", "../up", "a/b", " ", "x" * 41])
def test_what_cannot_be_a_file_is_no_name(name: str) -> None:
    with pytest.raises(DeckMemoryError, match="cannot be called"):
        decks.keep(memory(name))


def test_a_game_has_its_own_copy_whatever_becomes_of_the_deck(tmp_path: Path) -> None:
    path = decks.keep(memory())
    setup = game(tmp_path / "game", decks.find("kitchen"))
    path.unlink()

    found = decks.of_game(tmp_path / "game", setup)

    assert found is not None
    assert found.used == setup.deck
    assert Config.from_json(setup.to_json()) == setup
    assert complaints(tmp_path / "game") == []


def test_a_game_without_a_deck_has_none(tmp_path: Path) -> None:
    assert decks.of_game(tmp_path, config()) is None


def test_a_copy_that_is_gone_or_changed_is_found_out(tmp_path: Path) -> None:
    decks.keep(memory())
    setup = game(tmp_path / "game", decks.find("kitchen"))
    decks.copy_into(tmp_path / "game", replace(decks.find("kitchen"), memory=memory("other")))
    with pytest.raises(JournalError, match="was changed"):
        decks.of_game(tmp_path / "game", setup)

    (tmp_path / "game" / decks.COPY).unlink()

    assert any("missing or broken" in text for text in complaints(tmp_path / "game"))
