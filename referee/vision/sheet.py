"""A picture to be judged at a glance: outlines, labels of which none hides another, and a legend below."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import cos, dist, pi, sin

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.vision.sighting import Picture, Quad

Colour = tuple[int, int, int]
"""B, G, R."""

SMALLEST, LARGEST = 1000, 1400
"""Between these is the longer side of a sheet, in pixels: letters are of one size, as the screen is."""
INK, PAPER = (20, 20, 20), (245, 245, 245)
FONT, SIZE = cv2.FONT_HERSHEY_SIMPLEX, 0.5
PAD = 3
LINE = 24
SMALL = 5.0
"""A card that is less than so many times as large as its label has it beside it."""
_FINE = 4
_RINGS = [0.0, *(14.0 * k for k in range(1, 26))]
"""How far off, in pixels, a label may stand when everything nearer is taken."""

NEAR = 8
"""Within so many of them the label of a small card stays off other cards, if it can."""

_Box = tuple[int, int, int, int]


class Sheet:
    """A copy of a picture (H x W x 3, B G R) to draw on. Places are in pixels of the picture itself."""

    def __init__(self, picture: Picture) -> None:
        height, width = picture.shape[:2]
        longest = max(height, width)
        self.factor = min(max(longest, SMALLEST), LARGEST) / longest
        size = (round(width * self.factor), round(height * self.factor))
        how = cv2.INTER_CUBIC if self.factor > 1 else cv2.INTER_AREA
        self._picture: Picture = np.asarray(cv2.resize(picture, size, interpolation=how), np.uint8)
        self._taken: list[_Box] = []
        self._outlined: list[_Box] = []

    def outline(self, quad: Quad, colour: Colour, thick: int = 2) -> None:
        """Draw round *quad*, with a dark edge that shows on any table."""
        corners = (np.array(quad) * self.factor * 2**_FINE).round().astype(np.int32)
        for shade, width in ((INK, thick + 2), (colour, thick)):
            cv2.polylines(self._picture, [corners], True, shade, width, cv2.LINE_AA, _FINE)
        self._outlined.append(_about(self._scaled(quad)))

    def keep_free(self, quad: Quad) -> None:
        """Let no label hide *quad*."""
        self._taken.append(_about(self._scaled(quad)))

    def label(self, text: str, quad: Quad, colour: Colour) -> None:
        """Write *text* on *colour* upon *quad*, or beside it, with a line to it, where that is taken."""
        corners = self._scaled(quad)
        middle, size = corners.mean(axis=0), _size(text)
        box = self._place(corners, size) or _box(middle, size)
        self._taken.append(box)
        x0, y0, x1, y1 = box
        centre = (x0 + x1) // 2, (y0 + y1) // 2
        if cv2.pointPolygonTest(corners.astype(np.float32), centre, False) < 0:
            near = min(corners, key=lambda corner: dist(corner, centre))
            cv2.line(self._picture, (int(near[0]), int(near[1])), centre, colour, 1, cv2.LINE_AA)
        cv2.rectangle(self._picture, (x0, y0), (x1, y1), colour, cv2.FILLED)
        _write(self._picture, text, (x0 + PAD, y1 - PAD - 1))

    def finished(self, legend: Sequence[tuple[str, Colour]], notes: Sequence[str] = ()) -> Picture:
        """The picture with what the colours mean, and *notes*, in lines below it."""
        width = self._picture.shape[1]
        rows = [*_rows(legend, width), *([(note, PAPER)] for note in notes)]
        foot = np.full((LINE * len(rows), width, 3), PAPER, np.uint8)
        for k, row in enumerate(rows):
            x = 8
            for text, colour in row:
                if colour != PAPER:
                    cv2.rectangle(foot, (x, LINE * k + 6), (x + 14, LINE * k + 18), colour, cv2.FILLED)
                _write(foot, text, (x + (20 if colour != PAPER else 0), LINE * k + 17))
                x += _entry(text)
        return np.vstack([self._picture, foot])

    def _scaled(self, quad: Quad) -> NDArray[np.float64]:
        return np.asarray(np.array(quad, np.float64) * self.factor, np.float64)

    def _place(self, corners: NDArray[np.float64], size: tuple[int, int]) -> _Box | None:
        """A free box of *size* on the card with *corners*; beside a small card, off others if it can."""
        middle = corners.mean(axis=0)
        if cv2.contourArea(corners.astype(np.float32)) >= SMALL * size[0] * size[1]:
            return next(self._free(middle, size, self._taken), None)
        own = [*self._taken, _about(corners)]
        apart = next(self._free(middle, size, [*own, *self._outlined], _RINGS[:NEAR]), None)
        return apart or next(self._free(middle, size, own), None)

    def _free(
        self,
        middle: NDArray[np.float64],
        size: tuple[int, int],
        taken: Sequence[_Box],
        rings: Sequence[float] = _RINGS,
    ) -> Iterator[_Box]:
        """Boxes of *size* about *middle*, off all that is *taken*, in the picture, the nearest first."""
        height, width = self._picture.shape[:2]
        for ring in rings:
            for turn in range(12 if ring else 1):
                way = np.array([1.6 * cos(turn * pi / 6), sin(turn * pi / 6)])
                box = _box(middle + ring * way, size)
                inside = box[0] >= 0 and box[1] >= 0 and box[2] < width and box[3] < height
                if inside and not any(_overlap(box, other) for other in taken):
                    yield box


def _about(corners: NDArray[np.float64]) -> _Box:
    (x0, y0), (x1, y1) = corners.min(axis=0), corners.max(axis=0)
    return int(x0), int(y0), int(x1) + 1, int(y1) + 1


def _overlap(a: _Box, b: _Box) -> bool:
    return a[0] <= b[2] and b[0] <= a[2] and a[1] <= b[3] and b[1] <= a[3]


def _box(middle: NDArray[np.float64], size: tuple[int, int]) -> _Box:
    x, y = int(middle[0] - size[0] / 2), int(middle[1] - size[1] / 2)
    return x, y, x + size[0], y + size[1]


def _size(text: str) -> tuple[int, int]:
    (width, height), _ = cv2.getTextSize(text, FONT, SIZE, 1)
    return width + 2 * PAD, height + 2 * PAD + 1


def _write(sheet: Picture, text: str, at: tuple[int, int]) -> None:
    cv2.putText(sheet, text, at, FONT, SIZE, INK, 1, cv2.LINE_AA)


def _entry(text: str) -> int:
    return _size(text)[0] + 38


def _rows(legend: Sequence[tuple[str, Colour]], width: int) -> list[list[tuple[str, Colour]]]:
    """*legend* broken into lines that fit into *width* pixels."""
    if not legend:
        return []
    ends, x = [0], 8
    for k, (text, _) in enumerate(legend):
        if x + _entry(text) > width and k > ends[-1]:
            ends, x = [*ends, k], 8
        x += _entry(text)
    return [list(legend[a:b]) for a, b in pairwise([*ends, len(legend)])]
