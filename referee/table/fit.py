"""The homography that explains where the sides of cards lie, whose places nobody knows.

Unknown are eight numbers of the homography from millimetres to pixels, how wide cards are, where that is not
told, and x, y and angle of every card. That of the first card is held fast: where the origin lies is open.
Lengths count in `UNIT_MM`, pixels in half widths of the picture from its middle: then all unknowns are about
one.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from referee.table.homography import Numbers, applied, inverse
from referee.vision.edges import ENDS, Sides

UNIT_MM = 500.0
STEPS = 40
OUTLYING = 2.5
"""A side so many times its sigma away counts half."""
NUDGE = 1e-6
H, WIDTH = 8, 8
"""So many unknowns has the homography; then comes the width of a card in shares of what was said."""


class Fit:
    """The fit to the cards *seen*, all of *card_mm*, in a picture of *size* (width, height).

    With *any_width* cards are as high as *card_mm* says, and `width_mm` wide, as is found.
    `to_px`: from mm to px. `corners` (N x 4 x 2): the cards as fitted, px. `off` (N x 4): by how much each
    side is off, px. `steps` (K x 3 x 3): other `to_px`, each off in one independent way by one sigma.
    """

    def __init__(
        self,
        seen: Sequence[Sides],
        card_mm: tuple[float, float],
        size: tuple[int, int],
        any_width: bool = False,
    ) -> None:
        half = size[0] / 2
        self._lens = np.array([[half, 0, size[0] / 2], [0, half, size[1] / 2], [0, 0, 1.0]])
        self._lines = applied(inverse(self._lens), np.array([sides.lines for sides in seen]))
        self._sure = half / np.array([sides.sigma for sides in seen])
        self._normal = _normals(self._lines)
        corners = _card(card_mm)
        after = np.roll(corners, -1, axis=0)
        self._ends = np.stack([corners + (after - corners) * share for share in ENDS], axis=1)
        self._open = (
            *range(H),
            *([WIDTH] if any_width else []),
            *range(WIDTH + 4, WIDTH + 1 + 3 * len(seen)),
        )
        unknown = self._start()
        for robust in (False, True):
            unknown = self._descended(unknown, robust)
        self.to_px = self._to_px(unknown[:H])
        self.corners = applied(self._lens, self._seen(unknown, corners))
        self.width_mm = float(min(card_mm) * unknown[WIDTH])
        self.off = self._off(unknown).mean(axis=-1) * half
        self.steps = np.array([self._to_px(unknown[:H] + step) for step in self._doubts(unknown)])

    def _start(self) -> Numbers:
        """As if the card nearest the middle were seen from straight above, and all others like it."""
        first = int(np.argmin(np.linalg.norm(self._lines.mean(axis=(1, 2)), axis=1)))
        base = np.column_stack([self._ends.reshape(-1, 2), np.ones(8)])
        affine = np.linalg.lstsq(base, self._lines[first].reshape(-1, 2), rcond=None)[0].T
        matrix = np.vstack([affine, [0, 0, 1]])
        flat = applied(inverse(matrix), self._lines)
        across = flat[:, 1].mean(axis=1) - flat[:, 3].mean(axis=1)
        places = np.column_stack([flat.mean(axis=(1, 2)), np.arctan2(across[:, 1], across[:, 0])])
        return np.concatenate([matrix.ravel()[:H], [1.0], places.ravel()])

    def _seen(self, unknown: Numbers, points: Numbers) -> Numbers:
        """*points* (... x 2) of a card, as each card (N x ... x 2) shows them."""
        x, y, angle = (part[:, None] for part in unknown[WIDTH + 1 :].reshape(-1, 3).T)
        c, s, flat = np.cos(angle), np.sin(angle), points.reshape(-1, 2) * (unknown[WIDTH], 1.0)
        laid = np.stack([x + c * flat[:, 0] - s * flat[:, 1], y + s * flat[:, 0] + c * flat[:, 1]], axis=-1)
        return applied(np.append(unknown[:H], 1.0).reshape(3, 3), laid.reshape(-1, *points.shape))

    def _off(self, unknown: Numbers) -> Numbers:
        """How far the ends of each side are off, across it: N x 4 x 2."""
        away = self._seen(unknown, self._ends) - self._lines[:, :, :1]
        return np.asarray((away * self._normal[:, :, None]).sum(axis=-1))

    def _weight(self, unknown: Numbers, robust: bool) -> Numbers:
        if not robust:  # far from the goal a sure side says no more than another
            return np.asarray(np.minimum(self._sure, 4 * np.median(self._sure))[..., None])
        off = np.abs(self._off(unknown)).max(axis=-1) * self._sure
        return np.asarray((self._sure / np.sqrt(1 + (off / OUTLYING) ** 2))[..., None])

    def _descended(self, unknown: Numbers, robust: bool) -> Numbers:
        """Levenberg and Marquardt's way down; what sides weigh is set anew at each step."""
        damping = 1e-3
        for _ in range(STEPS):
            weight = self._weight(unknown, robust)
            now, slope = (self._off(unknown) * weight).ravel(), self._slope(unknown, weight)
            normal = slope.T @ slope
            damped = normal + damping * np.diag(np.diag(normal) + 1e-9)
            step = -np.linalg.solve(damped, slope.T @ now)
            then = (self._off(unknown + step) * weight).ravel()
            if then @ then >= now @ now:
                damping *= 8
                continue
            unknown, damping = unknown + step, damping / 5
            if np.abs(step).max() < 1e-9:
                break
        return unknown

    def _slope(self, unknown: Numbers, weight: Numbers) -> Numbers:
        """How each weighted residual changes with each unknown: M x P."""
        columns = np.zeros((len(unknown), weight.size * 2))
        for number in self._open:
            step = np.zeros_like(unknown)
            step[number] = NUDGE
            change = self._off(unknown + step) - self._off(unknown - step)
            columns[number] = (change * weight).ravel() / (2 * NUDGE)
        return columns.T

    def _doubts(self, unknown: Numbers) -> Numbers:
        """Steps of the homography's unknowns (K x 8), each of one sigma, independent of each other."""
        weight = self._weight(unknown, True)
        left, slope = (self._off(unknown) * weight).ravel(), self._slope(unknown, weight)
        spare = max(left.size - len(self._open), 1)
        spread = np.linalg.pinv(slope.T @ slope, rcond=1e-12)[:H, :H] * max(float(left @ left) / spare, 1.0)
        values, ways = np.linalg.eigh(spread)
        return np.asarray((ways * np.sqrt(np.clip(values, 0, None))).T)

    def _to_px(self, unknown: Numbers) -> Numbers:
        matrix = self._lens @ np.append(unknown, 1.0).reshape(3, 3) @ np.diag([1 / UNIT_MM, 1 / UNIT_MM, 1])
        return np.asarray(matrix / matrix[2, 2])


def _card(card_mm: tuple[float, float]) -> Numbers:
    """The corners of a card about its middle, clockwise, the first side short."""
    short, long = sorted(card_mm)
    halves = np.array([[-short, -long], [short, -long], [short, long], [-short, long]])
    return np.asarray(halves / 2 / UNIT_MM)


def _normals(lines: Numbers) -> Numbers:
    along = lines[..., 1, :] - lines[..., 0, :]
    normal = np.stack([along[..., 1], -along[..., 0]], axis=-1)
    return np.asarray(normal / np.linalg.norm(normal, axis=-1, keepdims=True))
