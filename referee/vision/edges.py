"""The sides of a card to a fraction of a pixel: lines fitted where the picture changes from table to card.

The eyes say where a card lies to a pixel or two; that is enough to read it, and too little to measure by.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from referee.vision.sighting import Picture

Numbers = NDArray[np.float64]

ENDS = (0.13, 0.87)
"""A side is looked for between these shares of it: outside them a card's corners are round."""
ALONG = 48
STEP_PX = 0.5
NEAR_PX = 2.0
"""So far from the line the edge is looked for once the line is roughly known."""
LEAST_STEEP = 3.0
"""Grey levels a pixel by which an edge rises, on average along the side; less may be anything."""
STEEPEST = 4
LEAST_SIGMA_PX = 0.06
EYES_SIGMA = 0.04
"""How far off a side may be that only the eyes tell, in lengths of the card's short side."""


@dataclass(frozen=True, slots=True, eq=False)
class Sides:
    """The four sides of a card, clockwise, the first a short one.

    `lines` (4 x 2 x 2): two points in px on each side, at the shares `ENDS` of it. `sigma` (4): how far off
    each may be across itself, in px. `found` (4): whether the picture shows it; else it is as the eyes said.
    """

    lines: Numbers
    sigma: Numbers
    found: NDArray[np.bool_]


def as_seen(quad: ArrayLike) -> Sides:
    """The sides of *quad* (4 x 2, px, clockwise, the first edge short) as the eyes tell them."""
    corners = np.asarray(quad, np.float64)
    after = np.roll(corners, -1, axis=0)
    lines = np.stack([corners + (after - corners) * share for share in ENDS], axis=1)
    short = float(np.linalg.norm(after - corners, axis=1).min())
    return Sides(lines, np.full(4, EYES_SIGMA * short), np.zeros(4, np.bool_))


def fitted(picture: Picture, quad: ArrayLike, reach_px: float) -> Sides:
    """The sides of the card near *quad*, looked for in *picture* no more than *reach_px* away.

    A side without a clear edge stays as *quad* has it.
    """
    seen = as_seen(quad)
    middle = np.asarray(quad, np.float64).mean(axis=0)
    lines, sigma, found = seen.lines.copy(), seen.sigma.copy(), seen.found.copy()
    for number, line in enumerate(seen.lines):
        edge = _edge(picture, line, middle, reach_px)
        if edge is not None:
            lines[number], sigma[number], found[number] = *edge, True
    return Sides(lines, sigma, found)


def _edge(picture: Picture, line: Numbers, middle: Numbers, reach: float) -> tuple[Numbers, float] | None:
    """The edge near *line* (2 x 2): its line and how sure it is (px); None where there is none."""
    outward = _outward(line, middle)
    offsets = np.arange(-reach - NEAR_PX, reach + NEAR_PX + STEP_PX, STEP_PX)
    steep = _steepness(picture, line, outward, offsets)
    edge = _refined(steep, offsets, _strongest(steep, offsets, reach))
    return None if edge is None else (line + edge[0][:, None] * outward, edge[1])


def _outward(line: Numbers, middle: Numbers) -> Numbers:
    along = line[1] - line[0]
    normal = np.array([along[1], -along[0]]) / max(float(np.linalg.norm(along)), 1e-9)
    return normal if normal @ (line[0] - middle) > 0 else -normal


def _steepness(picture: Picture, line: Numbers, outward: Numbers, offsets: Numbers) -> Numbers:
    """By how many levels a pixel each channel rises outwards: `ALONG` x offsets x 3."""
    spots = line[0] + np.linspace(0, 1, ALONG)[:, None] * (line[1] - line[0])
    grid = (spots[:, None] + offsets[None, :, None] * outward).astype(np.float32)
    strip = cv2.remap(picture, grid[..., 0], grid[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(np.gradient(strip.astype(np.float64), STEP_PX, axis=1))


def _strongest(steep: Numbers, offsets: Numbers, reach: float) -> Numbers:
    """The offsets at both ends of the line along which the picture changes most, always in the same way.

    Nearer ones are preferred a little: the line that is looked for is known to be near.
    """
    ways = np.flatnonzero(np.abs(offsets) <= reach)
    start, end = (grid.ravel() for grid in np.meshgrid(ways, ways, indexing="ij"))
    share = np.linspace(0, 1, ALONG)[:, None]
    at = np.rint(start * (1 - share) + end * share).astype(int)
    rise = np.linalg.norm(steep[np.arange(ALONG)[:, None], at].mean(axis=0), axis=1)
    far = (offsets[start] ** 2 + offsets[end] ** 2) / (2 * reach**2)
    best = int(np.argmax(rise * np.exp(-far / 2)))
    return np.array([offsets[start[best]], offsets[end[best]]])


def _refined(steep: Numbers, offsets: Numbers, ends: Numbers) -> tuple[Numbers, float] | None:
    """The offsets of both *ends* between the samples, and how sure they are (px); None without an edge."""
    share = np.linspace(0, 1, ALONG)
    sigma = 0.0
    for _ in range(3):
        away = offsets[None, :] - (ends[0] + (ends[1] - ends[0]) * share)[:, None]
        near = np.abs(away) <= NEAR_PX
        way = (steep * near[..., None]).sum(axis=(0, 1))
        if float(np.linalg.norm(way)) / ALONG * STEP_PX / (2 * NEAR_PX) < LEAST_STEEP:
            return None
        rise = np.clip(steep @ (way / np.linalg.norm(way)), 0, None) * near
        shift, sigma = _line_through(share, *_peaks(rise, away))
        ends = ends + shift
    return ends, sigma


def _peaks(rise: Numbers, away: Numbers) -> tuple[Numbers, Numbers]:
    """Where each sample's edge is steepest, and how clear it is.

    A plain mean would be drawn aside by the shadow that a card casts beside its edge.
    """
    sharp = rise**STEEPEST
    return (sharp * away).sum(axis=1) / np.maximum(sharp.sum(axis=1), 1e-9), rise.sum(axis=1)


def _line_through(share: Numbers, off: Numbers, weight: Numbers) -> tuple[Numbers, float]:
    """The line through *off* at *share*, told by both its ends, and how sure it is; outliers count less."""
    base = np.column_stack([1 - share, share])
    clear = np.minimum(weight / max(float(np.median(weight)), 1e-9), 1.0)
    sure, spread, ends = clear, 0.0, np.zeros(2)
    for _ in range(4):
        root = np.sqrt(sure)
        ends = np.linalg.lstsq(base * root[:, None], off * root, rcond=None)[0]
        left = off - base @ ends
        spread = max(1.4826 * float(np.median(np.abs(left))), 0.03)
        sure = clear / (1 + (left / (2 * spread)) ** 2)
    independent = max(float(sure.sum()) / 3, 1.0)  # neighbouring samples see the same pixels
    return ends, max(2 * spread / float(np.sqrt(independent)), LEAST_SIGMA_PX)
