"""The four suits as shapes that no two printers draw alike: random outlines, as masks."""

from __future__ import annotations

from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.cards import Suit

Mask = NDArray[np.uint8]
Point = tuple[float, float]
SIZE = 192
"""A suit is drawn this high before it is made smaller."""
_EDGE = 16


def suit_mask(r: Random, suit: Suit) -> Mask:
    """The shape of *suit* (H x W, 255 where there is ink), cut close, its foot or point down."""
    drawn = {Suit.CLUBS: _club, Suit.DIAMONDS: _diamond, Suit.HEARTS: _heart, Suit.SPADES: _spade}[suit](r)
    return _cut_close(drawn)


def _blank() -> Mask:
    return np.zeros((SIZE + 2 * _EDGE, SIZE + 2 * _EDGE), np.uint8)


def _px(points: NDArray[np.float64]) -> NDArray[np.int32]:
    """Points of the square from -0.5 to 0.5 in pixels."""
    return np.round((points + 0.5) * SIZE + _EDGE).astype(np.int32)


def _fill(mask: Mask, points: NDArray[np.float64]) -> None:
    cv2.fillPoly(mask, [_px(points)], (255,))


def _curve(start: Point, by: Point, end: Point) -> NDArray[np.float64]:
    """Points of a quadratic curve from *start* to *end*, drawn towards *by*."""
    t = np.linspace(0, 1, 16)[:, None]
    a, b, c = np.array(start), np.array(by), np.array(end)
    return np.asarray((1 - t) ** 2 * a + 2 * t * (1 - t) * b + t * t * c)


def _mirrored(right: NDArray[np.float64]) -> NDArray[np.float64]:
    """A closed outline from its right half, given from top to bottom."""
    return np.concatenate([right, right[::-1] * (-1, 1)])


def _disc(mask: Mask, x: float, y: float, across: float, down: float) -> None:
    turn = np.linspace(0, 2 * np.pi, 48)
    _fill(mask, np.stack([x + across * np.cos(turn), y + down * np.sin(turn)], axis=1))


def _stem(r: Random, mask: Mask, top: float) -> None:
    """A foot that widens downwards: a thin stroke, a bell or a triangle."""
    narrow, wide = r.uniform(0.015, 0.07), r.choice((r.uniform(0.06, 0.13), r.uniform(0.12, 0.26)))
    waist = r.uniform(0.2, 0.5)
    side = _curve((narrow, top), (narrow + waist * (wide - narrow) * 0.5, 0.5 - waist * 0.3), (wide, 0.5))
    _fill(mask, _mirrored(side))


def _club(r: Random) -> Mask:
    mask = _blank()
    leaf = r.uniform(0.19, 0.275)
    apart, low = r.uniform(0.17, 0.27), r.uniform(0.0, 0.12)
    _disc(mask, 0, -0.5 + leaf, leaf * r.uniform(0.94, 1.06), leaf)
    for way in (-1, 1):
        _disc(mask, way * apart, low, leaf, leaf * r.uniform(0.95, 1.05))
    heart = np.array(
        [(0, -0.5 + leaf), (apart * 0.6, low), (0, low + r.uniform(0.04, 0.12)), (-apart * 0.6, low)]
    )
    _fill(mask, heart)
    if r.random() < 0.5:
        _loose_foot(r, mask, low + leaf)
    else:
        _stem(r, mask, r.uniform(-0.05, 0.1))
    return mask


def _loose_foot(r: Random, mask: Mask, leaves: float) -> None:
    """A small triangle that touches the leaves with its point, or not at all, as on many plastic decks."""
    half, bow = r.uniform(0.07, 0.17), r.uniform(0.3, 0.6)
    point = min(0.42, leaves - r.uniform(-0.02, 0.12))
    _fill(mask, _mirrored(_curve((0.004, point), (half * bow, 0.45), (half, 0.5))))


def _lobed(r: Random, mask: Mask, tip: float) -> None:
    """A heart from -0.5 down to *tip*."""
    lobe = r.uniform(0.23, 0.29)
    middle = 0.5 - lobe
    high = -0.5 + lobe * r.uniform(0.85, 1.05)
    for way in (-1, 1):
        _disc(mask, way * middle, high, lobe, high + 0.5)
    belly = (r.uniform(0.36, 0.5), high + r.uniform(0.22, 0.34))
    _fill(mask, _mirrored(_curve((0.5, high), belly, (0, tip))))
    notch = -0.5 + (high + 0.5) * r.uniform(0.5, 1.0)
    _fill(mask, np.array([(0, notch), (middle, high), (0, high + 0.1), (-middle, high)]))


def _heart(r: Random) -> Mask:
    mask = _blank()
    _lobed(r, mask, 0.5)
    return _stretched(mask, r.uniform(0.85, 1.15))


def _spade(r: Random) -> Mask:
    body = _blank()
    _lobed(r, body, r.uniform(0.4, 0.5))
    mask = body[::-1].copy()
    bottom = np.flatnonzero(mask.any(axis=1))[-1]
    shift = r.uniform(0.04, 0.2) * SIZE
    mask = _raised(mask, int(max(0.0, bottom - (SIZE + _EDGE - shift))))
    if r.random() < 0.35:
        lobes = np.flatnonzero(mask.any(axis=1))[-1]
        _loose_foot(r, mask, float(lobes - _EDGE) / SIZE - 0.5)
    else:
        _stem(r, mask, r.uniform(0.0, 0.15))
    return _stretched(mask, r.uniform(0.85, 1.1))


def _raised(mask: Mask, by: int) -> Mask:
    """*mask* squeezed so that its lowest point comes *by* pixels higher, its highest stays."""
    keep = SIZE + 2 * _EDGE
    small = cv2.resize(mask, (keep, keep - by), interpolation=cv2.INTER_AREA)
    out = np.zeros_like(mask)
    out[: keep - by] = small
    return np.asarray((out > 127) * 255, np.uint8)


def _diamond(r: Random) -> Mask:
    mask = _blank()
    half = r.uniform(0.32, 0.48)
    bow = r.uniform(0.36, 0.56)
    right = np.concatenate(
        [
            _curve((0, -0.5), (half * bow, -0.5 * bow), (half, 0)),
            _curve((half, 0), (half * bow, 0.5 * bow), (0, 0.5)),
        ]
    )
    _fill(mask, _mirrored(right))
    return mask


def _stretched(mask: Mask, across: float) -> Mask:
    return np.asarray(cv2.resize(mask, None, fx=across, fy=1.0), np.uint8)


def _cut_close(mask: Mask) -> Mask:
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    return np.ascontiguousarray(mask[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1])
