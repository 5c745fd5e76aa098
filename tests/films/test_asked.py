"""Which calls the true answers to questions make, also where nobody answers them."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.cards import Card, Reading, card
from referee.films.asked import calls_asked_for
from referee.films.compare import compare
from referee.films.truth import Happening, Truth, Turn
from referee.journal.log import Record
from referee.rules.actions import CardsPlayed, Source
from tests.tables import NAMES, setup
from tests.told import record

SEVEN = CardsPlayed(0, (Reading.sure(card("7C")),), Source.HAND)
UNSURE = CardsPlayed(1, (Reading.of({card("6S"): 0.6, card("9S"): 0.4}),), Source.HAND)


def played(seat: int, name: str) -> CardsPlayed:
    return CardsPlayed(seat, (Reading.sure(card(name)),), Source.HAND)


def truth(second: str, *, legal: bool) -> Truth:
    first = Happening(1.0, 1.9, 2.0, played(0, "7C"))
    then = Happening(2.5, 2.9, 3.0, played(1, second), legal, "OK" if legal else "TOO_LOW", not legal)
    turns = (Turn(0.0, 0), Turn(1.9, 1), Turn(2.9, 2 if legal else 1))
    return Truth(1, "pagat", NAMES, "", (1280, 720), 15, setup(), (first, then), turns, 8.0)


@pytest.mark.parametrize(("second", "called"), [("6S", (card("6S"),)), ("9S", ())])
def test_a_question_calls_what_its_true_answer_calls(
    tmp_path: Path, second: str, called: tuple[Card, ...]
) -> None:
    record(tmp_path / "game", SEVEN, UNSURE)
    calls = calls_asked_for(truth(second, legal=not called), Record(tmp_path / "game").entries())
    assert tuple(one for _, ruling in calls for one in ruling.cards) == called


def test_what_was_rightly_asked_about_is_caught_and_yet_not_called(tmp_path: Path) -> None:
    record(tmp_path / "game", SEVEN, UNSURE)
    entries = list(Record(tmp_path / "game").entries())
    was = truth("6S", legal=False)
    score = compare(was, entries, asked=calls_asked_for(was, entries))
    assert (score.illegal, score.caught, score.called, score.false_calls) == (1, 1, 0, 0)
    assert compare(was, entries).caught == 0


def test_where_the_truth_is_legal_no_question_makes_a_false_call(tmp_path: Path) -> None:
    record(tmp_path / "game", SEVEN, UNSURE)
    entries = list(Record(tmp_path / "game").entries())
    was = truth("9S", legal=True)
    assert compare(was, entries, asked=calls_asked_for(was, entries)).false_calls == 0
