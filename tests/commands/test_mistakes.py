"""What people get wrong on the command line: one plain sentence each, exit code 2, and nothing lost."""

from __future__ import annotations

import io
import json
import re
import sqlite3
import sys
from functools import cache
from pathlib import Path

import pytest

from referee import terminal
from referee.journal import store
from referee.journal.log import Journal
from referee.resources import demo_dir
from referee.vision import eyes
from tests.tables import config
from tests.tabletop import PatchEyes
from tests.typed import told

PYTHONS_WORDS = re.compile(
    r"Traceback|Errno|codec|Expecting|indices|subscriptable|literal|iterable|Error\b|unpack|-215|\bNone\b|parse"
    r"|Value error|Input should"
)
LOADED = cache(eyes.load)
SMALL = ("--plays", "1", "--size", "160x90", "--fps", "5")


@pytest.fixture(autouse=True)
def _here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A working folder with the files that people give by mistake."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(terminal, "load_eyes", lambda *_: (PatchEyes(), "patches"))
    monkeypatch.setattr(eyes, "load", LOADED)
    Path("empty").mkdir()
    Path("notes.txt").write_text("hello\n")
    Path("nothing.jpg").write_bytes(b"")
    Path("notes.jpg").write_text("no picture")
    with Path("huge.jpg").open("wb") as huge:
        huge.truncate(200_000_001)
    Path("bytes").write_bytes(bytes(range(256)))
    Path("deep.json").write_text("[" * 100_000)
    Path("films/game-000").mkdir(parents=True)
    Path("films/game-000/film.mp4").symlink_to(demo_dir() / "film.mp4")
    Path("broken.toml").write_text("a = [")
    for name, data in _FILES.items():
        Path(name).write_text(json.dumps(data))
    Journal.create(Path("games/begun")).close()


_TABLE = json.loads((demo_dir() / "table.json").read_text())
_FILES = {
    "list.json": [],
    "number.json": 5,
    "words.json": _TABLE | {"picture_size": "ab"},
    "truth.json": _TABLE | {"card_mm": [True, 88]},
    "wide.json": _TABLE | {"picture_size": [True, 720]},
    "endless.json": _TABLE | {"picture_size": [1e400, 720]},
    "seats.json": _TABLE | {"seats": 5},
    "point.json": _TABLE | {"pile": [[0], [1], [2]]},
    "flat.json": _TABLE | {"pile": [[0, 0], [90, 0], [0, 0]]},
    "cards.json": _TABLE | {"card_mm": [0, 0]},
    "lacking.json": {"picture_size": [1280, 720]},
    "films/game-000/truth.json": {"version": 1},
}
FILM = str(demo_dir() / "film.mp4")
TABLES = ("notes.txt", "empty", "bytes", "deep.json", *(name for name in _FILES if "/" not in name))


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("see empty", "empty is a folder"),
        ("see notes.txt", "no picture"),
        ("see nothing.jpg", "no picture"),
        ("see notes.jpg", "no picture"),
        ("see huge.jpg", "too large"),
        ("see gone.jpg", "No such file"),
        ("see notes.jpg --models empty", "weights are missing"),
        ("rules check notes.txt", "notes.txt"),
        ("rules check bytes", "bytes"),
        ("rules check deep.json", "deep.json"),
        ("rules check gone.json", "There is no file gone.json"),
        ("rules check empty", "empty is a folder"),
        ("rules check list.json", "There is no case in list.json"),
        ("rules check number.json", "no list of cases"),
        ("rules show gone.toml", "There is no file gone.toml"),
        ("rules show gone", "referee: There is no rule set 'gone'"),
        ("rules show broken.toml", "no TOML file"),
        ("rules list --json notes.txt/list.json", "cannot be written"),
        ("eval games empty", "no films"),
        ("eval games gone", "no films"),
        ("eval games notes.txt", "no films"),
        ("eval games films", "no truth file"),
        ("eval tables --assets empty --decks gone", "choose another deck, or give the folder"),
        ("eval photos gone.json", "no label file"),
        ("eval photos notes.txt", "no label file"),
        ("eval photos empty", "no label file"),
        ("eval photos deep.json", "no label file"),
        ("eval photos lacking.json", "no label file"),
        ("eval photos number.json", "no label file"),
        ("replay gone --journal games", "no recorded game"),
        ("replay begun --verify --journal games", "no game was begun"),
        ("replay gone --journal notes.txt", "notes.txt is no folder"),
        ("replay gone --speed 0", "--speed"),
        ("export gone --text --journal games", "no recorded game"),
        ("export begun --text --journal games", "Nobody has been dealt to"),
        ("export begun --position 3 --journal games", "Number 3 of this record is no event"),
        ("export begun --position x --journal games", "--position"),
        ("export begun --journal games", "Say what to export"),
        ("check gone --journal games", "no recorded game"),
        ("check empty", "no recorded game"),
        ("check begun --journal gone", "gone is not there"),
        ("export begun --text --journal gone", "gone is not there"),
        ("games --journal gone", "gone is not there"),
        ("games --journal notes.txt", "notes.txt is no folder"),
        ("games --journal games --delete gone", "no recorded game"),
        ("games --journal games --delete ..", "no recorded game"),
        ("games --journal games --json notes.txt/games.json", "cannot be written"),
        ("films make new --games 0", "--games"),
        ("films make new --games many", "--games"),
        ("films make new --players 9", "'--players'"),
        ("films make new --players 1", "'--players'"),
        ("films make new --illegal much", "'--illegal'"),
        ("films make new --tempo slow", "'slow' is not one of 'usual', 'brisk'"),
        ("films make new --illegal 2", "--illegal"),
        ("films make new --size big", "no size"),
        ("films make new --assets gone", "no decks folder"),
        ("films make new --deck gone", "choose another deck"),
        ("films make new --rules gone", "no rule set"),
        ("run gone.mp4", "no film, camera or folder"),
        ("run notes.txt", "no film that can be read"),
        ("run empty", "no pictures in"),
        ("run huge.jpg", "too large"),
        ("run http://127.0.0.1:9/video", "check the address"),
        ("run rtsp://127.0.0.1:9/video", "check the address"),
        ("run 99", "camera 99"),
        ("run", "source"),
        ("run FILM --port 99999", "no port 99999"),
        ("run FILM --port -5", "no port -5"),
        ("run FILM --players 0", "not 0"),
        ("run FILM --players -3", "not -3"),
        ("run FILM --players 9", "3 seats, not 9"),
        ("run FILM --players many", "--players"),
        ("run FILM --names Ana,ana,Ben", "called Ana"),
        ("run FILM --names ,,", "--names has a comma with no name beside it"),
        ("run FILM --names Ana,,Ben", "--names has a comma with no name beside it"),
        ("run FILM --players 3 --names Ana", "There are 3 players and 1 name: give each"),
        ("run FILM --names Ana", "--names has 1 name and the table 3 seats: give 2 to 3 names"),
        ("run FILM --rules gone", "no rule set"),
        ("run FILM --rules notes.txt", "no rule set"),
        ("run FILM --rules broken.toml", "no TOML file"),
        ("run FILM --journal notes.txt", "cannot be written"),
        ("run FILM --position 7H", "--position: The position is one of '7H'"),
        ("run FILM --position pagat", "--position: Line 1, column 6: expected a phase"),
        (
            "run FILM --position=",
            "--position is empty: write how the hand stands, as `referee export GAME --position N`",
        ),
        ("run FILM --position nonsense", "--position: "),
        ("run FILM --nonsense", "--nonsense"),
        ("shuffle", "shuffle"),
        *((f"run FILM --table {table}", "referee calibrate --help` shows how") for table in TABLES),
    ],
)
def test_a_mistake_is_answered_by_one_plain_sentence(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], words: str, why: str
) -> None:
    given = [FILM if word == "FILM" else word for word in words.split()]
    given += ("--headless", "--until-end") if given[0] == "run" else ()
    code, _, err = told(monkeypatch, capfd, *given)

    assert code == 2
    assert err.startswith("referee: ")
    assert err.count("\n") == 1
    assert why in err
    assert not PYTHONS_WORDS.search(err)


def test_a_case_that_makes_no_sense_differs_and_the_others_are_checked(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("cases.json").write_text(json.dumps([{"id": "a", "expect": 5}, {"id": "b", "expect": {}}]))
    code, out, _ = told(monkeypatch, capsys, "rules", "check", "cases.json")

    assert code == 1
    assert out.splitlines()[-1] == "0 passed, 2 failed"
    assert not PYTHONS_WORDS.search(out)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
def test_a_result_that_cannot_be_written_is_told_all_the_same(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = told(monkeypatch, capsys, "films", "make", "new", *SMALL, "--json", "/dev/full")

    assert code == 2
    assert "game-000" in out
    assert Path("new/game-000/film.mp4").is_file()
    assert "/dev/full cannot be written" in err


@pytest.mark.parametrize(
    "words",
    [
        "films make new --json notes.txt/films.json",
        "films make notes.txt",
        "films make notes.txt/new",
        "see gone.jpg --draw notes.txt",
        "see gone.jpg --json empty",
        "eval games gone --keep notes.txt",
        "eval games gone --failures notes.txt/new",
        "eval photos gone.json --failures notes.txt",
        "calibrate gone.mp4 -o notes.txt/table.json",
        "calibrate gone.mp4 --draw notes.txt",
        "calibrate gone.mp4 --learn-lens empty",
        "export gone --text -o notes.txt/game.txt",
        "train detector --checkpoint notes.txt/detector.ckpt --assets gone",
        "train scenes notes.txt --assets gone",
    ],
)
def test_a_place_where_nothing_can_be_written_is_refused_before_the_work(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: str
) -> None:
    before = sorted(Path.cwd().rglob("*"))
    code, out, err = told(monkeypatch, capsys, *words.split())

    assert (code, out) == (2, "")
    assert "cannot be written" in err
    assert err.count("\n") == 1
    assert sorted(Path.cwd().rglob("*")) == before


def test_no_name_is_no_game_to_delete(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir("games/begun")
    code, _, err = told(monkeypatch, capsys, "games", "--journal", "..", "--delete", "", "--yes")

    assert code == 2
    assert "There is no recorded game called ''" in err
    assert Path("journal.sqlite").is_file()


def test_the_folder_of_ones_own_may_not_be_there_yet(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(store, "home", lambda: Path("later").absolute())
    code, out, _ = told(monkeypatch, capsys, "games")

    assert code == 0
    assert "No games are recorded" in out


@pytest.mark.parametrize("content", [bytes(range(256)) * 9, b"Dear diary, " * 200, b"\0"])
def test_a_file_that_is_no_journal_is_told_to_be_damaged(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], content: bytes
) -> None:
    Path("games/begun/journal.sqlite").write_bytes(content)
    code, out, err = told(monkeypatch, capsys, "check", "begun", "--journal", "games")

    assert (code, err) == (1, "")
    assert "is damaged" in out
    assert out.count("\n") == 1


def test_a_journal_whose_first_byte_was_changed_is_told_to_be_damaged(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = Path("games/begun/journal.sqlite")
    file.write_bytes(b"T" + file.read_bytes()[1:])
    code, out, _ = told(monkeypatch, capsys, "check", "begun", "--journal", "games")

    assert code == 1
    assert "is damaged" in out


def test_a_game_that_cannot_be_read_is_listed_as_broken(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("games/begun/journal.sqlite").write_bytes(bytes(range(256)) * 9)
    code, out, _ = told(monkeypatch, capsys, "games", "--journal", "games", "--json", "games.json")

    assert code == 0
    assert re.match(r"begun .* broken +The journal in games/begun is damaged", out)
    (game,) = json.loads(Path("games.json").read_text())
    assert (game["game"], game["end"]) == ("begun", "broken")


def test_a_game_that_is_being_refereed_is_listed_as_running(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with Journal.create(Path("games/now")) as journal:
        journal.append("config", 0, config().to_json())
        during = told(monkeypatch, capsys, "games", "--journal", "games")[1]
    after = told(monkeypatch, capsys, "games", "--journal", "games")[1]

    assert [" running " in during, " cut off " in after] == [True, True]


def test_a_question_before_deleting_that_is_not_answered_deletes_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with Journal.create(Path("games/whole")) as journal:
        journal.append("config", 0, config().to_json())
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    code, _, err = told(monkeypatch, capsys, "games", "--journal", "games", "--delete", "whole")

    assert code == 1
    assert err == "Nothing was done.\n"
    assert Path("games/whole/journal.sqlite").is_file()


def test_a_record_in_which_somebody_wrote_is_found_out_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with Journal.create(Path("games/forged")) as journal:
        journal.append("config", 0, config().to_json())
    database = sqlite3.connect("games/forged/journal.sqlite", isolation_level=None)
    database.execute("DROP TRIGGER entry_fixed")
    database.execute("UPDATE entry SET data = 'rubbish'")
    database.close()

    expected_codes = {"games": 0, "check forged": 1, "replay forged --verify": 2, "export forged --text": 2}
    for words, expected in expected_codes.items():
        code, out, err = told(monkeypatch, capsys, *words.split(), "--journal", "games")
        assert code == expected
        assert words == "games" or "it was changed" in out + err
        assert not PYTHONS_WORDS.search(out + err)
