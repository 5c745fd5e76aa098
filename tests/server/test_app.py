from __future__ import annotations

import json
import re
from typing import Any

import httpx
import pytest
from websockets.sync.client import connect

from referee.errors import UserError
from referee.rules.actions import Saying, TableSays
from referee.rules.loading import load
from referee.rules.position import read_position
from referee.server import serve
from referee.server.app import LONGEST_POSITION, WEB
from referee.server.serve import PhoneServer
from tests.server.conftest import JPEG
from tests.server.tables import Table, midgame

DOUBT = "|".join(f"{rank}{suit}@0.12345" for rank in ("10", "J", "Q") for suit in "CD")
DOUBTFUL = "putt_smeghead play 1:2/-/0 2:2/-/0 pile:" + ";".join([f"1={DOUBT}"] * 100) + " stock:0 turn:1"
"""Two packs on the pile, each card one of six."""


def live(server: PhoneServer, query: str = "") -> str:
    return f"{server.url.replace('http', 'ws')}live{query}"


def error(answer: Any) -> str:
    said = answer.json()
    assert list(said) == ["error"]
    sentence: str = said["error"]
    assert sentence[0].isupper()
    assert sentence.endswith(".")
    return sentence


def test_the_page_and_all_it_needs_is_served(client: httpx.Client) -> None:
    assert client.get("/").text == (WEB / "index.html").read_text(encoding="utf-8")
    kinds = {path.suffix: client.get(f"/{path.name}").headers["content-type"] for path in WEB.iterdir()}
    assert kinds[".js"].startswith(("text/javascript", "application/javascript"))
    assert kinds[".css"].startswith("text/css")


def test_the_page_names_no_other_site_and_writes_no_markup() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in WEB.iterdir() if path.suffix != ".svg")
    assert "HTML" not in text
    assert set(re.findall(r"https?://[a-z][\w.]+", text)) == {"http://www.w3.org"}


def test_the_page_may_load_nothing_from_elsewhere(client: httpx.Client) -> None:
    policy = client.get("/").headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "ws://127.0.0.1" in policy


@pytest.mark.parametrize(
    "path",
    ["/nothing", "/../app.py", "/%2e%2e/app.py", "/web/index.html", "/..%5capp.py", "/docs", "/openapi.json"],
)
def test_nothing_but_the_files_of_the_page_is_served(client: httpx.Client, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert error(answer)


def test_files_can_only_be_got(client: httpx.Client) -> None:
    assert client.post("/index.html", content=b"x").status_code == 405


def test_the_snapshot_is_there_for_programs(client: httpx.Client) -> None:
    assert client.get("/snapshot").json() == midgame()


def test_a_crop_is_served_as_it_was_kept(client: httpx.Client) -> None:
    answer = client.get("/crops/93-0.jpg")
    assert (answer.content, answer.headers["content-type"]) == (JPEG, "image/jpeg")


@pytest.mark.parametrize(("name", "status"), [("93-7", 404), ("a" * 65, 422), ("%00", 422), ("a%20b", 422)])
def test_a_crop_that_is_not_kept_is_said_to_be_so(client: httpx.Client, name: str, status: int) -> None:
    answer = client.get(f"/crops/{name}.jpg")
    assert answer.status_code == status
    assert error(answer)


def test_a_word_reaches_the_table(client: httpx.Client, table: Table) -> None:
    answer = client.post("/say", json={"saying": "answer", "value": "6H", "seat": 2, "ref": "q41"})
    assert answer.status_code == 202
    assert table.heard == [TableSays(Saying.ANSWER, "6H", 2, "q41")]


def test_a_word_that_makes_no_sense_now_is_refused_with_its_reason(
    client: httpx.Client, table: Table
) -> None:
    def deaf(word: TableSays) -> None:
        raise UserError("That question has been answered already.")

    table.on_word = deaf
    answer = client.post("/say", json={"saying": "stands"})
    assert answer.status_code == 409
    assert error(answer) == "That question has been answered already."


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"\xff\xfe\x00",
        b"[" * 4000,
        b"null",
        b"[]",
        b'"stands"',
        b"{}",
        b'{"saying":"shout"}',
        b'{"saying":["stands"]}',
        b'{"saying":"stands","seat":"0"}',
        b'{"saying":"stands","seat":-1}',
        b'{"saying":"stands","seat":1e999}',
        b'{"saying":"stands","seat":true}',
        b'{"saying":"stands","seat":NaN}',
        b'{"saying":"stands","value":7}',
        b'{"saying":"answer","value":"\\ud800"}',
        b'{"saying":"answer","value":"' + b"x" * 201 + b'"}',
        b'{"saying":"joins","value":"' + b"x" * 201 + b'"}',
        b'{"saying":"position","value":"' + b"x" * 20_001 + b'"}',
        b'{"saying":"stands","more":1}',
    ],
)
def test_rubbish_gets_one_sentence_and_does_not_reach_the_table(
    client: httpx.Client, table: Table, body: bytes
) -> None:
    answer = client.post("/say", content=body, headers={"content-type": "application/json"})
    assert 400 <= answer.status_code < 500
    assert error(answer)
    assert table.heard == []


def test_a_body_too_large_is_not_read(client: httpx.Client) -> None:
    answer = client.post("/say", content=b" " * 40_000)
    assert answer.status_code == 413
    assert error(answer)


@pytest.mark.parametrize(
    "word",
    [
        TableSays(Saying.LEAVES, "out", 1),
        TableSays(Saying.TAKES_OVER, "Dora", 0),
        TableSays(Saying.JOINS, "李小龙"),
        TableSays(Saying.POSITION, DOUBTFUL),
    ],
    ids=["leaves", "takes_over", "joins", "position"],
)
def test_a_word_about_people_or_position_reaches_the_table_whole(
    client: httpx.Client, table: Table, word: TableSays
) -> None:
    body = {"saying": word.saying, "value": word.value, "seat": word.seat}
    assert client.post("/say", json=body).status_code == 202
    assert table.heard == [word]


def test_the_longest_position_that_the_eyes_can_tell_reads_and_may_be_said() -> None:
    cards = read_position(DOUBTFUL, load("putt_smeghead")).pile_readings
    assert len(cards) == 100
    assert 7_000 < len(DOUBTFUL) <= LONGEST_POSITION


def test_a_fault_of_ours_is_one_sentence_too(client: httpx.Client, table: Table) -> None:
    def broken(word: TableSays) -> None:
        raise RuntimeError

    table.on_word = broken
    answer = client.post("/say", json={"saying": "stands"})
    assert answer.status_code == 500
    assert error(answer)


def test_a_page_reached_under_another_name_is_turned_away(client: httpx.Client) -> None:
    answer = client.get("/snapshot", headers={"host": "cards.example"})
    assert answer.status_code == 403
    assert error(answer)


@pytest.mark.parametrize("name", ["Host", "Origin"])
def test_a_socket_from_another_site_is_turned_away(server: PhoneServer, name: str) -> None:
    foreign = "cards.example" if name == "Host" else "http://cards.example"
    headers = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13"}
    headers |= {"Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==", name: foreign}
    assert httpx.get(f"{server.url}live", headers=headers, trust_env=False).status_code == 403


@pytest.mark.parametrize(
    "query", ["", "?after=", "?after=-1", "?after=x", "?after=1e9", "?after=" + "9" * 5000]
)
def test_a_socket_begins_with_the_snapshot(server: PhoneServer, query: str) -> None:
    with connect(live(server, query)) as phone:
        assert json.loads(phone.recv(timeout=10))["snapshot"] == midgame()


def test_our_own_page_may_open_a_socket(server: PhoneServer) -> None:
    with connect(live(server), additional_headers={"Origin": server.url.rstrip("/")}) as phone:
        assert phone.recv(timeout=10)


def test_rubbish_on_a_socket_is_ignored(server: PhoneServer, table: Table) -> None:
    with connect(live(server)) as phone:
        phone.recv(timeout=10)
        for rubbish in ("{]", b"\x00\xff", json.dumps({"saying": "undo"})):
            phone.send(rubbish)
        server.publish(midgame() | {"burnt": 16})
        assert json.loads(phone.recv(timeout=10))["changes"] == {"burnt": 16}
    assert table.heard == []


def test_joining_names_every_address_the_likeliest_first(
    monkeypatch: pytest.MonkeyPatch, table: Table
) -> None:
    monkeypatch.setattr(serve, "lan_addresses", lambda: ("192.168.1.20", "10.0.0.7"))
    with PhoneServer(table, port=0) as server:
        port = server.url.rsplit(":", 1)[1]
        told = httpx.get(f"http://127.0.0.1:{port}join.json", trust_env=False).json()
    assert told["urls"] == [f"http://192.168.1.20:{port}", f"http://10.0.0.7:{port}"]


def test_the_code_is_a_picture(client: httpx.Client) -> None:
    assert client.get("/qr.svg").headers["content-type"] == "image/svg+xml"
