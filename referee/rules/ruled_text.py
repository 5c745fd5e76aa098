"""A written game ruled anew: each play with its ruling, and the position that the game comes to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from referee.errors import MISREAD, UserError, why
from referee.rules.engine import new_game, observe
from referee.rules.game_text import Note, WrittenGame, loud, read_games, show_game
from referee.rules.loading import load
from referee.rules.position import show_position
from referee.rules.ruleset import RuleSet, RuleSetError
from referee.rules.rulings import Level, Notice, Question, Ruling

_GIVE = "give a written game, as `referee export GAME --text` writes one."


class GameTextError(UserError):
    """A file that holds no written game."""


@dataclass(frozen=True, slots=True)
class RuledGame:
    """A hand as text with its rulings behind and below the events, and its last position."""

    text: str
    position: str


def games_in(path: Path) -> tuple[WrittenGame, ...]:
    """The written games of a file. Raises `GameTextError`, or `NotationError` with line and column."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise GameTextError(f"There is no file {path}: check its name.") from None
    except MISREAD as error:
        raise GameTextError(f"{path} cannot be read ({why(error)}): {_GIVE}") from error
    return read_games(text)


def ruled_game(game: WrittenGame, rules: RuleSet | None = None) -> RuledGame:
    """*game* ruled anew, by other *rules* where given. Raises `RuleSetError`."""
    state = new_game(game.config, rules or _named(game))
    notes = []
    for event in game.events:
        state, said = observe(state, event)
        notes.append(Note(_silent(said), (*loud(said), *_asked(said))))
    return RuledGame(show_game(game, notes), show_position(state))


def _named(game: WrittenGame) -> RuleSet:
    try:
        return load(game.config.rules)
    except RuleSetError as error:
        raise RuleSetError(f"{error} with --rules") from error


def _silent(said: Sequence[Notice]) -> str:
    """The codes of what nobody has to be told of."""
    return " ".join(
        notice.code for notice in said if isinstance(notice, Ruling) and notice.level is Level.SILENT
    )


def _asked(said: Sequence[Notice]) -> Iterator[str]:
    return (
        f"? {notice.text} ({', '.join(choice.value for choice in notice.choices)})"
        for notice in said
        if isinstance(notice, Question)
    )
