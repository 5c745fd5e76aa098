"""The pictures of played cards for the phones: cut from the frame in which they lay at rest."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from referee.cards import Reading
from referee.vision.sighting import Picture, SeenCard, Side

MARGIN = 0.25
WIDEST_PX = 320
Box = tuple[int, int, int, int]


def box_of(reading: Reading, cards: Sequence[SeenCard], picture: Picture) -> Box | None:
    """Where the card read as *reading* lies in *picture*: left, top, right, bottom in pixels."""
    same = [card for card in cards if card.side is Side.FACE and card.reading.best == reading.best]
    if not same:
        return None
    return _around(max(same, key=lambda card: card.score), picture)


def jpeg_of(picture: Picture, box: Box) -> bytes:
    """The part of *picture* inside *box*, at most `WIDEST_PX` wide."""
    left, top, right, bottom = box
    part = picture[top:bottom, left:right]
    scale = min(1.0, WIDEST_PX / part.shape[1])
    small = cv2.resize(part, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else part
    return bytes(cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, 82])[1])


def _around(card: SeenCard, picture: Picture) -> Box | None:
    height, width = picture.shape[:2]
    corners = np.array(card.quad)
    (left, top), (right, bottom) = corners.min(axis=0), corners.max(axis=0)
    pad_x, pad_y = MARGIN * (right - left), MARGIN * (bottom - top)
    box = (
        max(0, int(left - pad_x)),
        max(0, int(top - pad_y)),
        min(width, int(right + pad_x) + 1),
        min(height, int(bottom + pad_y) + 1),
    )
    return box if box[0] < box[2] and box[1] < box[3] else None
