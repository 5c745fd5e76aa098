"""How a lens bends straight lines: learnt from views of the printed sheet, and undone."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import cv2
import numpy as np

from referee.errors import MISREAD, UserError, why
from referee.table import board
from referee.table.homography import Numbers, applied
from referee.table.layout import Lens
from referee.vision.sighting import Picture

View = tuple[Numbers, Numbers]
"""The corners of the sheet as seen (N x 2, px), and as printed (N x 2, mm)."""

LEAST_VIEWS = 8
MOST_VIEWS = 40
MOST_RMS_PX = 1.0
LEAST_REACH = 0.6
"""The views together have to reach over so much of the picture's width and height."""
APART = 0.06
"""A view whose corners have moved by less, in widths of the picture, tells nothing new."""


class LensError(UserError):
    """A lens that cannot be told, or a profile that cannot be used."""


@dataclass(frozen=True, slots=True)
class Profile:
    """A lens as learnt for pictures of *size* (width, height); `rms_px`: how far off corners are by it."""

    size: tuple[int, int]
    lens: Lens
    rms_px: float
    views: int

    def save_text(self) -> str:
        """What a profile's file says."""
        return json.dumps({"version": 1, **asdict(self)}, indent=1) + "\n"


def load(path: Path) -> Profile:
    """The profile in *path*. Raises `LensError`."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        width, height = (int(side) for side in data["size"])
        return Profile((width, height), Lens.read(data["lens"]), float(data["rms_px"]), int(data["views"]))
    except FileNotFoundError:
        raise LensError(f"There is no lens profile {path}: make one with --learn-lens.") from None
    except MISREAD as error:
        raise LensError(f"{path} is no lens profile ({why(error)}): make one with --learn-lens.") from error


def learnt(pictures: Iterable[Picture], looked: Callable[[int], None] = lambda _: None) -> Profile:
    """The lens that took *pictures* of the printed sheet, held in many ways. Raises `LensError`.

    *looked* hears after each picture how many views of the sheet there are.
    """
    views: list[View] = []
    size = (0, 0)
    for picture in pictures:
        size = (picture.shape[1], picture.shape[0])
        found = board.corners(picture)
        if found is not None and _tells_more(found, views, size[0]):
            views.append(found)
        looked(len(views))
        if len(views) == MOST_VIEWS:
            break
    _refuse_few(views, size)
    mm = [np.column_stack([sheet, np.zeros(len(sheet))]).astype(np.float32) for _, sheet in views]
    px = [corners.astype(np.float32).reshape(-1, 1, 2) for corners, _ in views]
    rms, matrix, bend, _, _ = cv2.calibrateCamera(
        mm, px, size, np.eye(3), np.zeros(5), flags=cv2.CALIB_FIX_K3 | cv2.CALIB_USE_LU
    )
    if rms > MOST_RMS_PX:
        raise LensError(
            f"The views do not agree ({rms:.1f} px): hold the sheet flat on a board, and fix the focus."
        )
    k1, k2, p1, p2 = (float(value) for value in np.ravel(bend)[:4])
    focal, middle = (float(matrix[0, 0]), float(matrix[1, 1])), (float(matrix[0, 2]), float(matrix[1, 2]))
    lens = Lens(focal, middle, (k1, k2, p1, p2))
    return Profile(size, lens, float(rms), len(views))


def straightened(lens: Lens, points: Numbers) -> Numbers:
    """Where *points* (N x 2, px) would be if the lens did not bend."""
    flat = np.asarray(points, np.float64).reshape(-1, 1, 2)
    matrix = _matrix(lens)
    straight = cv2.undistortPoints(flat, matrix, np.array(lens.bend), P=matrix)
    return np.asarray(straight, np.float64).reshape(-1, 2)


def bent(lens: Lens, points: Numbers) -> Numbers:
    """The inverse of `straightened`."""
    rays = np.column_stack([(points - lens.middle) / lens.focal, np.ones(len(points))])
    still = np.zeros(3)
    there, _ = cv2.projectPoints(rays, still, still, _matrix(lens), np.array(lens.bend))
    return np.asarray(there, np.float64).reshape(-1, 2)


def flattened(lens: Lens | None, picture: Picture) -> Picture:
    """*picture* as a lens that does not bend would have taken it."""
    if lens is None:
        return picture
    return np.asarray(cv2.undistort(picture, _matrix(lens), np.array(lens.bend)), np.uint8)


def _matrix(lens: Lens) -> Numbers:
    (fx, fy), (cx, cy) = lens.focal, lens.middle
    return np.array([[fx, 0, cx], [0, fy, cy], [0, 0, 1.0]])


def _tells_more(view: View, views: Sequence[View], width: int) -> bool:
    """Whether the sheet lies in *view* otherwise than in each of *views*."""
    here = _outline(view)
    return all(float(np.abs(_outline(other) - here).max()) > APART * width for other in views)


def _outline(view: View) -> Numbers:
    """Where the corners of the sheet's squares fall (4 x 2, px), also those that are hidden."""
    px, mm = view
    way, _ = cv2.findHomography(mm, px)
    reach = np.array([board.ACROSS, board.DOWN]) * board.SQUARE_MM
    return applied(np.asarray(way, np.float64), np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * reach)


def _refuse_few(views: Sequence[View], size: tuple[int, int]) -> None:
    if len(views) < LEAST_VIEWS:
        ways = "1 way" if len(views) == 1 else f"{len(views)} ways"
        raise LensError(
            f"The sheet is seen in {ways}, {LEAST_VIEWS} are needed: hold it near and far, at each side of "
            "the picture, and tilted."
        )
    reach = np.ptp(np.vstack([corners for corners, _ in views]), axis=0) / size
    if reach.min() < LEAST_REACH:
        raise LensError("The sheet was never near the rims of the picture: show it there too.")
