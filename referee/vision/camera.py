"""A webcam, through OpenCV."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import cast

import cv2

from referee.vision import clock as clocks
from referee.vision.device import MODES, Device, Held, Mode, best_mode, hold, hold_at, set_mode
from referee.vision.frames import PATIENCE_S, Closing, Frame, SourceError
from referee.vision.living import Living
from referee.vision.returning import Patience, fitted
from referee.vision.sighting import Picture

DEVICES = Path("/dev")
_AGAIN_S = 5.0
"""A camera that gives the same picture again and again is opened anew this often."""


class Camera(Closing):
    """A webcam by number or device path, in its best mode, or in *size* where the zones were set for that.

    Times are seconds since the first picture. An unplugged camera is tried again for *patience_s*; on Linux
    it is known by its name, as its number changes. With *held* exposure, focus and white balance stay as they
    are once the picture is good; `held` has the values. *open_device*, *clock*, *wait* are seams for tests.
    """

    live = True

    def __init__(
        self,
        text: str,
        patience_s: float = PATIENCE_S,
        open_device: Callable[[str], Device] | None = None,
        clock: Callable[[], float] = clocks.now,
        wait: Callable[[float], object] | None = None,
        size: tuple[int, int] | None = None,
        held: bool = False,
    ):
        self.name = _called(text)
        self._text = lasting_name(text)
        self._open_device = open_device or _open_device
        self._clock = clock
        self._over = threading.Event()
        self._patience = Patience(patience_s, clock, wait or self._over.wait)
        self._living = Living()
        self._opened = clock()
        self._device = self._open_device(self._text)
        self.mode = self._must_give(MODES if size is None else (size,))
        self.size = self.mode.size
        self.fps = self.mode.fps
        self.held: Held | None = hold(self._device, clock) if held else None

    @property
    def told(self) -> str:
        """What it gives, in a sentence."""
        return f"{self.name} gives {self.mode}." + (f" {self.held}" if self.held else "")

    def __iter__(self) -> Iterator[Frame]:
        began: float | None = None
        seq = 0
        while not self._over.is_set():
            picture = self._read_or_reopen()
            began = self._clock() if began is None else began
            t = round(self._clock() - began, 6)
            gap_from = self._living.take(picture, t)
            if not self._living.frozen:
                self._patience.renew()
                yield Frame(seq, t, picture, gap_from)
                seq += 1
            elif self._clock() - self._opened > _AGAIN_S:
                self._reopen()

    def end(self) -> None:
        """Give no more pictures."""
        self._over.set()

    def close(self) -> None:
        """Switch the camera off."""
        self.end()
        self._device.release()

    def _must_give(self, sizes: tuple[tuple[int, int], ...]) -> Mode:
        mode = best_mode(self._device, sizes, self._clock)
        if mode is None:
            self.close()
            raise SourceError(
                f"{self.name} is there but gives no picture: close the other program that uses it, "
                "or choose another camera."
            )
        return mode

    def _read_or_reopen(self) -> Picture:
        while (picture := self._read()) is None:
            self._reopen()
        return fitted(picture, self.size, self.name)

    def _read(self) -> Picture | None:
        good, picture = self._device.read()
        return cast("Picture", picture) if good and picture is not None else None

    def _reopen(self) -> None:
        self._device.release()
        if not self._patience.left():
            raise SourceError(
                f"{self.name} gives no pictures any more: plug it in and start again; "
                "the game goes on where it was."
            )
        self._opened = self._clock()
        try:
            self._device = self._open_device(self._text)
        except SourceError:
            return
        set_mode(self._device, self.size)
        if self.held:
            hold_at(self._device, self.held.values)


def lasting_name(text: str, devices: Path = DEVICES) -> str:
    """The name in `/dev/v4l/by-id` of the camera *text*, which it has again when it is plugged in anew.

    *text* itself where there is none.
    """
    node = devices / f"video{text}" if text.isdecimal() else Path(text)
    names = sorted(devices.glob("v4l/by-id/*"))
    return next((str(name) for name in names if name.resolve() == node.resolve()), text)


def _open_device(text: str) -> Device:
    _refuse_missing(text)
    # OpenCV knows devices by their number.
    node = Path(text).resolve().name.removeprefix("video")
    device = cv2.VideoCapture(int(node) if node.isdecimal() else text)
    if not device.isOpened():
        raise SourceError(
            f"{_called(text)} cannot be opened: close the other program that uses it, "
            "or choose another camera."
        )
    return cast("Device", device)


def _refuse_missing(text: str) -> None:
    """Say what is wrong before OpenCV writes its own lines about it; other systems have no device files."""
    if not sys.platform.startswith("linux"):
        return
    node = DEVICES / f"video{text}" if text.isdecimal() else Path(text)
    if not node.exists():
        raise SourceError(f"There is no {_called(text)}: plug it in, or choose another ({_present()}).")
    if not os.access(node, os.R_OK | os.W_OK):
        raise SourceError(
            f"{_called(text)} may not be used by you: run `sudo usermod -aG video $USER`, log in again."
        )


def _called(text: str) -> str:
    return f"camera {text}" if text.isdecimal() else text


def _present() -> str:
    nodes = sorted(node.name.removeprefix("video") for node in DEVICES.glob("video*"))
    return "there are " + ", ".join(nodes) if nodes else "none is plugged in"
