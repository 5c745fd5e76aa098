from __future__ import annotations

import pytest

from referee.rules.entering import refuse_impossible
from referee.rules.impossible import at_odds
from referee.rules.position import read_position
from tests.rules.refused import refusal

REST = "2:3/-/3 3:3/-/3"


def why(text: str) -> str:
    position = read_position(text)
    return refusal(lambda _: refuse_impossible(position, len(position.seats)), text) or ""


@pytest.mark.parametrize(
    ("position", "told"),
    [
        (f"pagat play 1:1(4C,5C)/-/3 {REST}", "Seat 1 has a hand of 1 and 2 cards known in it"),
        (f"pagat play 1:3/-/7 {REST}", "Seat 1 has 7 cards face down, and 3 are dealt: write 3 at most."),
        (f"pagat play 1:3/4C/3/out1 {REST}", "Seat 1 is out and holds cards: take them away, or write left"),
        (
            "pagat play 1:out1 2:3/-/0 3:0/-/0 turn:3",
            "Seat 3 holds nothing and is not out: write the place, as 3:out2.",
        ),
        (f"pagat play 1:3/4C,4D/3/stack(4C,4D) {REST}", "Seat 1 has a stack, and by pagat none are laid"),
        (f"daly_karma play 1:3/4C/3/stack(4C,4D) {REST}", "Seat 1 has 4D in a stack and not in the row"),
        (
            f"pagat swap 1:3/-/3 {REST} pile:1=7D",
            "Nobody has played in the phase swap, and a card was on the pile",
        ),
        (f"pagat swap 1:3/-/3 {REST} burning:1=10D", "Nobody has played in the phase swap, and a card"),
        (f"pagat play 1:3/-/3 {REST} burns:9", "The pile has burnt 9 times and 0 cards are burnt"),
        (f"pagat play 1:out2 {REST}", "Somebody is out as number 2 and nobody as number 1"),
        (
            "pagat play 1:out1 2:out1 3:3/-/3 4:3/-/3",
            "Two are out as number 1: give each a place of its own.",
        ),
        (f"pagat play 1:3/-/3 {REST} end:3/1", "The phase over and the word end: go together"),
        ("pagat over 1:3/-/0 2:3/-/0 3:3/-/0", "The phase over and the word end: go together"),
        (
            f"pagat over 1:3/-/3 {REST} end:3/1",
            "3 seats are still in: the hand goes on, so write play",
        ),
        (
            "pagat over 1:out1 2:out2 3:3/-/3 end:2/-",
            "By pagat the hand is over: write the phase over and end:3/-.",
        ),
        (
            f"pagat_winner play 1:out1 {REST}",
            "By pagat_winner the hand is over: write the phase over and end:-/1.",
        ),
        ("pagat over 1:out1 2:out2 3:3/-/3 end:3/- turn:3", "The hand is over, so it is nobody's turn"),
        (f"pagat play 1:out1 {REST} taking:1", "Seat 1 has a pile to take and is not in the game"),
        ("pagat play 1:3/-/3 2:0/9S/3 3:3/-/3 taking:2", "Seat 2 has a pile to take and none lies there"),
    ],
)
def test_a_position_at_odds_with_itself_is_refused_with_the_reason(position: str, told: str) -> None:
    assert why(position).startswith(told)


@pytest.mark.parametrize(
    "position",
    [
        f"pagat swap 1:3/-/3 {REST} pile:1=??",
        "pagat over 1:out1 2:out2 3:3/-/3 end:3/-",
        f"pagat play 1:3/-/3/left {REST} turn:2",
        f"pagat play 1:3/-/3 {REST} taking:2",
        "pagat play 1:3/-/3 2:0/9S/3 3:3/-/3 pile:1=KD taking:2",
        f"daly_karma play 1:3/4C,4D/3/stack(4C,4D) {REST}",
        f"pagat play 1:3/-/3 {REST} burning:1=10D burns:1",
    ],
)
def test_a_position_that_can_be_is_not_at_odds_with_itself(position: str) -> None:
    assert at_odds(read_position(position)) == ""
