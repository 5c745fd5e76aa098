"""From a quadrilateral in a picture to an upright crop that a reader can read, and back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from referee.vision.sighting import Picture, Quad

Corners = NDArray[np.float32]
"""Four corners, 4 x 2, x and y in pixels."""

CARD_CROP = (128, 160)
INDEX_CROP = (64, 64)
WIDE, TIGHT = 20, 8
"""Pixels of surroundings kept around a card: wide while its corners are still doubtful."""


def clockwise(points: ArrayLike) -> Corners:
    """*points* (4 x 2, any winding) clockwise as seen in the picture, the first edge a short side.

    A card's crop would be mirrored if the corners ran the other way, as those of most oriented boxes do.
    """
    corners = np.asarray(points, np.float32).reshape(4, 2)
    if cv2.contourArea(corners, oriented=True) < 0:
        corners = corners[::-1]
    if np.linalg.norm(corners[0] - corners[1]) > np.linalg.norm(corners[1] - corners[2]):
        corners = np.roll(corners, -1, axis=0)
    return np.ascontiguousarray(corners)


def to_quad(corners: ArrayLike) -> Quad:
    """*corners* (4 x 2) as a plain tuple."""
    return cast("Quad", tuple((float(x), float(y)) for x, y in np.asarray(corners, float)))


def frame_of(margin: int, size: tuple[int, int] = CARD_CROP) -> Corners:
    """Where the card's corners come to lie in a crop of *size* with *margin* pixels around it."""
    w, h = size
    inner = [[margin, margin], [w - margin, margin], [w - margin, h - margin], [margin, h - margin]]
    return np.array(inner, np.float32)


def card_crop(picture: Picture, corners: Corners, margin: int = TIGHT) -> Picture:
    """The card at *corners* (clockwise, first edge short) upright in 128 x 160 pixels."""
    return _crop(picture, corners, frame_of(margin), CARD_CROP)


def index_crop(picture: Picture, corners: Corners, room: float = 1.25) -> Picture:
    """A square of 64 x 64 pixels about an index, its longer side upright, *room* times as wide as that."""
    return _crop(picture, square_about(corners, room), frame_of(0, INDEX_CROP), INDEX_CROP)


def square_about(corners: Corners, room: float) -> Corners:
    """The square about the middle of *corners* along their longer side."""
    upright = clockwise(corners)
    down = (upright[3] + upright[2] - upright[0] - upright[1]) / 2
    half = down * room / 2
    across = np.array([-half[1], half[0]], np.float32)  # a quarter turn: to the left, as y points down
    middle = upright.mean(axis=0)
    square = [middle + across - half, middle - across - half, middle - across + half, middle + across + half]
    return np.array(square, np.float32)


def _crop(picture: Picture, corners: Corners, target: Corners, size: tuple[int, int]) -> Picture:
    picture, corners = _shrunk(picture, corners, size)
    way = cv2.getPerspectiveTransform(corners, target)
    crop = cv2.warpPerspective(picture, way, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return crop.astype(np.uint8, copy=False)


def _shrunk(picture: Picture, corners: Corners, size: tuple[int, int]) -> tuple[Picture, Corners]:
    """A large card is first made smaller by area, or thin strokes would be lost between samples."""
    longest = float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).max())
    scale = 1.5 * size[1] / max(longest, 1.0)
    if scale > 0.8:
        return picture, corners
    reach = longest * 0.2
    x0, y0 = np.maximum(np.floor(corners.min(axis=0) - reach).astype(int), 0)
    x1, y1 = np.ceil(corners.max(axis=0) + reach).astype(int)
    part = picture[y0:y1, x0:x1]
    if part.size == 0:
        return picture, corners
    small = cv2.resize(part, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return small.astype(np.uint8, copy=False), ((corners - (x0, y0)) * scale).astype(np.float32)


def uncrop(points: Corners, corners: Corners, margin: int) -> Corners:
    """*points* of a crop made with `card_crop(picture, corners, margin)`, back in the picture."""
    way = cv2.getPerspectiveTransform(frame_of(margin), corners)
    return np.asarray(cv2.perspectiveTransform(points[None].astype(np.float32), way)[0], np.float32)


def levelled(crop: Picture) -> NDArray[np.float32]:
    """*crop* with its black and white points set, so that lamp and exposure do not matter.

    H x W x 3, about -1..1. The white point is each channel's own, drawn by a quarter to the brightest
    channel's: a yellow lamp is evened out, a coloured card not quite.
    """
    return np.asarray(levelled_batch([crop])[0].transpose(1, 2, 0), np.float32)


def levelled_batch(crops: Sequence[Picture]) -> NDArray[np.float32]:
    """*crops* of one size, each `levelled`, as networks take them: N x 3 x H x W."""
    blob: NDArray[np.float32] = cv2.dnn.blobFromImages(crops).astype(np.float32, copy=False)
    points = [_black_and_white(crop) for crop in crops]
    black = np.array([black for black, _ in points], np.float32)[:, None, None, None]
    step = np.array([2 / (white - black) for black, white in points], np.float32)[:, :, None, None]
    blob -= black
    blob *= step
    blob -= 1
    return np.clip(blob, -1.5, 1.6, out=blob)


def _black_and_white(crop: Picture) -> tuple[float, NDArray[np.float64]]:
    """The black point of *crop*, and each channel's white point."""
    sample = np.ascontiguousarray(crop[::4, ::4])
    counts = [cv2.calcHist([sample], [k], None, [256], [0, 256]).ravel().astype(np.int64) for k in range(3)]
    black = _percentile(counts[0] + counts[1] + counts[2], 0.02)
    white = np.array([_percentile(channel, 0.95) for channel in counts])
    return black, np.maximum(0.75 * white + 0.25 * white.max(), black + 12)


def _percentile(counts: NDArray[np.int64], share: float) -> float:
    """What numpy's gives for the values that *counts* counts, in a hundredth of the time."""
    upto = counts.cumsum()
    at = (int(upto[-1]) - 1) * share
    below, above = np.searchsorted(upto, (int(at), min(int(at) + 1, int(upto[-1]) - 1)), side="right")
    return float(below + (above - below) * (at - int(at)))
