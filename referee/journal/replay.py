"""Deriving a recorded game again, and ruling it again by other rules."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from math import inf
from pathlib import Path

from referee.game import Game
from referee.journal import decks
from referee.journal.config import Config
from referee.journal.defaults import timed_out
from referee.journal.fold import GameView
from referee.journal.footage import pictures_of
from referee.journal.lines import Lines
from referee.journal.log import Entry, Journal, JournalError, Record
from referee.past import Past
from referee.rules import codec
from referee.rules.actions import Event, TableSays
from referee.rules.ruleset import RuleSet
from referee.rules.rulings import Level, Ruling
from referee.vision.frames import Ahead, Frame
from referee.vision.sighting import Eyes

_OF_THE_RUN = frozenset({"resumed", "stopped", "recording", "ended", "camera"})
"""Marks that tell how the referee ran, not what happened at the table."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Where a second derivation parts from the record; None stands for "no entry"."""

    recorded: Entry | None
    derived: Entry | None

    def __str__(self) -> str:
        entry = self.recorded or self.derived
        where = f"entry {entry.seq} at {entry.t:.2f} s" if entry else "nothing"
        return f"first difference at {where}: recorded {_text(self.recorded)}, derived {_text(self.derived)}"


@dataclass(frozen=True, slots=True)
class Change:
    """A ruling that other rules turn out differently: when, on what, and both texts."""

    t: float
    what: str
    before: str
    after: str


def verify(folder: Path, eyes: Eyes, progress: Callable[[float], None] = lambda _: None) -> Difference | None:
    """The first difference when the game in *folder* is derived again from its pictures, or None.

    *progress* is told the time of each frame, in seconds of the source.
    """
    with Record(folder) as record:
        entries = list(record.entries())
    if not entries:
        raise JournalError(f"There is nothing in the record of {folder.name}: no game was begun.")
    config = Config.from_json(entries[0].data)
    eyes = decks.as_then(eyes, folder, config)
    wanted = _Comparison(_essential(entries))
    with Journal.in_memory() as journal:
        game = Game(journal, eyes, config, _setup(entries), on_entry=wanted.add)
        said = _said(entries)
        until = _last_frame(entries)
        for frame in _frames(folder, config, entries):
            if wanted.difference or frame.seq > until:
                break
            _step(game, frame, said.get(frame.seq, []))
            progress(frame.t)
    return wanted.difference or wanted.missing()


def ruled_again(entries: Iterable[Entry], rules: RuleSet) -> Iterator[Change]:
    """The rulings that *rules* change, by the same events."""
    was, now, line = GameView(), GameView(rules), Lines()
    for entry in entries:
        before = after = ""
        if entry.kind in ("config", "event"):
            before, after = _rulings(was, entry), _rulings(now, entry)
        what = line(entry, was.state)
        if before != after:
            yield Change(entry.t, what or str(entry.data["type"]), before, after)


def _rulings(view: GameView, entry: Entry) -> str:
    loud = [n for n in view.take(entry) if isinstance(n, Ruling) and n.level is not Level.SILENT]
    return "; ".join(f"{ruling.level} {ruling.code}: {ruling.text}" for ruling in loud) or "nothing to say"


class _Comparison:
    """Compares entries as they come with those recorded."""

    def __init__(self, recorded: list[Entry]) -> None:
        self._recorded = recorded
        self._next = 0
        self.difference: Difference | None = None

    @property
    def complete(self) -> bool:
        return self._next == len(self._recorded)

    def add(self, derived: Entry) -> None:
        if self.difference:
            return
        recorded = None if self.complete else self._recorded[self._next]
        if recorded is None or recorded.content != derived.content:
            self.difference = Difference(recorded, derived)
        self._next += 1

    def missing(self) -> Difference | None:
        return None if self.complete else Difference(self._recorded[self._next], None)


def _essential(entries: list[Entry]) -> list[Entry]:
    return [entry for entry in entries if entry.kind != "mark" or entry.data["what"] not in _OF_THE_RUN]


def _last_frame(entries: list[Entry]) -> float:
    """How far the game was taken: to the end of its pictures, or to its last entry when it was cut off."""
    if any(entry.kind == "mark" and entry.data["what"] == "ended" for entry in entries):
        return inf
    return max((int(entry.data["seq"]) for entry in entries if entry.kind == "frame"), default=-1)


def _setup(entries: list[Entry]) -> list[Event]:
    """What the table told before the first frame."""
    events = []
    for entry in entries:
        if entry.kind == "frame":
            break
        if entry.kind == "event":
            events.append(codec.event_from_json(entry.data))
    return events


def _said(entries: list[Entry]) -> dict[int, list[TableSays]]:
    """What the table said, by the frame from which it counted; defaults come by themselves."""
    said: dict[int, list[TableSays]] = defaultdict(list)
    frame, by_default = -1, False
    for entry in entries:
        if entry.kind == "frame":
            frame = int(entry.data["seq"])
        event = codec.event_from_json(entry.data) if entry.kind == "event" else None
        if isinstance(event, TableSays) and not by_default:
            said[frame].append(event)
        by_default = timed_out(entry)
    return said


def _frames(folder: Path, config: Config, entries: list[Entry]) -> Iterator[Frame]:
    past = Past(entries)
    with Ahead(pictures_of(folder, config.footage, entries)) as ahead:
        for frame in ahead:
            if not past.skipped(frame.seq):
                yield replace(frame, gap_from=past.gap_from(frame.seq))


def _step(game: Game, frame: Frame, said: list[TableSays]) -> None:
    for word in said:
        game.hear(word)
    game.step(frame)


def _text(entry: Entry | None) -> str:
    return "nothing" if entry is None else f"{entry.kind} {entry.content[2][:300]}"
