from __future__ import annotations

import pytest

from referee.errors import UserError
from referee.rules.actions import GameConfigured, Saying, TableSays
from referee.rules.engine import new_game
from referee.sayings import refuse_misfit

STATE = new_game(GameConfigured("pagat", 3, ("Ana", "Ben", "Cem")))


@pytest.mark.parametrize(
    "word",
    [
        TableSays(Saying.STANDS),
        TableSays(Saying.LEAVES, "out", 1),
        TableSays(Saying.LEAVES, "", 2),
        TableSays(Saying.TAKES_OVER, "Dora", 1),
        TableSays(Saying.TAKES_OVER, "ben", 1),
        TableSays(Saying.JOINS, "Eve"),
        TableSays(Saying.POSITION, "pagat play 1:3/-/3 2:3/-/3 3:1/-/0"),
    ],
)
def test_a_word_that_makes_sense_is_taken(word: TableSays) -> None:
    refuse_misfit(word, STATE)


@pytest.mark.parametrize(
    ("word", "told"),
    [
        (TableSays(Saying.LEAVES, "out"), "Nobody sits there: say who leaves."),
        (TableSays(Saying.LEAVES, "out", 3), "Nobody sits there: say who leaves."),
        (TableSays(Saying.LEAVES, "sold", 1), "Say what becomes of the cards"),
        (TableSays(Saying.TAKES_OVER, "Dora"), "Nobody sits there: say whose seat is taken over."),
        (TableSays(Saying.TAKES_OVER, "Dora", 9), "Nobody sits there"),
        (TableSays(Saying.TAKES_OVER, "Ana", 1), "Two players are called Ana"),
        (TableSays(Saying.JOINS, " "), "A player has no name"),
        (TableSays(Saying.JOINS, "x" * 40), "The name xxx"),
        (TableSays(Saying.POSITION, "pagat"), "Line 1, column 6: expected a phase"),
    ],
)
def test_a_word_that_makes_none_is_refused_in_a_sentence(word: TableSays, told: str) -> None:
    with pytest.raises(UserError) as caught:
        refuse_misfit(word, STATE)
    assert str(caught.value).startswith(told)
