"""Where pictures come from: cameras, films, streams and folders of pictures behind one seam, `Source`."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self

from referee.errors import UserError
from referee.vision.sighting import Picture

PICTURE_SUFFIXES = frozenset({".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff"})


class SourceError(UserError):
    """A camera, film, stream or folder that gives no pictures (any more)."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture of a source: its number, its time in seconds since the source began, and the picture."""

    seq: int
    t: float
    picture: Picture


class Source(Protocol):
    """Something that gives frames in order of time.

    `live` sources go on while nobody looks, so frames of theirs may be dropped; of a film never.
    `size` is (width, height) in pixels. Iterating raises `SourceError` when the pictures end too early.
    """

    @property
    def name(self) -> str:
        """The source as people call it."""
        ...

    @property
    def live(self) -> bool:
        """Whether frames that are not taken are lost."""
        ...

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        ...

    @property
    def fps(self) -> float:
        """Frames a second, as the source declares them."""
        ...

    def __iter__(self) -> Iterator[Frame]: ...

    def close(self) -> None:
        """Let go of the camera or file."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


class Closing:
    """Makes a class with `close` a context manager."""

    def close(self) -> None:
        """Let go of the camera or file."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def open_source(text: str) -> Source:
    """The source that *text* names: a camera number or `/dev` path, a film, a stream's address, a folder.

    Raises `SourceError` at once when it gives no picture.
    """
    # Only the module that is needed is loaded: OpenCV's cameras and PyAV each take a moment.
    if text.isdecimal() or text.startswith("/dev/"):
        from referee.vision.camera import Camera

        return Camera(text)
    if text.startswith(("http://", "https://", "rtsp://", "rtsps://")):
        from referee.vision.film import open_stream

        return open_stream(text)
    return _open_path(Path(text))


def _open_path(path: Path) -> Source:
    if path.is_dir() or path.suffix.lower() in PICTURE_SUFFIXES:
        from referee.vision.pictures import Pictures

        return Pictures(path)
    from referee.vision.film import Film

    return Film(path)


class Ahead(Closing):
    """Takes frames from *frames* in a thread of its own, a few ahead of whoever iterates.

    With *drop* the oldest waiting frame gives way to a new one (live sources); else the thread waits.
    What goes wrong in the thread is raised where the frames are taken.
    """

    def __init__(self, frames: Iterable[Frame], drop: bool = False, size: int = 8):
        self._frames = frames
        self._drop = drop
        self._size = size
        self._waiting: deque[Frame] = deque()
        self._changed = threading.Condition()
        self._ended = False
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._fetch, name="frames", daemon=True)
        self._thread.start()

    def __iter__(self) -> Iterator[Frame]:
        while (frame := self._next()) is not None:
            yield frame

    def close(self) -> None:
        """Stop fetching; frames still waiting are let go."""
        with self._changed:
            self._ended = True
            self._waiting.clear()
            self._changed.notify_all()
        self._thread.join(timeout=10)

    def _fetch(self) -> None:
        try:
            for frame in self._frames:
                if not self._put(frame):
                    return
        except BaseException as error:
            self._error = error
        with self._changed:
            self._ended = True
            self._changed.notify_all()

    def _put(self, frame: Frame) -> bool:
        with self._changed:
            if self._drop and len(self._waiting) >= self._size:
                self._waiting.popleft()
            self._changed.wait_for(lambda: self._ended or len(self._waiting) < self._size)
            if self._ended:
                return False
            self._waiting.append(frame)
            self._changed.notify_all()
            return True

    def _next(self) -> Frame | None:
        with self._changed:
            self._changed.wait_for(lambda: bool(self._waiting) or self._ended)
            if self._waiting:
                frame = self._waiting.popleft()
                self._changed.notify_all()
                return frame
        if self._error is not None:
            raise self._error
        return None
