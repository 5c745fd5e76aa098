"""What became of each card that a photograph's label lists: read rightly, or how it was missed.

Whether a card is right is decided as `scores` does it, over multisets. Places only tell how it was missed:
which find lies where the label marks the card. Labels mark whole cards, indexes, or nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from math import dist

import cv2
import numpy as np

from referee.cards import JOKER, Card
from referee.vision.fusion import INDEX_SHARE
from referee.vision.scores import Mark, Photo
from referee.vision.sighting import SeenCard, Side

HEIGHT = 1.4
"""A card's height in card widths."""
HINT = 0.1
"""A find whose place is not labelled may be a missed card if it reads as that with so much probability."""


class Kind(StrEnum):
    """What became of a card; `EXTRA` is a reading that no label has (on a completely labelled photograph)."""

    RIGHT = "right"
    UNSURE = "found but unsure"
    WRONG = "wrong"
    UNFOUND = "not found"
    EXTRA = "read, not labelled"


@dataclass(frozen=True, slots=True)
class Outcome:
    """A labelled `card`, what was `seen` for it, and where the label marks it.

    `card` is None for a reading too many, `seen` and `mark` where there is none. `width` is about how wide
    the card is in the picture, in pixels: its own width, or that of the nearest card found whole. `covered`
    is the share of a card found whole over which the box of one found more surely lies.
    """

    kind: Kind
    card: Card | None
    seen: SeenCard | None = None
    mark: Mark | None = None
    width: float | None = None
    covered: float = 0.0

    def __str__(self) -> str:
        best = "" if self.seen is None else str(self.seen.reading.best)
        return {Kind.UNSURE: f"{self.kind} ({best})", Kind.WRONG: f"wrong as {best}"}.get(
            self.kind, self.kind
        )


def outcomes(photo: Photo, seen: Sequence[SeenCard], sure: float) -> list[Outcome]:
    """An outcome for each card that *photo* lists, in its order, then the readings too many.

    *seen* are the finds on it, of which those of *sure* or more count as read.
    """
    left = [one for one in seen if one.side is Side.FACE]
    told = [_right(card, left, sure) for card in photo.cards]
    for k, card in enumerate(photo.cards):
        if told[k] is None:
            told[k] = _missed(card, [mark for mark in photo.marks if mark.card == card], left, sure)
    results = [one for one in told if one is not None]
    if photo.complete:
        results += [Outcome(Kind.EXTRA, None, one) for one in left if _is_read(one, sure)]
    return [_measured(one, seen) for one in results]


def _is_read(seen: SeenCard, sure: float) -> bool:
    return seen.reading.p >= sure and seen.reading.best != JOKER


def _right(card: Card, left: list[SeenCard], sure: float) -> Outcome | None:
    """*card* with the surest reading of it, which is taken from those *left*."""
    good = [one for one in left if _is_read(one, sure) and one.reading.best == card]
    if not good:
        return None
    best = max(good, key=lambda one: one.reading.p)
    left.remove(best)
    return Outcome(Kind.RIGHT, card, best)


def _missed(card: Card, marks: Sequence[Mark], left: list[SeenCard], sure: float) -> Outcome:
    """How *card* was missed; the find that stands for it is taken from those *left*."""
    there = [(_away(one, mark), k, mark) for mark in marks for k, one in enumerate(left) if _at(one, mark)]
    if there:
        _, k, mark = min(there, key=lambda pair: pair[:2])
        return _instead(card, left.pop(k), mark, sure)
    likely = [one for one in left if not marks and dict(one.reading.options).get(card, 0.0) >= HINT]
    if likely:
        best = max(likely, key=lambda one: dict(one.reading.options)[card])
        left.remove(best)
        return _instead(card, best, None, sure)
    return Outcome(Kind.UNFOUND, card, None, marks[0] if marks else None)


def _instead(card: Card, seen: SeenCard, mark: Mark | None, sure: float) -> Outcome:
    return Outcome(Kind.WRONG if seen.reading.p >= sure else Kind.UNSURE, card, seen, mark)


def _at(seen: SeenCard, mark: Mark) -> bool:
    """Whether *seen* may be what *mark* marks."""
    if not mark.index:
        return _inside(seen.centre, mark)
    if not seen.whole:
        return dist(seen.centre, mark.centre) <= mark.size
    quad = np.array(seen.quad, np.float32)
    return cv2.pointPolygonTest(quad, mark.centre, True) >= -0.1 * width_of(seen)


def _inside(point: tuple[float, float], mark: Mark) -> bool:
    x0, y0, x1, y1 = mark.box
    return x0 <= point[0] <= x1 and y0 <= point[1] <= y1


def _away(seen: SeenCard, mark: Mark) -> float:
    """How far *seen* lies from *mark*, in pixels: of two cards on an index the one whose corner is nearer."""
    if mark.index and seen.whole:
        return min(dist(corner, mark.centre) for corner in seen.quad)
    return dist(seen.centre, mark.centre)


def _measured(one: Outcome, seen: Sequence[SeenCard]) -> Outcome:
    whole = [card for card in seen if card.whole]
    covered = _covered(one.seen, whole) if one.seen is not None and one.seen.whole else 0.0
    return replace(one, width=_width(one, whole), covered=covered)


def _covered(card: SeenCard, whole: Sequence[SeenCard]) -> float:
    quad = np.array(card.quad, np.float32)
    over = [np.array(other.quad, np.float32) for other in whole if other.score > card.score]
    area = max(cv2.contourArea(quad), 1.0)
    return max((float(cv2.intersectConvexConvex(quad, upper)[0]) / area for upper in over), default=0.0)


def _width(one: Outcome, whole: Sequence[SeenCard]) -> float | None:
    if one.seen is not None and one.seen.whole:
        return width_of(one.seen)
    place = one.seen.centre if one.seen else one.mark.centre if one.mark else None
    if place is None:
        return float(np.median([width_of(card) for card in whole])) if whole else None
    if whole:
        return width_of(min(whole, key=lambda card: dist(card.centre, place)))
    if one.mark is None:
        return None
    return one.mark.size / (INDEX_SHARE * HEIGHT) if one.mark.index else one.mark.size / HEIGHT


def width_of(seen: SeenCard) -> float:
    """How wide the card *seen* is: the mean of its short sides, in pixels."""
    a, b, c, d = seen.quad
    return (dist(a, b) + dist(c, d)) / 2
