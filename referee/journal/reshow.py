"""A recorded game shown again, at its own pace, as if it were played now."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

from referee.errors import UserError
from referee.journal.fold import GameView
from referee.journal.hands import session_before_record
from referee.journal.log import Entry, Record
from referee.rules.actions import TableSays
from referee.rules.state import State


class ReshowError(UserError):
    """A word to a game that was played long ago."""


class Reshow:
    """The house of a game that is shown again: it has a snapshot and crops, and hears nothing."""

    def __init__(self, record: Record, wait: Callable[[float], None] = time.sleep) -> None:
        self._record = record
        self._wait = wait
        self._view = GameView(before=session_before_record(record))

    @property
    def state(self) -> State | None:
        """The game up to where it has been shown."""
        return self._view.state

    def snapshot(self) -> dict[str, Any]:
        """The game up to where it has been shown."""
        return self._view.snapshot()

    def crop(self, id: str) -> bytes | None:  # noqa: A002  (the server's name for it)
        """The JPEG of a played card."""
        return self._record.crop(id)

    def say(self, _: TableSays, /) -> None:
        """Refuse: this game has been played."""
        raise ReshowError("This is a recorded game: nothing can be said to it.")

    def play(self, speed: float, publish: Callable[[dict[str, Any]], None]) -> Iterator[Entry]:
        """Each entry when its time has come, *speed* times as fast as it was."""
        t = 0.0
        for entry in self._record.entries():
            self._wait(max(0.0, entry.t - t) / speed)
            t = max(t, entry.t)
            self._view.take(entry)
            publish(self.snapshot())
            yield entry

    def wait(self) -> None:
        """Stay, until Ctrl-C."""
        threading.Event().wait()
