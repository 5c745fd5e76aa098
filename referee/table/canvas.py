"""The table as it lies in the small picture: how much of a zone, or of a card, has changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import cv2
import numpy as np

from referee.table.geometry import REACH_MM, Zone, point_to_mm, to_px, zones
from referee.table.layout import Point, Polygon, Table
from referee.vision.pixels import Mask, differs
from referee.vision.scene import Scene
from referee.vision.sighting import Picture, Region

ROOM_MM = REACH_MM + 50.0
"""So far out of its zone a card reaches whose middle still belongs to it."""
LEAST_STRIP = 0.08
"""Less of a card than this shows too little to say whether it changed."""


class Canvas:
    """Zones and cards of *table* as masks over the small picture of *scene* and those that follow it."""

    def __init__(self, table: Table, players: int, scene: Scene) -> None:
        height, width = scene.frame.picture.shape[:2]
        self.size = (width, height)
        self.shape = scene.small.shape[:2]
        self._table = table
        self._scale = scene.scale
        self._outlines = zones(table, players)
        self.masks = {zone: self.mask(outline) for zone, outline in self._outlines.items()}
        self._card_area = self._area_of_a_card(table)

    def fits(self, scene: Scene) -> bool:
        """Whether *scene* is of the same size."""
        return scene.small.shape[:2] == self.shape

    def mask(self, outline: Polygon) -> Mask:
        """The inside of *outline* (mm)."""
        mask = np.zeros(self.shape, np.uint8)
        corners = np.array(to_px(self._table, outline, self.size), np.float64) / self._scale
        cv2.fillPoly(mask, [np.round(np.clip(corners, -9999, 9999)).astype(np.int32)], (255,))
        return mask

    def in_mm(self, point: Point) -> Point:
        """The *point* of the small picture, in millimetres of the table."""
        x, y = point
        return point_to_mm(self._table, (x * self._scale, y * self._scale), self.size)

    @property
    def card_mm2(self) -> float:
        """The area of a card, in square millimetres."""
        width, height = self._table.card_mm
        return width * height

    def region(self, wanted: Iterable[Zone]) -> Region | None:
        """The part of the picture that shows the zones *wanted* and cards that reach out of them."""
        corners = [point for zone in wanted for point in self._about(zone)]
        if not corners:
            return None
        found = np.array(to_px(self._table, tuple(corners), self.size))
        left, top = np.floor(np.clip(found.min(axis=0), 0, self.size)).astype(int)
        right, bottom = np.ceil(np.clip(found.max(axis=0), 0, self.size)).astype(int)
        return int(left), int(top), int(right), int(bottom)

    def _about(self, zone: Zone) -> Iterator[Point]:
        xs, ys = zip(*self._outlines[zone], strict=True)
        for x in (min(xs) - ROOM_MM, max(xs) + ROOM_MM):
            for y in (min(ys) - ROOM_MM, max(ys) + ROOM_MM):
                yield x, y

    def cards(self, mask: Mask, zone: Zone) -> float:
        """How much of *zone* is set in *mask*, in areas of a card."""
        return self.areas(mask & self.masks[zone])

    def areas(self, mask: Mask) -> float:
        """How much is set in *mask*, in areas of a card."""
        return cv2.countNonZero(mask) / self._card_area

    def change(self, before: Picture, after: Picture, zone: Zone) -> float:
        """How much of *zone* differs between two small pictures, in areas of a card."""
        return self.cards(differs(before, after), zone)

    def share(self, mask: Mask, outline: Polygon, apart_from: Sequence[Polygon] = ()) -> float:
        """The share of *outline* that is set in *mask*, beside *apart_from* if enough of it shows there."""
        whole = self.mask(outline)
        strip = whole.copy()
        for other in apart_from:
            strip[cv2.dilate(self.mask(other), np.ones((3, 3), np.uint8)) > 0] = 0
        if cv2.countNonZero(strip) < LEAST_STRIP * cv2.countNonZero(whole):
            strip = whole
        return cv2.countNonZero(cv2.bitwise_and(mask, strip)) / max(1, cv2.countNonZero(strip))

    def _area_of_a_card(self, table: Table) -> float:
        x, y = np.array(table.pile).mean(axis=0)
        half_w, half_h = table.card_mm[0] / 2, table.card_mm[1] / 2
        corners = (
            (x - half_w, y - half_h),
            (x + half_w, y - half_h),
            (x + half_w, y + half_h),
            (x - half_w, y + half_h),
        )
        return max(1.0, float(cv2.countNonZero(self.mask(corners))))
