"""A table with its phones served by the real server; one server for all tests, set back before each."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from referee.server.serve import PhoneServer
from tests.server.tables import Table, midgame

JPEG = b"\xff\xd8\xff\xd9"
PATIENCE_MS = 30_000
PHONE = {"width": 360, "height": 740}


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


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        program = shutil.which("chromium") or playwright.chromium.executable_path
        if not Path(program).exists():
            pytest.skip("there is no Chromium here: apt-get install chromium")
        expect.set_options(timeout=PATIENCE_MS)
        started = playwright.chromium.launch(
            executable_path=program, args=["--no-sandbox"], timeout=4 * PATIENCE_MS
        )
        yield started
        started.close()


@pytest.fixture
def expected() -> list[str]:
    """What the browser's console may say in a test that cuts the line or is refused something."""
    return []


@pytest.fixture
def another_phone(browser: Browser, expected: list[str]) -> Iterator[Callable[[], Page]]:
    """Opens a page of a phone of its own, as often as it is called."""
    contexts, troubles = [], list[str]()

    def opened() -> Page:
        context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True, color_scheme="dark")  # type: ignore[arg-type]
        context.add_init_script(
            "navigator.vibrate = (pattern) => { (window.buzzed ??= []).push(pattern); return true; }"
        )
        context.set_default_timeout(PATIENCE_MS)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: troubles.append(message.text) if message.type != "log" else None)
        page.on("pageerror", lambda error: troubles.append(str(error)))
        return page

    yield opened
    for context in contexts:
        context.close()
    assert [text for text in troubles if not any(re.search(known, text) for known in expected)] == []


@pytest.fixture
def phone(another_phone: Callable[[], Page]) -> Page:
    return another_phone()
