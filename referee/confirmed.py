"""Learning the deck in use from a recorded game: by the cards of plays that nobody disputed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path

import numpy as np

from referee.cards import DECK, Card
from referee.enrolling import Learner
from referee.journal.config import Config
from referee.journal.crops import Box
from referee.journal.fold import played_cards
from referee.journal.footage import pictures_of
from referee.journal.log import Entry, JournalError, Record
from referee.rules import codec
from referee.rules.actions import CardsPlayed, FaceDownFlipped, PlayRetracted, Saying, TableSays
from referee.rules.rulings import Level, Question, Ruling
from referee.vision.faces import Face
from referee.vision.memory import DeckMemory, Features, Prototypes
from referee.vision.sighting import Picture, Region

SURE = 0.98
"""A card is learnt by where it was read with at least this probability."""
SUPPORT = 0.05
"""What the eyes see there must make the card at least so probable by itself."""
ROOM = 1.5
"""Widths of the card's box that are looked at on each side of it."""


@dataclass(frozen=True, slots=True)
class Sight:
    """A card that was played and is known: the number of its picture, and where in it, in pixels."""

    frame: int
    card: Card
    box: Box


def learn(
    folder: Path, eyes: Learner, name: str, version: str, progress: Callable[[float], None] = lambda _: None
) -> DeckMemory:
    """What the game in *folder* teaches of its deck. *progress* is told the time of each picture, in seconds.

    Raises `UserError` where its pictures are gone.
    """
    with Record(folder) as record:
        entries = list(record.entries())
    if not entries:
        raise JournalError(f"There is nothing in the record of {folder.name}: no game was begun.")
    config = Config.from_json(entries[0].data)
    wanted: dict[int, list[Sight]] = defaultdict(list)
    for sight in undisputed(entries):
        wanted[sight.frame].append(sight)
    cards: list[tuple[Card, Features]] = []
    indexes: list[tuple[Card, Features]] = []
    last = max(wanted, default=-1)
    frames = pictures_of(folder, config.footage, entries)
    for frame in takewhile(lambda frame: frame.seq <= last, frames):
        for sight, face in _seen(frame.picture, wanted.get(frame.seq, ()), eyes):
            cards.append((sight.card, face.features))
            indexes += [(sight.card, face.index_features)] if len(face.index_features) else []
        progress(frame.t)
    return DeckMemory(name, version, Prototypes.of(cards), Prototypes.of(indexes))


def undisputed(entries: Iterable[Entry]) -> Iterator[Sight]:
    """The cards of each play that was ruled on in silence and neither taken back nor spoken about."""
    sights: list[Sight] = []
    play: Sequence[tuple[Card, float]] = ()
    for entry in entries:
        event = codec.event_from_json(entry.data) if entry.kind == "event" else None
        if isinstance(event, CardsPlayed | FaceDownFlipped):
            yield from sights
            sights, play = [], [(reading.best, reading.p) for reading in played_cards(event)]
        elif entry.kind == "crop" and play and entry.data["card"] < len(play):
            sights += _sight(entry.data, *play[entry.data["card"]])
        elif _disputes(event) or (entry.kind == "notice" and _is_loud(entry)):
            sights, play = [], ()
    yield from sights


def _sight(crop: Mapping[str, object], card: Card, p: float) -> list[Sight]:
    left, top, right, bottom = map(int, crop["box"])  # type: ignore[call-overload]
    known = card in DECK and p >= SURE
    return [Sight(int(str(crop["frame"])), card, (left, top, right, bottom))] if known else []


def _disputes(event: object) -> bool:
    """Whether *event* puts in doubt what was read last."""
    calm = (Saying.OUT, Saying.LEAVES, Saying.TAKES_OVER, Saying.JOINS)
    return isinstance(event, PlayRetracted) or (isinstance(event, TableSays) and event.saying not in calm)


def _is_loud(entry: Entry) -> bool:
    notice = codec.notice_from_json(entry.data)
    return isinstance(notice, Question) or (isinstance(notice, Ruling) and notice.level is not Level.SILENT)


def _seen(picture: Picture, sights: Sequence[Sight], eyes: Learner) -> Iterator[tuple[Sight, Face]]:
    for sight in sights:
        left, top, right, bottom = sight.box
        middle = np.array([(left + right) / 2, (top + bottom) / 2])
        near = (min(right - left, bottom - top)) / 4
        for face in eyes.faces(picture, _around(sight.box, picture)):
            off = float(np.linalg.norm(face.corners.mean(axis=0) - middle))
            if off < near and face.belief[DECK.index(sight.card)] >= SUPPORT:
                yield sight, face
                break


def _around(box: Box, picture: Picture) -> Region:
    left, top, right, bottom = box
    across, down = int(ROOM * (right - left)), int(ROOM * (bottom - top))
    height, width = picture.shape[:2]
    return max(0, left - across), max(0, top - down), min(width, right + across), min(height, bottom + down)
