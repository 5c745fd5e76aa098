from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from referee.journal.config import Config
from referee.journal.hands import APART, last_evening, session_before, session_before_record
from referee.journal.log import Journal, Record
from referee.rules.actions import Event, GameConfigured, Saying, TableSays
from referee.rules.codec import event_to_json
from referee.rules.scoring import standings
from referee.rules.session import Session
from tests.tables import NAMES, config


def out(*seats: int) -> tuple[Event, ...]:
    return tuple(TableSays(Saying.OUT, "yes", seat) for seat in seats)


def hand(
    games: Path, name: str, *events: Event, names: tuple[str, ...] = NAMES, setup: Config | None = None
) -> None:
    """Record a hand with these *names*; no rulings, since nobody reads them here."""
    with Journal.create(games / name) as journal:
        journal.append("config", 0.0, replace(setup or config(), game=name, names=names).to_json())
        for event in (GameConfigured("pagat", len(names), names), *events):
            journal.append("event", 1.0, event_to_json(event))


def points(session: Session | None) -> dict[str, int]:
    return {row.name: row.points for row in standings(session)} if session else {}


def test_games_one_after_the_other_are_hands_of_one_evening(tmp_path: Path) -> None:
    hand(tmp_path, "b", *out(0, 1))
    hand(tmp_path, "a", *out(2, 0))
    played = last_evening(tmp_path)
    assert played is not None
    assert played.games == ("b", "a")
    assert points(session_before(tmp_path, config())) == {"Ana": 3, "Ben": 5, "Cem": 4}
    with Record(tmp_path / "a") as record:
        assert points(session_before_record(record)) == {"Ana": 1, "Ben": 2, "Cem": 3}


def test_a_hand_that_is_not_over_counts_nothing_and_ends_no_evening(tmp_path: Path) -> None:
    hand(tmp_path, "a", *out(0, 1))
    hand(tmp_path, "b", *out(0))
    hand(tmp_path, "c", *out(1, 2))
    assert points(session_before(tmp_path, config())) == {"Ana": 4, "Ben": 3, "Cem": 5}


def test_people_may_come_and_go_between_the_hands(tmp_path: Path) -> None:
    hand(tmp_path, "a", *out(0, 1), TableSays(Saying.JOINS, "Dora"), TableSays(Saying.LEAVES, "", 0))
    hand(tmp_path, "b", *out(0), names=("Ben", "Cem", "Dora"))
    assert session_before(tmp_path, replace(config(), names=("Dora", "Eve"))) is not None


@pytest.mark.parametrize(
    ("names", "later", "hands"),
    [
        (NAMES, timedelta(), 1),
        (("Eve", "Ana"), timedelta(), 1),
        (("Eve", "Kim"), timedelta(), 0),
        (NAMES, APART + timedelta(minutes=1), 0),
    ],
)
def test_other_people_or_another_day_begin_another_evening(
    tmp_path: Path, names: tuple[str, ...], later: timedelta, hands: int
) -> None:
    hand(tmp_path, "a", *out(0, 1))
    session = session_before(tmp_path, replace(config(), names=names), datetime.now(UTC) + later)
    assert (len(session.results) if session else 0) == hands


def test_a_film_that_is_refereed_again_is_the_same_hand(tmp_path: Path) -> None:
    film = replace(config(), footage=replace(config().footage, sha256="f1"))
    other = replace(config(), footage=replace(config().footage, sha256="f2"))
    hand(tmp_path, "a", *out(0, 1), setup=film)
    hand(tmp_path, "b", *out(1, 0), setup=other)
    assert points(session_before(tmp_path, film)) == {"Ana": 2, "Ben": 1, "Cem": 3}
    hand(tmp_path, "c", *out(2, 1), setup=film)
    assert points(session_before(tmp_path, config())) == {"Ana": 5, "Ben": 3, "Cem": 4}


def test_what_is_no_game_and_what_is_not_there_is_no_evening(tmp_path: Path) -> None:
    (tmp_path / "rubbish").mkdir()
    (tmp_path / "rubbish" / "journal.sqlite").write_text("rubbish " * 200)
    Journal.create(tmp_path / "begun").close()
    with Journal.create(tmp_path / "old") as journal:
        journal.append("config", 0.0, {"version": "9.9"})
    with Journal.create(tmp_path / "bare") as journal:
        journal.append("config", 0.0, config().to_json())
    assert last_evening(tmp_path) is None
    assert last_evening(tmp_path / "gone") is None
    assert session_before(tmp_path, config()) is None
    with Record(tmp_path / "begun") as record:
        assert session_before_record(record) is None


def test_hands_of_other_rules_count_in_the_same_evening(tmp_path: Path) -> None:
    house = replace(config(), rules={**config().rules, "name": "house"})
    hand(tmp_path, "a", *out(0, 1), setup=house)
    hand(tmp_path, "b", *out(0, 1))
    assert points(session_before(tmp_path, config())) == {"Ana": 2, "Ben": 4, "Cem": 6}
