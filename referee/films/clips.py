"""A few seconds of film about each failure, with what was true and what was seen written under it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import av
import cv2
import numpy as np

from referee.films import encode
from referee.films.figures import Miss
from referee.saving import written
from referee.vision.film import picture_of
from referee.vision.sighting import Picture

BEFORE_S = 3.0
AFTER_S = 3.0
_LINE_PX = 30
_CRF = 26


def save(film: Path, fps: int, failures: Sequence[Miss], folder: Path) -> list[Path]:
    """Cut a clip out of *film* for each of *failures* into *folder*; the files, in their order.

    A text file of the same name says the same. Raises `UserError`.
    """
    made = []
    for number, failure in enumerate(failures, 1):
        path = folder / f"{number:03d}-{failure.why}-{failure.t:.0f}s.mp4"
        with written(path):
            folder.mkdir(parents=True, exist_ok=True)
            path.with_suffix(".txt").write_text(f"{failure}\n", encoding="utf-8")
            _cut(film, fps, failure, path)
        made.append(path)
    return made


def _cut(film: Path, fps: int, failure: Miss, path: Path) -> None:
    pictures = _told(film, failure)
    first = next(pictures, None)
    if first is None:
        return
    size = (first.shape[1], first.shape[0])
    encode.write(path, _all(first, pictures), size, fps, _CRF)


def _all(first: Picture, rest: Iterator[Picture]) -> Iterator[Picture]:
    yield first
    yield from rest


def _told(film: Path, failure: Miss) -> Iterator[Picture]:
    lines = (f"{failure.why} at {failure.t:.1f} s", f"true: {failure.was}", f"seen: {failure.noted}")
    with av.open(str(film)) as container:
        # From the last whole picture before; those between it and the clip are left out.
        container.seek(int(max(0.0, failure.t - BEFORE_S) * av.time_base))
        for image in container.decode(video=0):
            t = image.time or 0.0
            if t > failure.t + AFTER_S:
                return
            if t >= failure.t - BEFORE_S:
                yield _captioned(picture_of(image), (f"{t:6.1f} s   {lines[0]}", *lines[1:]))


def _captioned(picture: Picture, lines: Sequence[str]) -> Picture:
    """*picture* with *lines* under it; the size stays even, as the encoding wants it."""
    width = picture.shape[1]
    band = np.full((_LINE_PX * len(lines) + 10, width, 3), 24, np.uint8)
    size = width / 1280
    for number, line in enumerate(lines):
        at = (10, round(_LINE_PX * (number + 0.8)))
        cv2.putText(band, line, at, cv2.FONT_HERSHEY_SIMPLEX, 0.7 * size, (235, 235, 235), 1, cv2.LINE_AA)
    joined = np.vstack([picture, band])
    return np.asarray(joined[: joined.shape[0] // 2 * 2], np.uint8)
