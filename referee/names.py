"""What the players of a game may be called."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence

from referee.errors import UserError

LONGEST = 24
"""Visible characters of a name; accents, joiners and the like do not count."""

_MOST_SIGNS = 4 * LONGEST


class NamesError(UserError):
    """Names by which the players cannot be told apart, or that no phone can show."""


def fitting(names: Iterable[str]) -> tuple[str, ...]:
    """*names* without blanks around them, each of 1 to 24 visible characters and no two alike but for case.

    Raises `NamesError` in one plain sentence.
    """
    trimmed = tuple(name.strip() for name in names)
    for name in trimmed:
        _refuse_misfit(name)
    twice = next((name for name, times in Counter(map(_key, trimmed)).items() if times > 1), None)
    if twice is not None:
        called = next(name for name in trimmed if _key(name) == twice)
        raise NamesError(f"Two players are called {called}: give each a name of their own.")
    return trimmed


def one_each(names: Sequence[str], players: int) -> tuple[str, ...]:
    """*names* that are `fitting`, one for each of the *players*. Raises `NamesError`."""
    called = fitting(names)
    if len(called) != players:
        given = "1 name" if len(called) == 1 else f"{len(called)} names"
        raise NamesError(f"There are {players} players and {given}: give each player one name.")
    return called


def _refuse_misfit(name: str) -> None:
    kinds = [unicodedata.category(sign) for sign in name]
    visible = sum(kind[0] not in "CMZ" for kind in kinds)
    if not visible:
        raise NamesError(f"A player has no name: give everybody one of 1 to {LONGEST} characters.")
    if "Cc" in kinds or "Cs" in kinds:
        raise NamesError(f"The name {name!a} has a sign in it that cannot be shown: leave it out.")
    if sum(kind[0] not in "CM" for kind in kinds) > LONGEST or len(name) > _MOST_SIGNS:
        raise NamesError(
            f"The name {name[:LONGEST]}... is too long: choose one of at most {LONGEST} characters."
        )


def _key(name: str) -> str:
    """What two names that look alike have in common."""
    return unicodedata.normalize("NFKC", name).casefold()
