from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest

from referee import cli
from referee.rules.loading import load
from referee.trials import games as trials
from referee.trials import report, second
from referee.trials.games import Fault, Record, play
from referee.trials.perft import Count
from referee.trials.second import NoCheckoutError, second_telling
from referee.trials.speed import measure_rules
from tests.rules import slow_rules


def run(monkeypatch: pytest.MonkeyPatch, *options: str) -> int:
    monkeypatch.setattr(sys, "argv", ["referee", "eval", "rules", *options])
    with pytest.raises(SystemExit) as exit_:
        cli.main()
    return int(exit_.value.code or 0)


def test_games_and_counts_in_total(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    figures = tmp_path / "rules.json"

    assert run(monkeypatch, "--games", "3", "--nodes", "50", "--json", str(figures)) == 0

    lines = capsys.readouterr().out.splitlines()
    sets = len(slow_rules.GAMES)
    assert len(lines) == sets + 1
    assert re.fullmatch(
        rf"games 3 ended 3 events \d+ broken 0 counted {sets} nodes \d+ differing 0", lines[-1]
    )
    assert json.loads(figures.read_text())["total"] == lines[-1]


def test_what_is_broken_ends_with_exit_code_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(number: int, seed: int, progress: object) -> list[Record]:
        record = play(load("pagat"), "1")
        fault = Fault("pagat", "1-0", 7, "cards were lost or doubled")
        return [Record(record.rules, record.players, record.events, False, (fault,))]

    monkeypatch.setattr(report, "games", broken)

    assert run(monkeypatch, "--games", "1", "--nodes", "0") == 1
    out = capsys.readouterr().out.splitlines()
    assert out[0] == "pagat, game 1-0, turn 7: cards were lost or doubled"
    assert out[-1].endswith("broken 1 counted 0 nodes 0 differing 0")


def test_counts_that_differ_end_with_exit_code_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(report, "count", lambda *_: Count(9, 8, "after the deal: only the engine lays 7H"))

    assert run(monkeypatch, "--games", "0", "--nodes", "9") == 1
    out = capsys.readouterr().out.splitlines()
    assert out[0] == (
        "pagat: the engine counts 9, the second telling 8; they part after the deal: only the engine lays 7H"
    )
    assert out[-1].endswith(f"differing {len(slow_rules.GAMES)}")


def test_counting_without_a_checkout_says_that_it_needs_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    with pytest.raises(NoCheckoutError):
        second_telling(tmp_path)

    monkeypatch.setattr(report, "second_telling", lambda: second_telling(tmp_path))
    assert run(monkeypatch, "--games", "1", "--nodes", "50") == 2
    assert "needs the tests of a checkout" in capsys.readouterr().err


def test_without_a_checkout_games_are_played_and_it_is_said_that_nothing_was_counted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(report, "second_telling", lambda: second_telling(tmp_path))
    assert run(monkeypatch, "--games", "1") == 0
    remark, totals = capsys.readouterr().out.splitlines()
    assert remark.startswith("Moves were not counted: ")
    assert totals.startswith("games 1 ended 1 ")


def test_the_second_telling_is_found_in_the_working_folder_too(
    monkeypatch: pytest.MonkeyPatch, root: Path, tmp_path: Path
) -> None:
    monkeypatch.setattr(second, "CHECKOUT", tmp_path)
    monkeypatch.chdir(root)
    assert tuple(second_telling().GAMES) == tuple(slow_rules.GAMES)


def test_games_that_did_not_end_are_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(trials, "LONGEST", 3)
    assert run(monkeypatch, "--games", "2", "--nodes", "0") == 0
    remark, totals = capsys.readouterr().out.splitlines()
    assert remark.startswith("2 games were not over after ")
    assert totals.startswith("games 2 ended 0 ")


def test_events_are_counted_and_timed() -> None:
    speed = measure_rules(2)

    assert speed.events > 50
    assert speed.per_s > 0
