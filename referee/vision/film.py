"""Films, decoded with PyAV."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import cast

import av
import numpy as np
from av.container import InputContainer
from av.video.frame import VideoFrame
from av.video.stream import VideoStream

from referee.vision.frames import Closing, Frame, SourceError
from referee.vision.sighting import Picture

_OPEN_S = 8.0
_SHORT_S = 2.0
"""A film whose last picture comes so much before its declared end is not whole."""


class Film(Closing):
    """A film file. Each pass over it gives every frame, from the first.

    Times are the film's own, from its first picture. A film that breaks off gives what it has and then raises
    `SourceError`.
    """

    live = False

    def __init__(self, path: Path | str):
        self.name = str(path)
        if not self.name.startswith("http") and not Path(path).is_file():
            raise SourceError(
                f"There is no film, camera or folder of pictures called {path}: check its name."
            )
        self._first = _first_frame(self.name)
        self.size = _upright_size(self._first)
        self.fps = _declared_fps(self.name)

    def __iter__(self) -> Iterator[Frame]:
        seq, t = -1, 0.0
        start = _time_of(self._first)
        try:
            with open_container(self.name) as container:
                for seq, image in enumerate(container.decode(_stream_of(container))):
                    t = _time_of(image, seq / self.fps + start) - start
                    yield Frame(seq, round(t, 6), picture_of(image))
                missing = _declared_s(container) - t
        except av.FFmpegError as error:
            raise self._broken_off(seq, error.strerror) from error
        if missing > _SHORT_S:
            raise self._broken_off(seq, f"{missing:.0f} s are missing")

    def _broken_off(self, seq: int, why: str | None) -> SourceError:
        return SourceError(
            f"The film {self.name} breaks off after {seq + 1} pictures ({why}): "
            "what came before has been refereed; use a whole copy of the film."
        )


def picture_of(image: VideoFrame) -> Picture:
    """The decoded picture, H x W x 3, BGR, turned upright where a phone was held sideways."""
    picture = image.to_ndarray(format="bgr24")
    turns = _quarter_turns(image)
    return cast("Picture", np.ascontiguousarray(np.rot90(picture, turns)) if turns else picture)


def open_container(
    name: str, options: Mapping[str, str] | None = None, timeout_s: tuple[float, float] = (_OPEN_S, _OPEN_S)
) -> InputContainer:
    """The film or stream *name*, which has pictures in it.

    *timeout_s*: how long opening it and each reading may take. Raises `SourceError`.
    """
    transport = {"rtsp_transport": "tcp"} if name.startswith("rtsp") else {}
    try:
        container = av.open(name, options={**transport, **(options or {})}, timeout=timeout_s)
    except (av.FFmpegError, OSError, ValueError) as error:
        raise SourceError(_unreadable(name, error)) from error
    if not container.streams.video:
        container.close()
        raise SourceError(f"{name} has no pictures in it: give a film, a stream or a folder of pictures.")
    return container


def _unreadable(name: str, error: Exception) -> str:
    why = getattr(error, "strerror", None) or str(error)
    if "://" in name:
        return f"The stream {name} cannot be opened ({why}): check the address and that the camera is on."
    return f"{name} is no film that can be read ({why}): use an MP4 or another common film file."


def _first_frame(name: str) -> VideoFrame:
    with open_container(name) as container:
        try:
            return next(container.decode(_stream_of(container)))
        except (av.FFmpegError, StopIteration) as error:
            raise SourceError(f"{name} has no picture that can be read: use a whole copy of it.") from error


def _declared_fps(name: str) -> float:
    with open_container(name) as container:
        return float(_stream_of(container).average_rate or 30)


def _declared_s(container: InputContainer) -> float:
    """How long the pictures last by the film's own account; 0 where it gives none."""
    stream = container.streams.video[0]
    if stream.duration is None or stream.time_base is None:
        return 0.0
    return float(stream.duration * stream.time_base)


def _stream_of(container: InputContainer) -> VideoStream:
    stream = container.streams.video[0]
    stream.thread_type = "AUTO"
    return stream


def _upright_size(image: VideoFrame) -> tuple[int, int]:
    width, height = image.width, image.height
    return (height, width) if _quarter_turns(image) % 2 else (width, height)


def _quarter_turns(image: VideoFrame) -> int:
    return round(image.rotation / 90) % 4


def _time_of(image: VideoFrame, otherwise: float = 0.0) -> float:
    return otherwise if image.pts is None else float(image.time or 0.0)
