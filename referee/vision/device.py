"""What of a webcam is used, the mode it is asked for, and how it is held still."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import cv2

MODES = ((1920, 1080), (1280, 720))
"""Sizes asked for, the best first."""
LEAST_FPS = 15.0
_WARM_UP = 4
"""The first pictures after a change of mode come late."""
_TIMED = 15
_SETTLE_S = 2.0
"""So long automatic exposure, focus and white balance take to find their values."""
_MANUAL = (1.0, 0.25)
"""What switches automatic exposure off: Video4Linux counts so, the systems of other makers so."""


class Device(Protocol):
    """The part of `cv2.VideoCapture` that is used."""

    def read(self) -> tuple[bool, Any]:
        """The next picture, if there is one."""
        ...

    def get(self, prop: int, /) -> float:
        """The value of a property."""
        ...

    def set(self, prop: int, value: float, /) -> bool:
        """Ask for a value; whether the driver knows the property."""
        ...

    def release(self) -> None:
        """Let go of it."""
        ...


@dataclass(frozen=True, slots=True)
class Mode:
    """What a camera really gives: its size in pixels, pictures a second as timed, how they are coded."""

    size: tuple[int, int]
    fps: float
    code: str

    def __str__(self) -> str:
        return f"{self.size[0]} x {self.size[1]}, {self.code or 'raw'}, {self.fps:.0f} pictures a second"


def best_mode(
    device: Device, sizes: Sequence[tuple[int, int]] = MODES, clock: Callable[[], float] = time.monotonic
) -> Mode | None:
    """Set the first of *sizes* that *device* gives at least 15 times a second, else the last it can.

    None where it gives no picture at all. What it gives is read back and timed, never believed.
    """
    found = None
    for size in sizes:
        found = _given(device, size, clock) or found
        if found and found.size == size and found.fps >= LEAST_FPS:
            break
    return found


def set_mode(device: Device, size: tuple[int, int]) -> None:
    """Ask *device* for MJPG in *size*: raw pictures of it come five times a second over USB 2."""
    device.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    device.set(cv2.CAP_PROP_FRAME_WIDTH, size[0])
    device.set(cv2.CAP_PROP_FRAME_HEIGHT, size[1])
    device.set(cv2.CAP_PROP_FPS, 30)
    device.set(cv2.CAP_PROP_BUFFERSIZE, 2)


def _given(device: Device, size: tuple[int, int], clock: Callable[[], float]) -> Mode | None:
    set_mode(device, size)
    if not all(device.read()[0] for _ in range(_WARM_UP)):
        return None
    _, picture = device.read()
    began = clock()
    count = sum(bool(device.read()[0]) for _ in range(_TIMED))
    fps = count / max(1e-3, clock() - began)
    return Mode((picture.shape[1], picture.shape[0]), round(fps, 1), _code(device))


def _code(device: Device) -> str:
    number = int(device.get(cv2.CAP_PROP_FOURCC))
    text = "".join(chr(number >> shift & 0xFF) for shift in (0, 8, 16, 24))
    return text.strip() if text.isprintable() else ""


@dataclass(frozen=True, slots=True)
class Held:
    """What a camera was held at, by name, and what its driver refused to hold."""

    values: dict[str, float]
    refused: tuple[str, ...] = ()

    def __str__(self) -> str:
        kept = ", ".join(f"{name} {value:g}" for name, value in self.values.items())
        left = " and ".join(self.refused)
        return f"Held: {kept or 'nothing'}." + (f" The driver does not hold {left}." if left else "")


@dataclass(frozen=True, slots=True)
class _Control:
    name: str
    automatic: int
    off: tuple[float, ...]
    value: int


_CONTROLS = (
    _Control("exposure", cv2.CAP_PROP_AUTO_EXPOSURE, _MANUAL, cv2.CAP_PROP_EXPOSURE),
    _Control("focus", cv2.CAP_PROP_AUTOFOCUS, (0.0,), cv2.CAP_PROP_FOCUS),
    _Control("white balance", cv2.CAP_PROP_AUTO_WB, (0.0,), cv2.CAP_PROP_WB_TEMPERATURE),
)


def hold(device: Device, clock: Callable[[], float] = time.monotonic) -> Held:
    """Let *device* find exposure, focus and white balance by itself, and switch the finding off."""
    until = clock() + _SETTLE_S
    while clock() < until and device.read()[0]:
        pass
    return hold_at(device, {one.name: device.get(one.value) for one in _CONTROLS})


def hold_at(device: Device, values: dict[str, float]) -> Held:
    """Hold *device* at *values*, by name. A camera that was unplugged has forgotten them."""
    held = {
        one.name: values[one.name] for one in _CONTROLS if one.name in values and _holds(device, one, values)
    }
    return Held(held, tuple(name for name in values if name not in held))


def _holds(device: Device, control: _Control, values: dict[str, float]) -> bool:
    off = any(
        device.set(control.automatic, value) and device.get(control.automatic) == value
        for value in control.off
    )
    return off and device.set(control.value, values[control.name])
