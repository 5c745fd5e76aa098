"""The address as a QR code: for the terminal and for a page."""

from __future__ import annotations

import io
from typing import Any

import segno

QUIET = 2
"""Light modules left around the code in the terminal."""

_HALVES = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}
_BLACK_ON_WHITE, _PLAIN = "\x1b[30;107m", "\x1b[0m"


def terminal(url: str, colour: bool = True) -> str:
    """*url* as text, two modules a character.

    With *colour* it is black on white whatever the terminal's own colours are; without, it has light blocks
    for light modules and suits a dark terminal.
    """
    rows = _modules(url)
    lines = [
        "".join(_HALVES[upper == colour, lower == colour] for upper, lower in zip(*pair, strict=True))
        for pair in zip(rows[::2], rows[1::2], strict=True)
    ]
    if colour:
        lines = [f"{_BLACK_ON_WHITE}{line}{_PLAIN}" for line in lines]
    return "\n".join(lines)


def svg(url: str) -> bytes:
    """*url* as an SVG picture, dark on white with the quiet zone that the standard asks for."""
    picture = io.BytesIO()
    _code(url).save(picture, kind="svg", scale=8, border=4, dark="#111", light="#fff", xmldecl=False)
    return picture.getvalue()


def _modules(url: str) -> list[list[bool]]:
    rows = [[bool(module) for module in row] for row in _code(url).matrix_iter(border=QUIET)]
    if len(rows) % 2:
        rows.append([False] * len(rows[0]))
    return rows


def _code(url: str) -> Any:
    return segno.make(url, error="m", micro=False)
