from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from referee.commands import rules
from referee.rules.cases import run
from referee.rules.loading import presets
from referee.rules.ruleset import RuleSetError

CASE: dict[str, Any] = {
    "id": "T1",
    "ruleset": {"base": "pagat"},
    "state": {
        "pile": ["9H"],
        "players": 3,
        "turn": 1,
        "direction": 1,
        "hand_known": None,
        "stock": 20,
        "phase": "play",
        "zones": {"1": {"hand": 3, "up": 3, "down": 3}},
    },
    "action": {"seat": 1, "type": "play", "source": "hand", "cards": ["4D"]},
    "expect": {"legal": False, "reason_code": "TOO_LOW", "next_seat": 1},
}


@pytest.fixture
def app() -> typer.Typer:
    app = typer.Typer()
    app.callback()(lambda: None)
    rules.register(app)
    return app


def write(folder: Path, cases: object) -> str:
    path = folder / "cases.json"
    path.write_text(json.dumps(cases))
    return str(path)


def test_every_preset_is_listed(app: typer.Typer) -> None:
    done = CliRunner().invoke(app, ["rules", "list"])
    assert done.exit_code == 0
    assert all(name in done.output.split("Not described")[0] for name in presets())


def test_a_rule_set_is_shown_in_plain_words_with_its_sources(app: typer.Typer) -> None:
    done = CliRunner().invoke(app, ["rules", "show", "pagat"])
    assert "- Tens burn the pile. [P-29, C-23, D-14]" in done.output
    assert "Also called Palace, Karma" in done.output
    assert "Agree before you deal:" in done.output


def test_games_that_are_only_named_are_listed_as_such(app: typer.Typer, tmp_path: Path) -> None:
    result = tmp_path / "result.json"
    done = CliRunner().invoke(app, ["rules", "list", "--json", str(result)])
    below = done.output.split("Not described")[1]
    assert all(title in below for title in ("Twisted Shithead", "Shit-Boot", "Mukava", "Piina"))
    named = {each["name"]: each["described"] for each in json.loads(result.read_text())}
    assert named["pagat"] is True
    assert named["mukava"] is False


def test_the_schema_is_printed_or_written(app: typer.Typer, tmp_path: Path) -> None:
    printed = CliRunner().invoke(app, ["rules", "schema"])
    CliRunner().invoke(app, ["rules", "schema", "-o", str(tmp_path / "schema.json")])
    assert json.loads(printed.output) == json.loads((tmp_path / "schema.json").read_text())
    assert "effects" in json.loads(printed.output)["properties"]


def test_a_rule_set_that_is_not_there_is_a_users_mistake(app: typer.Typer) -> None:
    done = CliRunner().invoke(app, ["rules", "show", "nope"])
    assert isinstance(done.exception, RuleSetError)


def test_cases_that_hold_exit_with_nought(app: typer.Typer, tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["rules", "check", write(tmp_path, [CASE])])
    assert (done.exit_code, done.output.splitlines()[-1]) == (0, "1 passed, 0 failed")


def test_a_case_that_differs_is_named_with_what_differs(app: typer.Typer, tmp_path: Path) -> None:
    wrong = {**CASE, "id": "T2", "expect": {"legal": True, "reason_code": "OK"}}
    done = CliRunner().invoke(app, ["rules", "check", write(tmp_path, [CASE, wrong])])
    assert done.exit_code == 1
    assert "T2: legal: False, not True; reason_code: 'TOO_LOW', not 'OK'" in done.output
    assert done.output.splitlines()[-1] == "1 passed, 1 failed"


def test_cases_of_games_that_are_only_named_are_counted_apart(app: typer.Typer, tmp_path: Path) -> None:
    later = {**CASE, "id": "T2", "ruleset": {"base": "mukava"}}
    result = tmp_path / "result.json"
    done = CliRunner().invoke(app, ["rules", "check", write(tmp_path, [CASE, later]), "--json", str(result)])
    assert done.output.splitlines()[-1] == "1 passed, 0 failed"
    assert done.output.startswith("1 not checked: nobody here knows the rules of Mukava;")
    assert json.loads(result.read_text())["not_yet"] == ["T2"]


def test_a_file_of_which_nothing_is_checked_does_not_pass(app: typer.Typer, tmp_path: Path) -> None:
    later = {**CASE, "ruleset": {"base": "mukava"}}
    done = CliRunner().invoke(app, ["rules", "check", write(tmp_path, [later])])
    assert (done.exit_code, done.output.splitlines()[-1]) == (1, "0 passed, 0 failed")


def test_a_case_of_a_misspelt_rule_set_fails_with_the_reason(app: typer.Typer, tmp_path: Path) -> None:
    wrong = {**CASE, "ruleset": {"base": "pagatt"}}
    done = CliRunner().invoke(app, ["rules", "check", write(tmp_path, [wrong])])
    assert (done.exit_code, done.output.splitlines()[-1]) == (1, "0 passed, 1 failed")
    assert "T1: cannot be read: There is no rule set 'pagatt'" in done.output


def test_overrides_of_single_keys_are_heeded(app: typer.Typer, tmp_path: Path) -> None:
    held = {
        **CASE,
        "ruleset": {"base": "pagat", "effects.10.burn": False, "effects.10.playable": "rank"},
        "action": {**CASE["action"], "cards": ["10D"]},
        "expect": {"legal": True, "reason_code": "OK", "burn": False, "next_seat": 2},
    }
    done = CliRunner().invoke(app, ["rules", "check", write(tmp_path, [held])])
    assert done.output.splitlines()[-1] == "1 passed, 0 failed"


def test_a_case_that_cannot_be_read_counts_as_failed(app: typer.Typer, tmp_path: Path) -> None:
    broken = {**CASE, "action": {"seat": 1, "type": "juggle"}}
    done = CliRunner().invoke(app, ["rules", "check", write(tmp_path, [broken])])
    assert (done.exit_code, done.output.splitlines()[-1]) == (1, "0 passed, 1 failed")


def test_all_shared_cases_of_the_shipped_rule_sets_hold(app: typer.Typer, shared: Path) -> None:
    done = CliRunner().invoke(app, ["rules", "check", str(shared / "rules" / "vectors.json")])
    assert done.exit_code == 0
    passed = int(done.output.splitlines()[-1].split()[0])
    assert passed == 364


def test_the_case_in_the_help_passes() -> None:
    (case,) = json.loads((rules.check.__doc__ or "").split("```")[1])

    assert [(outcome.differs, outcome.not_yet) for outcome in run([case])] == [((), "")]
