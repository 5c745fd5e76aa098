from __future__ import annotations

from pathlib import Path

import pytest

from referee.cards import Reading, card
from referee.journal.fold import fold
from referee.journal.log import Journal, Record
from referee.journal.text import TextError, game_text, position_after
from referee.rules.actions import (
    CardsPlayed,
    GameConfigured,
    Saying,
    SeatLeft,
    Source,
    StockDrawn,
    TableSays,
)
from referee.rules.codec import event_to_json
from referee.rules.game_text import read_games
from referee.rules.position import at_rest, read_position
from tests.tables import config
from tests.told import record

SEVEN = CardsPlayed(0, (Reading.sure(card("7C")),), Source.HAND)
FOUR = CardsPlayed(1, (Reading.sure(card("4S")),), Source.HAND)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    record(tmp_path / "game", SEVEN, StockDrawn(0, 1, 1), FOUR, SeatLeft(7))
    return tmp_path / "game"


def test_a_recorded_game_is_written_with_numbers_times_and_rulings(folder: Path) -> None:
    with Record(folder) as record:
        text = game_text(record.entries())
    assert '[Rules "pagat"]' in text
    assert "Ana plays 7C from hand  ; #5 0:02\n" in text
    assert "    ; ILLEGAL TOO_LOW: The four does not beat the seven." in text
    (game,) = read_games(text)
    assert game.events[-3:] == (SEVEN, StockDrawn(0, 1, 1), FOUR)


def test_the_position_after_any_event_is_the_state_of_the_fold(folder: Path) -> None:
    with Record(folder) as record:
        entries = list(record.entries())
    for entry in entries:
        if entry.kind == "event":
            state = fold(entries[: entry.seq]).state
            assert state is not None
            assert read_position(position_after(entries, entry.seq), state.rules, state.names) == at_rest(
                state
            )


@pytest.mark.parametrize("number", [1, 6, 999])
def test_what_is_no_event_has_no_position(folder: Path, number: int) -> None:
    with (
        Record(folder) as record,
        pytest.raises(TextError, match=f"Number {number} of this record is no event"),
    ):
        position_after(record.entries(), number)


def test_several_hands_of_a_record_stand_one_after_the_other(tmp_path: Path) -> None:
    record(tmp_path / "game", SEVEN, GameConfigured("pagat", 2, ("Ana", "Ben"), 1), StockDrawn(0, 1, 1))
    with Record(tmp_path / "game") as opened:
        first, second = read_games(game_text(opened.entries()))
    assert SEVEN in first.events
    assert (second.config.names, second.events) == (("Ana", "Ben"), (StockDrawn(0, 1, 1),))


def test_a_record_in_which_nobody_was_dealt_to_has_no_text(tmp_path: Path) -> None:
    with Journal.create(tmp_path / "game") as journal:
        journal.append("config", 0.0, config().to_json())
        with pytest.raises(TextError):
            game_text(journal.entries())


def test_a_default_is_written_as_one(tmp_path: Path) -> None:
    folder = tmp_path / "game"
    unsure = CardsPlayed(1, (Reading(((card("9S"), 0.6), (card("6S"), 0.4))),), Source.HAND)
    record(folder, SEVEN, unsure)
    with Journal.open(folder) as journal:
        journal.append("mark", 22.0, {"what": "timeout", "question": "card-2"})
        event = event_to_json(TableSays(Saying.ANSWER, "9S", ref="card-2"))
        number = journal.append("event", 22.0, event).seq
    with Record(folder) as opened:
        text = game_text(opened.entries())

    assert f"; #{number} 0:22, nobody answered: the default holds\n" in text
    assert read_games(text)[0].events[-1] == TableSays(Saying.ANSWER, "9S", ref="card-2")
