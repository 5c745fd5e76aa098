"""Whether the table is moving, has an arm over it, or is at rest: from the frames alone, no model.

Works on a small picture in which a card is about twenty pixels wide. What differs from the last picture
of each spot at rest is foreground; foreground that comes in over the border is an arm, moving or not.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.vision.frames import Frame
from referee.vision.hands import CARD_RATIO, LEAST_CONTACT_CARDS, Arm, Shape, arms_of, border_shapes
from referee.vision.pixels import TOLERANCE, Mask, appeared, differs, exposed_like, shrink, without_specks
from referee.vision.sighting import Picture, Quad

SMALL_CARD_PX = 20
REST_S = 0.3
"""Still for so long, with no arm in view, is rest."""
ABSORB_S = 0.5
"""A spot that has been still and free of arms for so long becomes background."""
GHOST_S = 1.0
"""A still shape at the border is doubted after so long: shadow, or something that has gone."""
GONE_S = 0.15
"""After so long where a card was taken away at the border is told from an arm, by its outline that went."""
LEAST_GONE = 0.4
"""At least this share of the outline of what has gone shows in the background and no more in the picture."""
STIRRING = 0.02
"""Where less than this moves, in areas of a card, all is still."""
GHOST = 0.45
"""A shape of which less than this share differs from the last rest is the ghost of an arm."""
HEAP_CARDS = 2.0
"""Cards laid one upon the other at the border, one showing beside the other, are no larger than this."""
LONG_S = 30.0
"""No living arm is still for so long."""
FAINT = 9
"""Grey levels by which an arm as dark as the table still differs from it."""
LEAST_CLEAR = 0.1
"""At least this share of an arm differs by more than uneven exposure adds: its edges, or what it covers."""
EDGE = 12
"""Grey levels by which an edge is steeper where there was none."""
LEAST_OUTLINE = 0.12
"""At least this share of an arm's outline shows as a new edge."""


class Activity(StrEnum):
    """What the table is doing."""

    MOVING = "moving"
    ARM = "arm"
    REST = "rest"


@dataclass(frozen=True, slots=True)
class Scene:
    """One frame and what goes on in it.

    `still_s`: seconds since anything last moved. `changed`: boxes, in pixels, that differ from the last rest;
    told once, with the first frame of a new rest. `small`: the picture made smaller by `scale`;
    `busy`: where, in the small picture, something moves or an arm lies.
    """

    frame: Frame
    activity: Activity
    arms: tuple[Arm, ...]
    still_s: float
    changed: tuple[Quad, ...]
    small: Picture = field(compare=False, repr=False)
    busy: Mask = field(compare=False, repr=False)
    scale: int = 1


class Watcher:
    """Turns frames into scenes. *card_px* is about how wide a card is in the picture."""

    def __init__(self, card_px: float = 80.0) -> None:
        self._scale = max(1, round(card_px / SMALL_CARD_PX))
        self._card = card_px / self._scale
        self._last: _Memory | None = None

    def update(self, frame: Frame) -> Scene:
        """The scene of the next *frame*. A frame of another size starts afresh."""
        small = shrink(frame.picture, self._scale)
        memory = self._last
        if memory is None or memory.small.shape != small.shape:
            memory = self._last = _Memory(small, frame.t)
        return memory.update(frame, small, self._scale, self._card)


class _Memory:
    """The background, how long each spot of it has been free, and the last rest."""

    def __init__(self, small: Picture, t: float) -> None:
        self.small = small
        self._t = t
        self._moved_t = t
        self._motion_t = np.full(small.shape[:2], t, np.float32)
        self._background = small.copy()
        self._rest: Picture | None = None
        self._resting = False
        self._free_s: NDArray[np.float32] = np.zeros(small.shape[:2], np.float32)

    def update(self, frame: Frame, small: Picture, scale: int, card: float) -> Scene:
        motion = without_specks(appeared(exposed_like(self.small, small), small))
        if cv2.countNonZero(motion) > STIRRING * CARD_RATIO * card**2:
            self._moved_t = frame.t
        self._motion_t[motion > 0] = frame.t
        still_s = frame.t - self._moved_t
        shapes = self._arm_shapes(small, card, frame.t)
        busy = _busy(motion, shapes)
        self._absorb(small, busy, frame.t - self._t)
        self.small, self._t = small, frame.t
        activity = _activity(bool(shapes), still_s)
        return Scene(
            frame=frame,
            activity=activity,
            arms=tuple(_enlarged(arm, scale) for shape in shapes for arm in arms_of(shape)),
            still_s=still_s,
            changed=self._changed(small, activity, scale, card),
            small=small,
            busy=busy,
            scale=scale,
        )

    def _arm_shapes(self, small: Picture, card: float, t: float) -> list[Shape]:
        model = exposed_like(self._background, small)
        faint = _foreground(model, small, FAINT)
        clear = _foreground(model, small, TOLERANCE) > 0
        shapes = [
            shape
            for shape in border_shapes(faint, card)
            if clear[shape.mask > 0].mean() >= LEAST_CLEAR and not self._is_as_at_rest(shape, small)
        ]
        return [
            shape for shape in shapes if _is_there(shape, model, small, card, self._still_s(shape, card, t))
        ]

    def _still_s(self, shape: Shape, card: float, t: float) -> float:
        """For how long next to nothing has moved in *shape*."""
        moved = self._motion_t[shape.mask > 0]
        last = min(len(moved) - 1, int(STIRRING * CARD_RATIO * card**2))
        return float(t - np.partition(moved, -1 - last)[-1 - last])

    def _is_as_at_rest(self, shape: Shape, small: Picture) -> bool:
        """Whether the picture shows at *shape* what it showed at the last rest, when no arm was there.

        Then an arm that lay still was taken for background, and what differs now is the table behind it.
        """
        if self._rest is None:
            return False
        differing = _foreground(exposed_like(self._rest, small), small, FAINT)[shape.mask > 0]
        return bool((differing > 0).mean() < GHOST)

    def _absorb(self, small: Picture, busy: Mask, passed_s: float) -> None:
        self._free_s += np.float32(passed_s)
        self._free_s[busy > 0] = 0
        cv2.copyTo(small, np.where(self._free_s >= ABSORB_S, 255, 0).astype(np.uint8), self._background)

    def _changed(self, small: Picture, activity: Activity, scale: int, card: float) -> tuple[Quad, ...]:
        resting, self._resting = self._resting, activity is Activity.REST
        if not self._resting:
            return ()
        before, self._rest = self._rest, small
        return () if resting or before is None else _boxes(differs(before, small), scale, card)


def _foreground(model: Picture, small: Picture, tolerance: int) -> Mask:
    """Where two pictures differ, without specks and with small gaps closed.

    Both ways: a plain sleeve over a bold pattern shows nothing new, it only hides the pattern.
    """
    either = cv2.bitwise_or(appeared(model, small, tolerance), appeared(small, model, tolerance))
    opened = cv2.morphologyEx(either, cv2.MORPH_OPEN, _square(2))
    return np.asarray(cv2.morphologyEx(opened, cv2.MORPH_CLOSE, _square(5)), np.uint8)


def _activity(arm: bool, still_s: float) -> Activity:
    if arm:
        return Activity.ARM
    return Activity.REST if still_s >= REST_S else Activity.MOVING


def _busy(motion: Mask, shapes: list[Shape]) -> Mask:
    busy = cv2.dilate(motion, _square(5))
    for shape in shapes:
        busy = cv2.bitwise_or(busy, _filled(shape.mask))
    return np.asarray(busy, np.uint8)


def _filled(mask: Mask) -> NDArray[np.uint8]:
    """*mask* a little grown, without the holes where an arm looks like what lies under it."""
    outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    filled = cv2.drawContours(np.zeros_like(mask), outlines, -1, (255,), cv2.FILLED)
    closed = cv2.morphologyEx(filled, cv2.MORPH_CLOSE, _square(11), borderType=cv2.BORDER_REPLICATE)
    return np.asarray(cv2.dilate(closed, _square(3)), np.uint8)


def _is_there(shape: Shape, model: Picture, small: Picture, card: float, still_s: float) -> bool:
    """Whether a shape that has been still for *still_s* is an arm.

    Its outline shows in the picture now, more than in the background. The outline of an arm or card that has
    gone shows in the background; that of a soft shadow shows in neither. Where the outline crosses cards it
    shows in both, which says nothing.
    A shape no larger than two cards is none for long, and one over most of the picture is a change of light.
    """
    if still_s < GONE_S:
        return True
    came, went = _outline(shape, model, small)
    if still_s < GHOST_S:
        return went < LEAST_GONE or came > LEAST_OUTLINE
    large = HEAP_CARDS * CARD_RATIO * card**2
    if still_s > LONG_S or shape.area < large or shape.area > 0.6 * shape.mask.size:
        return False
    return came > LEAST_OUTLINE and came > went and _is_cut_off(shape, model, small, card)


def _is_cut_off(shape: Shape, model: Picture, small: Picture, card: float) -> bool:
    """Whether the border of the picture cuts *shape* off, as it does an arm, and no row of cards beside it.

    A shape counts as meeting the border from some way off, and has its gaps closed.
    """
    either = cv2.bitwise_or(appeared(model, small, FAINT), appeared(small, model, FAINT))
    there = cv2.bitwise_and(either, shape.mask)
    rim = (there[0], there[-1], there[:, 0], there[:, -1])
    return max(cv2.countNonZero(side) for side in rim) >= LEAST_CONTACT_CARDS * card


def _outline(shape: Shape, model: Picture, small: Picture) -> tuple[float, float]:
    """The shares of the outline of *shape* that show as an edge in *small* alone, and in *model* alone."""
    outline = cv2.morphologyEx(shape.mask, cv2.MORPH_GRADIENT, _square(3)) > 0
    outline[:3], outline[-3:], outline[:, :3], outline[:, -3:] = False, False, False, False
    if not outline.any():
        return 0.0, 0.0
    steeper = _steepness(small)[outline] - _steepness(model)[outline]
    return float((steeper > EDGE).mean()), float((steeper < -EDGE).mean())


def _steepness(small: Picture) -> NDArray[np.float32]:
    gradient = cv2.morphologyEx(small, cv2.MORPH_GRADIENT, _square(3))
    return np.asarray(gradient.max(axis=2), np.float32)


def _boxes(mask: Mask, scale: int, card: float) -> tuple[Quad, ...]:
    count, _, stats, _ = cv2.connectedComponentsWithStats(cv2.dilate(mask, _square(5)))
    boxes = []
    for x, y, width, height, area in (map(int, row) for row in stats[1:count]):
        if area >= 0.1 * CARD_RATIO * card**2:
            left, top, right, bottom = x * scale, y * scale, (x + width) * scale, (y + height) * scale
            boxes.append(((left, top), (right, top), (right, bottom), (left, bottom)))
    return tuple(boxes)


def _enlarged(arm: Arm, scale: int) -> Arm:
    return Arm(arm.entry, (arm.tip[0] * scale, arm.tip[1] * scale), arm.area * scale**2)


def _square(side: int) -> NDArray[np.uint8]:
    return np.ones((side, side), np.uint8)
