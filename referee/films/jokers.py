"""A joker of the project's own, for decks that come without one."""

from __future__ import annotations

import cv2
import numpy as np

from referee.vision.sighting import Picture

_INK = (60, 30, 150)
_GOLD = (60, 170, 230)
_WORD = "JOKER"


def drawn(size: tuple[int, int]) -> Picture:
    """The face of a joker of *size* (width, height) in pixels: the word in two corners, a cap with bells."""
    w, h = size
    half = np.full((h, w, 3), 255, np.uint8)
    letter = h * 0.062
    for number, sign in enumerate(_WORD):
        spot = (round(w * 0.06), round(h * 0.04 + letter * (number + 1)))
        cv2.putText(half, sign, spot, cv2.FONT_HERSHEY_DUPLEX, letter / 26, _INK, 2, cv2.LINE_AA)
    _cap(half)
    return np.asarray(np.minimum(half, half[::-1, ::-1]), np.uint8)


def _cap(face: Picture) -> None:
    """A cap of three points, each with a bell, above the middle of *face*."""
    h, w = face.shape[:2]
    middle, brim = w / 2, h * 0.48
    for lean in (-0.26, 0.0, 0.26):
        tip = (round(middle + lean * w), round(h * (0.26 + 0.4 * abs(lean))))
        foot = [(round(middle + lean * w / 3 + side * w * 0.09), round(brim)) for side in (-1, 1)]
        cv2.fillConvexPoly(face, np.array([tip, *foot], np.int32), _INK, cv2.LINE_AA)
        cv2.circle(face, tip, round(w * 0.035), _GOLD, -1, cv2.LINE_AA)
    cv2.rectangle(
        face, (round(middle - w * 0.2), round(brim)), (round(middle + w * 0.2), round(h * 0.5)), _GOLD, -1
    )
