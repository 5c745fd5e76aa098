"""Table tops: procedural wood and cloth of the project's own, or a picture of an assets folder."""

from __future__ import annotations

import random
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.films.camera import Camera
from referee.films.unseen import kept_out
from referee.vision.sighting import Picture

Field = NDArray[np.float32]

SPAN_MM = (1800, 1200)
"""The part of the table, about its middle, that a top covers."""

_KINDS = ("wood", "cloth", "stone", "procedural")
_WOODS = (((58, 92, 140), (30, 54, 92)), ((96, 134, 176), (62, 96, 140)), ((40, 58, 84), (22, 34, 54)))
_CLOTHS = ((52, 92, 40), (96, 62, 34), (44, 40, 108), (70, 70, 72), (120, 128, 132), (60, 84, 108))


def top(camera: Camera, rng: random.Random, assets: Path | None = None) -> Picture:
    """The empty table as *camera* sees it, its material chosen by *rng*."""
    files = (
        sorted(path for kind in _KINDS for path in assets.glob(f"textures/{kind}/*.jpg")) if assets else []
    )
    scale = camera.px_per_mm
    flat, mm = _pictured(rng.choice(kept_out(files)), rng) if files else (_procedural(rng, scale), 1 / scale)
    shift = np.array([[mm, 0, -flat.shape[1] * mm / 2], [0, mm, -flat.shape[0] * mm / 2], [0, 0, 1]])
    fine = cv2.GaussianBlur(flat, (0, 0), 0.4 / (mm * scale)) if mm * scale < 0.7 else flat
    warped = cv2.warpPerspective(
        fine, camera.plane() @ shift, camera.size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
    )
    return np.asarray(warped, np.uint8)


def noise(shape: tuple[int, int], cells: tuple[float, float], rng: np.random.Generator) -> Field:
    """Smooth noise of unit size about 0, with *cells* (height, width) pixels from one bump to the next."""
    grid = (int(shape[0] / cells[0]) + 3, int(shape[1] / cells[1]) + 3)
    small = rng.standard_normal(grid).astype(np.float32)
    return np.asarray(cv2.resize(small, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC), np.float32)


def _procedural(rng: random.Random, scale: float) -> Picture:
    dice = np.random.default_rng(rng.randrange(1 << 30))
    shape = (round(SPAN_MM[1] * scale), round(SPAN_MM[0] * scale))
    made = _wood(shape, scale, rng, dice) if rng.random() < 0.6 else _cloth(shape, scale, rng, dice)
    return np.asarray(np.clip(made, 0, 255), np.uint8)


def drawn(kind: str, rng: random.Random, scale: float) -> Picture:
    """A table top of the project's own, of `wood` or of cloth, *scale* pixels a millimetre."""
    dice = np.random.default_rng(rng.randrange(1 << 30))
    shape = (round(SPAN_MM[1] * scale), round(SPAN_MM[0] * scale))
    make = _wood if kind == "wood" else _cloth
    return np.asarray(np.clip(make(shape, scale, rng, dice), 0, 255), np.uint8)


def _wood(shape: tuple[int, int], scale: float, rng: random.Random, dice: np.random.Generator) -> Field:
    light, dark = (np.array(colour, np.float32) for colour in rng.choice(_WOODS))
    plank = rng.uniform(90, 160) * scale
    rows = np.arange(shape[0], dtype=np.float32)[:, None]
    board = (rows / plank).astype(np.int32)
    offsets = dice.uniform(-40, 40, int(shape[0] / plank) + 2).astype(np.float32)
    warp = 14 * noise(shape, (90 * scale, 420 * scale), dice) + 3 * noise(
        shape, (20 * scale, 200 * scale), dice
    )
    rings = np.sin((rows / scale + warp + offsets[board]) * rng.uniform(0.35, 0.6))
    fibre = noise(shape, (1.6 * scale, 60 * scale), dice) * 0.16 + noise(shape, (1.2, 9 * scale), dice) * 0.10
    tone = dice.uniform(-0.12, 0.12, offsets.size).astype(np.float32)[board]
    mix = np.clip(0.5 + 0.22 * rings + fibre + tone, 0, 1)[..., None]
    seam = np.clip(np.abs((rows / plank) % 1 - 0.5) * 2 * plank - (plank - 1.6 * scale), 0, 1)[..., None]
    return np.asarray((dark + (light - dark) * mix) * (1 - 0.45 * seam), np.float32)


def _cloth(shape: tuple[int, int], scale: float, rng: random.Random, dice: np.random.Generator) -> Field:
    base = np.array(rng.choice(_CLOTHS), np.float32)
    fuzz = 0.06 * noise(shape, (1.1, 1.1), dice) + 0.05 * noise(shape, (3 * scale, 3 * scale), dice)
    folds = 0.03 * noise(shape, (140 * scale, 190 * scale), dice)
    weave = np.zeros((1, 1))
    if rng.random() < 0.5:
        step = rng.uniform(1.5, 2.6) * scale
        y, x = np.arange(shape[0])[:, None] / step, np.arange(shape[1])[None, :] / step
        weave = 0.05 * np.sin(y * 2 * np.pi) * np.sin(x * 2 * np.pi)
    return np.asarray(base * (1 + fuzz + folds + weave)[..., None], np.float32)


def _pictured(path: Path, rng: random.Random) -> tuple[Picture, float]:
    """A texture picture, repeated by mirroring to cover the table, and the mm of its pixels."""
    raw = cv2.imdecode(np.frombuffer(path.read_bytes(), np.uint8), cv2.IMREAD_COLOR)
    picture = np.asarray(raw, np.uint8)
    if rng.random() < 0.5:
        picture = np.ascontiguousarray(picture[::-1])
    h, w = picture.shape[:2]
    mm = max(SPAN_MM[1] / h, SPAN_MM[0] / w) if min(h, w) >= 600 else rng.uniform(0.7, 1.1)
    down, across = max(0, round(SPAN_MM[1] / mm) - h), max(0, round(SPAN_MM[0] / mm) - w)
    while down or across:
        more, wider = min(down, h - 1), min(across, w - 1)
        picture = np.asarray(cv2.copyMakeBorder(picture, 0, more, 0, wider, cv2.BORDER_REFLECT), np.uint8)
        h, w, down, across = h + more, w + wider, down - more, across - wider
    return picture, mm
