from __future__ import annotations

from dataclasses import replace

import pytest

from referee.cards import cards
from referee.errors import UserError
from referee.rules.actions import GameConfigured, Saying, TableSays
from referee.rules.engine import new_game
from referee.rules.entering import position_of
from referee.rules.loading import load
from referee.rules.position import at_rest, read_position, show_position
from referee.rules.rulings import Level, TurnAnnounced
from referee.rules.state import State
from tests.rules.refused import refusal
from tests.rules.tables import NAMES, after, play, ruling, unsure

POSITION = "pagat play 1:3/4C,9D,KH/3 2:2-3(7H)/3x??/3 3:out1 pile:1=7D;2=9S,9C turn:1"


def game(rules: str = "pagat") -> State:
    return new_game(GameConfigured(rules, 3, NAMES[:3], dealer=2))


def says(position: str) -> TableSays:
    return TableSays(Saying.POSITION, position)


def test_a_hand_is_entered_in_the_middle_and_ruled_from_there() -> None:
    state, said = after(game(), says(POSITION))
    assert at_rest(state) == replace(read_position(POSITION, None, NAMES[:3]), dealer=2)
    assert [n.limit for n in said if isinstance(n, TurnAnnounced)] == ["nine or higher, or a two"]
    state, said = after(state, play(0, "4S"))
    assert ruling(said).code == "TOO_LOW"


def test_an_open_question_belongs_to_the_game_as_it_was() -> None:
    asked, _ = after(game(), unsure(0, {"6H": 0.5, "8H": 0.4}), unsure(1, {"7C": 0.6, "5C": 0.4}))
    assert asked.asked
    state, _ = after(asked, says(POSITION))
    assert (state.asked, state.pending, state.history) == (None, (), None)


def test_a_position_may_put_a_game_right_at_any_time() -> None:
    state, _ = after(game(), play(0, "5C"), play(1, "KD"), says(POSITION), TableSays(Saying.UNDO))
    assert state.pile_cards == cards("7D 9S 9C")


@pytest.mark.parametrize(
    "wrong", ["", "nonsense", "pagat play 1:3/-/3 turn:1", POSITION.replace("3:out1", "")]
)
def test_a_position_that_does_not_fit_changes_nothing(wrong: str) -> None:
    state, _ = after(game(), play(0, "5C"))
    again, said = after(state, says(wrong))
    assert (replace(again, serial=0), said) == (replace(state, serial=0), [])


def test_a_game_entered_in_the_middle_may_be_ruled_by_other_rules() -> None:
    state, _ = after(game("classic001"), says(POSITION))
    assert (state.rules.name, state.turn) == ("classic001", 0)


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ("", "Line 1, column 1: expected a rule set"),
        ("guarducci play 1:3/-/3", "The position is one of 'guarducci' and the game goes by 'pagat'"),
        ("pagat play 1:3/-/3 2:3/-/3", "The position has 2 seats and 3 play"),
        (POSITION.replace("turn:1", "turn:3"), "It is the turn of seat 3, who is out"),
        (POSITION.replace("2:2-3(7H)/3x??/3", "2:out2"), "Fewer than two seats hold cards"),
        (f"{POSITION} stock:40", "The position has 60 cards and the pack 52"),
        (f"{POSITION} stock:20", "11 cards of the pack are nowhere in the position: burnt:11x?? has them."),
        (f"{POSITION} burnt:7D", "There are 2 of the seven of diamonds in the position, and 1 in the pack"),
        (f"{POSITION} burnt:JK", "There are 1 of the joker in the position, and 0 in the pack"),
    ],
)
def test_a_position_that_cannot_be_is_refused_with_the_reason(wrong: str, told: str) -> None:
    sentence = refusal(lambda text: position_of(text, game()), wrong)
    assert sentence is not None
    assert sentence.startswith(told)


def test_every_position_of_a_game_in_play_can_be_entered() -> None:
    state, _ = after(game(), play(0, "5C"), play(1, "10D"), play(1, "KD"))
    assert position_of(show_position(state), game()) == at_rest(state)


def test_more_players_than_the_rules_deal_to_are_refused() -> None:
    six = replace(game(), seats=game().seats * 2)
    line = "pagat swap " + " ".join(f"{n}:1/-/0" for n in range(1, 7)) + " burnt:46x??"
    with pytest.raises(UserError, match="6 players with 9 cards each need 54 cards"):
        position_of(line, six)


def test_nothing_is_said_against_anybody_when_a_position_is_told() -> None:
    _, said = after(game(), says(POSITION))
    assert not [n for n in said if getattr(n, "level", Level.SILENT) is not Level.SILENT]


def test_a_name_of_two_words_is_shown_as_a_position_has_it() -> None:
    state = new_game(GameConfigured("at home", 3), replace(load("pagat"), name="at home"))
    told = refusal(lambda text: position_of(text, state), "snap play 1:3/0/3")
    assert "as in 'at%20home play ...'" in str(told)
