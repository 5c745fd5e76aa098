"""Learning the deck in use from a recorded game: by the cards of plays that nobody disputed."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from referee.cards import DECK, Card, Reading
from referee.enrolling import Learner
from referee.journal.config import Config
from referee.journal.fold import played_cards
from referee.journal.footage import pictures_of
from referee.journal.log import Entry, JournalError, Record
from referee.journal.sightings import cards_from_json
from referee.rules import codec
from referee.rules.actions import CardsPlayed, FaceDownFlipped, PlayRetracted, Saying, TableSays
from referee.rules.rulings import Level, Question, Ruling
from referee.vision.faces import Face
from referee.vision.memory import DeckMemory, Features, Prototypes
from referee.vision.sighting import Picture, Quad, Region, SeenCard, Side

SURE = 0.98
"""A card is learnt by where it was read with at least this probability."""
SUPPORT = 0.3
"""What the eyes see there must make the card at least so probable by itself."""
ROOM = 1.5
"""Widths of the card that are looked at on each side of it."""
LOOKS = 6
"""A play is told after a few looks at most."""
Grid = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Sight:
    """A card that was played and is known: the number of a picture that shows it, its corners there (px)."""

    frame: int
    card: Card
    quad: Quad


def learn(
    folder: Path, eyes: Learner, name: str, progress: Callable[[float], None] = lambda _: None
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
    return DeckMemory(name, eyes.version, Prototypes.of(cards), Prototypes.of(indexes))


def undisputed(entries: Iterable[Entry]) -> Iterator[Sight]:
    """The cards of each play that was ruled on in silence and neither taken back nor spoken about."""
    sights: list[Sight] = []
    looks: deque[tuple[int, tuple[SeenCard, ...]]] = deque(maxlen=LOOKS)
    for entry in entries:
        event = codec.event_from_json(entry.data) if entry.kind == "event" else None
        if entry.kind == "sighting":
            looks.append((int(entry.data["frame"]), cards_from_json(entry.data["cards"])))
        elif isinstance(event, CardsPlayed | FaceDownFlipped):
            yield from sights
            sights = [sight for reading in played_cards(event) for sight in _sight(reading, looks)]
        elif _disputes(event) or (entry.kind == "notice" and _is_loud(entry)):
            sights = []
    yield from sights


def _sight(reading: Reading, looks: Iterable[tuple[int, Sequence[SeenCard]]]) -> list[Sight]:
    """Where the card that was read surely was last seen whole."""
    card = reading.best
    if card not in DECK or reading.p < SURE:
        return []
    seen = [
        Sight(frame, card, one.quad)
        for frame, cards in looks
        for one in cards
        if one.whole and one.side is Side.FACE and one.reading.best == card and one.reading.p >= SURE
    ]
    return seen[-1:]


def _disputes(event: object) -> bool:
    """Whether *event* puts in doubt what was read last."""
    calm = (Saying.OUT, Saying.LEAVES, Saying.TAKES_OVER, Saying.JOINS)
    return isinstance(event, PlayRetracted) or (isinstance(event, TableSays) and event.saying not in calm)


def _is_loud(entry: Entry) -> bool:
    notice = codec.notice_from_json(entry.data)
    return isinstance(notice, Question) or (isinstance(notice, Ruling) and notice.level is not Level.SILENT)


def _seen(picture: Picture, sights: Sequence[Sight], eyes: Learner) -> Iterator[tuple[Sight, Face]]:
    for sight in sights:
        corners = np.array(sight.quad)
        near = np.linalg.norm(corners[1] - corners[0]) / 4
        for face in eyes.faces(picture, _around(corners, picture)):
            off = np.linalg.norm(face.corners.mean(axis=0) - corners.mean(axis=0))
            if off < near and face.belief[DECK.index(sight.card)] >= SUPPORT:
                yield sight, face
                break


def _around(corners: Grid, picture: Picture) -> Region:
    (left, top), (right, bottom) = corners.min(axis=0), corners.max(axis=0)
    across, down = ROOM * (right - left), ROOM * (bottom - top)
    height, width = picture.shape[:2]
    return (
        max(0, int(left - across)),
        max(0, int(top - down)),
        min(width, int(right + across) + 1),
        min(height, int(bottom + down) + 1),
    )
