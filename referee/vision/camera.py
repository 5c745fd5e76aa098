"""A webcam, through OpenCV."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import cast

import cv2

from referee.vision.frames import Closing, Frame, SourceError
from referee.vision.sighting import Picture

_PATIENCE_S = 10.0


class Camera(Closing):
    """A webcam by number or device path, asked for 1280 x 720 (it may give another size).

    Times are seconds since the first picture. An unplugged camera is tried again for *patience_s*.
    *open_device*, *clock* and *wait* are seams for tests.
    """

    live = True

    def __init__(
        self,
        text: str,
        patience_s: float = _PATIENCE_S,
        open_device: Callable[[str], cv2.VideoCapture] | None = None,
        clock: Callable[[], float] = time.monotonic,
        wait: Callable[[float], None] = time.sleep,
    ):
        self.name = f"camera {text}" if text.isdecimal() else text
        self._text = text
        self._patience_s = patience_s
        self._open_device = open_device or _open_device
        self._clock = clock
        self._wait = wait
        self._device = self._open_device(text)
        self._first = self._must_read()
        self.size = (self._first.shape[1], self._first.shape[0])
        self.fps = float(self._device.get(cv2.CAP_PROP_FPS) or 30)

    def __iter__(self) -> Iterator[Frame]:
        began = self._clock()
        seq = 0
        picture: Picture | None = self._first
        while picture is not None:
            yield Frame(seq, round(self._clock() - began, 6), picture)
            picture = self._read_or_reopen()
            seq += 1

    def close(self) -> None:
        """Switch the camera off."""
        self._device.release()

    def _must_read(self) -> Picture:
        picture = self._read()
        if picture is None:
            self.close()
            raise SourceError(
                f"{self.name} is there but gives no picture: close the other program that uses it, "
                "or choose another camera."
            )
        return picture

    def _read(self) -> Picture | None:
        good, picture = self._device.read()
        return cast("Picture", picture) if good and picture is not None else None

    def _read_or_reopen(self) -> Picture:
        last = self._clock()
        while (picture := self._read()) is None or not self._fits(picture):
            if self._clock() - last > self._patience_s:
                raise SourceError(
                    f"{self.name} gives no pictures any more: plug it in and start again; "
                    "the game goes on where it was."
                )
            self._wait(0.5)
            self._reopen()
        return picture

    def _fits(self, picture: Picture) -> bool:
        return (picture.shape[1], picture.shape[0]) == self.size

    def _reopen(self) -> None:
        self.close()
        try:
            self._device = self._open_device(self._text)
        except SourceError:
            self._wait(0.5)


def _open_device(text: str) -> cv2.VideoCapture:
    _refuse_missing(text)
    device = cv2.VideoCapture(int(text) if text.isdecimal() else text)
    if not device.isOpened():
        raise SourceError(
            f"{_called(text)} cannot be opened: close the other program that uses it, "
            "or choose another camera."
        )
    device.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    device.set(cv2.CAP_PROP_FRAME_WIDTH, 1280)
    device.set(cv2.CAP_PROP_FRAME_HEIGHT, 720)
    device.set(cv2.CAP_PROP_BUFFERSIZE, 2)
    return device


def _refuse_missing(text: str) -> None:
    """Say what is wrong before OpenCV writes its own lines about it; other systems have no device files."""
    if not sys.platform.startswith("linux"):
        return
    node = Path(f"/dev/video{text}") if text.isdecimal() else Path(text)
    if not node.exists():
        raise SourceError(f"There is no {_called(text)}: plug it in, or choose another ({_present()}).")
    if not os.access(node, os.R_OK | os.W_OK):
        raise SourceError(
            f"{_called(text)} may not be used by you: run `sudo usermod -aG video $USER`, log in again."
        )


def _called(text: str) -> str:
    return f"camera {text}" if text.isdecimal() else text


def _present() -> str:
    nodes = sorted(node.name.removeprefix("video") for node in Path("/dev").glob("video*"))
    return "there are " + ", ".join(nodes) if nodes else "none is plugged in"
