"""A network camera of our own: serves pictures over HTTP as MJPEG cameras do, and fails as they fail."""

from __future__ import annotations

import http.server
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from enum import StrEnum
from types import TracebackType
from typing import Self

import cv2
import numpy as np

from referee.vision.sighting import Picture

BOUNDARY = "--card"
_STEP_S = 0.005
_SENT_AHEAD = 65_536
"""Bytes that wait for a slow reader at most: what it shows then is never long ago."""


class Fault(StrEnum):
    """What is wrong with the camera."""

    NONE = "none"
    CUT = "cut"
    """Connections end, and new ones are refused with an error."""
    HANG = "hang"
    """Connections stay open and nothing comes; new ones get no answer either."""
    FREEZE = "freeze"
    """The same picture comes again and again."""


class MjpegCamera:
    """Serves the picture that *shown* gives for its clock's time, *fps* a second, to whoever connects.

    *clock* gives seconds, the camera begins with the first connection at 0. *lengths*: whether each part
    tells its length. Set `fault` and `size` from any thread.
    """

    def __init__(
        self,
        shown: Callable[[float], Picture],
        fps: float,
        clock: Callable[[], float] = time.monotonic,
        lengths: bool = True,
    ) -> None:
        self.fault = Fault.NONE
        self.size: tuple[int, int] | None = None
        self.connections = 0
        self.sent = 0
        self._shown = shown
        self._fps = fps
        self._clock = clock
        self._lengths = lengths
        self._began: float | None = None
        self._frozen: bytes = b""
        self._server = _Server(("127.0.0.1", 0), self._handler())
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)

    @property
    def address(self) -> str:
        """What to open."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/video"

    @property
    def t(self) -> float:
        """The time of the picture that it shows now."""
        if self._began is None:
            self._began = self._clock()
        return self._clock() - self._began

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.fault = Fault.CUT
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def _handler(self) -> type[http.server.BaseHTTPRequestHandler]:
        camera = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                camera.connections += 1
                self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SENT_AHEAD)
                with suppress(OSError):
                    camera._serve(self)

            def log_message(self, *_: object) -> None: ...

        return Handler

    def _serve(self, request: http.server.BaseHTTPRequestHandler) -> None:
        self._wait_while_hanging()
        if self._is(Fault.CUT):
            request.send_error(503)
            return
        request.send_response(200)
        request.send_header("Content-Type", f"multipart/x-mixed-replace; boundary={BOUNDARY}")
        request.end_headers()
        due = self.t
        while not self._is(Fault.CUT):
            if not self._is(Fault.HANG) and self.t >= due:
                request.wfile.write(self._part())
                self.sent += 1
                due = max(due + 1 / self._fps, self.t - 1 / self._fps)
            time.sleep(_STEP_S)

    def _is(self, fault: Fault) -> bool:
        return self.fault is fault

    def _wait_while_hanging(self) -> None:
        while self._is(Fault.HANG):
            time.sleep(_STEP_S)

    def _part(self) -> bytes:
        if not self._is(Fault.FREEZE) or not self._frozen:
            self._frozen = self._jpeg()
        length = f"Content-Length: {len(self._frozen)}\r\n" if self._lengths else ""
        return f"{BOUNDARY}\r\nContent-Type: image/jpeg\r\n{length}\r\n".encode() + self._frozen + b"\r\n"

    def _jpeg(self) -> bytes:
        picture = self._shown(self.t)
        if self.size is not None:
            picture = np.asarray(cv2.resize(picture, self.size), np.uint8)
        return cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 97])[1].tobytes()


class _Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
