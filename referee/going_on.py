"""Which recorded game goes on, and where a new one is recorded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import date
from pathlib import Path

from referee.journal import decks, store
from referee.journal.config import Config
from referee.journal.decks import DeckFile
from referee.journal.log import Journal, Record
from referee.journal.store import Summary
from referee.rules import codec
from referee.rules.actions import Event, GameConfigured, Saying, StarterDeclared, TableSays
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


@contextmanager
def journal_of(wish: Wish, cut_off: Summary | None, deck: DeckFile | None) -> Iterator[Journal]:
    """The journal of the game *cut_off*, or a new one that keeps its copy of *deck*.

    A new one of which nothing was recorded when it is closed leaves no folder behind.
    """
    if cut_off is not None:
        with Journal.open(cut_off.folder) as journal:
            yield journal
        return
    games = games_of(wish)
    folder = games / store.new_name(games, date.today())
    try:
        with Journal.create(folder) as journal:
            if deck is not None:
                decks.copy_into(folder, deck)
            yield journal
    finally:
        store.discard_blank(folder)


def _resumed(games: Path, config: Config, position: str) -> Summary:
    last = store.resumable(games, config)
    if position and not _entered_at(last.folder, position):
        raise HostingError(
            f"The last game, {last.folder.name}, was not entered at this --position: leave it out to go on "
            "with the game, or leave --resume out to begin another."
        )
    return last


def refuse_other_beginning(game: Summary, setup: Sequence[Event]) -> None:
    """Raise `HostingError` where *setup* names a dealer or a starter with whom the *game* did not begin.

    Who deals and who starts is said once, of the first hand: of a game that goes on it is known.
    """
    with Record(game.folder) as record:
        said = [entry.data for entry in record.entries() if entry.kind == "event"]
    for event in setup:
        match event:
            case GameConfigured(dealer=int(seat)):
                option, key = "--dealer", "dealer"
            case StarterDeclared(seat=seat):
                option, key = "--starter", "seat"
            case _:
                continue
        empty: dict[str, object] = {}
        first = next((data for data in said if data["type"] == type(event).__name__), empty)
        if first.get(key) != seat:
            raise HostingError(
                f"The game {game.folder.name}, which goes on, did not begin with this {option}: leave it out "
                "to go on, or begin another game with --new."
            )


def _entered_at(folder: Path, position: str) -> bool:
    """Whether the game in *folder* was entered at *position* too."""
    said = codec.event_to_json(TableSays(Saying.POSITION, position))
    with Record(folder) as record:
        return any(entry.kind == "event" and entry.data == said for entry in record.entries())
