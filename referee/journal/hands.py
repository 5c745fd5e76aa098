"""Hand after hand: which recorded games make one evening, and the hands that came before one of them.

Each run of the referee records a game of its own. Two of them are hands of one evening when the later began
within hours of the earlier one's last entry and somebody played in both. A film that was refereed again
is the same hand once more: the later record of it counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from referee.errors import UserError
from referee.journal.config import Config
from referee.journal.fold import fold
from referee.journal.log import FILE, Entry, Record
from referee.rules.evening import Evening, next_players, session_of
from referee.rules.session import Session

APART = timedelta(hours=6)
"""The longest break within an evening."""

_TOLD = ("config", "event")


@dataclass(frozen=True, slots=True)
class Played:
    """The recorded games of an evening by name, the oldest first, and how it stands after them."""

    games: tuple[str, ...]
    evening: Evening


def last_evening(games: Path) -> Played | None:
    """The evening of the newest game in the folder *games*; None where none was dealt."""
    for hand in _newest_first(games):
        (*earlier, last) = [*_hands_before(games, hand.config, hand.began), hand]
        evening = last.told(_after(earlier))
        if evening is not None:
            return Played(tuple(one.folder.name for one in (*earlier, last)), evening)
    return None


def session_before(games: Path, config: Config, began: datetime | None = None) -> Session | None:
    """What was played of the evening before the game of *config*, which *began* then or begins now."""
    return _after(_hands_before(games, config, began or datetime.now(UTC)))


def session_before_record(record: Record) -> Session | None:
    """What was played of the evening before the game of *record*, by the games beside it."""
    first = record.first()
    if first is None or first.kind != "config":
        return None
    return session_before(record.folder.parent, Config.from_json(first.data), _time(first.wall))


@dataclass(frozen=True, slots=True)
class _Hand:
    """A recorded game as far as the rules need it, and when its first and last entries were written."""

    folder: Path
    config: Config
    entries: tuple[Entry, ...]
    began: datetime
    ended: datetime

    def told(self, before: Session | None = None) -> Evening | None:
        return fold(self.entries, before=before).evening

    def names(self) -> set[str]:
        evening = self.told()
        if evening is None:
            return set()
        return {*self.config.names, *evening.session.players, *next_players(evening)}


def _hands_before(games: Path, config: Config, began: datetime) -> list[_Hand]:
    hands: list[_Hand] = []
    names, films = set(config.names), {config.footage.sha256} - {""}
    for hand in _newest_first(games, began):
        film, played = hand.config.footage.sha256, hand.names()
        if film in films:
            continue
        if began - hand.ended > APART or not names & played:
            break
        hands.append(hand)
        began, names, films = hand.began, names | played, films | {film} - {""}
    return hands[::-1]


def _after(hands: list[_Hand]) -> Session | None:
    session: Session | None = None
    for hand in hands:
        evening = hand.told(session)
        session = session_of(evening) if evening else session
    return session


def _newest_first(games: Path, until: datetime | None = None) -> Iterator[_Hand]:
    """The readable games, those alone that began before *until* where that is given."""
    begins = [(began, file.parent) for file in games.glob(f"*/{FILE}") if (began := _began(file.parent))]
    for began, folder in sorted(begins, reverse=True):
        hand = _read(folder) if until is None or began < until else None
        if hand is not None:
            yield hand


def _began(folder: Path) -> datetime | None:
    try:
        with Record(folder) as record:
            first = record.first()
        return _time(first.wall) if first else None
    except (UserError, ValueError):
        return None


def _read(folder: Path) -> _Hand | None:
    """The game in *folder*; None where it is none, or one of another version."""
    try:
        with Record(folder) as record:
            entries = list(record.entries())
        told = tuple(entry for entry in entries if entry.kind in _TOLD)
        hand = _Hand(
            folder, Config.from_json(told[0].data), told, _time(told[0].wall), _time(entries[-1].wall)
        )
        return hand if hand.told() else None
    except (UserError, ValueError, IndexError):
        return None


def _time(wall: str) -> datetime:
    return datetime.fromisoformat(wall)
