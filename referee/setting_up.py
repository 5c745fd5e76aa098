"""What a person asks for on the command line, and the events that begin such a game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from referee.errors import MISREAD, UserError, why
from referee.names import one_each
from referee.rules.actions import Event, GameConfigured, Saying, StarterDeclared, TableSays
from referee.rules.engine import new_game
from referee.rules.entering import position_of
from referee.rules.position import read_position
from referee.rules.ruleset import RuleSet
from referee.table.layout import Table, TableError
from referee.vision.frames import Source


class HostingError(UserError):
    """Something about the game to be refereed does not fit together."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What a person asked for on the command line. Seats are named, or counted from 1.

    *position* is how the hand stands, where it is entered in the middle.
    *port* None serves no phones. *real_time* shows a film at the pace it was filmed at.
    *afresh* starts a new game also where one was cut off; *resume* goes on with one that was stopped.
    *deck* is an enrolled one, by name or file; a game that goes on has the one it had.
    *hold* keeps a webcam's exposure, focus and white balance as they are when the game begins.
    """

    source: str
    rules: str = "pagat"
    table: Path | None = None
    games: Path | None = None
    players: int | None = None
    names: tuple[str, ...] = ()
    dealer: str = ""
    starter: str = ""
    position: str = ""
    port: int | None = 8000
    real_time: bool = True
    stay: bool = True
    afresh: bool = False
    resume: bool = False
    deck: str = ""
    hold: bool = False


def table_beside(source: str) -> Path:
    """The table file that lies beside a film, or the one in the working folder."""
    beside = Path(source).parent / "table.json"
    return beside if "://" not in source and beside.is_file() else Path("table.json")


def read_table(path: Path) -> Table:
    """The table file *path*. Raises `TableError`, in plain words also where `Table.load` has Python's."""
    try:
        return Table.load(path)
    except TableError as error:
        if error.__cause__ is None:
            raise
        reason: BaseException = error.__cause__
    except MISREAD as error:
        reason = error
    raise TableError(
        f"{path} is no table file ({why(reason)}): make one (`referee calibrate --help` shows how)."
    )


def picture_size(path: Path) -> tuple[int, int] | None:
    """The size of the pictures that the table file *path* is for; None where it cannot be read."""
    try:
        return read_table(path).picture_size
    except TableError:
        return None


def refuse_other_camera(table: Table, source: Source) -> None:
    """Raises `TableError` where *table* was made for pictures of another size than those of *source*."""
    if table.picture_size != source.size:
        raise TableError(
            f"The table file is for pictures of {table.picture_size[0]} x {table.picture_size[1]} and "
            f"{source.name} gives {source.size[0]} x {source.size[1]}: "
            "it is of another camera; make one for this (`referee calibrate --help` shows how)."
        )


def set_up(wish: Wish, rules: RuleSet, table: Table) -> list[Event]:
    """The events that begin the game of *wish* at *table*. Raises `UserError` where they do not fit."""
    players = _how_many(wish, table)
    if players > len(table.seats):
        raise HostingError(
            f"The table file has {len(table.seats)} seats, not {players}: make one for all of you."
        )
    if wish.players is None:
        _refuse_too_few(wish.names, rules, table)
    rules.stock_after_deal(players)
    names = one_each(wish.names or [seat.name for seat in table.seats[:players]], players)
    dealer = _seat("dealer", wish.dealer, names)
    setup: list[Event] = [GameConfigured(rules.name, players, names, dealer)]
    starter = _seat("starter", wish.starter, names)
    setup += [] if starter is None else [StarterDeclared(starter)]
    return [*setup, _stands_so(wish.position, setup[0], rules)] if wish.position else setup


def _how_many(wish: Wish, table: Table) -> int:
    if wish.players is not None:
        return wish.players
    return len(wish.names) or len(table.seats)


def _refuse_too_few(names: Sequence[str], rules: RuleSet, table: Table) -> None:
    least, seats = rules.players.min, len(table.seats)
    if 0 < len(names) < least <= seats:
        given = "1 name" if len(names) == 1 else f"{len(names)} names"
        raise HostingError(
            f"--names has {given} and the table {seats} seats: give {least} to {seats} names with commas "
            "between, or leave it out."
        )


def _stands_so(position: str, config: Event, rules: RuleSet) -> TableSays:
    assert isinstance(config, GameConfigured)
    with _said_of("--position"):
        _refuse_other_number(position, rules, config.players)
        position_of(position, new_game(config, rules))
    return TableSays(Saying.POSITION, position)


def _refuse_other_number(position: str, rules: RuleSet, players: int) -> None:
    """Raise `HostingError` where *position* reads and is of another number of people."""
    try:
        seats = len(read_position(position, rules).seats)
    except UserError:
        return  # `position_of` says what is wrong with it
    if seats != players:
        raise HostingError(
            f"The position has {seats} seats and {players} play: write each of them, also those who are out, "
            f"or say --players {seats}."
        )


@contextmanager
def _said_of(option: str) -> Iterator[None]:
    """What is wrong with the value of *option* is said with its name before."""
    try:
        yield
    except UserError as error:
        raise HostingError(f"{option}: {error}") from error


def _seat(what: str, text: str, names: Sequence[str]) -> int | None:
    if not text:
        return None
    known = {name.casefold(): seat for seat, name in enumerate(names)}
    known.update({str(seat + 1): seat for seat in range(len(names))})
    if text.casefold() not in known:
        raise HostingError(f"There is no player {text!r} to be the {what}: name one of {', '.join(names)}.")
    return known[text.casefold()]
