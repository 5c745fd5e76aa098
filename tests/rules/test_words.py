from __future__ import annotations

import pytest

from referee.cards import Card, cards
from referee.rules.constraint import ANYTHING
from referee.rules.words import SENTENCES, explain
from tests.rules.tables import table


@pytest.mark.parametrize("laid", [(), cards("9C"), cards("9C 9D")], ids=["nothing", "a card", "two cards"])
@pytest.mark.parametrize("code", SENTENCES)
def test_every_sentence_can_be_said_of_whatever_was_laid(code: str, laid: tuple[Card, ...]) -> None:
    said = explain(code, table("9H"), 0, laid, ANYTHING)
    assert said.endswith(".")
    assert "{" not in said


def test_a_code_that_nobody_has_to_hear_of_has_no_sentence() -> None:
    assert explain("RUN", table("9H"), 0, cards("9C 10C"), ANYTHING) == ""
