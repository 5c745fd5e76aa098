"""Standard output, where what it does not take becomes one plain sentence."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from typing import Any, TextIO, cast

from referee.errors import UserError


class Screen:
    """*stream*, with a `UserError` where it cannot be written to.

    A reader that went away stays a `BrokenPipeError`: it has heard enough, as `head` has.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._fault = ""

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def write(self, text: str) -> int:
        """Write *text*."""
        with self._told():
            return self._stream.write(text)

    def flush(self) -> None:
        """Write what waits. Tells again of a fault that somebody kept to himself."""
        with self._told():
            self._stream.flush()
        if self._fault:
            raise UserError(self._fault)

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except BrokenPipeError:
            self._leave()
            raise
        except OSError as error:
            self._leave()
            self._fault = (
                f"What there is to say cannot be written ({error.strerror}): send it to another place."
            )
            raise UserError(self._fault) from error

    def _leave(self) -> None:
        """Throw away what waits: Python would try it once more at its end and say so in its own words."""
        os.dup2(os.open(os.devnull, os.O_WRONLY), self._stream.fileno())


@contextmanager
def on_screen() -> Iterator[None]:
    """Everything printed within is written before the end, or a `UserError` says why it is not."""
    if sys.stdout is None:  # closed by whoever started this program and wants to hear nothing
        yield
        return
    screen = Screen(sys.stdout)
    with redirect_stdout(cast("TextIO", screen)):
        try:
            yield
        finally:
            screen.flush()
