"""A table with its phones served by the real server; one server for all tests, set back before each."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from referee.server.serve import PhoneServer
from tests.server.tables import Table, midgame

JPEG = b"\xff\xd8\xff\xd9"


@pytest.fixture(scope="session")
def served() -> Iterator[tuple[Table, PhoneServer]]:
    table = Table(midgame())
    with PhoneServer(table, port=0, host="127.0.0.1") as server:
        yield table, server


@pytest.fixture
def table(served: tuple[Table, PhoneServer]) -> Table:
    served[0].__init__(midgame(), {"93-0": JPEG})  # type: ignore[misc]
    return served[0]


@pytest.fixture
def server(served: tuple[Table, PhoneServer], table: Table) -> PhoneServer:
    served[1].publish(table.snapshot())
    return served[1]


@pytest.fixture
def client(server: PhoneServer) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.url, trust_env=False, verify=False) as started:
        yield started
