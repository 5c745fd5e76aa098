"""What differs between two small pictures: blind to noise, a shaking camera and drifting exposure."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.vision.sighting import Picture

Mask = NDArray[np.uint8]
"""H x W, 0 or 255."""

TOLERANCE = 18
"""Grey levels that noise, compression and uneven exposure may add."""

_WINDOW = np.ones((3, 3), np.uint8)


def shrink(picture: Picture, factor: int) -> Picture:
    """*picture* made smaller by the whole number *factor*, each pixel the mean of those it replaces."""
    height, width = picture.shape[:2]
    size = (max(1, width // factor), max(1, height // factor))
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)


def exposed_like(picture: Picture, model: Picture) -> Picture:
    """*picture* with each channel scaled so that most of it is as bright as in *model*."""
    ours = picture[::4, ::4].astype(np.float32) + 1.0
    theirs = model[::4, ::4].astype(np.float32) + 1.0
    gain = np.median((theirs / ours).reshape(-1, 3), axis=0)
    levels = np.arange(256, dtype=np.float32)[:, None] * gain[None, :]
    table = np.clip(levels, 0, 255).astype(np.uint8).reshape(256, 1, 3)
    return np.asarray(cv2.LUT(picture, table), np.uint8)


def appeared(before: Picture, after: Picture, tolerance: int = TOLERANCE) -> Mask:
    """Where *after* shows what *before* shows nowhere within one pixel; both as bright as each other."""
    low, high = cv2.erode(before, _WINDOW), cv2.dilate(before, _WINDOW)
    off = cv2.max(cv2.subtract(after, high), cv2.subtract(low, after))
    blue, green, red = cv2.split(off)
    most = cv2.max(cv2.max(blue, green), red)
    return np.asarray(cv2.threshold(most, tolerance, 255, cv2.THRESH_BINARY)[1], np.uint8)


def differs(before: Picture, after: Picture, tolerance: int = TOLERANCE) -> Mask:
    """Where one of two pictures shows what the other does not, single pixels left out."""
    model = exposed_like(before, after)
    either = cv2.bitwise_or(appeared(model, after, tolerance), appeared(after, model, tolerance))
    return without_specks(np.asarray(either, np.uint8))


def without_specks(mask: Mask) -> Mask:
    """*mask* without its single pixels."""
    return np.asarray(cv2.medianBlur(mask, 3), np.uint8)


def is_shade(before: Picture, after: Picture, where: Mask) -> bool:
    """Whether what differs *where* is only light: all of it brighter or darker by about the same factor."""
    spots = where > 0
    if not spots.any():
        return True
    model = exposed_like(before, after)
    ratio = (after[spots].astype(np.float32).sum(axis=1) + 9) / (
        model[spots].astype(np.float32).sum(axis=1) + 9
    )
    return bool(0.5 < ratio.mean() < 1.6 and ratio.std() < 0.12 * ratio.mean())
