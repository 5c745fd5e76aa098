"""Learning the deck in use from its cards, laid out under the camera a lot at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from referee.cards import Card
from referee.vision.faces import Face
from referee.vision.frames import Ahead, Source
from referee.vision.pictures import Pictures
from referee.vision.scene import Activity, Scene, Watcher
from referee.vision.showing import Showing
from referee.vision.sighting import Picture, Region

SECOND_LOOK_S = 0.7
"""So long after the first look at a rest comes a second, if something is still to be told."""


class Learner(Protocol):
    """Eyes that see what cards are to be learnt by."""

    @property
    def version(self) -> str:
        """The fingerprint of their weights."""
        ...

    def faces(self, picture: Picture, region: Region | None = None) -> list[Face]:
        """The whole faces of *picture*."""
        ...


def show(source: Source, eyes: Learner, showing: Showing, tell: Callable[[str], None]) -> None:
    """Look at what *source* shows, rest after rest, until every card of *showing* is known or it ends.

    *tell* gets a line after each lot: what is known, and what is still missing. Ctrl-C is the source's end.
    """
    rests = Rests()
    try:
        for picture in _pictures(source, rests):
            known = len(showing.known)
            showing.take(eyes.faces(picture))
            rests.doubt = bool(showing.untold)
            if not showing.missing:
                return
            if len(showing.known) != known or showing.untold:
                tell(progress(showing))
    except KeyboardInterrupt:
        return


def progress(showing: Showing) -> str:
    """What is known and what is missing, in a line."""
    total = len(showing.names)
    told = f"{len(showing.known)} of {total} cards known; still missing: {listed(showing.missing)}."
    if not showing.untold:
        return told
    return f"{told} Not told yet of those on the table: {showing.untold}; move them apart, into better light."


def listed(cards: Sequence[Card]) -> str:
    """*cards* by name, blanks between."""
    return " ".join(str(card) for card in cards)


class Rests:
    """Which scenes to look at: the first of each rest, and one more a little later while there is `doubt`."""

    def __init__(self) -> None:
        self.doubt = False
        self._looks = 0
        self._since = 0.0

    def wants(self, scene: Scene) -> bool:
        """Whether to look at *scene*."""
        if scene.activity is not Activity.REST:
            self._looks = 0
            return False
        if self._looks == 0:
            self._since = scene.frame.t
        elif self._looks > 1 or not self.doubt or scene.frame.t - self._since < SECOND_LOOK_S:
            return False
        self._looks += 1
        return True


def _pictures(source: Source, rests: Rests) -> Iterator[Picture]:
    """Every picture of a folder; of a film or camera those at rest."""
    if isinstance(source, Pictures):
        yield from (frame.picture for frame in source)
        return
    watcher = Watcher()
    with Ahead(source, drop=source.live, end=source.end) as frames:
        yield from (frame.picture for frame in frames if rests.wants(watcher.update(frame)))
