from __future__ import annotations

import pytest

from referee.errors import UserError
from referee.rules.actions import GameConfigured, Saying, TableSays
from referee.rules.engine import new_game, observe
from referee.rules.state import State
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
        (TableSays(Saying.POSITION, "pagat play pile:1=" + "999x7H," * 2500), "The position has more cards"),
    ],
)
def test_a_word_that_makes_none_is_refused_in_a_sentence(word: TableSays, told: str) -> None:
    with pytest.raises(UserError) as caught:
        refuse_misfit(word, STATE)
    assert str(caught.value).startswith(told)


def over() -> State:
    state = STATE
    for seat in (0, 1):
        state, _ = observe(state, TableSays(Saying.OUT, "yes", seat))
    return state


def test_who_is_out_leaves_only_after_the_hand_and_once() -> None:
    gone, _ = observe(STATE, TableSays(Saying.OUT, "yes", 0))
    with pytest.raises(UserError, match="Ana is out of this hand already"):
        refuse_misfit(TableSays(Saying.LEAVES, "", 0), gone)
    refuse_misfit(TableSays(Saying.LEAVES, "", 0), over())
    with pytest.raises(UserError, match="Ana does not play the next hand anyway"):
        refuse_misfit(TableSays(Saying.LEAVES, "", 0), over(), ("Ben", "Cem"))


def test_a_seat_without_cards_is_not_taken_over_and_a_dead_one_is() -> None:
    out, _ = observe(STATE, TableSays(Saying.LEAVES, "out", 0))
    stays, _ = observe(STATE, TableSays(Saying.LEAVES, "stay", 0))
    with pytest.raises(UserError, match="nothing left to take over from Ana"):
        refuse_misfit(TableSays(Saying.TAKES_OVER, "Dora", 0), out)
    refuse_misfit(TableSays(Saying.TAKES_OVER, "Dora", 0), stays)
    refuse_misfit(TableSays(Saying.TAKES_OVER, "Dora", 0), over())


def test_nobody_joins_twice_or_where_so_many_cannot_be_dealt_to() -> None:
    with pytest.raises(UserError, match="Two players are called Dora"):
        refuse_misfit(TableSays(Saying.JOINS, "dora"), STATE, ("Ana", "Ben", "Cem", "Dora"))
    with pytest.raises(UserError, match="6 players with 9 cards each need 54"):
        refuse_misfit(TableSays(Saying.JOINS, "Eve"), STATE, ("Ana", "Ben", "Cem", "Dora", "Kim"))
    refuse_misfit(TableSays(Saying.JOINS, "Ben"), STATE, ("Ana", "Cem"))
