"""What a cheap camera adds to a clean picture: unsteady light, little shake, dark corners, noise, JPEG."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.vision.sighting import Picture


@dataclass(frozen=True, slots=True)
class Flaws:
    """How bad the camera is: noise (grey levels), shake (pixels at 720 lines), drift (share of the light),
    blur (sigma in pixels), fall-off to the corners (share) and a colour cast (factors for B, G, R).

    `flicker` is by how much the light of a picture differs from the next one's (a share); `jpeg` the quality
    at which the camera packs each picture by itself, 0 if it does not.
    """

    noise: float = 2.5
    shake: float = 0.35
    drift: float = 0.04
    blur: float = 0.5
    falloff: float = 0.15
    cast: tuple[float, float, float] = (1.0, 1.0, 1.0)
    seed: int = 0
    flicker: float = 0.0
    jpeg: int = 0


class Sensor:
    """Turns clean pictures into those of a camera with *flaws*. A picture depends on its number alone."""

    def __init__(self, size: tuple[int, int], flaws: Flaws) -> None:
        self._size, self._flaws = size, flaws
        dice = np.random.default_rng(flaws.seed)
        self._phases = dice.uniform(0, 2 * math.pi, 6)
        self._bank = _noise_bank(size, flaws.noise, dice)
        self._lens, self._lens_scale = _lens(size, flaws)
        self._offsets = dice.integers(0, _SPARE, (997, 2))

    def take(self, picture: Picture, number: int, t: float) -> Picture:
        """Frame *number*, taken at time *t*."""
        gain = self._gain(t) * self._flickered(number)
        lit = cv2.multiply(picture, self._lens, scale=self._lens_scale * gain)
        soft = self._shake(np.asarray(lit, np.uint8), t)
        x, y = (int(v) for v in self._offsets[number * 31 % 997])
        w, h = self._size
        noisy = np.asarray(cv2.add(soft, self._bank[y : y + h, x : x + w], dtype=cv2.CV_8U), np.uint8)
        return _packed(noisy, self._flaws.jpeg) if self._flaws.jpeg else noisy

    def _shake(self, picture: Picture, t: float) -> Picture:
        """*picture* moved by less than a pixel and blurred, in one go: a bell curve off its middle."""
        p, size = self._phases, self._flaws.shake * self._size[1] / 720
        if not size and self._flaws.blur < _SHARP:
            return picture
        x = size * (0.6 * math.sin(2.1 * t + p[0]) + 0.4 * math.sin(7.3 * t + p[1]))
        y = size * (0.6 * math.sin(1.7 * t + p[2]) + 0.4 * math.sin(8.9 * t + p[3]))
        kernel = np.outer(_bell(y, size, self._flaws.blur), _bell(x, size, self._flaws.blur))
        return np.asarray(cv2.filter2D(picture, -1, kernel, borderType=cv2.BORDER_REPLICATE), np.uint8)

    def _gain(self, t: float) -> float:
        """How bright it is at time *t*."""
        p = self._phases
        return 1 + self._flaws.drift * (0.7 * math.sin(0.13 * t + p[4]) + 0.3 * math.sin(0.71 * t + p[5]))

    def _flickered(self, number: int) -> float:
        """How bright picture *number* is beside the others."""
        dice = np.random.default_rng((self._flaws.seed, number))
        return 1 + self._flaws.flicker * float(dice.uniform(-1, 1))


def _packed(picture: Picture, quality: int) -> Picture:
    """*picture* as it comes out of a JPEG of *quality*."""
    _, data = cv2.imencode(".jpg", picture, (cv2.IMWRITE_JPEG_QUALITY, quality))
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


_SHARP = 0.35


def _bell(shift: float, most: float, sigma: float) -> NDArray[np.float32]:
    reach = 1 if most < 0.6 else 2
    taps = np.exp(-(((np.arange(-reach, reach + 1) + shift) / max(sigma, _SHARP)) ** 2) / 2)
    return np.asarray(taps / taps.sum(), np.float32)


_SPARE = 64


def _noise_bank(size: tuple[int, int], sigma: float, dice: np.random.Generator) -> NDArray[np.int16]:
    shape = (size[1] + _SPARE, size[0] + _SPARE)
    grey = dice.standard_normal(shape, np.float32)[..., None]
    colour = dice.standard_normal((*shape, 3), np.float32)
    grain = cv2.GaussianBlur(0.75 * grey + 0.65 * colour, (3, 3), 0.5)
    return np.asarray((grain * (sigma / max(float(grain.std()), 1e-6))).round(), np.int16)


def _lens(size: tuple[int, int], flaws: Flaws) -> tuple[Picture, float]:
    """What each pixel is multiplied by, as levels, and the scale that makes factors of them."""
    x = np.linspace(-1, 1, size[0])[None, :]
    y = np.linspace(-1, 1, size[1])[:, None] * size[1] / size[0]
    level = 1 - flaws.falloff * np.clip((x**2 + y**2) / 1.3, 0, 1)
    factors = level[..., None] * np.array(flaws.cast)
    most = float(factors.max())
    return np.asarray((factors * (255 / most)).round(), np.uint8), most / 255
