"""A webcam as its driver shows it: it knows some sizes, refuses some properties, and can be unplugged.

No webcam is at hand; this stands for `cv2.VideoCapture` behind the seam `open_device`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np

from referee.vision.device import Device
from referee.vision.frames import SourceError

SIZE_OF = {cv2.CAP_PROP_FRAME_WIDTH: 0, cv2.CAP_PROP_FRAME_HEIGHT: 1}
MJPG = float(cv2.VideoWriter.fourcc(*"MJPG"))


@dataclass
class Webcam:
    """`fps` by size; time passes as pictures are read. `events` happen when their second has come."""

    fps: dict[tuple[int, int], float] = field(default_factory=lambda: {(1920, 1080): 30.0, (1280, 720): 30.0})
    refuses: set[int] = field(default_factory=set)
    events: dict[int, Callable[[Webcam], None]] = field(default_factory=dict)
    plugged: bool = True
    frozen: bool = False
    now: float = 0.0
    number: int = 0
    opened: list[str] = field(default_factory=list)
    values: dict[int, float] = field(default_factory=dict)

    def clock(self) -> float:
        return self.now

    def wait(self, seconds: float) -> None:
        self.now += seconds
        self._happen()

    def open(self, text: str) -> Device:
        self.opened.append(text)
        self._happen()
        if not self.plugged:
            raise SourceError("It is not there.")
        self.values = {
            cv2.CAP_PROP_AUTO_EXPOSURE: 3.0,
            cv2.CAP_PROP_EXPOSURE: 156.0,
            cv2.CAP_PROP_AUTOFOCUS: 1.0,
            cv2.CAP_PROP_FOCUS: 30.0,
            cv2.CAP_PROP_AUTO_WB: 1.0,
            cv2.CAP_PROP_WB_TEMPERATURE: 4600.0,
        }
        return Plugged(self)

    def _happen(self) -> None:
        for t in [t for t in self.events if t <= self.now]:
            self.events.pop(t)(self)


@dataclass
class Plugged:
    camera: Webcam
    asked: list[int] = field(default_factory=lambda: [640, 480])

    @property
    def size(self) -> tuple[int, int]:
        known = self.camera.fps
        width, height = self.asked
        return (width, height) if (width, height) in known else min(known)

    def read(self) -> tuple[bool, Any]:
        camera = self.camera
        camera.now += 1 / camera.fps[self.size]
        camera._happen()
        if not camera.plugged:
            return False, None
        camera.number += not camera.frozen
        width, height = self.size
        picture = np.zeros((height, width, 3), np.uint8)
        picture[0, 0] = (camera.number % 251, camera.number // 251, 7)
        return True, picture

    def get(self, prop: int, /) -> float:
        if prop in SIZE_OF:
            return float(self.size[SIZE_OF[prop]])
        return MJPG if prop == cv2.CAP_PROP_FOURCC else self.camera.values.get(prop, 0.0)

    def set(self, prop: int, value: float, /) -> bool:
        if prop in self.camera.refuses:
            return False
        if prop in SIZE_OF:
            self.asked[SIZE_OF[prop]] = round(value)
        self.camera.values[prop] = value
        return True

    def release(self) -> None: ...
