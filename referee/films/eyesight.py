"""How well cards that lie apart are read, and how far off their corners are: `design/measures.md`, unseen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np

from referee.cards import Card
from referee.films.camera import Grid
from referee.films.spread import Spread
from referee.vision.scores import SURE, Calibration, Finding, share
from referee.vision.sighting import SeenCard, Side

FOUND = 0.5
"""A card is found by what covers this share of it and of both together."""


@dataclass
class Eyesight:
    """Counts over spreads. `corners` are the distances of found corners from the true ones, in pixels."""

    cards: int = 0
    found: int = 0
    right: int = 0
    wrong: int = 0
    stray: int = 0
    sure: int = 0
    sure_right: int = 0
    corners: list[float] = field(default_factory=list)
    calibration: Calibration = field(default_factory=Calibration)
    mistaken: Counter[str] = field(default_factory=Counter)

    def add(self, spread: Spread, seen: Sequence[SeenCard], least: float) -> None:
        """Compare what the eyes have *seen*; readings of *least* or more count as read."""
        faces = [one for one in seen if one.side is Side.FACE]
        taken: set[int] = set()
        for card, outline in spread.cards:
            self.cards += 1
            at = _nearest(outline, faces, taken)
            if at is not None:
                taken.add(at)
                self._judge(card, outline, faces[at], least)
        self.stray += sum(k not in taken and one.reading.p >= least for k, one in enumerate(faces))

    def _judge(self, card: Card, outline: Grid, seen: SeenCard, least: float) -> None:
        self.found += 1
        if seen.whole:
            self.corners += corner_distances(outline, np.array(seen.quad))
        best, p = seen.reading.best, seen.reading.p
        if p < least:
            return
        self.right += best == card
        self.wrong += best != card
        self.sure += p >= SURE
        self.sure_right += p >= SURE and best == card
        self.calibration.add(Counter([card]), [Finding(best, p)])
        if best != card:
            self.mistaken[f"{card} as {best}"] += 1

    def join(self, other: Eyesight) -> None:
        """Count in what *other* counted."""
        for name in ("cards", "found", "right", "wrong", "stray", "sure", "sure_right"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.corners += other.corners
        self.calibration.findings += other.calibration.findings
        self.mistaken += other.mistaken

    def line(self) -> str:
        """Counts and shares in a line; corner distances in pixels."""
        error = self.calibration.error
        p50, p95 = np.percentile(self.corners, [50, 95]) if self.corners else (0.0, 0.0)
        return (
            f"cards {self.cards} found {share(self.found, self.cards)} right {share(self.right, self.cards)} "
            f"wrong {self.wrong} stray {self.stray} sure {share(self.sure, self.cards)} "
            f"sure_right {share(self.sure_right, self.sure)} corner_px_p50 {p50:.1f} corner_px_p95 {p95:.1f} "
            f"calibration_error {'-' if error is None else f'{error:.4f}'}"
        )

    def mistakes(self) -> Iterator[str]:
        """What was read as what, the commonest first."""
        yield from (f"{what}, {times} times" for what, times in self.mistaken.most_common(8))


def corner_distances(truth: Grid, found: Grid) -> list[float]:
    """How far each corner is off, in pixels; which end of the card is up does not matter."""
    ways = [np.linalg.norm(truth - np.roll(found, turn, axis=0), axis=1) for turn in range(4)]
    return [float(off) for off in min(ways, key=lambda way: float(way.sum()))]


def _nearest(outline: Grid, faces: Sequence[SeenCard], taken: set[int]) -> int | None:
    """The face that covers most of *outline*, if it covers enough."""
    overlaps = {k: _overlap(outline, one) for k, one in enumerate(faces) if k not in taken}
    best = max(overlaps, key=lambda k: overlaps[k], default=None)
    return best if best is not None and overlaps[best] >= FOUND else None


def _overlap(outline: Grid, seen: SeenCard) -> float:
    """Intersection over union; an index alone counts as its card when it lies in it."""
    a, b = outline.astype(np.float32), np.array(seen.quad, np.float32)
    if not seen.whole:
        return FOUND if cv2.pointPolygonTest(a, seen.centre, False) >= 0 else 0.0
    both = cv2.intersectConvexConvex(a, b)[0]
    return float(both / (cv2.contourArea(a) + cv2.contourArea(b) - both))
