"""Flat pictures with an outline, and the one way they get into a frame: warped, with smooth edges."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.films.camera import Grid
from referee.vision.sighting import Picture

Mask = NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class Sprite:
    """A picture with an outline: H x W x 4, blue, green and red already multiplied by the mask, and the mask
    (255 = solid). One array of four channels is warped much faster than a picture and a mask.
    """

    pixels: NDArray[np.uint8]

    @classmethod
    def cut(cls, colour: Picture, mask: Mask) -> Sprite:
        """A sprite from a plain picture and its mask."""
        return cls(np.dstack([shade(colour, mask), mask]))

    @property
    def colour(self) -> Picture:
        """The picture (H x W x 3), multiplied by the mask."""
        return _picture(cv2.cvtColor(self.pixels, cv2.COLOR_BGRA2BGR))

    @property
    def mask(self) -> Mask:
        """The mask (H x W)."""
        return _mask(cv2.extractChannel(self.pixels, 3))

    @property
    def size(self) -> tuple[int, int]:
        """(width, height) in pixels."""
        return (self.pixels.shape[1], self.pixels.shape[0])

    def corners(self) -> NDArray[np.float32]:
        """Its four corners, clockwise from the top left, for homographies."""
        w, h = self.size
        return np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32) - np.float32(0.5)

    def scaled(self, factor: float) -> Sprite:
        """The sprite made smaller by *factor*, every pixel the mean of those it covers."""
        return self.fitted((max(2, round(self.size[0] * factor)), max(2, round(self.size[1] * factor))))

    def fitted(self, size: tuple[int, int]) -> Sprite:
        """The sprite made smaller to *size* (width, height)."""
        return Sprite(_picture(cv2.resize(self.pixels, size, interpolation=cv2.INTER_AREA)))


@dataclass(frozen=True, slots=True)
class Window:
    """A rectangle of a frame, in whole pixels."""

    x: int
    y: int
    w: int
    h: int

    def of(self, picture: NDArray[Any]) -> NDArray[Any]:
        """The view of *picture* in this rectangle."""
        return picture[self.y : self.y + self.h, self.x : self.x + self.w]


def window(points: Grid, size: tuple[int, int], margin: int = 2) -> Window | None:
    """The part of a frame of *size* (width, height) that *points* span; None when they lie outside."""
    x0, y0 = np.floor(points.min(axis=0)).astype(int) - margin
    x1, y1 = np.ceil(points.max(axis=0)).astype(int) + margin
    x0, y0, x1, y1 = max(x0, 0), max(y0, 0), min(x1, size[0]), min(y1, size[1])
    return Window(int(x0), int(y0), int(x1 - x0), int(y1 - y0)) if x1 > x0 and y1 > y0 else None


def warp(sprite: Sprite, quad: Grid, size: tuple[int, int], finer: int = 1) -> tuple[Window, Sprite] | None:
    """*sprite* drawn into the pixel *quad* of a frame of *size*: the window it fills and what is there.

    With *finer* above 1 it is drawn that much larger and averaged down, as a sensor does.
    """
    where = window(quad, size)
    if where is None:
        return None
    inner = ((quad - (where.x, where.y)) * finer + (finer - 1) / 2).astype(np.float32)
    matrix = cv2.getPerspectiveTransform(sprite.corners(), inner)
    large = (where.w * finer, where.h * finer)
    drawn = Sprite(_picture(cv2.warpPerspective(sprite.pixels, matrix, large, flags=cv2.INTER_LINEAR)))
    return where, drawn if finer == 1 else drawn.fitted((where.w, where.h))


def paste(frame: Picture, where: Window, sprite: Sprite) -> None:
    """Lay *sprite* over *frame* in place."""
    part = where.of(frame)
    cv2.add(shade(part, _mask(cv2.bitwise_not(sprite.mask))), sprite.colour, dst=part)


def darken(frame: Picture, where: Window, mask: Mask, strength: float) -> None:
    """Lay a shadow over *frame* in place; full *mask* takes away the share *strength* of the light."""
    part = where.of(frame)
    part[...] = shade(part, _mask(cv2.convertScaleAbs(mask, alpha=-strength, beta=255.0)))


def shade(colour: Picture, mask: Mask) -> Picture:
    """*colour* times *mask* / 255."""
    return _picture(cv2.multiply(colour, cv2.cvtColor(mask, cv2.COLOR_GRAY2BGR), scale=1 / 255))


def _picture(part: Any) -> Picture:
    return np.asarray(part, np.uint8)


def _mask(part: Any) -> Mask:
    return np.asarray(part, np.uint8)
