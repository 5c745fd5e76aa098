"""Who sits where in a written game: by name where names tell the players apart, else by number."""

from __future__ import annotations

import re
from dataclasses import dataclass

from referee.rules.notation import Word, seat_of

_NAME = re.compile(r"[^\W\d][\w'.-]*")
_WORDS_OF_A_GAME = {"the", "somebody"}


@dataclass(frozen=True, slots=True)
class Players:
    """So many seats, and the names of their players."""

    seats: int
    names: tuple[str, ...] = ()

    @property
    def named(self) -> bool:
        """Whether every seat has a name that is one word and no other's."""
        names = {name.casefold() for name in self.names if _NAME.fullmatch(name)}
        return len(names - _WORDS_OF_A_GAME) == len(self.names) == self.seats

    def show(self, seat: int) -> str:
        """The player of *seat*."""
        return self.names[seat] if self.named and 0 <= seat < self.seats else str(seat + 1)

    def read(self, word: Word) -> int:
        """The seat that *word* names or numbers. Raises `NotationError`."""
        known = [name.casefold() for name in self.names] if self.named else []
        if word.text.casefold() in known:
            return known.index(word.text.casefold())
        if known and not word.text.isdigit():
            raise word.wants(f"a seat from 1 to {self.seats}, or {', '.join(self.names)}")
        return seat_of(word, self.seats)
