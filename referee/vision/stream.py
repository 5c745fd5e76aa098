"""A network camera: goes on by itself, breaks off, hangs or freezes, and is opened again."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

import av
from av.container import InputContainer
from av.video.frame import VideoFrame

from referee.vision import clock as clocks
from referee.vision.film import Film, open_container, picture_of
from referee.vision.frames import PATIENCE_S, Closing, Frame, Source, SourceError
from referee.vision.living import FROZEN_CODED_S, FROZEN_S, Living
from referee.vision.returning import Patience, fitted

_FIRST_S = 8.0
"""So long the first picture may take: a camera wakes up."""
_OPEN_S = 2.0
"""So long one of the later tries may take."""
_SILENT_S = 2.5
"""A stream that sends nothing for so long hangs, though nobody hung up."""
_AGAIN_S = 5.0
"""A frozen stream is opened anew this often."""
_OPTIONS = {"fflags": "nobuffer", "analyzeduration": "1000000"}
_EVERY_PICTURE_WHOLE = frozenset({"mjpeg", "png", "rawvideo"})


class Stream(Closing):
    """The stream at *address*.

    Times are seconds since the first picture came in. After *patience_s* without a picture iterating raises
    `SourceError`, and at once where the stream comes back with pictures of another shape; smaller or larger
    ones are scaled. *clock* and *wait* are seams for tests.
    """

    live = True

    def __init__(
        self,
        address: str,
        patience_s: float = PATIENCE_S,
        clock: Callable[[], float] = clocks.now,
        wait: Callable[[float], object] | None = None,
    ):
        self.name = address
        self.began: float | None = None
        """When the first picture came, on the clock."""
        self._clock = clock
        self._over = threading.Event()
        self._patience = Patience(patience_s, clock, wait or self._over.wait)
        self._container: InputContainer | None = _dial(address, _FIRST_S)
        video = self._container.streams.video[0]
        self.size = (video.codec_context.width, video.codec_context.height)
        self.fps = float(video.average_rate or 30)
        whole = video.codec_context.name in _EVERY_PICTURE_WHOLE
        self._living = Living(FROZEN_S if whole else FROZEN_CODED_S)

    def __iter__(self) -> Iterator[Frame]:
        seq = 0
        for image in self._images():
            t, picture = self._time(), fitted(picture_of(image), self.size, f"The stream {self.name}")
            gap_from = self._living.take(picture, t)
            if not self._living.frozen:
                self._patience.renew()
                yield Frame(seq, t, picture, gap_from)
                seq += 1

    def end(self) -> None:
        """Give no more pictures."""
        self._over.set()

    def close(self) -> None:
        """Hang up."""
        self.end()
        self._hang_up()

    def _hang_up(self) -> None:
        if self._container is not None:
            self._container.close()
            self._container = None

    def _time(self) -> float:
        now = self._clock()
        self.began = now if self.began is None else self.began
        return round(now - self.began, 6)

    def _images(self) -> Iterator[VideoFrame]:
        """Every picture, however often the stream has to be opened for it."""
        while not self._over.is_set():
            yield from self._until_cut()
            if not self._patience.left():
                raise SourceError(
                    f"The stream {self.name} ended and did not come back for {self._patience.seconds:g} s: "
                    "check the camera and start again; the game goes on where it was."
                )

    def _until_cut(self) -> Iterator[VideoFrame]:
        try:
            self._container = self._container or _dial(self.name, _OPEN_S)
            opened = self._clock()
            for image in self._container.decode(video=0):
                yield image
                if self._over.is_set() or (self._living.frozen and self._clock() - opened > _AGAIN_S):
                    break
        except (av.FFmpegError, SourceError):
            pass
        self._hang_up()


def open_stream(address: str, patience_s: float = PATIENCE_S) -> Source:
    """A film that lies on a web server, or a stream that has no end."""
    with open_container(address) as container:
        finite = container.duration is not None and container.duration > 0
    return Film(address) if finite else Stream(address, patience_s)


def _dial(address: str, open_s: float) -> InputContainer:
    """Open the stream at *address* so that each picture comes as soon as it has been sent."""
    container = open_container(address, _OPTIONS, (open_s, _SILENT_S))
    # Threads that decode whole pictures each hold one back.
    container.streams.video[0].thread_type = "SLICE"
    return container
