"""The phones' server, in a thread beside the game."""

from __future__ import annotations

import errno
import os
import socket
import threading
import time
from collections.abc import Mapping
from types import TracebackType
from typing import Any

import uvicorn
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from referee.errors import UserError
from referee.server.address import lan_addresses
from referee.server.app import House, create_app
from referee.server.live import Hub

PORT = 8000
EVERYWHERE = "0.0.0.0"
PHONES = 200
"""Connections served at once; one more is told to come back later."""
LINE_LIMIT = 4096
"""Bytes of a message on a phone's socket, which nobody reads."""


class ServeError(UserError):
    """The phones cannot be served; the message says what to do."""


class PortInUse(ServeError):  # noqa: N818  (said as people say it)
    """Another program listens on the port."""


class Line(WebSocketsSansIOProtocol):
    """The line to a phone. What a phone sends here is forgotten, so its text is never decoded.

    uvicorn decodes it, and prints a traceback in the referee's terminal where it is no UTF-8.
    """

    def handle_text(self, event: Frame) -> None:
        """Take text as bytes."""
        self.handle_bytes(event)


class PhoneServer:
    """Serves *house* to the phones from its own thread.

    *port* 0 takes a free one. *host* is the address to listen on: all of this machine's by default.
    *listener* is a socket of `listen` that has the port already.
    """

    def __init__(
        self,
        house: House,
        port: int = PORT,
        host: str = EVERYWHERE,
        listener: socket.socket | None = None,
    ) -> None:
        self._house, self._port, self._host, self._listener = house, port, host, listener
        self._hub = Hub()
        self._server: uvicorn.Server | None = None
        self._thread: threading.Thread | None = None
        self.urls: tuple[str, ...] = ()

    @property
    def url(self) -> str:
        """The likeliest of the addresses for the phones."""
        return self.urls[0]

    def start(self) -> str:
        """Listen, and return the address for the phones. Raises `PortInUse` or `ServeError`."""
        listener = self._listener or listen(self._host, self._port)
        self.urls = self._addresses(listener.getsockname()[1])
        self._hub.publish(self._house.snapshot())
        app = create_app(self._house, self._hub, self.urls)
        self._server = uvicorn.Server(config(app))
        self._thread = threading.Thread(
            target=self._server.run, kwargs={"sockets": [listener]}, name="phones", daemon=True
        )
        self._thread.start()
        while not self._server.started and self._thread.is_alive():
            time.sleep(0.01)
        if not self._server.started:
            raise ServeError("The server for the phones did not start: see the message above.")
        return self.url

    def publish(self, snapshot: Mapping[str, Any]) -> None:
        """Tell the phones what changed. Callable from any thread; never waits for a phone."""
        self._hub.publish(snapshot)

    def stop(self) -> None:
        """Say goodbye to the phones and end the thread. Doing so twice does no harm."""
        self._hub.close()
        if self._server and self._thread:
            self._server.should_exit = True
            self._thread.join()

    def __enter__(self) -> PhoneServer:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def _addresses(self, port: int) -> tuple[str, ...]:
        hosts = lan_addresses() if self._host == EVERYWHERE else (self._host,)
        return tuple(f"http://{host}:{port}/" for host in hosts)


def listen(host: str, port: int) -> socket.socket:
    """A socket bound to *host* and *port*. Raises `PortInUse`, or `ServeError` for what else forbids it."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    if os.name == "posix":
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(128)
    except (OSError, OverflowError) as error:
        listener.close()
        raise _refusal(host, port, error) from error
    return listener


def _refusal(host: str, port: int, error: OSError | OverflowError) -> ServeError:
    code = getattr(error, "errno", None)
    if code == errno.EADDRINUSE:
        return PortInUse(f"Port {port} is taken by another program: stop that one, or choose another port.")
    if code == errno.EACCES:
        return ServeError(f"Port {port} is kept for the system: choose one from 1024 to 65535.")
    if isinstance(error, OverflowError):
        return ServeError(f"There is no port {port}: choose one from 1024 to 65535.")
    return ServeError(f"The phones cannot be served on {host}: it is no address of this machine.")


def config(app: Any) -> uvicorn.Config:
    """How *app* is served."""
    return uvicorn.Config(
        app,
        log_config=None,
        log_level="error",  # a request that is none is refused; the terminal is for the game
        access_log=False,
        lifespan="off",
        ws=Line,
        ws_max_size=LINE_LIMIT,
        ws_ping_interval=10,
        ws_ping_timeout=20,
        limit_concurrency=PHONES,
        timeout_graceful_shutdown=2,
        server_header=False,
    )
