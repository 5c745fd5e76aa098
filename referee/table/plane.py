"""The plane of the table from cards that lie on it: their size is known, where they lie is not.

Four cards lying apart tell it to a millimetre or so: their sides are measured in the picture
(`vision.edges`), and one homography and all places are fitted to them together (`fit`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from referee.errors import UserError
from referee.table.fit import Fit
from referee.table.homography import Numbers, applied, inverse, laid_upon, motion, stretch
from referee.vision.edges import Sides, fitted
from referee.vision.sighting import Picture, SeenCard

FIRST_REACH = 0.09
"""So far off, in short sides, the eyes may have drawn a side."""
AGAIN_PX = 2.0
"""And so far the cards fitted together."""
SHADE_PX = 0.05
"""The shadow beside a card moves all its sides outwards or inwards by about so much."""
SAME_CARD = 0.5


POKER_MM = (63.0, 88.0)
SIZES_MM = {"poker": POKER_MM, "bridge": (57.0, 89.0)}
ALIKE = 0.01
"""Cards whose width, in heights, differs by less from a usual one are taken for such."""


class PlaneError(UserError):
    """Cards by which the plane cannot be told."""


@dataclass(frozen=True, slots=True, eq=False)
class Plane:
    """The plane as measured: `to_mm` takes px to mm, its origin in the middle of the picture.

    `cards` (N x 4 x 2): the corners of the cards as fitted, px. `off_mm` (N x 4): how far off each side of
    each is. `others` (K x 3 x 3): planes that are off in one independent way each, by one sigma.
    """

    to_mm: Numbers
    card_mm: tuple[float, float]
    size: tuple[int, int]
    cards: Numbers
    off_mm: Numbers
    others: Numbers

    @property
    def residual_mm(self) -> float:
        """How far off the sides are: their root mean square, the worst tenth left out."""
        off = np.sort(np.abs(self.off_mm).ravel())
        return float(np.sqrt((off[: max(1, int(0.9 * len(off)))] ** 2).mean()))

    @property
    def tilt(self) -> float:
        """By how many degrees the camera looks aside from straight down."""
        most, least = stretch(inverse(self.to_mm), np.zeros(2))
        return float(np.degrees(np.arccos(min(1.0, least / most))))

    def mm(self, points: Numbers) -> Numbers:
        """*points* (N x 2) of the picture, in mm."""
        return applied(self.to_mm, points)

    def px(self, points: Numbers) -> Numbers:
        """*points* (N x 2, mm) in px of the picture."""
        return applied(inverse(self.to_mm), points)

    def card_px(self, points: Numbers) -> Numbers:
        """How wide, in px, a card shows at each of *points* (N x 2, mm), whichever way it is turned."""
        back = inverse(self.to_mm)
        return np.array([min(self.card_mm) * np.sqrt(np.prod(stretch(back, point))) for point in points])

    def sure_mm(self, points: Numbers) -> float:
        """How far off *points* (N x 2, mm) may be among each other: in 95 of 100 cases no more, in mm."""
        px = self.px(points)
        off = [laid_upon(applied(other, px), points) - points for other in self.others]
        return float(2 * np.sqrt((np.array(off) ** 2).sum(axis=(0, 2)).max()))


def measured(
    picture: Picture, cards: Sequence[SeenCard], card_mm: tuple[float, float] | None = None
) -> Plane:
    """The plane on which the whole *cards* of *picture* lie, all of *card_mm*, or of a size to be told.

    Raises `PlaneError`.
    """
    quads = [np.array(card.quad) for card in apart(cards)]
    if not quads:
        raise PlaneError("No card lies whole in the picture: lay four where the camera sees them.")
    size = (picture.shape[1], picture.shape[0])
    sides = [fitted(picture, quad, max(4.0, FIRST_REACH * _short(quad))) for quad in quads]
    first = Fit(sides, card_mm or POKER_MM, size, any_width=card_mm is None)
    again = [fitted(picture, quad, AGAIN_PX) for quad in first.corners]
    if card_mm is None:
        card_mm = _size_like(Fit(again, POKER_MM, size, any_width=True).width_mm)
    return _plane(Fit(again, card_mm, size), card_mm, size)


def by_sheet(sides: Sides, sheet_mm: tuple[float, float], size: tuple[int, int]) -> Plane:
    """The plane on which a rectangle of *sheet_mm* lies whose *sides* a picture of *size* shows.

    How large cards are is not known by it: they count as poker cards.
    """
    return _plane(Fit([sides], sheet_mm, size), POKER_MM, size)


def _size_like(width: float) -> tuple[float, float]:
    """The size of cards *width* mm wide if they are as high as poker cards: a usual one, if it is."""
    like = min(SIZES_MM.values(), key=lambda size: abs(size[0] / size[1] - width / POKER_MM[1]))
    return like if abs(like[0] / like[1] - width / POKER_MM[1]) < ALIKE else (round(width, 1), POKER_MM[1])


def apart(cards: Sequence[SeenCard]) -> list[SeenCard]:
    """The whole ones of *cards*, each once: of two finds of one card the surer."""
    kept: list[SeenCard] = []
    for card in sorted((card for card in cards if card.whole), key=lambda card: -card.score):
        if all(_shared(card, other) < SAME_CARD for other in kept):
            kept.append(card)
    return kept


def _plane(fit: Fit, card_mm: tuple[float, float], size: tuple[int, int]) -> Plane:
    loose = inverse(fit.to_px)
    centre = np.array(size, np.float64) / 2
    origin, right = applied(loose, centre + np.array([[0, 0], [size[0] / 20, 0]]))
    home = motion(origin, right - origin)
    to_mm = home @ loose
    mm = 1 / np.sqrt(np.prod(stretch(inverse(to_mm), np.zeros(2))))
    larger = np.diag([1 + 2 * SHADE_PX * mm / min(card_mm)] * 2 + [1.0])
    others = [home @ inverse(other) for other in fit.steps]
    return Plane(
        to_mm / to_mm[2, 2], card_mm, size, fit.corners, fit.off * mm, np.array([*others, larger @ to_mm])
    )


def _short(quad: Numbers) -> float:
    return float(np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1).min())


def _shared(card: SeenCard, other: SeenCard) -> float:
    """How much of the smaller of two cards the other covers."""
    a, b = np.array(card.quad, np.float32), np.array(other.quad, np.float32)
    both = cv2.intersectConvexConvex(a, b)[0]
    return float(both / max(min(cv2.contourArea(a), cv2.contourArea(b)), 1e-6))
