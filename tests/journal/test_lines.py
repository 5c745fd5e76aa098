from __future__ import annotations

import pytest

from referee.cards import Rank, Reading, card
from referee.journal.lines import Lines, line
from referee.journal.log import Entry
from referee.rules.actions import (
    CardsPlayed,
    Event,
    FaceDownFlipped,
    GameConfigured,
    PileCleared,
    RowSeen,
    Saying,
    SeatLeft,
    StockDrawn,
    TableSays,
)
from referee.rules.codec import event_to_json, notice_to_json
from referee.rules.engine import new_game
from referee.rules.rulings import Choice, GameOver, Level, Notice, Question, Ruling, TurnAnnounced

STATE = new_game(GameConfigured("pagat", 3, ("Ana", "Ben", "Cem")))
CALLED = Ruling(Level.ILLEGAL, "TOO_LOW", 1, text="No.", remedy="Take it back.")
ASKED = Question("card-1", "A six?", (Choice("6H", "a six"), Choice("8H", "an eight")), "6H")
UNSURE = Reading(((card("6H"), 0.9), (card("8H"), 0.1)))


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (CardsPlayed(0, (Reading.sure(card("7H")), UNSURE)), "1:23.4  Ana plays 7H 6H (0.90)"),
        (FaceDownFlipped(1, Reading(())), "1:23.4  Ben turns over ?? (0.00)"),
        (PileCleared(2), "1:23.4  The pile is moved aside"),
        (StockDrawn(2, 1, 3), "1:23.4  Cem draws 1 to 3"),
        (StockDrawn(2, 1, 1), "1:23.4  Cem draws 1"),
        (TableSays(Saying.TAKEN_BACK), "1:23.4  The table says: taken back"),
        (
            TableSays(Saying.LEAVES, "out", 1),
            "1:23.4  Ben leaves: the cards go out of the game",
        ),
        (TableSays(Saying.LEAVES, "stay", 1), "1:23.4  Ben leaves: the cards stay where they lie"),
        (TableSays(Saying.TAKES_OVER, "Dora", 1), "1:23.4  Dora plays on in seat 2"),
        (TableSays(Saying.JOINS, "Eve"), "1:23.4  Eve joins from the next hand on"),
        (SeatLeft(1), "1:23.4  Ben leaves"),
        (RowSeen(0, (), 3), None),
    ],
)
def test_events_in_words(event: Event, text: str | None) -> None:
    assert line(Entry(1, 83.45, "", "event", event_to_json(event)), STATE) == text


@pytest.mark.parametrize(
    ("notice", "text"),
    [
        (TurnAnnounced(1, "seven or higher", (Rank.SEVEN,)), "0:02.0  Ben's turn: seven or higher"),
        (
            Ruling(Level.ILLEGAL, "TOO_LOW", 1, text="No.", remedy="Take it back."),
            "0:02.0  ILLEGAL TOO_LOW: No. Take it back.",
        ),
        (Ruling(Level.SILENT, "OK", 1), None),
        (
            Question("card-1", "A six?", (Choice("6H", "a six"), Choice("8H", "an eight")), "6H"),
            "0:02.0  ? A six? (a six, an eight)",
        ),
        (GameOver(2), "0:02.0  The game is over: Cem is the Shithead"),
        (GameOver(None, 0), "0:02.0  The game is over: Ana wins"),
    ],
)
def test_notices_in_words(notice: Notice, text: str | None) -> None:
    assert line(Entry(1, 2.0, "", "notice", notice_to_json(notice)), STATE) == text


ANSWER = Entry(3, 22.0, "", "event", event_to_json(TableSays(Saying.ANSWER, "6H", ref="card-1")))


def test_a_default_is_not_said_to_come_from_the_table() -> None:
    lines = Lines()
    lines(Entry(1, 2.0, "", "notice", notice_to_json(ASKED)), STATE)
    assert lines(Entry(2, 22.0, "", "mark", {"what": "timeout", "question": "card-1"}), STATE) is None
    assert lines(ANSWER, STATE) == "0:22.0  Nobody answered: the default holds (a six)"


def test_a_default_of_a_question_that_was_asked_before_is_said_as_it_was_written() -> None:
    lines = Lines()
    lines(Entry(2, 22.0, "", "mark", {"what": "timeout", "question": "card-1"}), STATE)
    assert lines(ANSWER, STATE) == "0:22.0  Nobody answered: the default holds (6H)"


def test_an_answer_is_said_to_come_from_the_table() -> None:
    assert Lines()(ANSWER, STATE) == "0:22.0  The table says: answer 6H"


def test_nothing_is_said_of_frames_or_before_the_table_is_set() -> None:
    assert line(Entry(1, 2.0, "", "frame", {"seq": 1, "t": 2.0}), STATE) is None
    assert line(Entry(1, 2.0, "", "event", {}), None) is None
