from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from referee import cli
from referee.rules.actions import Saying, TableSays
from tests.told import record


def out(seat: int) -> TableSays:
    return TableSays(Saying.OUT, "yes", seat)


def standings(monkeypatch: pytest.MonkeyPatch, games: Path, *arguments: object) -> int:
    words = ["referee", "games", "--standings", "--journal", str(games), *map(str, arguments)]
    monkeypatch.setattr(sys, "argv", words)
    with pytest.raises(SystemExit) as exit_:
        cli.main()
    return int(exit_.value.code or 0)


def test_the_points_of_the_evening_are_told_and_who_deals_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    record(tmp_path / "one", out(0), out(1))
    record(tmp_path / "two", out(1), out(0), TableSays(Saying.JOINS, "Dora Lu"))
    command = "(referee run SOURCE --names 'Ana,Ben,Cem,Dora Lu' --dealer Cem)"
    assert standings(monkeypatch, tmp_path, "--json", tmp_path / "scores.json") == 0
    assert capsys.readouterr().out.splitlines() == [
        "one to two: 2 hands played to the end",
        "  1. Ana    3 points",
        "  1. Ben    3 points",
        "  3. Cem    6 points",
        "Cem makes the tea.",
        "Next hand: Ana, Ben, Cem, Dora Lu; Cem deals " + command,
    ]
    told = json.loads((tmp_path / "scores.json").read_text())
    assert (told["games"], told["hands"], told["joining"]) == (["one", "two"], 2, ["Dora Lu"])
    assert told["standings"][0] == {
        "name": "Ana",
        "place": 1,
        "points": 3,
        "gained": 2,
        "hands": 2,
        "lasts": 0,
    }


def test_a_newcomer_has_a_place_once_a_hand_is_played_and_those_missed_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    record(tmp_path / "one", out(0), out(1))
    record(tmp_path / "two", TableSays(Saying.TAKES_OVER, "Dora", 2), out(2), out(0))
    assert standings(monkeypatch, tmp_path) == 0
    told = capsys.readouterr().out.splitlines()
    assert "  2. Dora    4 points, missed 1" in told
    assert "  4. Cem     6 points, missed 1" in told


def test_before_the_first_hand_is_over_the_next_players_are_told_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    record(tmp_path / "one")
    assert standings(monkeypatch, tmp_path) == 0
    assert capsys.readouterr().out.splitlines() == [
        "one: 0 hands played to the end",
        "Next hand: Ana, Ben, Cem (referee run SOURCE --names Ana,Ben,Cem)",
    ]


def test_where_nothing_is_recorded_that_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert standings(monkeypatch, tmp_path) == 0
    assert capsys.readouterr().out == f"No games are recorded in {tmp_path}.\n"


def test_a_game_of_which_nothing_is_recorded_is_listed_as_such(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "begun").mkdir()
    (tmp_path / "begun" / "journal.sqlite").touch()
    result = tmp_path / "games.json"
    monkeypatch.setattr(sys, "argv", ["referee", "games", "--journal", str(tmp_path), "--json", str(result)])
    with pytest.raises(SystemExit) as exit_:
        cli.main()
    assert not exit_.value.code
    (line,) = capsys.readouterr().out.splitlines()
    assert line.endswith("empty     Nothing is recorded yet.")
    assert [game["end"] for game in json.loads(result.read_text())] == ["empty"]
