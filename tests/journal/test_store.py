from __future__ import annotations

import os
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from referee.journal import store
from referee.journal.config import Config
from referee.journal.log import Journal, JournalError
from tests.tables import config


def make(games: Path, name: str, *marks: str, setup: Config | None = None) -> Path:
    with Journal.create(games / name) as journal:
        journal.append("config", 0, replace(setup or config(), game=name).to_json())
        for what in marks:
            journal.append("mark", 12.5, {"what": what})
    stamp = 1000 + len(list(games.iterdir()))
    os.utime(games / name / "journal.sqlite", (stamp, stamp))
    os.utime(games / name, (stamp, stamp))
    return games / name


def test_games_are_named_by_day_and_number(tmp_path: Path) -> None:
    today = date(2026, 11, 30)
    (tmp_path / store.new_name(tmp_path, today)).mkdir()

    assert store.new_name(tmp_path, today) == "2026-11-30-2"


def test_games_are_listed_oldest_first_with_how_they_ended(tmp_path: Path) -> None:
    make(tmp_path, "b", "ended")
    make(tmp_path, "a", "stopped")
    make(tmp_path, "c", "stopped", "resumed")
    (tmp_path / "rubbish").mkdir()
    (tmp_path / "rubbish" / "journal.sqlite").write_text("rubbish " * 200)

    found = list(store.summaries(tmp_path))

    assert [(game.folder.name, game.end) for game in found] == [("b", "ended"), ("a", "stopped"), ("c", "")]
    assert found[0].length_s == 12.5
    assert found[0].config.names == ("Ana", "Ben", "Cem")


def test_only_the_newest_game_goes_on_and_only_when_it_was_cut_off(tmp_path: Path) -> None:
    assert store.unfinished(tmp_path, config()) is None
    cut_off = make(tmp_path, "a")
    assert _folder_of(store.unfinished(tmp_path, config())) == cut_off
    stopped = make(tmp_path, "b", "stopped")
    assert store.unfinished(tmp_path, config()) is None
    assert _folder_of(store.unfinished(tmp_path, config(), stopped_too=True)) == stopped


def _folder_of(summary: store.Summary | None) -> Path | None:
    return summary.folder if summary else None


@pytest.mark.parametrize(
    "other",
    [
        replace(config(), names=("Ana", "Ben", "Eva")),
        replace(config(), rules={"name": "other"}),
        replace(config(), footage=replace(config().footage, name="another film")),
    ],
)
def test_a_game_of_other_people_rules_or_pictures_does_not_go_on(tmp_path: Path, other: Config) -> None:
    make(tmp_path, "a")

    assert store.unfinished(tmp_path, other) is None


def test_a_game_is_found_by_name_and_by_folder(tmp_path: Path) -> None:
    folder = make(tmp_path, "a")

    assert store.find(tmp_path, "a") == folder
    assert store.find(tmp_path / "elsewhere", str(folder)) == folder
    with pytest.raises(JournalError, match="no recorded game called 'b'"):
        store.find(tmp_path, "b")


def test_a_deleted_game_is_gone(tmp_path: Path) -> None:
    store.delete(make(tmp_path, "a"))

    assert list(store.summaries(tmp_path)) == []


def test_a_game_that_is_being_refereed_is_not_deleted(tmp_path: Path) -> None:
    folder = make(tmp_path, "a")
    with Journal.open(folder), pytest.raises(JournalError, match="stop that one first"):
        store.delete(folder)

    assert store.summarise(folder)


def test_a_setup_of_another_version_is_refused(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="another version"):
        Config.from_json({"version": "9.9"})


def test_a_setup_comes_back_as_it_was_written() -> None:
    assert Config.from_json(config().to_json()) == config()
