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
        TableSays(Saying.TURN, "2"),
        TableSays(Saying.TURN, "", 1),
        TableSays(Saying.CORRECTION, "7h 7d"),
        TableSays(Saying.CORRECTION, "??"),
        TableSays(Saying.OUT, "yes", 2),
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
        (TableSays(Saying.TURN, "99"), "Nobody sits there: say whose turn it is."),
        (TableSays(Saying.TURN, "3"), "Nobody sits there: say whose turn it is."),
        (TableSays(Saying.TURN, "²"), "Nobody sits there: say whose turn it is."),
        (TableSays(Saying.TURN), "Nobody sits there: say whose turn it is."),
        (TableSays(Saying.CORRECTION, "99Z"), "'99Z' is no card: write the rank and the suit"),
        (TableSays(Saying.CORRECTION, " "), "Say which cards they were"),
        (TableSays(Saying.OUT, "yes", 3), "Nobody sits there: say who is out."),
        (TableSays(Saying.JOINS, "x" * 40), "The name xxx"),
        (TableSays(Saying.POSITION, "pagat"), "Line 1, column 6: expected a phase"),
        (TableSays(Saying.POSITION, "pagat play pile:1=" + "999x7H," * 2500), "The position has more cards"),
    ],
)
def test_a_word_that_makes_none_is_refused_in_a_sentence(word: TableSays, told: str) -> None:
    with pytest.raises(UserError) as caught:
        refuse_misfit(word, STATE)
    assert str(caught.value).startswith(told)


def test_it_is_not_the_turn_of_somebody_who_is_out() -> None:
    gone, _ = observe(STATE, TableSays(Saying.OUT, "yes", 0))
    with pytest.raises(UserError, match="Ana is out: say whose turn it is"):
        refuse_misfit(TableSays(Saying.TURN, "0"), gone)


def test_it_is_nobodys_turn_after_the_hand() -> None:
    state = STATE
    for seat in (0, 1):
        state, _ = observe(state, TableSays(Saying.OUT, "yes", seat))
    with pytest.raises(UserError, match="it is nobody's turn"):
        refuse_misfit(TableSays(Saying.TURN, "2"), state)


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
