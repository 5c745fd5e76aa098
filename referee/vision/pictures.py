"""A folder of pictures as a source, in the order of their names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import cast

import cv2
import numpy as np

from referee.errors import why
from referee.saving import save
from referee.vision.frames import PICTURE_SUFFIXES, Closing, Frame, SourceError
from referee.vision.sighting import Picture

_MOST_BYTES = 200_000_000


class Pictures(Closing):
    """The pictures of a folder (or one picture), *fps* of them a second, in counting order: 2 before 10."""

    live = False

    def __init__(self, path: Path, fps: float = 15.0):
        self.name = str(path)
        self.fps = fps
        self._files = _files(path)
        first = read_picture(self._files[0])
        self.size = (first.shape[1], first.shape[0])

    def __iter__(self) -> Iterator[Frame]:
        for seq, file in enumerate(self._files):
            yield Frame(seq, round(seq / self.fps, 6), self._same_size(file))

    def _same_size(self, file: Path) -> Picture:
        picture = read_picture(file)
        if (picture.shape[1], picture.shape[0]) != self.size:
            raise SourceError(
                f"{file} is {picture.shape[1]} x {picture.shape[0]} pixels, the pictures before it "
                f"{self.size[0]} x {self.size[1]}: use pictures of one camera, all of one size."
            )
        return picture


def read_picture(file: Path) -> Picture:
    """The picture in *file*, H x W x 3, BGR, turned as its EXIF data say.

    Raises `SourceError` when it is none.
    """
    data = np.frombuffer(_content(file), dtype=np.uint8)
    try:
        picture = cv2.imdecode(data, cv2.IMREAD_COLOR) if data.size else None
    except cv2.error:
        picture = None
    if picture is None:
        raise SourceError(f"{file} is no picture that can be read: use a JPEG or PNG file.")
    return cast("Picture", picture)


def names_of(files: Sequence[Path]) -> list[str]:
    """A name of a PNG for each of *files*; those of one name get a number."""
    stems = [file.stem for file in files]
    return [f"{stem}-{k}.png" if stems.count(stem) > 1 else f"{stem}.png" for k, stem in enumerate(stems, 1)]


def save_picture(file: Path, picture: Picture) -> None:
    """Write *picture* as a PNG, in a folder that is made if need be. Raises `UserError`."""
    _, data = cv2.imencode(".png", picture)
    save(file, data.tobytes())


def _content(file: Path) -> bytes:
    if file.is_dir():
        raise SourceError(f"{file} is a folder: give the pictures in it.")
    try:
        if file.stat().st_size > _MOST_BYTES:
            raise SourceError(f"{file} is too large for a photograph: use one of up to 200 MB.")
        return file.read_bytes()
    except OSError as error:
        raise SourceError(f"The picture {file} cannot be opened ({why(error)}): check the name.") from error


def _files(path: Path) -> tuple[Path, ...]:
    if not path.exists():
        raise SourceError(f"There is no picture or folder called {path}: check the name.")
    if path.is_file():
        return (path,)
    found = [file for file in path.iterdir() if file.suffix.lower() in PICTURE_SUFFIXES and file.is_file()]
    if not found:
        raise SourceError(f"There are no pictures in {path}: put JPEG or PNG files there.")
    return tuple(sorted(found, key=lambda file: _counting_order(file.name)))


def _counting_order(name: str) -> list[tuple[int, str]]:
    return [(int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"(\d+)", name)]
