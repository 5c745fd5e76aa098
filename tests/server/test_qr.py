from __future__ import annotations

import re

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from referee.server import qr

URL = "http://192.168.178.120:8000/"
DARK = {" ": (0, 0), "▀": (1, 0), "▄": (0, 1), "█": (1, 1)}


def picture(text: str, blocks_are_dark: bool) -> NDArray[np.uint8]:
    """The terminal's text as a camera would see it: 8 px a module."""
    rows: list[list[int]] = []
    for line in text.splitlines():
        pairs = [DARK[character] for character in re.sub(r"\x1b\[[\d;]*m", "", line)]
        rows += [[upper for upper, _ in pairs], [lower for _, lower in pairs]]
    blocks = np.array(rows, np.uint8)
    ink = blocks if blocks_are_dark else 1 - blocks
    return np.kron(255 - 255 * ink, np.ones((8, 8), np.uint8)).astype(np.uint8)


@pytest.mark.parametrize("colour", [True, False])
def test_the_code_in_the_terminal_says_the_address(colour: bool) -> None:
    text = qr.terminal(URL, colour)
    assert cv2.QRCodeDetector().detectAndDecode(picture(text, blocks_are_dark=colour))[0] == URL


def test_the_code_fits_a_terminal_of_eighty_columns_and_is_its_own_colour() -> None:
    lines = qr.terminal(URL).splitlines()
    assert len(lines) <= 24
    assert all(line.startswith("\x1b[30;107m") and line.endswith("\x1b[0m") for line in lines)
    assert max(len(line) for line in qr.terminal(URL, colour=False).splitlines()) <= 80


def test_the_picture_is_an_svg_with_a_light_ground() -> None:
    picture = qr.svg(URL)
    assert picture.startswith(b"<svg")
    assert b"#fff" in picture
