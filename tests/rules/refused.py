"""What a text is refused with."""

from __future__ import annotations

from collections.abc import Callable

from referee.errors import UserError


def refusal(read: Callable[[str], object], text: str) -> str | None:
    """The sentence that *read* refuses *text* with; None where it reads."""
    try:
        read(text)
    except UserError as error:
        return str(error)
    return None
