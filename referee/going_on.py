"""Which recorded game goes on, and where a new one is recorded."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from referee.journal import decks, store
from referee.journal.config import Config
from referee.journal.decks import DeckFile
from referee.journal.log import Journal, Record
from referee.journal.store import Summary
from referee.rules import codec
from referee.rules.actions import Saying, TableSays
from referee.setting_up import HostingError, Wish


def games_of(wish: Wish) -> Path:
    """The folder in which the games of *wish* are recorded."""
    return wish.games or store.home()


def cut_off_game(wish: Wish, config: Config) -> Summary | None:
    """The game that goes on, if there is one."""
    if wish.resume:
        return _resumed(games_of(wish), config, wish.position)
    found = None if wish.afresh else store.unfinished(games_of(wish), config)
    return found if found and (not wish.position or _entered_at(found.folder, wish.position)) else None


def journal_of(wish: Wish, cut_off: Summary | None, deck: DeckFile | None) -> Journal:
    """The journal of the game *cut_off*, or a new one that keeps its copy of *deck*."""
    if cut_off is not None:
        return Journal.open(cut_off.folder)
    games = games_of(wish)
    journal = Journal.create(games / store.new_name(games, date.today()))
    if deck is not None and journal.folder is not None:
        decks.copy_into(journal.folder, deck)
    return journal


def _resumed(games: Path, config: Config, position: str) -> Summary:
    last = store.resumable(games, config)
    if position and not _entered_at(last.folder, position):
        raise HostingError(
            f"The last game, {last.folder.name}, was not entered at this --position: leave it out to go on "
            "with the game, or leave --resume out to begin another."
        )
    return last


def _entered_at(folder: Path, position: str) -> bool:
    """Whether the game in *folder* was entered at *position* too."""
    said = codec.event_to_json(TableSays(Saying.POSITION, position))
    with Record(folder) as record:
        return any(entry.kind == "event" and entry.data == said for entry in record.entries())
