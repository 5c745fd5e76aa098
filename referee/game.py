"""The loop: frames in, rulings out, all of it written to the journal.

    frame -> watcher -> scene -> eyes, when the interpreter wants them -> events -> rules -> journal -> phones

A game goes on from its journal. What was seen is not looked at again: the frames up to the last entry pass
the watcher and the interpreter once more with the sightings of the journal, and nothing is written for them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from math import dist
from typing import Any

from referee.errors import UserError
from referee.journal.config import Config
from referee.journal.crops import box_of, jpeg_of
from referee.journal.fold import GameView, fold, played_cards
from referee.journal.log import Entry, Journal
from referee.journal.sightings import cards_from_json, cards_to_json
from referee.past import Past
from referee.rules import codec
from referee.rules.actions import Event, Saying, TableSays, ViewLost
from referee.rules.evening import next_players
from referee.rules.rulings import Notice, Question
from referee.rules.session import Session
from referee.sayings import refuse_misfit
from referee.stages import Stages
from referee.table.geometry import to_px
from referee.table.interpreter import Interpreter
from referee.table.layout import Table
from referee.table.watched_camera import Moved, WatchedCamera
from referee.vision.frames import Frame
from referee.vision.scene import Activity, Scene, Watcher
from referee.vision.sighting import Eyes, Region, SeenCard

PACE_S = 5.0
UNWATCHED_S = 0.6
"""Without a picture for so long, a card may have been laid by an arm that nobody saw."""
LOST_S = 1.0
"""Without a picture for so long, the phones are told."""
_STATUS = {Activity.MOVING: "moving", Activity.ARM: "arm", Activity.REST: "watching"}
_LOST = "lost"
_ASTRAY = "astray"
_FLEETING = frozenset((*_STATUS.values(), _LOST, _ASTRAY))
Json = dict[str, Any]


class GameError(UserError):
    """A word from the table that makes no sense now."""


class Game:
    """One game at one table.

    *journal* is empty (then *config* and *setup*, what the table told before the first frame, open it) or
    holds the game so far. Give every frame to `step` from one thread; `say`, `snapshot` and `crop` may be
    called from any. *on_change* is told each new snapshot, *on_entry* each new entry once it is on the disk.
    *before_commit* runs before entries are written: the recording goes to the disk first.
    *before* are the hands of the evening that were recorded as games of their own.
    """

    def __init__(
        self,
        journal: Journal,
        eyes: Eyes,
        config: Config | None = None,
        setup: Sequence[Event] = (),
        *,
        on_change: Callable[[Json], None] = lambda _: None,
        on_entry: Callable[[Entry], None] = lambda _: None,
        before_commit: Callable[[], None] = lambda: None,
        stages: Stages | None = None,
        before: Session | None = None,
    ) -> None:
        self._journal = journal
        self._eyes = eyes
        self.on_change = on_change
        self.on_entry = on_entry
        self.before_commit = before_commit
        self.stages = stages or Stages()
        self._words: deque[TableSays] = deque()
        self._past = Past(journal.entries())
        self._view = fold(journal.entries(), before=before)
        self._written: list[Entry] = []
        self._lost: list[list[int]] = []
        self._crops = 0
        self._next_seq = self._past.last_frame + 1
        self._last_t: float | None = None
        self._pace = Pace()
        if config is not None and journal.last_seq == 0:
            with journal.batch():
                self._open(config, setup)
        if self._view.config is None or self._view.state is None:
            raise GameError("The journal holds no game yet: start a new one.")
        table, footage = self._view.config.table, self._view.config.footage
        self._unwatched_s = max(UNWATCHED_S, 3 / footage.fps)
        self._table, self._card_px = table, card_width_px(table)
        self._watcher, self._camera = Watcher(self._card_px), WatchedCamera(table)
        self._interpreter = Interpreter(
            table, len(self._view.state.seats), packs=self._view.state.rules.decks
        )
        self._shown = self._view.snapshot()
        self._tell()

    @property
    def view(self) -> GameView:
        """The game so far."""
        return self._view

    @property
    def last_frame(self) -> int:
        """The number of the last frame that left something in the journal; -1 before the first."""
        return self._past.last_frame

    def step(self, frame: Frame) -> None:
        """Take the next frame. Those that the journal knows pass again and change nothing."""
        if self._past.skipped(frame.seq):
            return
        since = self._unwatched_since(frame)
        told = () if since is None else self._interpreter.gap(since, frame.t)
        with self.stages("scene"):
            scene = self._watcher.update(frame)
        gaps = [] if since is None else [Gap(since, told)]
        if moved := self._moved(scene):
            scene, gap = self._set_right(moved, scene)
            gaps.append(gap)
        if frame.seq <= self._past.last_frame:
            self._pass_again(scene)
        else:
            self._pass(scene, gaps, moved)

    def _unwatched_since(self, frame: Frame) -> float | None:
        """Since when nobody watched before *frame*: no picture came, or none that showed the table."""
        last, self._last_t = self._last_t, frame.t
        known = frame.seq <= self._past.last_frame
        gap_from = self._past.gap_from(frame.seq) if known else frame.gap_from
        if gap_from is not None:
            return gap_from
        return last if last is not None and frame.t - last > self._unwatched_s else None

    def _moved(self, scene: Scene) -> Moved | None:
        """Whether the camera was moved before *scene*; what the journal says of that holds."""
        with self.stages("scene"):
            found = self._camera.update(scene)
        seq = scene.frame.seq
        return self._past.moved(seq) if seq <= self._past.last_frame else found

    def _set_right(self, moved: Moved, scene: Scene) -> tuple[Scene, Gap]:
        """Go on with the table as it lies in the picture now: *scene* anew, and what had been understood."""
        self._camera.take(moved)
        self._table = moved.set_right(self._table)
        self._watcher = Watcher(self._card_px)
        scene = self._watcher.update(scene.frame)
        return scene, Gap(moved.since, self._interpreter.moved(self._table, moved.since, scene))

    def unseen(self, seconds: float) -> None:
        """Tell the phones that there has been no picture for *seconds*; from the thread of `step`."""
        if seconds >= LOST_S:
            self._publish(_LOST, self._shown["t"], round(seconds, 1))

    def say(self, word: TableSays) -> None:
        """Take a word from the table; it counts from the next frame on. Raises `UserError`."""
        self._refuse(word)
        self.hear(word)

    def hear(self, word: TableSays) -> None:
        """Take a word that has been found to make sense, as those of a recorded game have."""
        self._words.append(word)

    def snapshot(self) -> Json:
        """The game as the phones show it."""
        return self._shown

    def crop(self, id: str) -> bytes | None:  # noqa: A002  (the server's name for it)
        """The JPEG of a played card."""
        return self._journal.crop(id)

    def mark(self, what: str, **more: Any) -> None:
        """Note something about the run itself, as `ended` or `stopped`."""
        with self._journal.batch():
            self._append("mark", self._view.t, {"what": what, **more})
        self._tell()
        self._publish(str(self._view.snapshot()["status"]), self._view.t)

    def _open(self, config: Config, setup: Sequence[Event]) -> None:
        self._append("config", 0.0, config.to_json())
        for event in setup:
            self._happen(0.0, event)

    def _pass_again(self, scene: Scene) -> None:
        if not self._camera.may_be_knocked(scene.frame.t):
            self._interpreter.where_to_look(scene)
            self._interpreter.observe(scene, self._past.cards(scene.frame.seq))

    def _pass(self, scene: Scene, gaps: Sequence[Gap], moved: Moved | None) -> None:
        frame = scene.frame
        self._pace.note(frame.t)
        if frame.seq > self._next_seq:
            self._lost.append([self._next_seq, frame.seq - 1])
        self._next_seq = frame.seq + 1
        words = self._words_due(frame.t)
        cards, events = self._understood(scene)
        if words or cards is not None or events or gaps:
            with ExitStack() as until_written:
                until_written.enter_context(self._journal.batch())
                with self.stages("rule"):
                    self._write(frame, words, cards, events, gaps, moved)
                with self.stages("journal"):
                    self.before_commit()
                    until_written.close()
            self._tell()
        self._publish(_ASTRAY if self._camera.astray else _STATUS[scene.activity], frame.t)

    def _understood(self, scene: Scene) -> tuple[tuple[SeenCard, ...] | None, tuple[Event, ...]]:
        """What the eyes saw, None where they did not look, and what happened by *scene*."""
        if self._camera.may_be_knocked(scene.frame.t):
            return None, ()
        region = self._interpreter.where_to_look(scene)
        cards = None if region is None else self._look(scene.frame, region)
        with self.stages("interpret"):
            return cards, self._interpreter.observe(scene, cards)

    def _look(self, frame: Frame, region: Region) -> tuple[SeenCard, ...]:
        """The cards as the journal will have them, so that reading it back changes nothing."""
        with self.stages("eyes"):
            return cards_from_json(cards_to_json(self._eyes.look(frame.picture, region)))

    def _words_due(self, t: float) -> list[TableSays | Timeout]:
        """What the table said since the last frame, and the default where a question has waited too long."""
        said: list[TableSays | Timeout] = []
        while self._words:
            said.append(self._words.popleft())
        question, expires_t = self._view.question, self._view.expires_t
        if (
            question
            and expires_t is not None
            and t >= expires_t
            and not any(_answers(w, question) for w in said)
        ):
            said.append(Timeout(question.id, question.default))
        return said

    def _write(
        self,
        frame: Frame,
        words: Sequence[TableSays | Timeout],
        cards: Sequence[SeenCard] | None,
        events: Sequence[Event],
        gaps: Sequence[Gap],
        moved: Moved | None,
    ) -> None:
        self._crops = 0
        for gap in gaps:
            self._lose_view(gap)
        self._append("frame", frame.t, self._frame_data(frame, gaps, moved))
        for word in words:
            self._hear(frame.t, word)
        if cards is not None:
            self._append("sighting", frame.t, {"frame": frame.seq, "cards": cards_to_json(cards)})
        for event in events:
            self._happen(frame.t, event)
            self._keep_crops(event, cards or (), frame)

    def _lose_view(self, gap: Gap) -> None:
        t = max(gap.since, self._view.t)
        for event in (*gap.told, ViewLost()):
            self._happen(t, event)

    def _frame_data(self, frame: Frame, gaps: Sequence[Gap], moved: Moved | None) -> Json:
        """`lost`: frames that the loop was too busy to take; `gap`: from when to when nobody watched.

        `moved`: since when the camera hangs otherwise, and how its pixels become millimetres now.
        """
        lost, self._lost = self._lost, []
        data: Json = {"seq": frame.seq, "t": frame.t}
        data |= {"lost": lost} if lost else {}
        data |= {"moved": moved.to_json()} if moved else {}
        unwatched = gaps[:-1] if moved else gaps
        return data | ({"gap": [unwatched[0].since, frame.t]} if unwatched else {})

    def _hear(self, t: float, word: TableSays | Timeout) -> None:
        if isinstance(word, Timeout):
            self._append("mark", t, {"what": "timeout", "question": word.question})
            word = TableSays(Saying.UNANSWERED, word.default, ref=word.question)
        self._happen(t, word)

    def _happen(self, t: float, event: Event) -> None:
        for notice in self._append("event", t, codec.event_to_json(event)):
            self._append("notice", t, codec.notice_to_json(notice))

    def _append(self, kind: str, t: float, data: Json) -> tuple[Notice, ...]:
        entry = self._journal.append(kind, t, data)
        self._written.append(entry)
        return self._view.take(entry)

    def _keep_crops(self, event: Event, cards: Sequence[SeenCard], frame: Frame) -> None:
        for index, reading in enumerate(played_cards(event)):
            box = box_of(reading, cards, frame.picture)
            if box is not None:
                self._crops += 1
                name = f"{frame.seq}-{self._crops}"
                self._journal.keep_crop(name, jpeg_of(frame.picture, box))
                data = {"id": name, "card": index, "frame": frame.seq, "box": list(box)}
                self._append("crop", frame.t, data)

    def _tell(self) -> None:
        written, self._written = self._written, []
        for entry in written:
            self.on_entry(entry)

    def _publish(self, status: str, t: float, age_s: float = 0.0) -> None:
        with self.stages("publish"):
            shown = self._shown
            if self._view.seq != shown["seq"]:
                shown = self._view.snapshot()
            if shown["status"] in _FLEETING:
                shown = {**shown, "status": status}
            camera = {**shown["camera"], "fps": self._pace.fps, "age_s": age_s}
            self._shown = {**shown, "t": round(t, 3), "camera": camera}
            self.on_change(self._shown)

    def _refuse(self, word: TableSays) -> None:
        if self._shown["status"] == "ended":
            raise GameError("The game has ended.")
        question = self._shown["question"]
        evening = self._view.evening
        if evening is not None:
            refuse_misfit(word, evening.hand, next_players(evening))
        if word.saying is not Saying.ANSWER:
            return
        if question is None or question["id"] != word.ref:
            raise GameError("That question has been answered already.")
        if word.value not in {choice["value"] for choice in question["choices"]}:
            raise GameError("That is none of the answers.")


@dataclass(frozen=True, slots=True)
class Gap:
    """Nobody watched from *since* to the frame that comes now; *told* had been understood before."""

    since: float
    told: Sequence[Event]


@dataclass(slots=True)
class Pace:
    """How many frames a second come, over some seconds of them."""

    fps: float = 0.0
    _since: float = 0.0
    _count: int = 0

    def note(self, t: float) -> None:
        """A frame of time *t* has come."""
        self._count += 1
        if not 0.0 <= t - self._since <= PACE_S:
            self.fps = round(self._count / (t - self._since), 1) if self._count > 1 else 0.0
            self._since, self._count = t, 0


@dataclass(frozen=True, slots=True)
class Timeout:
    """Nobody answered *question* in time: its *default* holds."""

    question: str
    default: str


def card_width_px(table: Table) -> float:
    """How wide a card in the middle of the pile is in the picture."""
    x = sum(point[0] for point in table.pile) / len(table.pile)
    y = sum(point[1] for point in table.pile) / len(table.pile)
    half = table.card_mm[0] / 2
    left, right = to_px(table, ((x - half, y), (x + half, y)))
    return dist(left, right)


def _answers(word: TableSays | Timeout, question: Question) -> bool:
    return isinstance(word, TableSays) and word.saying is Saying.ANSWER and word.ref == question.id
