"""Pictures from before the camera was moved, as it would have taken them from where it hangs now."""

from __future__ import annotations

import cv2
import numpy as np

from referee.table.geometry import to_px
from referee.table.layout import Polygon, Table
from referee.table.zoning import corners_of
from referee.vision.sighting import Picture


class Turned:
    """From pictures of the table *before* to those of the table *after* the camera was moved.

    They are *scale* times smaller than the camera's of *size*. What it did not see before is made up of what
    lay next to it.
    """

    def __init__(self, before: Table, after: Table, size: tuple[int, int], scale: float = 1.0) -> None:
        corners: Polygon = tuple((float(x), float(y)) for x, y in corners_of(before))
        start, end = (np.array(to_px(table, corners, size)) / scale for table in (before, after))
        # With a lens that bends this is no homography, but near one where the zones lie.
        self._way = np.asarray(cv2.findHomography(start, end)[0], np.float64)

    def __call__(self, picture: Picture) -> Picture:
        """*picture* as it would look now."""
        size = (picture.shape[1], picture.shape[0])
        seen = cv2.warpPerspective(
            picture, self._way, size, flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE
        )
        return np.asarray(seen, np.uint8)

    def any(self, picture: Picture | None) -> Picture | None:
        """*picture* as it would look now, if there is one."""
        return None if picture is None else self(picture)
