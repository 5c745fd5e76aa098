"""Who may come in: requests under a name of this machine, from its own page, and of modest size.

A page of another site can make a phone's browser talk to this machine. It is told apart by the name it
called us by (`Host`: after DNS rebinding it is the other site's) and by where it came from (`Origin`).
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Mapping
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

BODY_LIMIT = 32_768
"""Bytes that a phone may send at once: a long written position."""

_HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self' {live}; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}


class Door:
    """ASGI middleware that turns away what does not belong here, with one sentence, and adds safe headers."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            return await self._app(scope, receive, send)
        headers = Headers(scope=scope)
        if refused := refusal(scope.get("method", "GET"), headers):
            status, sentence = refused
            return await _refuse(scope, receive, send, status, sentence)
        return await self._app(scope, receive, _with_headers(send, headers.get("host", "")))


def refusal(method: str, headers: Mapping[str, str]) -> tuple[int, str] | None:
    """The status and the sentence with which a request is turned away, or None when it may come in."""
    host = headers.get("host", "")
    if not _is_ours(host):
        return 403, "Open the referee by the address that it shows, not by another name."
    origin = headers.get("origin")
    if origin is not None and urlsplit(origin).netloc != host:
        return 403, "Only the referee's own page may talk to it."
    return None if method in ("GET", "HEAD") else _too_long(headers.get("content-length", ""))


def _too_long(length: str) -> tuple[int, str] | None:
    if not (length.isascii() and length.isdecimal()):
        return 411, "Say how long the message is."
    if len(length) > 9 or int(length) > BODY_LIMIT:
        return 413, f"A message may have {BODY_LIMIT} bytes at most."
    return None


def _is_ours(host: str) -> bool:
    try:
        name = urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return False
    machine = socket.gethostname().lower()
    return _is_address(name) or name in ("localhost", machine, f"{machine}.local")


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


async def _refuse(scope: Scope, receive: Receive, send: Send, status: int, sentence: str) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1008, "reason": sentence})
        return
    await JSONResponse({"error": sentence}, status)(scope, receive, send)


def _with_headers(send: Send, host: str) -> Send:
    extra = [(name.encode(), text.format(live=f"ws://{host}").encode()) for name, text in _HEADERS.items()]

    async def guarded(message: Message) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message["headers"], *extra]}
        await send(message)

    return guarded
