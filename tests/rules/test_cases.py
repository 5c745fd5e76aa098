from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from referee.errors import UserError
from referee.rules.cases import CasesError, load_cases, run
from tests.rules.casefile import all_cases

CASES = dict(all_cases())


@pytest.mark.parametrize("name", CASES)
def test_the_case_is_ruled_as_it_should_be(name: str) -> None:
    (outcome,) = run([CASES[name]])
    assert outcome.differs == ()
    assert not outcome.not_yet


def test_no_case_is_there_twice() -> None:
    names = [name for name, _ in all_cases()]
    assert len(names) == len(set(names)) == len(CASES)


def test_a_wrong_ruling_would_show() -> None:
    case: dict[str, Any] = next(iter(CASES.values()))
    wrong = {**case, "expect": {**case["expect"], "reason_code": "NO_SUCH_CODE"}}
    (outcome,) = run([wrong])
    assert outcome.differs


def test_a_case_of_a_rule_set_to_come_is_left_for_later() -> None:
    case: dict[str, Any] = next(iter(CASES.values()))
    (outcome,) = run([{**case, "ruleset": {"base": "a_game_to_come"}}])
    assert (outcome.not_yet, outcome.differs) == (True, ())


@pytest.mark.parametrize(
    ("action", "fault"),
    [
        ({"seat": 1, "type": "juggle"}, "there is no action 'juggle'"),
        ({"seat": 1, "type": "play", "source": "hand", "cards": ["14H"]}, "'14H' is no card"),
        ({"seat": 1, "type": "play", "cards": ["4H"]}, "it lacks 'source'"),
    ],
)
def test_a_case_that_does_not_read_says_why(action: dict[str, Any], fault: str) -> None:
    case: dict[str, Any] = next(iter(CASES.values()))
    (outcome,) = run([{**case, "action": action}])
    assert outcome.differs[0].startswith(f"cannot be read: {fault}")


def test_cases_are_loaded_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "cases.json"
    path.write_text('[{"id": "T1", "expect": {"legal": true}}]')
    assert load_cases(path) == [{"id": "T1", "expect": {"legal": True}}]


def test_a_file_of_cases_may_begin_with_a_byte_order_mark(tmp_path: Path) -> None:
    path = tmp_path / "cases.json"
    path.write_text('[{"id": "T1", "expect": {}}]', encoding="utf-8-sig")
    assert load_cases(path) == [{"id": "T1", "expect": {}}]


@pytest.mark.parametrize("text", ["", "{}", "[1]", '[{"id": 1}]', "\x00"])
def test_a_file_that_holds_no_cases_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "cases.json"
    path.write_text(text)
    with pytest.raises(CasesError):
        load_cases(path)


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="There is no file"):
        load_cases(tmp_path / "none.json")


def test_a_folder_and_an_empty_list_hold_no_cases(tmp_path: Path) -> None:
    with pytest.raises(CasesError, match="is a folder"):
        load_cases(tmp_path)
    path = tmp_path / "cases.json"
    path.write_text("[]")
    with pytest.raises(CasesError, match="no case in"):
        load_cases(path)
