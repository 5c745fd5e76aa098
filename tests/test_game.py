from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from referee.game import Game, GameError
from referee.journal.fold import fold
from referee.journal.log import Entry, Journal
from referee.rules.actions import Saying, TableSays
from referee.rules.entering import PositionError
from referee.sayings import SayingError
from tests.tables import EYES, config, film_frames, play_through, setup
from tests.tabletop import PatchEyes

Q = {"9S": ("6S", 0.3)}


def entries_of(journal: Journal, kind: str) -> list[Entry]:
    return [entry for entry in journal.entries() if entry.kind == kind]


def events(journal: Journal) -> list[str]:
    return [_words(entry.data) for entry in entries_of(journal, "event")]


def _words(data: dict[str, Any]) -> str:
    cards = data.get("cards", [])
    names = " ".join(reading[0][0] for reading in cards)
    return f"{data['type']} {data.get('seat', data.get('by_seat', ''))} {names}".strip()


def essential(journal: Journal) -> list[tuple[float, str, str]]:
    return [entry.content for entry in journal.entries() if entry.kind != "mark"]


@pytest.fixture(scope="module")
def whole() -> Journal:
    """The journal of the drawn film, refereed in one go."""
    journal = Journal.in_memory()
    play_through(Game(journal, EYES(), config(), setup()))
    return journal


def test_a_film_becomes_the_events_that_it_shows(whole: Journal) -> None:
    assert [text for text in events(whole) if text.split()[0] not in ("RowSeen", "StockState")] == [
        "GameConfigured",
        "StarterDeclared 0",
        "CardsPlayed 0 5C",
        "CardsPlayed 1 7D",
        "CardsPlayed 2 3H",
        "PlayRetracted 2",
        "CardsPlayed 2 9S",
        "CardsPlayed 0 10H",
        "PileCleared 0",
        "CardsPlayed 0 4C 4D",
        "PilePickedUp 1",
        "CardsPlayed 2 8C",
    ]


def test_the_play_that_broke_a_rule_is_called_and_no_other(whole: Journal) -> None:
    called = [e.data for e in entries_of(whole, "notice") if e.data.get("level") == "illegal"]

    assert [(ruling["seat"], ruling["code"], ruling["cards"]) for ruling in called] == [
        (2, "TOO_LOW", ["3H"])
    ]


def test_the_snapshot_is_what_the_journal_tells(whole: Journal) -> None:
    game = Game(whole, EYES())

    assert game.snapshot() == fold(whole.entries()).snapshot()
    assert game.snapshot()["turn"]["seat"] == 0
    assert game.snapshot()["pile"] == {"top": "8C", "count": 1, "cards": ["8C"]}
    assert game.snapshot()["burnt"] == 4
    assert [play["what"] for play in game.snapshot()["plays"]][:3] == ["played", "picked_up", "played"]


def test_each_played_card_has_its_picture(whole: Journal) -> None:
    game = Game(whole, EYES())
    cards = [card for play in game.snapshot()["plays"] for card in play["cards"]]

    assert len(cards) == 8
    assert all((game.crop(card["crop"]) or b"").startswith(b"\xff\xd8\xff") for card in cards)
    assert game.crop("no such") is None


@pytest.mark.parametrize("stop", [0, 45, 97, 125, 204])
def test_a_game_that_was_cut_off_goes_on_as_if_it_had_not_been(whole: Journal, stop: int) -> None:
    journal = Journal.in_memory()
    play_through(Game(journal, EYES(), config(), setup()), last=stop)
    eyes = EYES()
    game = Game(journal, eyes)
    play_through(game)

    assert essential(journal) == essential(whole)
    assert game.view.state == fold(whole.entries()).state


def test_what_was_seen_before_the_cut_is_not_looked_at_again() -> None:
    journal = Journal.in_memory()
    first, second, both = EYES(), EYES(), EYES()
    play_through(Game(journal, first, config(), setup()), last=150)
    play_through(Game(journal, second))
    play_through(Game(Journal.in_memory(), both, config(), setup()))

    assert first.looks + second.looks == both.looks


def test_frames_that_were_not_taken_are_noted() -> None:
    journal = Journal.in_memory()
    game = Game(journal, EYES(), config(), setup())
    for frame in film_frames():
        if frame.seq not in (4, 5, 6, 40):
            game.step(frame)
    lost = [pair for entry in entries_of(journal, "frame") for pair in entry.data.get("lost", ())]

    assert lost == [[4, 6], [40, 40]]


def test_the_status_follows_the_table() -> None:
    seen: list[str] = []
    game = Game(Journal.in_memory(), EYES(), config(), setup(), on_change=lambda s: seen.append(s["status"]))
    play_through(game, last=60)
    game.mark("ended")

    assert {"watching", "arm"} <= set(seen)
    assert seen[-1] == "ended"


def asked(doubts: dict[str, tuple[str, float]], words: Sequence[TableSays] = ()) -> tuple[Journal, Game]:
    """The game in which the nine may have been a six, with what the table says to the question."""
    journal = Journal.in_memory()
    game = Game(journal, PatchEyes(doubts), config(), setup())
    left = list(words)
    for frame in film_frames():
        question = game.snapshot()["question"]
        if question and left:
            word = left.pop(0)
            game.say(TableSays(word.saying, word.value, ref=question["id"]))
        game.step(frame)
    return journal, game


def test_a_doubtful_card_is_asked_about_and_the_answer_counts() -> None:
    journal, _ = asked(Q, [TableSays(Saying.ANSWER, "9S")])
    said = [e.data for e in entries_of(journal, "event") if e.data["type"] == "TableSays"]

    assert [notice.data["type"] for notice in entries_of(journal, "notice")].count("Question") == 1
    assert [(word["saying"], word["value"]) for word in said] == [("answer", "9S")]
    assert not [e for e in entries_of(journal, "mark") if e.data["what"] == "timeout"]


def test_a_question_that_nobody_answers_is_answered_by_its_default() -> None:
    journal, _ = asked({"5C": ("4C", 0.3), "7D": ("4D", 0.3)})
    questions = [e for e in entries_of(journal, "notice") if e.data["type"] == "Question"]
    timeouts = [e for e in entries_of(journal, "mark") if e.data["what"] == "timeout"]

    assert questions
    assert len(timeouts) <= len(questions)
    for timeout in timeouts:
        question = next(q for q in questions if q.data["id"] == timeout.data["question"])
        assert timeout.t >= question.t + question.data["timeout_s"]


def test_an_answer_to_a_question_that_is_not_open_is_refused() -> None:
    game = Game(Journal.in_memory(), EYES(), config(), setup())
    with pytest.raises(GameError, match="already"):
        game.say(TableSays(Saying.ANSWER, "9S", ref="card-1"))


def test_a_position_that_does_not_fit_the_game_is_refused() -> None:
    game = Game(Journal.in_memory(), EYES(), config(), setup())
    with pytest.raises(PositionError, match="2 seats and 3 play"):
        game.say(TableSays(Saying.POSITION, "pagat play 1:3/-/3 2:3/-/3"))
    game.say(TableSays(Saying.POSITION, "pagat play 1:3/-/3 2:3/-/3 3:1/-/0"))


@pytest.mark.parametrize("word", [TableSays(Saying.TURN, "99"), TableSays(Saying.CORRECTION, "99Z")])
def test_a_word_about_a_seat_or_a_card_that_is_not_there_is_refused(word: TableSays) -> None:
    game = Game(Journal.in_memory(), EYES(), config(), setup())
    with pytest.raises(SayingError):
        game.say(word)


def test_nothing_can_be_said_to_a_game_that_has_ended() -> None:
    game = Game(Journal.in_memory(), EYES(), config(), setup())
    game.mark("ended")
    with pytest.raises(GameError, match="ended"):
        game.say(TableSays(Saying.STANDS))


def test_a_journal_without_a_game_is_refused(tmp_path: Path) -> None:
    with Journal.create(tmp_path / "game") as journal, pytest.raises(GameError, match="no game"):
        Game(journal, EYES())
