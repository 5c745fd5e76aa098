"""Hands and forearms from above: the project's own, made of round limbs, or pictures of a folder."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.films.camera import Grid
from referee.films.sprites import Mask, Sprite, Window, window
from referee.films.unseen import kept_out

Field = NDArray[np.float32]
Joint = tuple[float, float, float, float]
"""x to the right, y along the arm towards the fingers, z upwards, radius; millimetres from the wrist."""

POSES = ("grip", "flat")
_GRIPS = {"grip": (-4.0, 168.0), "flat": (0.0, 120.0)}
_LENGTH = 900.0
_WIDTH = 300.0
_HEAD = 215.0


@dataclass(frozen=True, slots=True, eq=False)
class Hand:
    """A hand with its forearm, fingers up: its pixels a millimetre, and where the fingers grip (px)."""

    sprite: Sprite
    scale: float
    grip: tuple[float, float]

    def quad(self, x: float, y: float, heading: float) -> Grid:
        """The corners (4 x 2, mm) of the sprite when the grip is at (x, y) and the fingers point to *heading*
        (degrees clockwise from the right-hand side).
        """
        mm = (self.sprite.corners().astype(np.float64) - self.grip) / self.scale
        turn = math.radians(heading + 90)
        c, s = math.cos(turn), math.sin(turn)
        return np.asarray(mm @ np.array([[c, s], [-s, c]]) + (x, y), np.float64)

    def scaled(self, factor: float) -> Hand:
        """The hand at *factor* times its pixels a millimetre."""
        return Hand(
            self.sprite.scaled(factor), self.scale * factor, (self.grip[0] * factor, self.grip[1] * factor)
        )


@dataclass(frozen=True, slots=True)
class Look:
    """Skin and sleeve (BGR), and how far from the wrist the sleeve begins (mm)."""

    skin: tuple[float, float, float]
    sleeve: tuple[float, float, float]
    cuff: float
    left: bool
    build: float


_SKINS = (
    (150, 178, 224),
    (128, 160, 214),
    (104, 140, 198),
    (84, 118, 176),
    (62, 92, 146),
    (44, 66, 108),
    (34, 50, 82),
)
_SLEEVES = (
    (60, 50, 44),
    (120, 84, 40),
    (150, 146, 140),
    (52, 44, 128),
    (70, 96, 60),
    (168, 150, 120),
    (40, 40, 42),
)


def draw(look: Look, pose: str, seed: int, scale: float = 2.0) -> Hand:
    """The project's own hand at *scale* pixels a millimetre: round limbs joined softly."""
    flesh = _blend(_limbs(look.build, pose), scale)
    cuff = ((0.0, -look.cuff, 4.0, 39 * look.build), (0.0, -_LENGTH, 4.0, 58 * look.build))
    sleeve = _blend([cuff], scale)
    noise = _noise(flesh.shape, seed, scale)
    sleeve = np.where(sleeve > -50, sleeve + 2.2 * _folds(sleeve.shape, seed), sleeve).astype(np.float32)
    skin = _colour(flesh, look.skin, noise, scale, grain=0.04, warmth=5.0)
    cloth = _colour(sleeve, look.sleeve, noise, scale, grain=0.07, warmth=0.0)
    colour = np.where((sleeve > flesh - 1)[..., None], cloth, skin)
    solid = np.maximum(_cover(flesh), _cover(sleeve))
    sprite = Sprite.cut(np.asarray(np.clip(colour, 0, 255), np.uint8), np.asarray(solid * 255, np.uint8))
    aside, reach = _GRIPS[pose]
    hand = Hand(sprite, scale, ((_WIDTH / 2 + aside) * scale, (_HEAD - reach) * scale))
    return _mirrored(hand) if look.left else hand


def own(rng: random.Random, scale: float = 2.0) -> dict[str, Hand]:
    """The hand of one player in each pose, looks by *rng*."""
    look = Look(
        skin=rng.choice(_SKINS),
        sleeve=rng.choice(_SLEEVES),
        cuff=rng.choice((25.0, 60.0, 120.0, 240.0, 1200.0)),
        left=rng.random() < 0.2,
        build=rng.uniform(0.9, 1.08),
    )
    seed = rng.randrange(1 << 30)
    return {pose: draw(look, pose, seed, scale) for pose in POSES}


def pictured(folder: Path, rng: random.Random, scale: float = 2.0) -> dict[str, Hand]:
    """The hand of one player in each pose, by *rng* from `folder/hands`; own ones where it has none."""
    files = kept_out(sorted(folder.glob("hands/*.webp")))
    if not files:
        return own(rng, scale)
    grip = [file for file in files if file.stem.endswith(("grip", "pinch", "point"))]
    start = rng.choice(grip or files)
    return {"grip": _from_picture(start), "flat": _from_picture(start)}


def _limbs(build: float, pose: str) -> list[tuple[Joint, Joint]]:
    curl = {"grip": (0.86, 0.90, 0.62, 0.50), "flat": (1.0, 1.0, 1.0, 1.0)}[pose]
    spread = {"grip": (2.0, 0.0, 2.0, 6.0), "flat": (-9.0, -2.0, 6.0, 14.0)}[pose]
    knuckles = ((-25, 86, 12, 12.5), (-5, 92, 14, 12.5), (14, 88, 12, 11.5), (31, 78, 8, 10.5))
    bones = ((44, 27, 22), (48, 31, 22), (45, 29, 22), (35, 22, 20))
    limbs: list[tuple[Joint, Joint]] = [
        ((0, -_LENGTH, -4, 50), (0, -60, 2, 33)),
        ((0, -60, 2, 33), (0, 0, 4, 25)),
    ]
    for knuckle, length, bend, angle in zip(knuckles, bones, curl, spread, strict=True):
        limbs.append(((knuckle[0] * 0.45, 6, 6, 21), knuckle))
        limbs.extend(_finger(knuckle, length, bend, angle))
    limbs.extend(_thumb(pose))
    return [(_grown(a, build), _grown(b, build)) for a, b in limbs]


def _finger(
    base: Joint, bones: tuple[float, float, float], bend: float, angle: float
) -> list[tuple[Joint, Joint]]:
    joints, (x, y, z, r) = [base], base
    for index, bone in enumerate(bones):
        flat = bone * (bend if index < 2 else bend**1.5)
        drop = math.sqrt(max(bone**2 - flat**2, 0.0)) * (0.5 if index == 0 else -1.0)
        x += flat * math.sin(math.radians(angle))
        y += flat * math.cos(math.radians(angle))
        z, r = z + drop, r * 0.9
        joints.append((x, y, z, r))
    return list(pairwise(joints))


def _thumb(pose: str) -> list[tuple[Joint, Joint]]:
    grip: list[Joint] = [(-16, 14, 0, 19), (-40, 50, -4, 14), (-44, 84, -12, 11.5), (-32, 112, -18, 9.5)]
    flat: list[Joint] = [(-16, 14, 2, 19), (-46, 44, 0, 14), (-66, 70, -2, 11.5), (-78, 96, -4, 9.5)]
    joints = grip if pose == "grip" else flat
    return list(pairwise(joints))


def _grown(joint: Joint, build: float) -> Joint:
    return (joint[0] * build, joint[1], joint[2], joint[3] * build)


def _capsule(limb: tuple[Joint, Joint], scale: float) -> tuple[Window, Field]:
    """The height of the upper side of a round limb, and the window of the picture it is about."""
    (ax, ay, az, ar), (bx, by, bz, br) = limb
    ax, bx, ay, by = ax + _WIDTH / 2, bx + _WIDTH / 2, _HEAD - ay, _HEAD - by
    ends = np.array([[ax, ay], [bx, by]]) * scale
    where = window(ends, _canvas(scale), margin=round((max(ar, br) + 4) * scale))
    if where is None:
        return Window(0, 0, 0, 0), np.zeros((0, 0), np.float32)
    xs = (np.arange(where.x, where.x + where.w, dtype=np.float32) + 0.5) / scale
    ys = ((np.arange(where.y, where.y + where.h, dtype=np.float32) + 0.5) / scale)[:, None]
    along = ((xs - ax) * (bx - ax) + (ys - ay) * (by - ay)) / max((bx - ax) ** 2 + (by - ay) ** 2, 1e-6)
    along = np.clip(along, 0, 1)
    away = (xs - ax - along * (bx - ax)) ** 2 + (ys - ay - along * (by - ay)) ** 2
    inside = (ar + along * (br - ar)) ** 2 - away
    round_ = np.sqrt(np.abs(inside)) * np.where(inside > 0, 1, -3)
    return where, np.asarray(az + along * (bz - az) + round_, np.float32)


def _blend(limbs: Sequence[tuple[Joint, Joint]], scale: float, soft: float = 2.5) -> Field:
    """The height of all *limbs* together; very low where there is none."""
    w, h = _canvas(scale)
    parts = [_capsule(limb, scale) for limb in limbs]
    top = np.full((h, w), -1e3, np.float32)
    for where, field in parts:
        np.maximum(where.of(top), field, out=where.of(top))
    total = np.zeros_like(top)
    for where, field in parts:
        part = where.of(total)
        part += np.exp(np.maximum((field - where.of(top)) / soft, -30))
    return np.asarray(top + soft * np.log(np.maximum(total, 1.0)), np.float32)


def _canvas(scale: float) -> tuple[int, int]:
    return round(_WIDTH * scale), round(_LENGTH * scale)


def _cover(height: Field) -> Field:
    return np.asarray(np.clip((height + 26) / 6, 0, 1), np.float32)


def _colour(
    height: Field,
    base: tuple[float, float, float],
    noise: Field,
    scale: float,
    *,
    grain: float,
    warmth: float,
) -> Field:
    smooth = cv2.GaussianBlur(np.maximum(height, -40), (0, 0), max(0.8 * scale, 0.3))
    dx = cv2.Sobel(smooth, cv2.CV_32F, 1, 0, scale=scale / 8)
    dy = cv2.Sobel(smooth, cv2.CV_32F, 0, 1, scale=scale / 8)
    light = (0.30 * dx + 0.35 * dy + 0.88) / np.sqrt(1 + dx**2 + dy**2)
    level = 0.42 + 0.62 * np.clip(light, 0, 1.1) + grain * noise
    warm = np.array([-0.7, 0.0, 1.0], np.float32) * (warmth * noise[..., None])
    return np.asarray(np.array(base, np.float32) * level[..., None] + warm, np.float32)


def _noise(shape: tuple[int, ...], seed: int, scale: float) -> Field:
    rng = np.random.default_rng(seed)
    total = np.zeros(shape, np.float32)
    for cell, weight in ((30, 0.6), (8, 0.3), (1.5, 0.25)):
        grid = (int(shape[0] / (cell * scale)) + 2, int(shape[1] / (cell * scale)) + 2)
        small = rng.standard_normal(grid).astype(np.float32)
        total += weight * cv2.resize(small, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC)
    return total


def _folds(shape: tuple[int, ...], seed: int) -> Field:
    rng = np.random.default_rng(seed + 1)
    small = rng.standard_normal((42, 6)).astype(np.float32)
    return np.asarray(cv2.resize(small, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC), np.float32)


def _mirrored(hand: Hand) -> Hand:
    flipped = Sprite(np.ascontiguousarray(hand.sprite.pixels[:, ::-1]))
    return Hand(flipped, hand.scale, (hand.sprite.size[0] - hand.grip[0], hand.grip[1]))


def _from_picture(path: Path) -> Hand:
    """A pictured arm turned upright, its forearm made long enough to come in from the border."""
    raw = np.asarray(cv2.imdecode(np.frombuffer(path.read_bytes(), np.uint8), cv2.IMREAD_UNCHANGED), np.uint8)
    upright = _stretched(_upright(raw))
    mask: Mask = np.ascontiguousarray(upright[..., 3])
    top = int(np.flatnonzero(mask.max(axis=1) > 128)[0])
    band = np.flatnonzero(mask[top : top + 60].max(axis=0) > 128)
    scale = 1 / 0.75
    sprite = Sprite.cut(np.ascontiguousarray(upright[..., :3]), mask)
    return Hand(sprite, scale, (float(band.mean()), top + 28 * scale))


def _upright(raw: NDArray[np.uint8]) -> NDArray[np.uint8]:
    h = raw.shape[0]
    rows = np.arange(int(h * 0.5), int(h * 0.95))
    middle = [float(np.flatnonzero(raw[y, :, 3] > 128).mean()) for y in rows if (raw[y, :, 3] > 128).any()]
    slope = float(np.polyfit(rows[: len(middle)], middle, 1)[0])
    canvas = cv2.copyMakeBorder(raw, 0, 0, h // 2, h // 2, cv2.BORDER_CONSTANT, value=(0, 0, 0, 0))
    pivot = (middle[-1] + h // 2, float(h))
    matrix = cv2.getRotationMatrix2D(pivot, -math.degrees(math.atan(slope)), 1.0)
    turned = cv2.warpAffine(canvas, matrix, (canvas.shape[1], h))
    columns = np.flatnonzero(turned[..., 3].max(axis=0) > 8)
    return np.asarray(turned[:, max(columns[0] - 3, 0) : columns[-1] + 4], np.uint8)


def _stretched(arm: NDArray[np.uint8]) -> NDArray[np.uint8]:
    h, w = arm.shape[:2]
    cut, end = int(h * 0.62), int(h * 0.93)
    forearm = cv2.resize(arm[cut:end], (w, (end - cut) * 4), interpolation=cv2.INTER_LINEAR)
    return np.vstack([np.zeros((4, w, 4), np.uint8), arm[:cut], np.asarray(forearm, np.uint8)])
