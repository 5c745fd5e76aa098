from __future__ import annotations

import pytest

from referee.cards import Rank, Reading, card
from referee.rules.actions import CardsPlayed, GameConfigured, RowSeen, Source, StarterDeclared
from referee.rules.codec import CodecError, event_from_json, event_to_json, notice_from_json, notice_to_json
from referee.rules.rulings import Choice, Level, Question, Ruling, TurnAnnounced


def test_an_event_names_its_type_and_spells_its_cards() -> None:
    event = CardsPlayed(1, (Reading.of({card("7H"): 0.98, card("AH"): 0.01}),), Source.HAND, 0.9)
    data = event_to_json(event)
    assert data == {
        "type": "CardsPlayed",
        "seat": 1,
        "cards": [[["7H", 0.98], ["AH", 0.01]]],
        "source": "hand",
        "seat_p": 0.9,
        "covered_unread": 0,
    }
    assert event_from_json(data) == event


def test_fields_left_out_take_their_defaults() -> None:
    assert event_from_json({"type": "GameConfigured", "rules": "pagat", "players": 3}) == GameConfigured(
        "pagat", 3
    )
    assert event_from_json({"type": "StarterDeclared", "seat": 1}) == StarterDeclared(1)


def test_an_unread_card_is_an_empty_reading() -> None:
    event = RowSeen(0, (Reading(()),), 3)
    assert event_to_json(event)["up"] == [[]]
    assert event_from_json(event_to_json(event)) == event


def test_notices_come_back_as_they_went() -> None:
    for notice in (
        Ruling(Level.ILLEGAL, "TOO_LOW", 1, (card("4D"),), ("P-20",), "No.", "Take it back.", 1.0),
        TurnAnnounced(1, "seven or higher", (Rank.SEVEN, Rank.ACE)),
        Question("card-3", "Which?", (Choice("6H", "a six"),), "6H", 10.0),
    ):
        assert notice_from_json(notice_to_json(notice)) == notice


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"type": "Nonsense"},
        {"type": "CardsPlayed", "seat": 1},
        {"type": "CardsPlayed", "seat": 1, "cards": [[["9Z", 1.0]]]},
        {"type": "CardsPlayed", "seat": 1, "cards": 3},
        {"type": "StockState", "empty": "perhaps"},
        {"type": "PlayRetracted", "seat": 1, "why": "x"},
        [],
        None,
    ],
)
def test_what_is_no_event_is_refused_in_one_sentence(data: object) -> None:
    with pytest.raises(CodecError) as caught:
        event_from_json(data)  # type: ignore[arg-type]
    assert "\n" not in str(caught.value)
