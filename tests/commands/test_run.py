from __future__ import annotations

import socket
import sys
from pathlib import Path

import pytest

from referee import cli, terminal
from referee.journal import store
from referee.journal.log import Journal, Record
from referee.vision import models
from tests.tables import film
from tests.tabletop import PatchEyes


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return film(tmp_path_factory.mktemp("film"))


@pytest.fixture(autouse=True)
def _patch_eyes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terminal, "load_eyes", lambda *_: (PatchEyes(), "patches"))


class Told:
    """What a command printed, and its exit code."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._monkeypatch, self._capsys = monkeypatch, capsys

    def __call__(self, *arguments: object) -> tuple[int, str, str]:
        self._monkeypatch.setattr(sys, "argv", ["referee", *map(str, arguments)])
        with pytest.raises(SystemExit) as exit_:
            cli.main()
        said = self._capsys.readouterr()
        return int(exit_.value.code or 0), said.out, said.err


@pytest.fixture
def referee(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Told:
    return Told(monkeypatch, capsys)


HEADLESS = ("--headless", "--until-end")


def test_a_film_is_refereed_listed_proved_checked_and_ruled_again(
    referee: Told, drawn: Path, tmp_path: Path
) -> None:
    here = ("--journal", tmp_path)
    code, out, _ = referee("run", drawn, *here, "--starter", "ana", *HEADLESS)
    assert code == 0
    assert "ILLEGAL TOO_LOW" in out

    code, out, _ = referee("games", *here, "--json", tmp_path / "games.json")
    name = out.split()[0]
    assert code == 0
    assert "ended" in out

    assert referee("check", name, *here)[0] == 0
    assert referee("replay", name, "--verify", *here)[:2] == (
        0,
        f"{name}: derived again, and it is the same.\n",
    )
    code, out, _ = referee("replay", name, "--rules", "classic001", *here)
    assert code == 0
    assert "rulings change" in out

    assert referee("games", *here, "--delete", name, "--yes")[0] == 0
    assert "No games" in referee("games", *here)[1]


def test_a_changed_record_is_found_out(referee: Told, drawn: Path, tmp_path: Path) -> None:
    referee("run", drawn, "--journal", tmp_path, *HEADLESS)
    folder = next(store.summaries(tmp_path)).folder
    _forge(folder, '"3H"', '"9H"')

    code, out, _ = referee("check", folder)
    assert code == 1
    assert "was changed" in out
    code, out, _ = referee("replay", folder, "--verify")
    assert code == 1
    assert "first difference" in out


def _forge(folder: Path, old: str, new: str) -> None:
    import sqlite3

    database = sqlite3.connect(folder / "journal.sqlite", isolation_level=None)
    database.execute("DROP TRIGGER entry_fixed")
    database.execute("UPDATE entry SET data = replace(data, ?, ?)", (old, new))
    database.close()


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("97",), "camera 97"),
        (("{tmp}/gone.mp4",), "There is no film"),
        (("{tmp}/empty.mp4",), "no film that can be read"),
        (("{tmp}/broken.mp4",), "no film that can be read"),
        (("{tmp}/none.jpg",), "no picture that can be read"),
        (("{tmp}/pictures",), "no pictures in"),
        (("http://127.0.0.1:9/video",), "cannot be opened"),
        (("{film}", "--rules", "snap"), "snap"),
        (("{film}", "--table", "{tmp}/gone.json"), "no table file"),
        (("{film}", "--table", "{tmp}/broken.mp4"), "no table file"),
        (("{film}", "--table", "{tmp}/other.json"), "another camera"),
        (("{film}", "--journal", "{tmp}/broken.mp4"), "cannot be written to"),
        (("{film}", "--starter", "Zoe"), "Zoe"),
        (("{film}", "--port", "{port}"), "Port {port} is taken"),
    ],
)
def test_bad_input_is_refused_in_one_plain_sentence(
    referee: Told, drawn: Path, tmp_path: Path, arguments: tuple[str, ...], why: str
) -> None:
    (tmp_path / "pictures").mkdir()
    (tmp_path / "empty.mp4").write_bytes(b"")
    (tmp_path / "broken.mp4").write_bytes(b"no film " * 99)
    (tmp_path / "none.jpg").write_bytes(b"no picture")
    text = (drawn.parent / "table.json").read_text()
    (tmp_path / "other.json").write_text(text.replace("640", "641", 1))
    (tmp_path / "table.json").write_text(text)
    with socket.create_server(("0.0.0.0", 0)) as taken:
        port = taken.getsockname()[1]
        filled = [text.format(tmp=tmp_path, film=drawn, port=port) for text in arguments]
        if "--journal" not in filled:
            filled += ["--journal", str(tmp_path / "games")]
        code, _, err = (
            referee("run", *filled, *HEADLESS, "--table", tmp_path / "table.json")
            if "--table" not in filled
            else referee("run", *filled, *HEADLESS)
        )

    assert code == 2
    assert why.format(port=port) in err
    assert err.count("\n") == 1
    assert "Traceback" not in err


def test_missing_weights_are_said(
    referee: Told, drawn: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(_: Path | None) -> tuple[PatchEyes, str]:
        raise models.EyesError("The weights are missing: fetch the project again, whole.")

    monkeypatch.setattr(terminal, "load_eyes", none)
    code, _, err = referee("run", drawn, "--journal", tmp_path / "games", *HEADLESS)

    assert (code, err) == (2, "referee: The weights are missing: fetch the project again, whole.\n")
    assert not (tmp_path / "games").exists()


@pytest.mark.parametrize("command", ["run", "demo"])
def test_a_port_that_is_taken_leaves_no_game_behind(
    referee: Told, drawn: Path, tmp_path: Path, command: str
) -> None:
    source = (drawn,) if command == "run" else ()
    with socket.create_server(("0.0.0.0", 0)) as taken:
        port = taken.getsockname()[1]
        assert referee(command, *source, "--journal", tmp_path / "games", "--port", port)[0] == 2

    assert not (tmp_path / "games").exists()


def test_a_port_that_is_taken_leaves_a_game_that_was_cut_off_as_it_was(
    referee: Told, drawn: Path, tmp_path: Path
) -> None:
    referee("run", drawn, "--journal", tmp_path, *HEADLESS)
    (game,) = store.summaries(tmp_path)
    with Journal.open(game.folder) as journal:
        journal.append("mark", game.length_s, {"what": "stopped"})
        last = journal.last_seq
    with socket.create_server(("0.0.0.0", 0)) as taken:
        port = taken.getsockname()[1]
        assert referee("run", drawn, "--journal", tmp_path, "--resume", "--port", port)[0] == 2

    with Record(game.folder) as record:
        assert [entry.seq for entry in record.entries(last)] == []


def test_an_unknown_game_is_refused(referee: Told, tmp_path: Path) -> None:
    for command in ("check", "replay"):
        code, _, err = referee(command, "2026-01-01-1", "--journal", tmp_path)
        assert code == 2
        assert "no recorded game" in err
