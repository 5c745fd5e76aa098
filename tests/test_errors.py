from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.errors import MISREAD, why


@pytest.mark.parametrize(
    ("reading", "words"),
    [
        (lambda: Path("/").read_text(), "Is a directory"),
        (lambda: b"\xff".decode(), "it is no text"),
        (lambda: json.loads("{\n}}"), "line 2 is no JSON"),
        (lambda: {"stock": 1}["pile"], "it lacks 'pile'"),
        (lambda: int("ab"), "its parts are not of the right kind"),
        (lambda: [x for x, _ in [[1, 2, 3]]], "its parts are not of the right kind"),
        (lambda: [][0], "its parts are not of the right kind"),
        (lambda: int(float("inf")), "its parts are not of the right kind"),
        (lambda: json.loads("[" * 100_000), "its parts are not of the right kind"),
    ],
)
def test_what_is_wrong_with_a_file_is_said_without_pythons_words(
    reading: Callable[[], object], words: str
) -> None:
    with pytest.raises(MISREAD) as caught:
        reading()
    assert why(caught.value) == words


def test_our_own_words_are_kept() -> None:
    assert why(ValueError("a zone needs three corners or more")) == "a zone needs three corners or more"
