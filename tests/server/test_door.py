from __future__ import annotations

import socket

import pytest

from referee.server.door import BODY_LIMIT, refusal

HERE = {"host": "192.168.1.20:8000"}


@pytest.mark.parametrize(
    "host",
    ["192.168.1.20:8000", "127.0.0.1", "[::1]:8000", "localhost:8000", f"{socket.gethostname()}.local"],
)
def test_our_own_names_may_come_in(host: str) -> None:
    assert refusal("GET", {"host": host}) is None


@pytest.mark.parametrize(
    "host", ["", "cards.example", "192.168.1.20.cards.example:8000", "[::1", "localhost.example"]
)
def test_a_name_that_somebody_else_chose_is_turned_away(host: str) -> None:
    assert (refusal("GET", {"host": host}) or (0, ""))[0] == 403


def test_our_own_page_may_speak() -> None:
    assert refusal("POST", HERE | {"origin": "http://192.168.1.20:8000", "content-length": "20"}) is None


@pytest.mark.parametrize("origin", ["http://cards.example", "null", "http://192.168.1.20", ""])
def test_a_foreign_page_may_not_even_look(origin: str) -> None:
    assert (refusal("GET", HERE | {"origin": origin}) or (0, ""))[0] == 403


@pytest.mark.parametrize(
    ("length", "status"),
    [
        (None, 411),
        ("", 411),
        ("-1", 411),
        ("ten", 411),
        ("²", 411),
        (str(BODY_LIMIT + 1), 413),
        ("9" * 5000, 413),
    ],
)
def test_a_body_of_unknown_or_great_length_is_turned_away(length: str | None, status: int) -> None:
    headers = HERE if length is None else HERE | {"content-length": length}
    assert (refusal("POST", headers) or (0, ""))[0] == status


def test_every_refusal_is_one_sentence() -> None:
    refused = [
        refusal("GET", {}),
        refusal("GET", HERE | {"origin": "null"}),
        refusal("POST", HERE),
        refusal("POST", HERE | {"content-length": "50000"}),
    ]
    assert all(found and found[1].endswith(".") and ". " not in found[1] for found in refused)
