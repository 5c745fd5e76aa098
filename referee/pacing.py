"""Frames no faster than they are wanted: a camera's thinned out, a film's at the pace it was filmed at."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator

from referee.vision.frames import Frame

MOST_FPS = 20.0


def thinned(frames: Iterable[Frame], most: float = MOST_FPS) -> Iterator[Frame]:
    """*frames* of a camera, at most about *most* a second: more cost time and tell nothing new."""
    last: float | None = None
    for frame in frames:
        if last is None or frame.t - last >= 0.9 / most:
            last = frame.t
            yield frame


def paced(
    frames: Iterable[Frame],
    known: int = -1,
    clock: Callable[[], float] = time.monotonic,
    wait: Callable[[float], None] = time.sleep,
) -> Iterator[Frame]:
    """*frames* no sooner than their times say; those up to number *known* at once."""
    began: float | None = None
    for frame in frames:
        if frame.seq > known:
            began = clock() - frame.t if began is None else began
            if (early := began + frame.t - clock()) > 0:
                wait(early)
        yield frame
