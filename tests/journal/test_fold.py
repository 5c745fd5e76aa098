from __future__ import annotations

import pytest

from referee.cards import Reading, card
from referee.journal.fold import GameView
from referee.journal.log import Journal
from referee.rules import codec
from referee.rules.actions import CardsPlayed, Event, Saying, Source, TableSays
from referee.rules.rulings import Notice
from tests.tables import config, setup


class Told:
    """A game told event by event, with what the rules say to each, as the loop writes it."""

    def __init__(self) -> None:
        self.view = GameView()
        self._journal = Journal.in_memory()
        self._take("config", config().to_json())
        self(*setup())

    def __call__(self, *events: Event) -> Told:
        for event in events:
            for notice in self._take("event", codec.event_to_json(event)):
                self._take("notice", codec.notice_to_json(notice))
        return self

    def answer(self, value: str) -> Told:
        assert self.view.question
        return self(TableSays(Saying.ANSWER, value, ref=self.view.question.id))

    def time_out(self) -> Told:
        """Nobody answers, so the default holds."""
        question = self.view.question
        assert question
        self._take("mark", {"what": "timeout", "question": question.id})
        return self.answer(question.default)

    def unanswered(self) -> list[object]:
        """What each play says of a question that nobody answered, the oldest first."""
        return [play["unanswered"] for play in reversed(self.view.snapshot()["plays"])]

    def rulings(self) -> list[str | None]:
        """The rulings of the plays, the oldest first."""
        plays = reversed(self.view.snapshot()["plays"])
        return [play["ruling"] and play["ruling"]["level"] for play in plays]

    def _take(self, kind: str, data: object) -> tuple[Notice, ...]:
        return self.view.take(self._journal.append(kind, 0.0, data))


SEVEN = CardsPlayed(0, (Reading.sure(card("7C")),), Source.HAND)
NINE_OR_SIX = CardsPlayed(1, (Reading(((card("9S"), 0.6), (card("6S"), 0.4))),), Source.HAND)
KING = CardsPlayed(2, (Reading.sure(card("KS")),), Source.HAND)


@pytest.mark.parametrize(("value", "ruling"), [("9S", None), ("6S", "illegal")])
def test_an_answered_question_leaves_the_final_ruling_on_its_play(value: str, ruling: str | None) -> None:
    game = Told()(SEVEN, NINE_OR_SIX)
    assert game.rulings() == [None, "ask"]
    assert game.answer(value).rulings() == [None, ruling]


@pytest.mark.parametrize(("value", "ruling"), [("9S", None), ("6S", "illegal")])
def test_an_answer_is_about_the_play_that_was_asked_about_also_when_the_game_went_on(
    value: str, ruling: str | None
) -> None:
    game = Told()(SEVEN, NINE_OR_SIX, KING)
    assert game.answer(value).rulings() == [None, ruling, None]


def test_a_play_whose_question_nobody_answered_says_so() -> None:
    game = Told()(SEVEN, NINE_OR_SIX)
    assert game.time_out().unanswered() == [
        None,
        {"question": "Was that a nine or a six?", "default": "a nine"},
    ]


def test_a_play_whose_question_was_answered_with_the_default_does_not_say_that_nobody_did() -> None:
    assert Told()(SEVEN, NINE_OR_SIX).answer("9S").unanswered() == [None, None]


def test_a_question_in_whose_place_another_is_asked_leaves_no_doubt_on_its_play() -> None:
    king_or_three = CardsPlayed(2, (Reading(((card("KS"), 0.6), (card("3S"), 0.4))),), Source.HAND)
    assert Told()(SEVEN, NINE_OR_SIX, king_or_three).rulings() == [None, None, "ask"]


def test_the_snapshot_has_how_the_evening_stands_and_who_joins() -> None:
    game = Told()(TableSays(Saying.JOINS, "Dora"))
    assert game.view.snapshot()["evening"] == {
        "hands": 0,
        "standings": [],
        "tea": None,
        "dealer": None,
        "players": ["Ana", "Ben", "Cem", "Dora"],
        "joining": ["Dora"],
    }
    evening = game(*(TableSays(Saying.OUT, "yes", seat) for seat in (2, 0))).view.snapshot()["evening"]
    assert [row["name"] for row in evening["standings"]] == ["Cem", "Ana", "Ben"]
    assert (evening["hands"], evening["tea"], evening["dealer"]) == (1, "Ben", "Ben")


def test_who_left_in_mid_hand_does_not_play_the_next_one() -> None:
    game = Told()(TableSays(Saying.LEAVES, "out", 1), TableSays(Saying.TAKES_OVER, "Dora", 2))
    assert game.view.snapshot()["evening"]["players"] == ["Ana", "Dora"]
    game(TableSays(Saying.JOINS, "Ben"))
    assert game.view.snapshot()["evening"]["players"] == ["Ana", "Dora", "Ben"]
