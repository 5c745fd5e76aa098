from __future__ import annotations

import http.client
import json
import socket
from contextlib import suppress
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from referee.server import serve
from referee.server.serve import PhoneServer, PortInUse, ServeError
from tests.server.tables import Table, illegal, midgame


def raw(server: PhoneServer, sent: bytes) -> bytes:
    """What comes back for *sent*, byte for byte."""
    address = urlsplit(server.url)
    with socket.create_connection((str(address.hostname), int(address.port or 0)), timeout=10) as line:
        line.sendall(sent)
        with suppress(OSError):  # the server may have hung up by now
            line.shutdown(socket.SHUT_WR)
        return b"".join(iter(lambda: line.recv(4096), b""))


def status(server: PhoneServer) -> int:
    line = http.client.HTTPConnection(urlsplit(server.url).netloc, timeout=10)
    try:
        line.request("GET", "/snapshot")
        return line.getresponse().status
    finally:
        line.close()


def test_what_is_published_reaches_a_phone(server: PhoneServer) -> None:
    with connect(server.url.replace("http", "ws") + "live") as phone:
        assert json.loads(phone.recv(timeout=10))["snapshot"] == midgame()
        server.publish(illegal())
        assert json.loads(phone.recv(timeout=10))["changes"]["ruling"]["code"] == "TOO_LOW"


def test_a_phone_that_was_away_hears_what_it_missed(server: PhoneServer) -> None:
    live = server.url.replace("http", "ws") + "live"
    with connect(live) as phone:
        seq = json.loads(phone.recv(timeout=10))["seq"]
    server.publish(illegal())
    with connect(f"{live}?after={seq}") as phone:
        assert json.loads(phone.recv(timeout=10))["kind"] == "update"


@pytest.mark.parametrize(
    "rubbish",
    [
        b"\x00\x01\x02\xff\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"POST /say HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99999999999\r\n\r\n",
        b"POST /say HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n",
        b"GET /live HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
    ],
)
def test_rubbish_is_turned_away_and_the_server_lives(server: PhoneServer, rubbish: bytes) -> None:
    assert raw(server, rubbish)[9:10] == b"4"
    assert status(server) == 200


def test_an_endless_address_is_cut_off_and_the_server_lives(server: PhoneServer) -> None:
    with suppress(ConnectionError):
        assert b" 200 " not in raw(server, b"GET /" + b"a" * 1_000_000)
    assert status(server) == 200


def test_a_socket_that_sends_too_much_is_closed_and_the_server_lives(server: PhoneServer) -> None:
    with connect(server.url.replace("http", "ws") + "live") as phone:
        phone.recv(timeout=10)
        phone.send("x" * 100_000)
        with pytest.raises(ConnectionClosed, match="1009"):
            phone.recv(timeout=10)
    assert status(server) == 200


TEXT, END, SHUT = b"\x81", b"\x80", b"\x88"


def framed(kind: bytes, payload: bytes) -> bytes:
    """A short WebSocket frame as a phone sends it, masked with zeros."""
    return kind + bytes([0x80 | len(payload)]) + bytes(4) + payload


@pytest.mark.parametrize(
    "sent",
    [
        framed(TEXT, b"\xff\xfe"),
        framed(TEXT, b"\xff") + framed(SHUT, b"\x03\xe8"),
        framed(b"\x01", b"\xe2") + framed(END, b"b"),
        framed(TEXT, b"{]"),
        framed(b"\x82", b"\x00\xff"),
        framed(b"\xf3", b""),
        framed(b"\xc1", b"\xff\xff\xff\xff"),
        framed(END, b"a"),
        framed(SHUT, b"\x03\xe8\xff\xff"),
        b"\x81\x02hi",
        b"\x82\xff" + b"\xff" * 8 + bytes(4),
    ],
)
def test_a_bad_frame_is_forgotten_or_closes_its_socket_and_nothing_is_printed(
    server: PhoneServer, caplog: pytest.LogCaptureFixture, sent: bytes
) -> None:
    with connect(server.url.replace("http", "ws") + "live") as phone:
        phone.recv(timeout=10)
        phone.socket.sendall(sent)
        server.publish(illegal())
        with suppress(ConnectionClosed):
            assert "TOO_LOW" in str(phone.recv(timeout=10))
    assert status(server) == 200
    assert caplog.messages == []


def test_a_request_that_is_none_is_refused_and_nothing_is_printed(
    server: PhoneServer, caplog: pytest.LogCaptureFixture
) -> None:
    assert raw(server, b"\x00\x01\x02\xff\r\n\r\n")[9:12] == b"400"
    assert caplog.messages == []


def test_stopping_closes_the_sockets_and_frees_the_port(table: Table) -> None:
    server = PhoneServer(table, port=0, host="127.0.0.1")
    port = int(urlsplit(server.start()).port or 0)
    with connect(server.url.replace("http", "ws") + "live") as phone:
        phone.recv(timeout=10)
        server.stop()
        with pytest.raises(ConnectionClosed, match="1012"):
            phone.recv(timeout=10)
    serve.listen("127.0.0.1", port).close()


def test_a_port_in_use_is_said_in_one_sentence(server: PhoneServer) -> None:
    port = int(urlsplit(server.url).port or 0)
    with pytest.raises(PortInUse, match=rf"^Port {port} is taken by another program: .*\.$"):
        PhoneServer(Table(midgame()), port, "127.0.0.1").start()


@pytest.mark.parametrize(("host", "port"), [("127.0.0.1", 70000), ("203.0.113.9", 0), ("no such host", 0)])
def test_what_cannot_be_served_is_said_in_one_sentence(host: str, port: int) -> None:
    with pytest.raises(ServeError, match=r"^[A-Z][^\n]+\.$"):
        PhoneServer(Table(midgame()), port, host).start()


def test_a_server_for_everybody_names_an_address_that_a_phone_can_open() -> None:
    server = PhoneServer(Table(midgame()), port=0)
    try:
        assert server.start() == server.urls[0]
        assert "0.0.0.0" not in server.url
        assert status(server) == 200
    finally:
        server.stop()
        server.stop()
