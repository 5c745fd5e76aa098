"""A recorded game as a person reads it: its game text, and the position after any play."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from referee.errors import UserError
from referee.journal.config import Config
from referee.journal.defaults import Defaults
from referee.journal.fold import GameView
from referee.journal.log import Entry
from referee.rules import codec
from referee.rules.actions import Event, GameConfigured
from referee.rules.game_text import Note, WrittenGame, loud, show_game, writable
from referee.rules.position import show_position


class TextError(UserError):
    """A play that is not in the record, or a record without a game."""


def game_text(entries: Iterable[Entry]) -> str:
    """The hands of a record as text. Behind each event stand its number and time, below it what was ruled."""
    hands: list[_Hand] = []
    tags: tuple[tuple[str, str], ...] = ()
    defaults = Defaults()
    for entry in entries:
        unanswered = defaults.take(entry) is not None
        if entry.kind == "config":
            tags = _tags(entry)
        elif entry.kind == "event":
            _happened(hands, entry, codec.event_from_json(entry.data), tags, unanswered)
        elif entry.kind == "notice" and hands and hands[-1].notes:
            hands[-1].rule(entry)
    if not hands:
        raise TextError("Nobody has been dealt to in this record: there is no game to write down.")
    return "\n".join(hand.text() for hand in hands)


def position_after(entries: Iterable[Entry], number: int) -> str:
    """The position after the event with *number*. Raises `TextError`."""
    view, found = GameView(), False
    for entry in entries:
        if entry.seq > number:
            break
        view.take(entry)
        found = entry.kind == "event" and entry.seq == number
    if not found or view.state is None:
        raise TextError(
            f"Number {number} of this record is no event: take one that stands behind # in the game text."
        )
    return show_position(view.state)


@dataclass(slots=True)
class _Hand:
    """One hand as it is written down."""

    config: GameConfigured
    tags: tuple[tuple[str, str], ...]
    events: list[Event] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)

    def add(self, event: Event, beside: str) -> None:
        self.events.append(event)
        self.notes.append(Note(beside))

    def rule(self, entry: Entry) -> None:
        note = self.notes[-1]
        self.notes[-1] = Note(note.beside, (*note.below, *loud([codec.notice_from_json(entry.data)])))

    def text(self) -> str:
        return show_game(WrittenGame(self.config, tuple(self.events), self.tags), self.notes)


def _happened(
    hands: list[_Hand], entry: Entry, event: Event, tags: tuple[tuple[str, str], ...], unanswered: bool
) -> None:
    if isinstance(event, GameConfigured):
        hands.append(_Hand(event, tags))
    elif hands and writable(event, hands[-1].config.players):
        minutes, seconds = divmod(entry.t, 60)
        by_default = ", nobody answered: the default holds" if unanswered else ""
        hands[-1].add(event, f"#{entry.seq} {int(minutes)}:{int(seconds):02d}{by_default}")


def _tags(entry: Entry) -> tuple[tuple[str, str], ...]:
    config = Config.from_json(entry.data)
    return (("Game", config.game), ("Date", entry.wall[:10]), ("Source", config.footage.name))
