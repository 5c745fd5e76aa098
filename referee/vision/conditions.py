"""How good a picture is to read cards in: light, glare and focus, measured on the cards themselves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.vision.sighting import Picture, Quad

Levels = NDArray[np.float32]

FULL = 254
"""Grey levels from which a pixel is as bright as it gets."""
GLARE_CARDS = 0.05
"""A glare of less than this, in areas of a card, does no harm."""
CRISP = 14.0
"""In grey levels a pixel: what is white by itself has a steeper rim than this, a glare has not."""
AROUND = 225.0
"""A glare stands out from what surrounds it, which is no brighter than this."""
MORE_FULL = 0.2
"""So much more of a card than of the others is as bright as it gets where a lamp mirrors in it."""
SIDE = (0.2, 0.8)
ALONG = 40


@dataclass(frozen=True, slots=True)
class Conditions:
    """`paper`: how bright the white of the cards is (0 to 255). `full`: which share of the cards is as bright
    as it gets. `glare`: where a lamp mirrors (px). `soft`: how soft the sides of the cards are, as the sigma
    of a bell curve in px; 0 where there are no cards.
    """

    paper: float
    full: float
    glare: tuple[tuple[float, float], ...]
    soft: float


def conditions(picture: Picture, cards: Sequence[Quad]) -> Conditions:
    """What *picture* (H x W x 3, B G R) is like, in which *cards* lie (px)."""
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    full = np.where(grey >= FULL, np.uint8(255), np.uint8(0))
    solid = np.asarray(cv2.morphologyEx(full, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)
    inner = [_mask(grey.shape, quad) > 0 for quad in cards]
    if not any(where.any() for where in inner):
        return Conditions(0.0, 0.0, tuple(_on_table(grey, solid, cards)), 0.0)
    papers = [float(np.percentile(grey[where], 90)) for where in inner if where.any()]
    shares = [float((full[where] > 0).mean()) for where in inner if where.any()]
    glare = (*_on_cards(solid, cards, inner), *_on_table(grey, solid, cards))
    return Conditions(float(np.median(papers)), float(np.median(shares)), glare, softness(picture, cards))


def _on_cards(
    solid: NDArray[np.uint8], cards: Sequence[Quad], inner: Sequence[NDArray[np.bool_]]
) -> list[tuple[float, float]]:
    """The middles of the *cards* that are as bright as it gets all over a part, where others are not.

    Single pixels that are, are noise on white paper.
    """
    shares = [float((solid[where] > 0).mean()) if where.any() else 0.0 for where in inner]
    usual = float(np.median(shares))
    return [_middle(quad) for quad, share in zip(cards, shares, strict=True) if share > usual + MORE_FULL]


def softness(picture: Picture, cards: Sequence[Quad]) -> float:
    """How soft the sides of *cards* (px) are: sigma (px) of the bell curve that blurs them, the median."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.float32)
    found = [_side_softness(grey, quad, number) for quad in cards for number in range(4)]
    told = [sigma for sigma in found if sigma is not None]
    return float(np.median(told)) if told else 0.0


def _side_softness(grey: Levels, quad: Quad, number: int) -> float | None:
    """How soft one side is, from its height and its steepness; None where there is next to no step."""
    corners = np.array(quad, np.float64)
    start, end = corners[number], corners[(number + 1) % 4]
    outward = (start + end) / 2 - corners.mean(axis=0)
    outward /= np.linalg.norm(outward)
    reach = 0.14 * np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).min()
    offsets = np.arange(-reach, reach, 0.25)
    share = np.linspace(*SIDE, ALONG)[:, None, None]
    grid = (start + share * (end - start) + offsets[None, :, None] * outward).astype(np.float32)
    strip = cv2.remap(grey, grid[..., 0], grid[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    profile = np.median(strip, axis=0)
    step = abs(float(profile[:6].mean() - profile[-6:].mean()))
    steepest = float(np.abs(np.gradient(profile, 0.25)).max())
    return step / (np.sqrt(2 * np.pi) * steepest) if step > 25 else None


def _on_table(
    grey: NDArray[np.uint8], solid: NDArray[np.uint8], cards: Sequence[Quad]
) -> list[tuple[float, float]]:
    """Where the table itself mirrors a lamp: spots as bright as it gets, off the cards, with a soft rim."""
    mask = solid.copy()
    for quad in cards:
        cv2.fillConvexPoly(mask, _grown(quad), (0,))
    card = float(np.median([_area(quad) for quad in cards])) if cards else mask.size / 80
    count, labels, stats, middles = cv2.connectedComponentsWithStats(mask)
    steep, room = _steepness(grey), round(0.4 * card**0.5)
    return [
        (float(middles[label][0]), float(middles[label][1]))
        for label in range(1, count)
        if stats[label][cv2.CC_STAT_AREA] >= GLARE_CARDS * card
        and _is_glare(grey, steep, labels == label, room)
    ]


def _is_glare(grey: NDArray[np.uint8], steep: Levels, spot: NDArray[np.bool_], room: int) -> bool:
    """Whether *spot* has a soft rim, and stands out from what lies *room* px around it."""
    shape = spot.astype(np.uint8)
    rim = cv2.dilate(shape, np.ones((5, 5), np.uint8)) - shape
    wide = cv2.dilate(shape, np.ones((2 * room + 1, 2 * room + 1), np.uint8))
    around = wide - cv2.dilate(shape, np.ones((room + 1, room + 1), np.uint8))
    if not rim.any() or not around.any():
        return False
    return bool(np.median(steep[rim > 0]) < CRISP and np.median(grey[around > 0]) < AROUND)


def _steepness(grey: NDArray[np.uint8]) -> Levels:
    smooth = cv2.GaussianBlur(grey, (0, 0), 1.0).astype(np.float32)
    down, across = np.gradient(smooth)
    return np.asarray(np.hypot(down, across), np.float32)


def _mask(shape: tuple[int, ...], quad: Quad) -> NDArray[np.uint8]:
    mask = np.zeros(shape, np.uint8)
    cv2.fillConvexPoly(mask, np.rint(quad).astype(np.int32), (255,))
    return mask


def _grown(quad: Quad) -> NDArray[np.int32]:
    corners = np.array(quad)
    middle = corners.mean(axis=0)
    return np.asarray(np.rint(middle + 1.2 * (corners - middle)), np.int32)


def _area(quad: Quad) -> float:
    return float(cv2.contourArea(np.array(quad, np.float32)))


def _middle(quad: Quad) -> tuple[float, float]:
    x, y = np.mean(quad, axis=0)
    return float(x), float(y)
