"""Draws what the eyes found into a picture, for people to judge."""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.vision.sighting import Picture, SeenCard, Side

_FACE, _DOUBTFUL, _BACK = (60, 200, 60), (0, 170, 255), (220, 120, 40)


def drawn(picture: Picture, cards: Iterable[SeenCard], sure: float) -> Picture:
    """A copy of *picture* with each card's outline and reading (green: read, amber: doubtful, blue: back)."""
    sheet = picture.copy()
    thick = max(1, round(max(picture.shape[:2]) / 500))
    for seen in cards:
        colour = _BACK if seen.side is Side.BACK else _FACE if seen.reading.p >= sure else _DOUBTFUL
        corners = np.array(seen.quad).round().astype(np.int32)
        cv2.polylines(sheet, [corners], True, colour, thick, cv2.LINE_AA)
        if seen.side is Side.FACE:
            _label(sheet, f"{seen.reading.best} {seen.reading.p:.2f}", corners.mean(axis=0), thick)
    return sheet


def _label(sheet: Picture, text: str, at: NDArray[np.float64], thick: int) -> None:
    size = 0.4 * thick
    (w, h), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, size, thick)
    x, y = int(at[0] - w / 2), int(at[1] + h / 2)
    for colour, width in (((255, 255, 255), thick + 2), ((0, 0, 0), thick)):
        cv2.putText(sheet, text, (x, y), cv2.FONT_HERSHEY_SIMPLEX, size, colour, width, cv2.LINE_AA)
