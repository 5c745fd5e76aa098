"""What lamp, lens and codec do to a picture: shade, glare, colour, blur, noise, JPEG."""

from __future__ import annotations

from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

Canvas = NDArray[np.float32]


def photographed(r: Random, canvas: Canvas, sharpness: float = 1.0) -> NDArray[np.uint8]:
    """*canvas* (H x W x 3, B G R, 0..255, overwritten) as a webcam or phone would take it.

    *sharpness* scales the blur with the size of what is shown: 1 for cards about 60 px wide.
    """
    noise = np.random.default_rng(r.getrandbits(32))
    canvas = _coloured(r, _shaded(r, canvas, noise))
    canvas = _blurred(r, canvas, sharpness)
    canvas += noise.standard_normal(canvas.shape, dtype=np.float32) * r.uniform(0, 7)
    return _compressed(r, np.clip(canvas, 0, 255).astype(np.uint8))


def _shaded(r: Random, canvas: Canvas, noise: np.random.Generator) -> Canvas:
    height, width = canvas.shape[:2]
    if r.random() < 0.7:
        shade = noise.uniform(0.6, 1.2, (3, 3)).astype(np.float32)
        canvas *= cv2.resize(shade, (width, height), interpolation=cv2.INTER_CUBIC)[..., None]
    if r.random() < 0.3:
        canvas *= 1 - r.uniform(0.1, 0.6) * _soft(_triangle(r, height, width), r.uniform(1, 8))[..., None]
    if r.random() < 0.25:
        canvas += r.uniform(30, 170) * _glare(r, height, width)[..., None]
    return canvas


def _triangle(r: Random, height: int, width: int) -> Canvas:
    mask = np.zeros((height, width), np.float32)
    corners = [[r.uniform(-0.3, 1.3) * width, r.uniform(-0.3, 1.3) * height] for _ in range(3)]
    return cv2.fillConvexPoly(mask, np.array(corners, np.int32), 1.0).astype(np.float32, copy=False)


def _glare(r: Random, height: int, width: int) -> Canvas:
    small = np.zeros((height // 4 + 1, width // 4 + 1), np.float32)
    centre = (r.randrange(small.shape[1]), r.randrange(small.shape[0]))
    axes = (r.randint(3, width // 40 + 5), r.randint(3, height // 40 + 5))
    cv2.ellipse(small, centre, axes, r.randint(0, 180), 0, 360, (1.0,), -1)
    return cv2.resize(_soft(small, r.uniform(1, 8)), (width, height)).astype(np.float32, copy=False)


def _soft(mask: Canvas, sigma: float) -> Canvas:
    return cv2.GaussianBlur(mask, (0, 0), sigma).astype(np.float32, copy=False)


def _coloured(r: Random, canvas: Canvas) -> Canvas:
    warmth = r.gauss(0, 0.13)
    cast = np.array([1 - warmth, 1 + r.gauss(0, 0.03), 1 + warmth], np.float32)
    canvas *= cast * np.float32(r.uniform(0.75, 1.25))
    if r.random() < 0.25:
        canvas = 255 * np.power(np.clip(canvas, 0, None) / 255, np.float32(r.uniform(0.7, 1.5)))
    if r.random() < 0.1:
        canvas *= np.float32(r.uniform(0.1, 0.5))
    if r.random() < 0.04:
        canvas[:] = canvas.mean(axis=2, keepdims=True)
    return canvas


def _blurred(r: Random, canvas: Canvas, sharpness: float) -> Canvas:
    if r.random() < 0.6:
        canvas = _soft(canvas, r.uniform(0.3, 1.2) * sharpness)
    if r.random() < 0.1:
        canvas = cv2.filter2D(canvas, -1, _smear(r)).astype(np.float32, copy=False)
    if r.random() < 0.2:
        canvas += (canvas - _soft(canvas, 1.2)) * r.uniform(0.3, 1.2)
    return canvas


def _smear(r: Random) -> Canvas:
    size = r.randint(3, 7)
    line = np.zeros((size, size), np.float32)
    line[size // 2] = 1
    turn = cv2.getRotationMatrix2D((size / 2 - 0.5, size / 2 - 0.5), r.uniform(0, 180), 1)
    kernel = cv2.warpAffine(line, turn, (size, size))
    return (kernel / max(float(kernel.sum()), 1e-3)).astype(np.float32)


def _compressed(r: Random, picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    if r.random() < 0.2:
        return picture
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, r.randint(35, 95)])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
