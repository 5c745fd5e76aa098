from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from referee import cli
from referee.cards import Reading, card
from referee.rules.actions import CardsPlayed, Source
from tests.told import record


@pytest.fixture
def games(tmp_path: Path) -> Path:
    record(tmp_path / "evening", CardsPlayed(0, (Reading.sure(card("7C")),), Source.HAND))
    return tmp_path


def export(monkeypatch: pytest.MonkeyPatch, games: Path, *arguments: object) -> int:
    words = ["referee", "export", "evening", "--journal", str(games), *map(str, arguments)]
    monkeypatch.setattr(sys, "argv", words)
    with pytest.raises(SystemExit) as exit_:
        cli.main()
    return int(exit_.value.code or 0)


def test_a_recorded_game_is_printed_as_text(
    games: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert export(monkeypatch, games, "--text") == 0
    assert "Ana plays 7C from hand" in capsys.readouterr().out


def test_the_text_goes_where_it_is_wanted(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert export(monkeypatch, games, "--text", "-o", games / "a" / "b.txt", "--json", games / "c.json") == 0
    text = (games / "a" / "b.txt").read_text(encoding="utf-8")
    assert json.loads((games / "c.json").read_text()) == {"game": "evening", "text": text}


def test_the_position_after_a_play_is_one_line(
    games: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert export(monkeypatch, games, "--position", 5) == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert line.startswith("pagat play 1:2/")
    assert "pile:1=7C" in line


@pytest.mark.parametrize("wrong", [(), ("--text", "--position", 5), ("--position", 99), ("--position", 0)])
def test_a_wish_that_cannot_be_met_is_one_sentence_and_exit_code_two(
    games: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    wrong: tuple[object, ...],
) -> None:
    assert export(monkeypatch, games, *wrong) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_an_exported_game_is_read_and_ruled_to_the_same_position(
    games: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out, result = games / "evening.txt", games / "read.json"
    assert export(monkeypatch, games, "--position", 5) == 0
    (position,) = capsys.readouterr().out.splitlines()
    assert export(monkeypatch, games, "--text", "-o", out) == 0
    monkeypatch.setattr(sys, "argv", ["referee", "rules", "read", str(out), "--json", str(result)])
    with pytest.raises(SystemExit) as exit_:
        cli.main()
    lines = capsys.readouterr().out.splitlines()
    assert not exit_.value.code
    assert lines[-1] == position
    assert "Ana plays 7C from hand  ; OK" in lines
    assert [game["position"] for game in json.loads(result.read_text())] == [position]
