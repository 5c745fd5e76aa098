from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from referee.errors import UserError
from referee.rules.cases import CasesError, load_cases, run
from tests.rules.casefile import all_cases

CASES = dict(all_cases())
A_CASE = next(iter(CASES.values()))


@pytest.mark.parametrize("name", CASES)
def test_the_case_is_ruled_as_it_should_be(name: str) -> None:
    (outcome,) = run([CASES[name]])
    assert outcome.differs == ()
    assert not outcome.not_yet


def test_no_case_is_there_twice() -> None:
    names = [name for name, _ in all_cases()]
    assert len(names) == len(set(names)) == len(CASES)


def test_a_wrong_ruling_would_show() -> None:
    wrong = {**A_CASE, "expect": {**A_CASE["expect"], "reason_code": "NO_SUCH_CODE"}}
    (outcome,) = run([wrong])
    assert outcome.differs


def test_a_case_of_a_game_that_is_only_named_is_left_for_later() -> None:
    (outcome,) = run([{**A_CASE, "ruleset": {"base": "mukava"}}])
    assert (outcome.not_yet, outcome.differs) == ("mukava", ())


@pytest.mark.parametrize(
    ("ruleset", "fault"),
    [
        ({"base": "pagatt"}, "There is no rule set 'pagatt' (did you mean pagat?); choose one of "),
        ({"base": "nowhere.toml"}, "There is no file nowhere.toml"),
        ({"base": "pagat", "bananas": 3}, "rule set 'pagat': `bananas` is no key"),
        ({"base": "pagat", "decks": 1, "jokers": 0}, "`state.stock` is 53: the pack has 52 cards"),
    ],
)
def test_a_case_whose_rule_set_is_not_there_or_too_small_fails_with_the_reason(
    ruleset: dict[str, Any], fault: str
) -> None:
    state = {**A_CASE["state"], "stock": 53}
    (outcome,) = run([{**A_CASE, "ruleset": ruleset, "state": state}])
    assert outcome.differs[0].startswith(f"cannot be read: {fault}")
    assert not outcome.not_yet


def test_a_file_that_begins_with_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    path = tmp_path / "cases.json"
    path.write_text('\ufeff[{"id": "T1", "expect": {"legal": true}}]', encoding="utf-8")
    assert len(load_cases(path)) == 1


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
