"""How fast the path is: each stage of it, the whole, and the way from a play at rest to a phone."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Any, Self

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from referee import __version__
from referee.films import truth
from referee.hosting import Evening
from referee.journal.config import Config
from referee.journal.footage import footage_of
from referee.journal.log import Journal
from referee.rules import loading
from referee.rules.actions import (
    CardsPlayed,
    Event,
    FaceDownFlipped,
    GameConfigured,
    PileCleared,
    PilePickedUp,
)
from referee.server.serve import PhoneServer
from referee.setting_up import Wish, read_table
from referee.stages import Stage
from referee.table.layout import Table
from referee.vision.film import Film
from referee.vision.frames import Frame
from referee.vision.sighting import Eyes

WINDOW_S = 8.0
"""News of a play that come later than this after its rest are about another play."""

EARLY_S = 0.3
"""News of a play may come this much before its arm has wholly left."""

_WHAT: Mapping[type[Event], str] = {
    CardsPlayed: "played",
    FaceDownFlipped: "flipped",
    PilePickedUp: "picked_up",
    PileCleared: "cleared",
}


@dataclass(frozen=True, slots=True)
class Moment:
    """A play (`what`, as the phones name it), who made it, and a time in seconds of the film."""

    what: str
    seat: int | None
    t: float

    def about(self, rest: Moment) -> bool:
        """Whether these are news of the play that came to *rest*."""
        late = self.t - rest.t
        return (self.what, self.seat) == (rest.what, rest.seat) and -EARLY_S <= late <= WINDOW_S


@dataclass(frozen=True, slots=True)
class Speed:
    """One pass over a film as fast as it goes: `stages` by name, in seconds."""

    frames: int
    wall_s: float
    stages: Mapping[str, Stage]

    @property
    def fps(self) -> float:
        """Frames of the film through the whole path in a second."""
        return self.frames / self.wall_s if self.wall_s else 0.0


@dataclass(frozen=True, slots=True)
class Delay:
    """Seconds from each play's rest until a phone had it, shortest first, of `plays` in the film."""

    plays: int
    seconds: tuple[float, ...]

    def share(self, percent: int) -> float | None:
        """The delay that *percent* of the plays do not exceed; None when no play was heard of."""
        if len(self.seconds) < 2:
            return self.seconds[0] if self.seconds else None
        return quantiles(self.seconds, n=100, method="inclusive")[percent - 1]


class Beginning(Film):
    """The first *seconds* of a film; *progress* is told the time of each frame."""

    def __init__(self, path: Path, seconds: float, progress: Callable[[float], None]) -> None:
        super().__init__(path)
        self._seconds, self._progress = seconds, progress
        self.frames = 0

    def __iter__(self) -> Iterator[Frame]:
        for frame in super().__iter__():
            if frame.t > self._seconds:
                return
            self.frames += 1
            self._progress(frame.t)
            yield frame


class Phone:
    """A phone that notes when it hears of each play, by the monotonic clock."""

    def __init__(self, url: str) -> None:
        self.heard: list[tuple[str, int | None, float]] = []
        self._known: set[int] = set()
        self._socket: ClientConnection = connect(f"{url.replace('http', 'ws', 1)}live")
        self._take(self._socket.recv())
        self._thread = threading.Thread(target=self._listen, name="phone", daemon=True)
        self._thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._socket.close()
        self._thread.join()

    def _listen(self) -> None:
        try:
            for text in self._socket:
                self._take(text)
        except ConnectionClosed:
            return

    def _take(self, text: str | bytes) -> None:
        now = time.monotonic()
        message: dict[str, Any] = json.loads(text)
        news = message.get("changes") or message.get("snapshot") or {}
        for play in reversed(news.get("plays") or ()):
            if play["id"] not in self._known:
                self._known.add(play["id"])
                self.heard.append((play["what"], play["seat"], now))


def measure_speed(film: Path, seconds: float, eyes: Eyes, progress: Callable[[float], None]) -> Speed:
    """Referee the first *seconds* of *film*, journal on the disk and all, as fast as it goes."""
    source = Beginning(film, seconds, progress)
    with _journal() as journal:
        evening = _evening(journal, source, eyes)
        began = time.perf_counter()
        evening.go(Wish(str(film), port=None, real_time=False, stay=False))
        return Speed(source.frames, time.perf_counter() - began, evening.stages.spans)


def measure_delay(film: Path, seconds: float, eyes: Eyes, progress: Callable[[float], None]) -> Delay:
    """Show the first *seconds* of *film* at its own pace, with the real server and a phone on a WebSocket."""
    source = Beginning(film, seconds, progress)
    with _journal() as journal:
        evening = _evening(journal, source, eyes)
        clock = Pace()
        with PhoneServer(evening.game, port=0, host="127.0.0.1") as server, Phone(server.url) as phone:
            evening.publish = clock.around(server.publish)
            evening.go(Wish(str(film), real_time=True, stay=False))
            time.sleep(0.2)
        heard = [Moment(what, seat, at - clock.began) for what, seat, at in phone.heard]
        return delay(rests(film, seconds, evening), heard)


class Pace:
    """Finds out when a film that is shown at its own pace began, by the monotonic clock."""

    def __init__(self) -> None:
        self.began = float("inf")

    def around(self, publish: Callable[[Mapping[str, Any]], None]) -> Callable[[Mapping[str, Any]], None]:
        """*publish*, with a look at the clock: no frame is published before its time."""

        def timed(snapshot: Mapping[str, Any]) -> None:
            self.began = min(self.began, time.monotonic() - float(snapshot["t"]))
            publish(snapshot)

        return timed


def rests(film: Path, seconds: float, evening: Evening) -> list[Moment]:
    """When each play came to rest, its arm gone: by the truth beside *film*, or else by the journal."""
    beside = film.with_name("truth.json")
    if not beside.is_file():
        shown = reversed(evening.game.snapshot()["plays"])
        return [Moment(play["what"], play["seat"], float(play["t"])) for play in shown]
    return [
        Moment(_WHAT[type(one.event)], _seat(one.event), max(one.t1, one.left))
        for one in truth.load(beside).events
        if type(one.event) in _WHAT and max(one.t1, one.left) + 1.0 < seconds
    ]


def _seat(event: Event) -> int | None:
    seat: int | None = event.by_seat if isinstance(event, PileCleared) else getattr(event, "seat", None)
    return seat


def delay(rested: Sequence[Moment], heard: Iterable[Moment]) -> Delay:
    """Pair what a phone *heard* with the first play that it can be about, each once."""
    waiting = list(rested)
    seconds = []
    for news in heard:
        rest = next((rest for rest in waiting if news.about(rest)), None)
        if rest is not None:
            waiting.remove(rest)
            seconds.append(max(0.0, news.t - rest.t))
    return Delay(len(rested), tuple(sorted(seconds)))


@contextmanager
def _journal() -> Iterator[Journal]:
    with (
        TemporaryDirectory(prefix="referee-bench-") as folder,
        Journal.create(Path(folder) / "game") as journal,
    ):
        yield journal


def _evening(journal: Journal, source: Beginning, eyes: Eyes) -> Evening:
    film = Path(source.name)
    table = read_table(film.with_name("table.json"))
    setup = _setup(film, table)
    rules = loading.read(setup[0].rules)
    config = Config("", rules, setup[0].names, table, footage_of(source), "", __version__)
    return Evening(journal, eyes, config, setup, source, tell=lambda _: None)


def _setup(film: Path, table: Table) -> tuple[GameConfigured, *tuple[Event, ...]]:
    names = tuple(seat.name for seat in table.seats)
    beside = film.with_name("truth.json")
    told = truth.load(beside).start if beside.is_file() else ()
    configured = [event for event in told if isinstance(event, GameConfigured)]
    first = configured[0] if configured else GameConfigured("pagat", len(names), names)
    return (first, *(event for event in told if event is not first))
