"""The face-up and face-down cards in front of one seat, slot by slot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import cos, dist, radians, sin, sqrt

import cv2
import numpy as np

from referee.cards import Reading
from referee.rules.actions import RowSeen
from referee.table.canvas import Canvas
from referee.table.layout import Polygon
from referee.table.readings import agreement
from referee.table.spots import Spot
from referee.vision.pixels import Mask
from referee.vision.sighting import Quad, Side

SLOT_MM = 40.0
"""A card no further than this from a slot lies in it."""
TOUCHED = 0.05
"""A slot of which a smaller share has changed was not touched."""
TAKEN = 0.25
"""Where a card was taken away at least this share has changed."""
ENOUGH_LOOKS = 4
SAME_CARD = 0.5
ABOUT_MM = 16.0
"""A face-down card shows no further than this beside the face-up one upon it."""
RIM_MM = 8.0
"""The box of a face-up card is drawn so far too large where one shows from under it."""
FROM_UNDER = 0.05
"""So much, in areas of a card, changes beside a face-up card when the one under it is taken."""


@dataclass(frozen=True, slots=True)
class Slot:
    """One place of the row: where its card lay last (mm), the face-up card, whether one lies face down."""

    place: Quad
    up: Reading | None
    down: bool

    @property
    def centre(self) -> tuple[float, float]:
        """The middle of the slot."""
        return _middle(self.place)


@dataclass(frozen=True, slots=True)
class Change:
    """What left a row and what came to it: face-up cards, and slots whose face-down card has gone."""

    lost_up: tuple[Reading, ...] = ()
    lost_down: tuple[int, ...] = ()
    gained: tuple[Reading, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.lost_up or self.lost_down or self.gained)

    def __add__(self, other: Change) -> Change:
        return Change(
            self.lost_up + other.lost_up, self.lost_down + other.lost_down, self.gained + other.gained
        )


@dataclass
class Rows:
    """The row of *seat*, whose player sits in *direction*; slots count from the player's left.

    Under every face-up card dealt to a slot lies one face down.
    """

    seat: int
    direction: float
    slots: list[Slot] = field(default_factory=list)

    def seen(self) -> RowSeen:
        """The row as it is believed to lie."""
        up = tuple(slot.up for slot in self.slots if slot.up is not None)
        return RowSeen(self.seat, up, sum(slot.down for slot in self.slots))

    def seed(self, spots: Sequence[Spot]) -> None:
        """Start from what lies there."""
        self.slots = []
        for spot in sorted(spots, key=lambda spot: (spot.side is Side.BACK, -spot.found, -spot.reading.p)):
            if spot.twice and self._nearest(spot) is None and not self._known(spot):
                up = spot.reading if spot.side is Side.FACE else None
                self.slots.append(Slot(spot.quad, up, True))
        self._sort()

    def _sort(self) -> None:
        across = radians(self.direction - 90)
        self.slots.sort(key=lambda slot: slot.centre[0] * cos(across) + slot.centre[1] * sin(across))

    def _known(self, spot: Spot) -> bool:
        """Whether *spot* reads as a card that lies in the row already."""
        return any(
            slot.up is not None and agreement(slot.up, spot.reading) > SAME_CARD for slot in self.slots
        )

    def judge(self, spots: Sequence[Spot], changed: Mask, canvas: Canvas) -> Change:
        """Find what changed since the last rest, and remember it."""
        faces = [spot for spot in spots if spot.side is Side.FACE and spot.steady]
        backs = [spot for spot in spots if spot.side is Side.BACK and 2 * spot.found >= spot.looks]
        total = Change()
        self._deal(backs, changed, canvas)
        for index, slot in enumerate(self.slots):
            share = canvas.share(changed, slot.place)
            if share >= TOUCHED:
                self.slots[index], change = _after(index, slot, _at(slot, faces), _at(slot, backs), share)
                total += change
        total += self._new_slots(faces, changed, canvas)
        return total or self._from_under(changed, canvas)

    def certain(self, spots: Sequence[Spot], looks: int, changed: Mask, canvas: Canvas) -> bool:
        """Whether *looks* are enough: all is found where it was, has plainly gone, or was missed often."""
        steady = [spot for spot in spots if spot.steady]
        return looks >= ENOUGH_LOOKS or all(
            self._accounted(slot, steady, canvas.share(changed, slot.place)) for slot in self.slots
        )

    def _accounted(self, slot: Slot, steady: Sequence[Spot], share: float) -> bool:
        """Whether a card is found in *slot*, of which *share* has changed, or its last one has gone."""
        here = {spot.side for spot in steady if dist(spot.centre, slot.centre) <= SLOT_MM}
        if slot.up is None or not slot.down:
            side = Side.BACK if slot.up is None else Side.FACE
            return side in here or not (slot.up or slot.down) or (share >= TAKEN and not here)
        return Side.FACE in here or (share >= TAKEN and Side.BACK in here)

    def _deal(self, backs: Sequence[Spot], changed: Mask, canvas: Canvas) -> None:
        """Take note of cards that were laid face down since the last rest, or show from under others."""
        for spot in backs:
            if not spot.twice:
                continue
            near = self._nearest(spot)
            if near is None and canvas.share(changed, spot.quad) >= TAKEN:
                self.slots.append(Slot(spot.quad, None, True))
            elif near is not None and not near.down:
                self.slots[self.slots.index(near)] = replace(near, down=True)
        self._sort()

    def _from_under(self, changed: Mask, canvas: Canvas) -> Change:
        """A face-down card that was drawn from under the face-up card upon it, which stays as it was.

        What showed of it beside that one changed: little, and often too narrow for the eyes to find a card.
        """
        beside, cores = changed.copy(), [_grown(slot.place, -RIM_MM) for slot in self.slots]
        for slot, core in zip(self.slots, cores, strict=True):
            if slot.up is not None:
                beside[canvas.mask(core) > 0] = 0
        beside = np.asarray(cv2.morphologyEx(beside, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)
        shown = {
            index: canvas.areas(beside & canvas.mask(_grown(slot.place, ABOUT_MM)))
            for index, slot in enumerate(self.slots)
            if slot.up is not None and slot.down and canvas.share(changed, cores[index]) < TOUCHED
        }
        index = max(shown, key=lambda index: shown[index], default=None)
        if index is None or shown[index] < FROM_UNDER:
            return Change()
        self.slots[index] = replace(self.slots[index], down=False)
        return Change(lost_down=(index,))

    def _new_slots(self, faces: Sequence[Spot], changed: Mask, canvas: Canvas) -> Change:
        fresh = [
            spot
            for spot in faces
            if self._nearest(spot) is None and canvas.share(changed, spot.quad) >= TAKEN
        ]
        # A row that was bare is dealt: then each face-up card lies upon one that nobody sees.
        dealt = not self.slots
        self.slots += [Slot(spot.quad, spot.reading, dealt) for spot in fresh]
        return Change(gained=tuple(spot.reading for spot in fresh))

    def _nearest(self, spot: Spot) -> Slot | None:
        near = [slot for slot in self.slots if dist(slot.centre, spot.centre) <= SLOT_MM]
        return min(near, key=lambda slot: dist(slot.centre, spot.centre), default=None)


def _middle(quad: Quad) -> tuple[float, float]:
    return (sum(x for x, _ in quad) / 4, sum(y for _, y in quad) / 4)


def _grown(quad: Quad, mm: float) -> Polygon:
    """*quad* with its sides moved outwards by *mm*, inwards where that is negative."""
    x, y = _middle(quad)
    more = 1 + sqrt(2) * mm / dist(quad[0], (x, y))
    return tuple((x + more * (px - x), y + more * (py - y)) for px, py in quad)


def _at(slot: Slot, spots: Sequence[Spot]) -> Spot | None:
    near = [spot for spot in spots if dist(slot.centre, spot.centre) <= SLOT_MM]
    return min(near, key=lambda spot: dist(slot.centre, spot.centre), default=None)


def _after(index: int, slot: Slot, face: Spot | None, back: Spot | None, share: float) -> tuple[Slot, Change]:
    """*slot* as it lies now. A face-up card has to go before the one under it can."""
    if face is not None:
        return _with_face(slot, face)
    if share < TAKEN:
        return slot, Change()
    if slot.up is not None:
        return replace(slot, up=None), Change(lost_up=(slot.up,))
    if slot.down and back is None:
        return replace(slot, down=False), Change(lost_down=(index,))
    return slot, Change()


def _with_face(slot: Slot, face: Spot) -> tuple[Slot, Change]:
    if slot.up is None:
        return replace(slot, up=face.reading, place=face.quad), Change(gained=(face.reading,))
    if not face.reading.options or not slot.up.options or agreement(slot.up, face.reading) >= 0.02:
        return replace(slot, place=face.quad), Change()
    return replace(slot, up=face.reading, place=face.quad), Change((slot.up,), (), (face.reading,))
