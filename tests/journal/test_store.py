from __future__ import annotations

import os
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from referee.journal import store
from referee.journal.check import complaints
from referee.journal.config import Config
from referee.journal.lock import Lock
from referee.journal.log import LOCK, Journal, JournalError, Record
from tests.tables import config
from tests.tabletop import TABLE


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
    found = list(store.summaries(tmp_path))

    assert [(game.folder.name, game.end) for game in found] == [("b", "ended"), ("a", "stopped"), ("c", "")]
    assert found[0].length_s == 12.5
    assert found[0].config.names == ("Ana", "Ben", "Cem")


@pytest.mark.parametrize("data", [5, {"version": "9.9"}, {"type": []}])
def test_a_game_that_makes_no_sense_is_broken(tmp_path: Path, data: object) -> None:
    with Journal.create(tmp_path / "a") as journal:
        journal.append("config", 0, data)
    (game,) = store.listed(tmp_path)

    assert isinstance(game, store.Broken)
    assert list(store.summaries(tmp_path)) == []


def begin(games: Path, name: str) -> Path:
    """A game that was cut off before anything was written."""
    (games / name).mkdir(parents=True)
    (games / name / "journal.sqlite").touch()
    return games / name


def test_a_game_of_which_nothing_is_recorded_is_neither_broken_nor_damaged(tmp_path: Path) -> None:
    begin(tmp_path, "a")
    Journal.create(tmp_path / "b").close()
    assert [type(game) for game in store.listed(tmp_path)] == [store.Blank, store.Blank]
    for name in ("a", "b"):
        assert complaints(tmp_path / name)[0].startswith("Nothing is recorded in it")
    with Record(tmp_path / "a") as record:
        assert (record.first(), list(record.entries()), record.crop("7H")) == (None, [], None)


def test_a_game_of_which_nothing_is_recorded_does_not_hide_the_one_before(tmp_path: Path) -> None:
    cut_off = make(tmp_path, "a")
    begin(tmp_path, "b")
    assert _folder_of(store.unfinished(tmp_path, config())) == cut_off
    assert store.resumable(tmp_path, config()).folder == cut_off


def test_a_new_game_of_which_nothing_was_recorded_is_discarded_and_no_other(tmp_path: Path) -> None:
    (tmp_path / "new").mkdir()
    for folder in (tmp_path / "new", begin(tmp_path, "a"), make(tmp_path, "b"), tmp_path / "gone"):
        store.discard_blank(folder)
    with Journal.create(tmp_path / "running"):
        store.discard_blank(tmp_path / "running")
    assert sorted(folder.name for folder in tmp_path.iterdir()) == ["b", "running"]


def test_only_the_newest_game_goes_on_and_only_when_it_was_cut_off(tmp_path: Path) -> None:
    assert store.unfinished(tmp_path, config()) is None
    cut_off = make(tmp_path, "a")
    assert _folder_of(store.unfinished(tmp_path, config())) == cut_off
    stopped = make(tmp_path, "b", "stopped")
    assert store.unfinished(tmp_path, config()) is None
    assert store.resumable(tmp_path, config()).folder == stopped


def test_a_game_that_was_cut_off_can_also_be_resumed_by_word(tmp_path: Path) -> None:
    folder = make(tmp_path, "a")

    assert store.resumable(tmp_path, config()).folder == folder


@pytest.mark.parametrize(
    ("other", "told"),
    [
        (replace(config(), names=("Ana", "Ben", "Eva")), "played with the players Ana, Ben, Cem: say"),
        (replace(config(), rules={"name": "other"}), "played with the rules pagat: say"),
        (replace(config(), rules={"name": "pagat"}), "played with the rules pagat as they were then: say"),
        (replace(config(), footage=replace(config().footage, name="x")), "with the pictures of drawn: say"),
        (replace(config(), table=replace(TABLE, card_mm=(58.0, 88.0))), "with another table file: say"),
        (
            replace(config(), rules={"name": "other"}, names=("Eva",)),
            "played with the rules pagat and the players Ana, Ben, Cem: say",
        ),
    ],
)
def test_a_game_to_be_resumed_otherwise_than_it_was_begun_says_how_that_was(
    tmp_path: Path, other: Config, told: str
) -> None:
    make(tmp_path, "a", "stopped")

    with pytest.raises(JournalError, match=f"The last game, a, was .*{told}"):
        store.resumable(tmp_path, other)


def test_a_game_that_has_ended_cannot_be_resumed(tmp_path: Path) -> None:
    make(tmp_path, "a", "ended")

    with pytest.raises(JournalError, match="The last game, a, has ended"):
        store.resumable(tmp_path, config())


def test_where_no_game_is_there_is_none_to_resume(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="There is no game in"):
        store.resumable(tmp_path, config())


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


def test_a_game_that_was_cut_off_and_is_not_gone_on_with_is_told(tmp_path: Path) -> None:
    assert store.left_behind(tmp_path, config()) == ""
    make(tmp_path, "a")
    assert store.left_behind(tmp_path, config()) == ""
    told = store.left_behind(tmp_path, replace(config(), rules={"name": "other"}))
    assert told.startswith(
        "A new game begins. The last one, a, was cut off and was played with the rules pagat"
    )
    make(tmp_path, "b", "stopped")
    assert store.left_behind(tmp_path, replace(config(), rules={"name": "other"})) == ""


def test_a_game_that_another_referee_plays_just_now_was_not_cut_off(tmp_path: Path) -> None:
    lock = Lock.take(make(tmp_path, "a") / LOCK)
    assert lock is not None
    assert store.left_behind(tmp_path, replace(config(), rules={"name": "other"})) == ""
    lock.release()
    assert store.left_behind(tmp_path, replace(config(), rules={"name": "other"}))
