"""A camera that fails again and again while a game is refereed: what is lost, invented, how soon it is back.

The same film is refereed twice: once whole, and once as a network camera on this machine shows it, with
faults. What the second tells has to be what the first told, but for what was not watched.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any

from referee.game import Game
from referee.hosting import Evening
from referee.journal.config import Config
from referee.journal.footage import footage_of
from referee.journal.log import Entry, Journal
from referee.pacing import thinned
from referee.rules import codec
from referee.rules.actions import (
    CardsPlayed,
    Event,
    FaceDownFlipped,
    PileCleared,
    PilePickedUp,
    PlayRetracted,
)
from referee.setting_up import Wish
from referee.trials.clockwork import Clockwork
from referee.trials.mjpeg import Fault, MjpegCamera
from referee.vision.frames import Frame
from referee.vision.sighting import Eyes, Picture
from referee.vision.stream import Stream

FAULTS = (Fault.CUT, Fault.HANG, Fault.FREEZE)
LATE_S = 0.6
"""A camera's pictures come a little after the film's: a play told just before a cut came just after it."""
_AHEAD, _AHEAD_S = 3, 0.35
SAME_S = 2.5
"""One play is told at times that differ by no more than this."""
Play = CardsPlayed | FaceDownFlipped | PilePickedUp | PileCleared | PlayRetracted
Key = tuple[str, int | None, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Cut:
    """What the camera does at *t* for so many seconds of the film."""

    t: float
    seconds: float
    fault: Fault

    @property
    def until(self) -> float:
        """When the camera works again."""
        return self.t + self.seconds

    def __str__(self) -> str:
        return f"{self.fault} of {self.seconds:.1f} s at {self.t:.1f} s"


@dataclass(frozen=True, slots=True)
class Told:
    """A play as the journal has it, at a time of the film."""

    t: float
    key: Key

    def __str__(self) -> str:
        kind, seat, cards = self.key
        return f"{self.t:.1f} s {kind} {'' if seat is None else seat} {' '.join(cards)}".strip()


@dataclass(frozen=True, slots=True)
class Run:
    """What one pass over the film told: plays, and from when to when nobody watched."""

    plays: tuple[Told, ...]
    gaps: tuple[tuple[float, float], ...] = ()
    dropped: int = 0


@dataclass
class Tally:
    """What came of all cuts so far.

    A play takes no longer than *span_s* from the arm that comes to the word about it; for *settled_s* after a
    gap the table is still compared with what it was.
    """

    span_s: float = 3.5
    settled_s: float = 4.0
    cuts: int = 0
    plays: int = 0
    watched: int = 0
    lost: list[Told] = field(default_factory=list)
    invented: list[Told] = field(default_factory=list)
    unnoticed: list[Cut] = field(default_factory=list)
    back_s: list[float] = field(default_factory=list)
    unwatched_s: float = 0.0

    @property
    def line(self) -> str:
        """The totals."""
        longest = max(self.back_s, default=0.0)
        return (
            f"cuts {self.cuts} plays {self.plays} watched {self.watched} lost {len(self.lost)} "
            f"invented {len(self.invented)} unnoticed {len(self.unnoticed)} "
            f"unwatched_s {self.unwatched_s:.0f} back_s {longest:.1f}"
        )

    @property
    def complaints(self) -> list[str]:
        """What is wrong, a line each."""
        lost = [f"lost: {play}" for play in self.lost]
        invented = [f"invented: {play}" for play in self.invented]
        return [*lost, *invented, *(f"not noticed: {cut}" for cut in self.unnoticed)]

    @property
    def figures(self) -> dict[str, object]:
        """The totals and what is wrong, for programs."""
        return {"line": self.line, "complaints": self.complaints, "back_s": sorted(self.back_s)}

    @property
    def whole(self) -> bool:
        """Whether nothing was lost or invented, and the picture always back within three seconds."""
        late = max(self.back_s, default=0.0) > 3.0
        return not (self.lost or self.invented or self.unnoticed or late)

    def add(self, whole: Run, cut: Run, cuts: Sequence[Cut]) -> None:
        """Compare the pass with *cuts* to the *whole* one."""
        self.cuts += len(cuts)
        self.plays += len(whole.plays)
        seen = [play for play in whole.plays if not _touched(play.t - self.span_s, play.t + LATE_S, cut.gaps)]
        self.watched += len(seen)
        self.lost += _without_partner(seen, cut.plays)
        clear = [play for play in cut.plays if not _touched(play.t - self.settled_s, play.t, cut.gaps)]
        self.invented += _without_partner(clear, whole.plays)
        self.unwatched_s += sum(until - since for since, until in cut.gaps)
        for one in cuts:
            self._noticed(one, cut.gaps)

    def _noticed(self, cut: Cut, gaps: Sequence[tuple[float, float]]) -> None:
        """A gap that ends after the camera worked again is of this cut; a short one need not be a gap."""
        ends = [until for since, until in gaps if since <= cut.until and until >= cut.t]
        if ends:
            self.back_s.append(max(0.0, max(ends) - cut.until))
        elif cut.seconds > 1.5:
            self.unnoticed.append(cut)


def plan(count: int, length: float, rng: Random, shortest: float = 0.5, longest: float = 5.0) -> list[Cut]:
    """*count* cuts at random in a film of *length* seconds, with some time between them."""
    room = length / count
    return [
        Cut(
            round(number * room + rng.uniform(0.1, 0.5) * room, 2),
            round(min(rng.uniform(shortest, longest), 0.45 * room), 2),
            rng.choice(FAULTS),
        )
        for number in range(count)
    ]


@dataclass(frozen=True)
class Stage:
    """What a film is refereed with: pictures by their time, how the game is set up, eyes for each pass.

    *speed*: how many times as fast as it was filmed it is shown.
    """

    shown: Callable[[], Callable[[float], Picture]]
    length: float
    fps: float
    config: Config
    setup: Sequence[Event]
    eyes: Eyes
    speed: float = 1.0

    def whole(self) -> Run:
        """Referee the film once, without a camera."""
        with Journal.in_memory() as journal:
            game = Game(journal, self.eyes, self.config, self.setup)
            shown = self.shown()
            for seq in range(int(self.length * self.fps)):
                t = round(seq / self.fps, 6)
                game.step(Frame(seq, t, shown(t)))
            return _run(list(journal.entries()), 0.0)

    def go(self, cuts: Sequence[Cut], folder: Path) -> Run:
        """Referee the film once with *cuts*; the journal and the recording lie in *folder* then."""
        with (
            Clockwork(self.speed) as clock,
            MjpegCamera(self.shown(), self.fps, clock) as camera,
            _Taken(camera.address, clock=clock, wait=clock.wait) as source,
            Journal.create(folder) as journal,
        ):
            config = replace(self.config, footage=footage_of(source))
            evening = Evening(journal, self.eyes, config, self.setup, source, lambda _: None)
            race = _Race(camera, source)
            clock.behind, clock.unstick, evening.publish = race.behind, race.unstick, race.ruled
            breaking = threading.Thread(target=self._break, args=(clock, camera, source, cuts), daemon=True)
            began = camera.t - clock()
            breaking.start()
            evening.go(Wish(source.name, real_time=False, stay=False))
            breaking.join()
            return _run(list(journal.entries()), (source.began or 0.0) + began)

    def _break(self, clock: Clockwork, camera: MjpegCamera, source: _Taken, cuts: Sequence[Cut]) -> None:
        for cut in cuts:
            clock.wait(max(0.0, cut.t - camera.t))
            camera.fault = cut.fault
            clock.wait(max(0.0, cut.until - camera.t))
            camera.sent, camera.fault = source.taken, Fault.NONE
        clock.wait(max(0.0, self.length - camera.t))
        source.end()


class _Taken(Stream):
    """A stream that counts the frames which the recording has taken.

    `given_t` is the time of the last but one: the recording holds one back.
    """

    taken, given_t = 0, 0.0

    def __iter__(self) -> Iterator[Frame]:
        before = 0.0
        for frame in thinned(super().__iter__()):
            yield frame
            self.taken, self.given_t, before = self.taken + 1, before, frame.t


@dataclass
class _Race:
    """Which of camera, recording and referee waits for the next: a busy machine is no part of the trial."""

    camera: MjpegCamera
    source: _Taken
    _ruled_t: float = 0.0

    def ruled(self, snapshot: dict[str, Any]) -> None:
        """The referee has taken the frame of that time."""
        self._ruled_t = float(snapshot["t"])

    def behind(self) -> bool:
        """Whether the camera's time should stand still."""
        if self.source.given_t - self._ruled_t > _AHEAD_S:
            return True
        return self.camera.fault is Fault.NONE and self.camera.sent - self.source.taken > _AHEAD

    def unstick(self) -> None:
        """What was sent into a connection that has gone never comes."""
        self.camera.sent = self.source.taken


def _run(entries: Sequence[Entry], offset: float) -> Run:
    """What *entries* tell, in times of the film, which began *offset* before the first frame."""
    plays, gaps, dropped = [], [], 0
    for entry in entries:
        if entry.kind == "frame" and "gap" in entry.data:
            since, until = entry.data["gap"]
            gaps.append((since + offset, until + offset))
        if entry.kind == "frame":
            dropped += sum(last - first + 1 for first, last in entry.data.get("lost", ()))
        event = codec.event_from_json(entry.data) if entry.kind == "event" else None
        if isinstance(event, Play):
            plays.append(Told(entry.t + offset, _key(event)))
    return Run(tuple(plays), tuple(gaps), dropped)


def _key(event: Play) -> Key:
    seat = None if isinstance(event, PileCleared) else event.seat
    readings = event.cards if isinstance(event, CardsPlayed) else ()
    readings = (event.card,) if isinstance(event, FaceDownFlipped) else readings
    return type(event).__name__, seat, tuple(str(reading.best.rank) for reading in readings)


def _touched(since: float, until: float, gaps: Iterable[tuple[float, float]]) -> bool:
    return any(begin <= until and since <= end for begin, end in gaps)


def _without_partner(plays: Iterable[Told], others: Iterable[Told]) -> list[Told]:
    """Those of *plays* that none of *others* tells too; each tells one."""
    left = list(others)
    alone = []
    for play in plays:
        same = next((o for o in left if o.key == play.key and abs(o.t - play.t) <= SAME_S), None)
        if same is None:
            alone.append(play)
        else:
            left.remove(same)
    return alone
