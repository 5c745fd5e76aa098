"""Calibrating: a source is followed until its table is at rest, and surveyed there, until all is well."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from referee.table.lens import LEAST_VIEWS, MOST_VIEWS, Profile, learnt
from referee.table.survey import Survey, Wanted, surveyed
from referee.vision.frames import Ahead, Source
from referee.vision.pictures import Pictures
from referee.vision.scene import Activity, Scene, Watcher
from referee.vision.sighting import Eyes, Picture

LOOKS = 5
BETWEEN_S = 0.2
"""So many pictures of a rest are taken, so far apart: a camera that hunts for focus shows it by then."""
BARE = 50
"""After so many pictures without the printed sheet a person hears that none is seen."""
AGAIN_S = 3.0
"""While the table stays at rest it is surveyed again after so long: somebody may have mended the light."""


def calibrate(source: Source, eyes: Eyes, wanted: Wanted, tell: Callable[[Survey], None]) -> Survey | None:
    """The first survey of *source* with nothing to mend, or the last one; None where the table never rested.

    *tell* gets each survey that differs from the one before in what it finds. Ctrl-C is the source's end.
    """
    last: Survey | None = None
    try:
        for pictures in _rests(source):
            survey = surveyed(pictures, eyes, wanted)
            if last is None or _faults(survey) != _faults(last):
                tell(survey)
            last = survey
            if survey.passed:
                break
    except KeyboardInterrupt:
        return last
    return last


def lens_of(source: Source, tell: Callable[[str], None]) -> Profile:
    """The lens that takes *source*, by views of the printed sheet. Raises `LensError`.

    *tell* gets a line for each view that is needed, and one early where there is none.
    """
    return learnt((frame.picture for frame in source), SheetWatch(tell).looked)


class SheetWatch:
    """Tells how many views of the printed sheet there are, while pictures pass."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        self._tell = tell
        self._pictures = 0
        self._views = 0

    def looked(self, views: int) -> None:
        """There is one more picture, and so many *views* with it."""
        self._pictures += 1
        if views > self._views and views <= LEAST_VIEWS:
            self._tell(f"The sheet is seen, view {views} of {LEAST_VIEWS}{self._then(views)}")
        if not views and self._pictures == BARE:
            self._tell(
                f"No sheet is seen in the first {BARE} pictures: show all of it, flat and sharp "
                "(--sheet a4 writes one to print)."
            )
        self._views = views

    @staticmethod
    def _then(views: int) -> str:
        if views < LEAST_VIEWS:
            return "."
        return f": enough. More, up to {MOST_VIEWS}, make it surer."


def _faults(survey: Survey) -> list[str]:
    return [remark.fault for remark in survey.remarks]


class Gathered:
    """Pictures of one rest, until there are enough to be surveyed."""

    def __init__(self) -> None:
        self._pictures: list[Picture] = []
        self._next = 0.0

    def take(self, scene: Scene) -> list[Picture]:
        """The pictures of a rest, once *scene* is the last that is needed of them; else none."""
        if scene.activity is not Activity.REST:
            self._pictures, self._next = [], 0.0
            return []
        t = scene.frame.t
        if t < self._next:
            return []
        self._pictures.append(scene.frame.picture)
        self._next = t + BETWEEN_S
        if len(self._pictures) < LOOKS:
            return []
        pictures, self._pictures, self._next = self._pictures, [], t + AGAIN_S
        return pictures


def _rests(source: Source) -> Iterator[list[Picture]]:
    """The pictures of each rest; of a folder each picture by itself."""
    if isinstance(source, Pictures):
        yield from ([frame.picture] for frame in source)
        return
    watcher, gathered = Watcher(), Gathered()
    with Ahead(source, drop=source.live) as frames:
        for frame in frames:
            if pictures := gathered.take(watcher.update(frame)):
                yield pictures
