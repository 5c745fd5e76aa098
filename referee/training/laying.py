"""Paints one card into a scene: its face in perspective, its round corners, its shadow."""

from __future__ import annotations

from functools import lru_cache
from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.training.light import Canvas
from referee.training.truth import BACK, Laid, Style
from referee.vision.rectify import Corners, frame_of


def lay(r: Random, canvas: Canvas, owner: NDArray[np.uint16], laid: Laid, style: Style) -> bool:
    """Paint *laid* with its shadow onto *canvas* and *owner*; False when it lies outside the picture."""
    reach = 3 + 3 * style.shadow_px
    x0, y0 = np.maximum(np.floor(laid.corners.min(axis=0) - reach).astype(int), 0)
    x1, y1 = np.minimum(np.ceil(laid.corners.max(axis=0) + reach).astype(int), owner.shape[::-1])
    if x1 - x0 < 4 or y1 - y0 < 4:
        return False
    size = (int(x1 - x0), int(y1 - y0))
    corners = laid.corners - np.array([x0, y0], np.float32)
    mask = _warped_mask(corners, size, style.radius)
    patch = canvas[y0:y1, x0:x1]
    _shadow(r, patch, mask, style)
    patch *= (1 - mask)[..., None]
    patch += _warped_face(r, laid, corners, size, style) * mask[..., None]
    owner[y0:y1, x0:x1][mask > 0.5] = laid.number
    return True


def _warped_face(r: Random, laid: Laid, corners: Corners, size: tuple[int, int], style: Style) -> Canvas:
    sides = np.linalg.norm(corners[[0, 1]] - corners[[3, 2]], axis=1)
    art = laid.face.at(float(sides.max()))
    height, width = art.shape[:2]
    m = 0.0 if laid.name == BACK else style.margin * width
    source = np.array([[-m, -m], [width + m, -m], [width + m, height + m], [-m, height + m]], np.float32)
    way = cv2.getPerspectiveTransform(source, corners)
    white = (255, 255, 255)
    image = cv2.warpPerspective(art, way, size, borderMode=cv2.BORDER_CONSTANT, borderValue=white)
    return _printed(r, image.astype(np.float32), laid, style)


def _printed(r: Random, image: Canvas, laid: Laid, style: Style) -> Canvas:
    """*image* on this deck's paper, at times in the colours of a black deck, at times unevenly lit."""
    image *= style.paper
    if style.inverted and laid.name != BACK:
        image = (255 - image) * np.array([0.6, 0.85, 1], np.float32)
    if r.random() < 0.4:
        ramp = np.linspace(r.uniform(0.75, 1.05), r.uniform(0.75, 1.05), image.shape[1], dtype=np.float32)
        image *= ramp[None, :, None]
    return image


def _shadow(r: Random, patch: Canvas, mask: Canvas, style: Style) -> None:
    if style.shadow > 0.08:
        shift = np.array([[1, 0, style.shadow_at[0]], [0, 1, style.shadow_at[1]]], np.float32)
        cast = cv2.warpAffine(mask, shift, mask.shape[::-1])
        patch *= (1 - style.shadow * cv2.GaussianBlur(cast, (0, 0), style.shadow_px))[..., None]
    elif r.random() < 0.5:
        patch *= (1 - 0.25 * cv2.dilate(mask, np.ones((3, 3), np.uint8)))[..., None]


def _warped_mask(corners: Corners, size: tuple[int, int], radius: float) -> Canvas:
    mask = _rounded(radius)
    height, width = mask.shape
    way = cv2.getPerspectiveTransform(frame_of(0, (width, height)), corners)
    warped = cv2.warpPerspective(mask, way, size)
    return warped.astype(np.float32) * np.float32(1 / 255)


@lru_cache(maxsize=32)
def _rounded(radius: float, width: int = 140, height: int = 196) -> NDArray[np.uint8]:
    mask = np.zeros((height, width), np.uint8)
    q = max(1, int(width * radius))
    cv2.rectangle(mask, (q, 0), (width - q - 1, height - 1), (255,), -1)
    cv2.rectangle(mask, (0, q), (width - 1, height - q - 1), (255,), -1)
    for x in (q, width - q - 1):
        for y in (q, height - q - 1):
            cv2.circle(mask, (x, y), q, (255,), -1)
    return mask
