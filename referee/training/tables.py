"""What scenes lie on and what lies about in them: table tops, papers, coasters, pens, hands."""

from __future__ import annotations

import math
from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.training.assets import Assets, texture
from referee.training.light import Canvas
from referee.training.tops import own_top
from referee.training.truth import HAND, Laid
from referee.vision.rectify import frame_of

_KINDS = {"wood": 30, "cloth": 22, "stone": 13, "other": 10, "procedural": 8, "photo": 9, "tabletops": 10}


def table_top(r: Random, assets: Assets, width: int, height: int, kind: str | None = None) -> Canvas:
    """A piece of a table, recoloured at times, as float B G R (*height* x *width* x 3).

    *kind* is a folder of the table tops; where there is none of it, or none is asked for, any.
    """
    have = [name for name in _KINDS if name in assets.textures]
    if have:
        kind = kind if kind in have else r.choices(have, [_KINDS[name] for name in have])[0]
        whole = texture(r.choice(assets.textures[kind]))
    else:
        whole = own_top(r)
    image = _piece(r, whole, width, height)
    photo = kind in ("photo", "tabletops")
    if not photo and r.random() < 0.35:
        image = _dyed(r, image)
    canvas = image.astype(np.float32)
    if not photo and r.random() < 0.45:
        canvas = canvas * 0.35 + r.uniform(150, 190) if r.random() < 0.5 else canvas * r.uniform(0.15, 0.5)
    return np.ascontiguousarray(np.clip(canvas, 0, 255).astype(np.float32))


def _piece(r: Random, whole: NDArray[np.uint8], width: int, height: int) -> NDArray[np.uint8]:
    h, w = whole.shape[:2]
    zoom = r.uniform(0.35, 1)
    ch = max(20, int(h * zoom))
    cw = max(20, int(min(w, ch * width / height)))
    x, y = r.randint(0, max(0, w - cw)), r.randint(0, max(0, h - ch))
    part = whole[y : y + ch, x : x + cw]
    if r.random() < 0.5:
        part = part[:, ::-1]
    way = cv2.INTER_AREA if ch > height else cv2.INTER_LINEAR
    return cv2.resize(part, (width, height), interpolation=way).astype(np.uint8, copy=False)


def _dyed(r: Random, image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    hsv = cv2.cvtColor(image, cv2.COLOR_BGR2HSV)
    hsv[..., 0] = (hsv[..., 0].astype(int) + r.randint(0, 179)) % 180
    hsv[..., 1] = (hsv[..., 1] * r.uniform(0.1, 1)).astype(np.uint8)
    return cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR).astype(np.uint8, copy=False)


def clutter(r: Random, canvas: Canvas, assets: Assets, card_px: float) -> None:
    """Put one to three things that are no cards on *canvas*: papers, coasters, glasses, pens."""
    height, width = canvas.shape[:2]
    for _ in range(r.randint(1, 3)):
        x, y, size = r.uniform(0, width), r.uniform(0, height), card_px * r.uniform(0.5, 2.5)
        kind = r.random()
        if kind < 0.5:
            _paper(r, canvas, assets, (x, y), size)
        elif kind < 0.8:
            _coaster(r, canvas, (int(x), int(y)), size)
        else:
            _pen(r, canvas, (x, y), size)


def _coaster(r: Random, canvas: Canvas, at: tuple[int, int], size: float) -> None:
    for share in (0.35, 0.28, 0.19):
        colour = [r.uniform(0, 255) for _ in range(3)]
        thick = -1 if share == 0.35 else r.choice((1, 2, -1))
        cv2.circle(canvas, at, int(size * share) + 2, colour, thick, cv2.LINE_AA)


def _pen(r: Random, canvas: Canvas, at: tuple[float, float], size: float) -> None:
    way = r.uniform(0, 2 * math.pi)
    end = (int(at[0] + math.cos(way) * size * 2), int(at[1] + math.sin(way) * size * 2))
    colour = [r.uniform(0, 255) for _ in range(3)]
    cv2.line(canvas, (int(at[0]), int(at[1])), end, colour, max(1, int(size * 0.08)), cv2.LINE_AA)


def _paper(r: Random, canvas: Canvas, assets: Assets, at: tuple[float, float], size: float) -> None:
    corners = cv2.boxPoints((at, (size, size * r.uniform(1, 2)), r.uniform(0, 360))).astype(np.float32)
    w, h = 60, 84
    sheet = _sheet(r, assets, w, h)
    way = cv2.getPerspectiveTransform(frame_of(0, (w, h)), corners)
    view = canvas.shape[1::-1]
    mask = cv2.warpPerspective(np.ones((h, w), np.float32), way, view)[..., None]
    canvas[:] = canvas * (1 - mask) + cv2.warpPerspective(sheet, way, view) * mask


def _sheet(r: Random, assets: Assets, w: int, h: int) -> Canvas:
    if r.random() < 0.4:
        return table_top(r, assets, w, h, r.choice(("photo", "other", "wood", "cloth")))
    sheet = np.ones((h, w, 3), np.float32) * np.array([r.uniform(120, 255)] * 3, np.float32)
    for y in range(6, h - 6, r.randint(4, 9)) if r.random() < 0.6 else ():
        cv2.line(sheet, (6, y), (r.randint(20, w - 4), y), (60, 60, 60), 1)
    return sheet


def hands_over(
    r: Random, canvas: Canvas, owner: NDArray[np.uint16], assets: Assets, cards: list[Laid], card_px: float
) -> None:
    """Lay a hand or two over *cards*, mostly reaching in from the border, and note them in *owner*."""
    for _ in range(r.choice((1, 1, 2))):
        hand = r.choice(assets.hands)
        if r.random() < 0.5:
            hand = hand[:, ::-1]
        way = _reach(r, hand.shape[:2], owner.shape, cards, card_px)
        warped = cv2.warpAffine(hand, way, owner.shape[::-1], flags=cv2.INTER_AREA)
        alpha = cv2.GaussianBlur(warped[..., 3], (0, 0), 0.7).astype(np.float32)[..., None] / 255
        canvas *= 1 - 0.3 * cv2.GaussianBlur(alpha, (0, 0), max(1.0, card_px * 0.06))[..., None]
        canvas *= 1 - alpha
        canvas += warped[..., :3].astype(np.float32) * np.float32(r.uniform(0.75, 1.15)) * alpha
        owner[warped[..., 3] > 127] = HAND


def _reach(
    r: Random, hand: tuple[int, ...], view: tuple[int, ...], cards: list[Laid], card_px: float
) -> NDArray[np.float64]:
    """How a hand (height, width of its picture) is turned, scaled and shifted to lie over a card."""
    (hh, hw), (height, width) = hand, view
    scale = card_px * 1.45 * r.uniform(2.6, 4.5) / hh
    x, y = r.choice(cards).corners.mean(axis=0) if cards else (r.uniform(0, width), r.uniform(0, height))
    x, y = x + r.gauss(0, 0.6) * card_px, y + r.gauss(0, 0.6) * card_px
    turn = math.degrees(math.atan2(x - width / 2, y - height / 2)) + r.gauss(0, 40)
    way = np.asarray(cv2.getRotationMatrix2D((hw / 2, hh * r.uniform(0.05, 0.3)), turn, scale), np.float64)
    way[:, 2] += (x - hw / 2, y - hh * 0.15)
    return way
