"""Things that are no cards and stand on the table for a while: a glass."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np

from referee.films.camera import Camera
from referee.films.floor import Place, corners
from referee.films.motion import Step, between, ease
from referee.films.sprites import Mask, Sprite, darken, paste, warp
from referee.vision.sighting import Picture

GLASS_MM = 68.0
_TALL_MM = 95.0
_FULL_MM = 55.0
_PX = 128


@dataclass(slots=True)
class Prop:
    """A glass and its ways; what is in it (BGR). It is off the table before its first step."""

    drink: tuple[int, int, int]
    steps: list[Step] = field(default_factory=list)

    def at(self, t: float) -> Place | None:
        """Where it is at *t*; None while it is nowhere over the table."""
        gone = [step for step in self.steps if step.t0 <= t]
        if not gone:
            return None
        step = gone[-1]
        if t >= step.t1:
            return None if step.gone else step.end
        return between(step.start, step.end, ease((t - step.t0) / (step.t1 - step.t0)))


def draw(picture: Picture, prop: Prop, place: Place, camera: Camera, fall: tuple[float, float]) -> None:
    """Draw *prop* at *place* into *picture* as *camera* sees it, its shadow falling by *fall* mm a mm."""
    _shadow(picture, place, camera, fall)
    for share in np.linspace(0, 1, 9):
        height, wide = place.z + share * _TALL_MM, GLASS_MM * (0.8 + 0.2 * share)
        _layer(picture, _RING, place, height, wide, camera)
        if abs(share * _TALL_MM - _FULL_MM) < _TALL_MM / 17:
            _layer(picture, _disc(prop.drink), place, height, wide * 0.94, camera)
    _layer(picture, _RIM, place, place.z + _TALL_MM, GLASS_MM, camera)


def _layer(
    picture: Picture, sprite: Sprite, place: Place, height: float, wide: float, camera: Camera
) -> None:
    drawn = warp(sprite, camera.project(corners(place, (wide, wide)), height), camera.size)
    if drawn:
        paste(picture, *drawn)


def _shadow(picture: Picture, place: Place, camera: Camera, fall: tuple[float, float]) -> None:
    for high in (10.0, 45.0, 80.0):
        z = place.z + high
        under = Place(place.x + fall[0] * z, place.y + fall[1] * z)
        drawn = warp(_BLOT, camera.project(corners(under, (GLASS_MM * 1.3, GLASS_MM * 1.3))), camera.size)
        if drawn:
            darken(picture, drawn[0], drawn[1].mask, 0.16)


def _round(outer: float, inner: float, solid: int, soft: float = 1.0) -> Mask:
    mask = np.zeros((_PX, _PX), np.uint8)
    middle = (_PX // 2, _PX // 2)
    cv2.circle(mask, middle, round(outer * _PX / 2), solid, -1, cv2.LINE_AA)
    if inner:
        cv2.circle(mask, middle, round(inner * _PX / 2), 0, -1, cv2.LINE_AA)
    return np.asarray(cv2.GaussianBlur(mask, (0, 0), soft), np.uint8)


def _plain(colour: tuple[int, int, int], mask: Mask) -> Sprite:
    return Sprite.cut(np.full((_PX, _PX, 3), colour, np.uint8), mask)


def _disc(drink: tuple[int, int, int]) -> Sprite:
    return _plain(drink, _round(0.96, 0.0, 190))


_RING = _plain((225, 225, 220), _round(0.97, 0.86, 60))
_RIM = _plain((245, 245, 245), _round(0.98, 0.88, 190))
_BLOT = _plain((0, 0, 0), _round(0.75, 0.0, 255, 8.0))
