from __future__ import annotations

from typing import Any

import pytest

from referee.rules.cases import run
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
