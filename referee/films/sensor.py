"""What a cheap camera adds to a clean picture: drifting light, little shake, dark corners, noise."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from referee.vision.sighting import Picture


@dataclass(frozen=True, slots=True)
class Flaws:
    """How bad the camera is: noise (grey levels), shake (pixels at 720 lines), drift (share of the light),
    blur (sigma in pixels), fall-off to the corners (share) and a colour cast (factors for B, G, R).
    """

    noise: float = 2.5
    shake: float = 0.35
    drift: float = 0.04
    blur: float = 0.5
    falloff: float = 0.15
    cast: tuple[float, float, float] = (1.0, 1.0, 1.0)
    seed: int = 0


class Sensor:
    """Turns clean pictures into those of a camera with *flaws*. A picture depends on its number alone."""

    def __init__(self, size: tuple[int, int], flaws: Flaws) -> None:
        self._size, self._flaws = size, flaws
        dice = np.random.default_rng(flaws.seed)
        self._phases = dice.uniform(0, 2 * math.pi, 8)
        self._bank = _noise_bank(size, flaws.noise, dice)
        self._corners = _falloff(size, flaws.falloff)
        self._offsets = dice.integers(0, _SPARE, (997, 2))

    def flatten(self, picture: Picture) -> Picture:
        """The lens: corners darken and edges soften. For the parts of a picture that do not move."""
        dark = cv2.multiply(picture, self._corners, scale=1 / 255)
        return np.asarray(dark, np.uint8)

    def take(self, picture: Picture, number: int, t: float) -> Picture:
        """Frame *number*, taken at time *t*."""
        shaken = self._shake(self.flatten(picture), t)
        lit = cv2.LUT(shaken, self._curve(t))
        x, y = (int(v) for v in self._offsets[number * 31 % 997])
        w, h = self._size
        noise = self._bank[y : y + h, x : x + w]
        return np.asarray(cv2.add(lit, noise, dtype=cv2.CV_8U), np.uint8)

    def _shake(self, picture: Picture, t: float) -> Picture:
        p, size = self._phases, self._flaws.shake * self._size[1] / 720
        x = size * (0.6 * math.sin(2.1 * t + p[0]) + 0.4 * math.sin(7.3 * t + p[1]))
        y = size * (0.6 * math.sin(1.7 * t + p[2]) + 0.4 * math.sin(8.9 * t + p[3]))
        matrix = np.array([[1, 0, x], [0, 1, y]], np.float64)
        soft = cv2.GaussianBlur(picture, (3, 3), self._flaws.blur) if self._flaws.blur > 0.3 else picture
        moved = cv2.warpAffine(
            soft, matrix, self._size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        return np.asarray(moved, np.uint8)

    def _curve(self, t: float) -> Picture:
        """A table of 256 x 3 levels: the exposure and the colour cast at time *t*."""
        p = self._phases
        wave = 0.7 * math.sin(0.13 * t + p[4]) + 0.3 * math.sin(0.71 * t + p[5])
        gain = 1 + self._flaws.drift * wave
        warm = 0.3 * self._flaws.drift * math.sin(0.09 * t + p[6])
        factors = np.array(self._flaws.cast) * gain * np.array([1 - warm, 1.0, 1 + warm])
        levels = np.clip(np.arange(256)[:, None] * factors[None, :], 0, 255)
        return np.asarray(levels.round(), np.uint8).reshape(256, 1, 3)


_SPARE = 64


def _noise_bank(size: tuple[int, int], sigma: float, dice: np.random.Generator) -> np.ndarray:
    shape = (size[1] + _SPARE, size[0] + _SPARE)
    grey = dice.standard_normal(shape, np.float32)[..., None]
    colour = dice.standard_normal((*shape, 3), np.float32)
    grain = cv2.GaussianBlur(0.75 * grey + 0.65 * colour, (3, 3), 0.5)
    return np.asarray((grain * (sigma / max(float(grain.std()), 1e-6))).round(), np.int16)


def _falloff(size: tuple[int, int], share: float) -> Picture:
    x = np.linspace(-1, 1, size[0])[None, :]
    y = np.linspace(-1, 1, size[1])[:, None] * size[1] / size[0]
    level = 1 - share * np.clip((x**2 + y**2) / 1.3, 0, 1)
    return np.asarray(np.repeat((level * 255)[..., None], 3, axis=2), np.uint8)
