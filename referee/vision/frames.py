"""Where pictures come from: cameras, films, streams and folders of pictures behind one seam, `Source`."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
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
    """One picture of a source: its number, its time in seconds since the source began, and the picture.

    `gap_from`: where the pictures just before it showed nothing (a frozen camera), since when.
    That pictures are missing altogether shows in the times.
    """

    seq: int
    t: float
    picture: Picture
    gap_from: float | None = None


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

    @property
    def told(self) -> str:
        """What people should know of it, in a sentence; empty where there is nothing."""
        ...

    def __iter__(self) -> Iterator[Frame]: ...

    def end(self) -> None:
        """Let a live source give no more pictures; from any thread, without waiting."""
        ...

    def close(self) -> None:
        """Let go of the camera or file."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


class Closing:
    """Makes a class with `close` a context manager."""

    @property
    def told(self) -> str:
        """What people should know of it, in a sentence; empty where there is nothing."""
        return ""

    def end(self) -> None:
        """Let a live source give no more pictures."""

    def close(self) -> None:
        """Let go of the camera or file."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


IDLE_S = 0.5
PATIENCE_S = 30.0
"""So long a live source may give no picture before it is given up."""


def open_source(
    text: str,
    patience_s: float = PATIENCE_S,
    size: tuple[int, int] | None = None,
    held: bool = False,
) -> Source:
    """The source that *text* names: a camera number or `/dev` path, a film, a stream's address, a folder.

    A live one that gives no picture for *patience_s* is given up. A webcam is asked for *size*, or its best,
    and with *held* its exposure, focus and white balance are held. Raises `SourceError` at once when there is
    no first picture.
    """
    # Only the module that is needed is loaded: OpenCV's cameras and PyAV each take a moment.
    if text.isdecimal() or text.startswith("/dev/"):
        from referee.vision.camera import Camera

        return Camera(text, patience_s, size=size, held=held)
    if text.startswith(("http://", "https://", "rtsp://", "rtsps://")):
        from referee.vision.stream import open_stream

        return open_stream(text, patience_s)
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
    What goes wrong in the thread is raised where the frames are taken. While there is none to take, *idle*
    is called there every `IDLE_S`, with the seconds that it has lasted. *end* makes *frames* end when they
    are no longer wanted.
    """

    def __init__(
        self,
        frames: Iterable[Frame],
        drop: bool = False,
        size: int = 8,
        idle: Callable[[float], None] = lambda _: None,
        end: Callable[[], None] = lambda: None,
    ):
        self._frames = frames
        self._drop = drop
        self._size = size
        self._idle = idle
        self._end = end
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
        self._end()
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
                self._drop_oldest()
            self._changed.wait_for(lambda: self._ended or len(self._waiting) < self._size)
            if self._ended:
                return False
            self._waiting.append(frame)
            self._changed.notify_all()
            return True

    def _drop_oldest(self) -> None:
        """What the dropped frame told of a gap before it, the next one tells."""
        gap_from = self._waiting.popleft().gap_from
        if gap_from is not None and self._waiting:
            self._waiting[0] = replace(self._waiting[0], gap_from=gap_from)

    def _next(self) -> Frame | None:
        waited = 0.0
        while not self._some(IDLE_S):
            waited += IDLE_S
            self._idle(waited)
        with self._changed:
            if self._waiting:
                frame = self._waiting.popleft()
                self._changed.notify_all()
                return frame
        if self._error is not None:
            raise self._error
        return None

    def _some(self, seconds: float) -> bool:
        """Whether there is a frame or the end, within *seconds*."""
        with self._changed:
            return self._changed.wait_for(lambda: bool(self._waiting) or self._ended, seconds)
