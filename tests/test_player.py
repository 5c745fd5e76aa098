from __future__ import annotations

from dataclasses import replace

import pytest

from referee.cards import Reading, card
from referee.films.truth import Happening, Truth, Turn
from referee.journal.log import Entry
from referee.player import TruthfulTable, answer, counted, last_action
from referee.rules.actions import (
    CardsPlayed,
    Event,
    PileCleared,
    PilePickedUp,
    PlayRetracted,
    RowSwapped,
    Saying,
    Source,
    StockDrawn,
    TableSays,
)
from referee.rules.codec import notice_to_json
from referee.rules.rulings import Choice, Level, Question, Ruling


def played(seat: int, names: str, source: Source = Source.HAND) -> CardsPlayed:
    return CardsPlayed(seat, tuple(Reading.sure(card(name)) for name in names.split()), source)


def at(t: float, event: Event, then: str | None = None) -> Happening:
    return Happening(t - 1, t, t + 0.5, event, legal=then is None, then=then)


TRUTH = Truth(
    seed=3,
    rules="pagat",
    names=("Ana", "Ben", "Cem"),
    deck="drawn",
    size=(640, 360),
    fps=15,
    start=(),
    events=(
        at(2, played(0, "6H 6D")),
        at(4, StockDrawn(0, 2, 2)),
        at(6, played(1, "4C"), "stands"),
        at(20, played(2, "9S")),
        at(22, played(0, "8C"), "retracted"),
        at(24, PlayRetracted(0)),
        at(26, PilePickedUp(0)),
        at(28, played(1, "KS KD", Source.HAND)),
        at(30, PileCleared(1)),
    ),
    turns=(Turn(0, 0),),
    end=40,
)


def asked(id_: str, *values: str, text: str = "", default: str = "") -> Question:
    return Question(id_, text, tuple(Choice(v, v) for v in values), default or values[-1])


def entry(t: float, notice: Question | Ruling) -> Entry:
    return Entry(1, t, "", "notice", notice_to_json(notice))


@pytest.mark.parametrize(
    ("question", "t", "true"),
    [
        (asked("card-1", "6H", "8H"), 2.5, "6H"),
        (asked("card-1", "8H", "6C"), 2.5, "6C"),
        (asked("card-1", "9H", "??"), 2.5, "??"),
        (asked("under-1", "6D", "8D"), 6.5, "6D"),
        (asked("who-1", "1", "2"), 6.5, "1"),
        (asked("hand_empty-1", "yes", "no", text="Ben, is your hand empty?"), 28.5, "yes"),
        (asked("hand_empty-1", "yes", "no", text="Ana, is your hand empty?", default="yes"), 28.5, "no"),
        (asked("hand_empty-1", "yes", "no", "hand", text="Ben, is your hand empty?"), 6.5, "hand"),
        (asked("fate-1", "burnt", "picked_up"), 26.5, "picked_up"),
        (asked("fate-1", "burnt", "picked_up"), 30.5, "burnt"),
        (asked("out-1", "yes", "no", text="Ana, are you out?", default="yes"), 30.5, "no"),
        (asked("new-1", "yes", "no"), 30.5, "no"),
    ],
)
def test_the_answer_is_the_truth_at_the_time_of_the_question(question: Question, t: float, true: str) -> None:
    assert answer(TRUTH, question, t) == true


def test_cards_are_counted_through_draws_pick_ups_and_what_was_taken_back() -> None:
    table = counted(TRUTH, 27)

    assert table.hands == [3 - 2 + 2 + 4, 2, 2]
    assert table.pile == []


def test_an_answer_comes_three_seconds_later_and_once() -> None:
    table = TruthfulTable(TRUTH)
    table.hear(entry(2.5, asked("card-1", "6H", "8H")))

    assert list(table.say(5.4)) == []
    assert [(word.saying, word.value, word.ref) for word in table.say(5.5)] == [
        (Saying.ANSWER, "6H", "card-1")
    ]
    assert list(table.say(9.0)) == []


def test_about_one_question_in_ten_is_left_open() -> None:
    table = TruthfulTable(TRUTH)
    for number in range(400):
        table.hear(entry(2.5, asked(f"card-{number}", "6H", "8H")))

    assert 340 <= len(list(table.say(6.0))) <= 380


def illegal(seat: int) -> Ruling:
    return Ruling(Level.ILLEGAL, "TOO_LOW", seat)


def test_an_illegal_play_that_was_left_lying_is_said_to_stand_once() -> None:
    table = TruthfulTable(TRUTH)
    table.hear(entry(6.7, illegal(1)))
    table.hear(entry(7.0, illegal(1)))

    assert [(word.saying, word.seat) for word in table.say(10.0)] == [(Saying.STANDS, 1)]


def test_a_play_that_was_taken_back_or_never_illegal_is_not_said_to_stand() -> None:
    table = TruthfulTable(TRUTH)
    table.hear(entry(22.7, illegal(0)))
    table.hear(entry(20.5, illegal(2)))
    table.hear(entry(20.5, replace(illegal(1), level=Level.SUSPICIOUS)))

    assert list(table.say(99.0)) == []


def test_draws_are_no_actions_that_a_question_is_about() -> None:
    last = last_action(TRUTH, 5.0)

    assert last is not None
    assert last.t1 == 2


def test_a_film_that_begins_in_the_middle_counts_from_what_the_table_told() -> None:
    text = "pagat play 1:2/4C,9D/3 2:0/-/2 3:out1 pile:1=7D;2=9S burnt:30x?? turn:1"
    told = TableSays(Saying.POSITION, text)
    table = counted(replace(TRUTH, start=(told,), events=(at(2, played(0, "KS")),)), 3)
    assert (table.hands, table.rows, table.downs) == ([1, 0, 0], [2, 0, 0], [3, 2, 0])
    assert table.pile == ["7D", "9S", "KS"]


def test_cards_chosen_for_the_row_leave_the_hand() -> None:
    laid = tuple(Reading.sure(card(name)) for name in ("10H", "2S", "AS"))
    events = (at(2, RowSwapped(0, laid, ())),)
    table = counted(replace(TRUTH, rules="pagat_choose3", events=events), 3)
    assert (table.hands[:2], table.rows[:2]) == ([3, 6], [3, 0])


def test_a_card_from_the_stock_leaves_no_hand() -> None:
    events = (at(2, played(0, "KS", Source.STOCK)),)
    assert counted(replace(TRUTH, events=events), 3).hands == [3, 3, 3]


def test_who_starts_says_so_when_the_film_has_it() -> None:
    said = TableSays(Saying.TURN, "2")
    table = TruthfulTable(replace(TRUTH, events=(at(7, said),)))
    assert list(table.say(6.9)) == []
    assert list(table.say(7.0)) == [said]
    assert list(table.say(7.1)) == []
