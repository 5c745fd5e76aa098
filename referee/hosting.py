"""An evening at the table: opens what a game needs, keeps it going to the end, closes everything again."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from referee import __version__
from referee.game import Game
from referee.going_on import cut_off_game, games_of, journal_of, refuse_other_beginning
from referee.journal import decks, store
from referee.journal.config import Config
from referee.journal.footage import Stretch, footage_of, recorded_frames, stretches
from referee.journal.hands import session_before
from referee.journal.lines import Lines
from referee.journal.log import Entry, Journal
from referee.journal.video import Recorder, record
from referee.pacing import paced, thinned
from referee.rules import loading
from referee.rules.actions import Event, GameConfigured
from referee.server.serve import EVERYWHERE, PhoneServer, listen
from referee.setting_up import (
    HostingError,
    Wish,
    picture_size,
    read_table,
    refuse_other_camera,
    set_up,
    table_beside,
)
from referee.stages import Stages
from referee.vision.frames import PATIENCE_S, Ahead, Frame, Source, open_source
from referee.vision.memory import knowing
from referee.vision.sighting import Eyes
from referee.wakefulness import kept_awake

SAY_S = 3.0
AWAY_S = 4 * 3600.0
"""So long an evening waits for a camera that gives no picture: somebody will see to its cable."""


def host(
    wish: Wish,
    load_eyes: Callable[[], tuple[Eyes, str]],
    tell: Callable[[str], None],
    welcome: Callable[[str], None] = lambda _: None,
) -> None:
    """Referee the game that *wish* asks for until its source ends.

    *load_eyes* gives the eyes and the version of their weights. *tell* gets each play and ruling as a line,
    *welcome* the address for the phones. Raises `UserError` in one plain sentence.
    """
    if wish.afresh and wish.resume:
        raise HostingError("--new begins a game and --resume goes on with one: leave one of them out.")
    with ExitStack() as closing:
        rules = loading.read(wish.rules)
        file = wish.table or table_beside(wish.source)
        source = closing.enter_context(
            open_source(wish.source, AWAY_S if wish.stay else PATIENCE_S, picture_size(file), wish.hold)
        )
        table = read_table(file)
        setup = set_up(wish, loading.build(rules, wish.rules), table)
        refuse_other_camera(table, source)
        # Before there is a game: the next run would go on with an empty one where this port is taken.
        listener = closing.enter_context(listen(EVERYWHERE, wish.port)) if wish.port is not None else None
        deck = decks.find(wish.deck) if wish.deck else None
        eyes, version = load_eyes()
        names = setup[0].names if isinstance(setup[0], GameConfigured) else ()
        footage = footage_of(source)
        config = Config("", rules, names, table, footage, version, __version__, deck.used if deck else None)
        cut_off = cut_off_game(wish, config)
        if cut_off is None and not wish.afresh and (left := store.left_behind(games_of(wish), config)):
            tell(left)
        if cut_off is not None:
            refuse_other_beginning(cut_off, setup)
        deck = deck if cut_off is None else decks.of_game(cut_off.folder, cut_off.config)
        eyes = knowing(eyes, deck.memory) if deck else eyes
        journal = closing.enter_context(journal_of(wish, cut_off, deck))
        evening = Evening(journal, eyes, config, setup, source, tell)
        evening.introduce()
        closing.enter_context(kept_awake())
        if listener is not None:
            server = closing.enter_context(PhoneServer(evening.game, listener=listener))
            evening.publish = server.publish
            welcome(server.url)
        evening.go(wish)


class Evening:
    """A game, its source and its phones, from the first frame to the last."""

    def __init__(
        self,
        journal: Journal,
        eyes: Eyes,
        config: Config,
        setup: Sequence[Event],
        source: Source,
        tell: Callable[[str], None],
    ) -> None:
        self._journal = journal
        self._source = source
        self._tell = tell
        self._line = Lines()
        self.stages = Stages()
        folder = journal.folder
        self.publish: Callable[[dict[str, object]], None] = lambda _: None
        resumed = journal.last_seq > 0
        name = folder.name if folder else ""
        self.game = Game(
            journal,
            eyes,
            replace(config, game=name),
            setup,
            on_change=lambda snapshot: self.publish(snapshot),
            stages=self.stages,
            before=session_before(folder.parent, config, _began(journal)) if folder else None,
        )
        self.game.on_entry = self._told
        if resumed:
            tell(f"Going on with game {name} after {self.game.view.t:.1f} s.")
            self.game.mark("resumed", eyes=config.eyes, version=config.version)

    def introduce(self) -> None:
        """Say what the source gives, and note it."""
        if self._source.told:
            self._tell(self._source.told)
            self.game.mark("camera", told=self._source.told)

    def go(self, wish: Wish) -> None:
        """Take every frame; then, if wished, stay for the phones. Ctrl-C stops in good order."""
        try:
            frames = self._frames()
            for frame in paced(frames, self.game.last_frame) if wish.real_time else frames:
                self.game.step(frame)
            self.game.mark("ended")
            self._tell(f"The end of {self._source.name}.")
            while wish.stay:
                time.sleep(0.5)
        except KeyboardInterrupt:
            if not self.game.view.ended:
                self.game.mark("stopped")

    def _told(self, entry: Entry) -> None:
        text = self._line(entry, self.game.view.state)
        if text:
            self._tell(text)

    def _frames(self) -> Iterator[Frame]:
        if self._source.live:
            return self._live_frames()
        return self._ahead(self._timed(self._source), drop=False)

    def _live_frames(self) -> Iterator[Frame]:
        """What was recorded before, and then the camera, as its recording shows it."""
        folder = self._journal.folder
        if folder is None:
            raise HostingError("A camera's game needs a folder to be recorded in: give one with --journal.")
        parts = stretches(self._journal.entries())
        last = None
        for frame in recorded_frames(folder, parts):
            last = frame
            yield frame
        stretch = _next_stretch(len(parts), last, self._last_wall())
        with self._recorder(folder, stretch) as recorder:
            self.game.mark("recording", **stretch.to_json())
            self.game.before_commit = recorder.sync
            yield from self._ahead(record(thinned(self._timed(self._source)), recorder), drop=True)

    def _recorder(self, folder: Path, stretch: Stretch) -> Recorder:
        source = self._source
        return Recorder(folder / stretch.file, source.size, source.fps, stretch.first_seq, stretch.first_t)

    def _ahead(self, frames: Iterable[Frame], drop: bool) -> Iterator[Frame]:
        with Ahead(frames, drop, idle=self._idle, end=self._source.end) as ahead:
            yield from ahead

    def _idle(self, seconds: float) -> None:
        """There is no picture: the phones are told, and the terminal once."""
        if not self._source.live:
            return
        self.game.unseen(seconds)
        if seconds == SAY_S:
            self._tell(f"{self._source.name} gives no picture: it is tried again until it does.")

    def _timed(self, frames: Iterable[Frame]) -> Iterator[Frame]:
        each = iter(frames)
        while True:
            with self.stages("decode"):
                frame = next(each, None)
            if frame is None:
                return
            yield frame

    def _last_wall(self) -> str:
        return next((entry.wall for entry in self._journal.entries(self._journal.last_seq - 1)), "")


def _began(journal: Journal) -> datetime | None:
    first = next(iter(journal.entries()), None)
    return None if first is None else datetime.fromisoformat(first.wall)


def _next_stretch(number: int, last: Frame | None, wall: str) -> Stretch:
    """The next file of the recording; its time goes on from the *last* frame by what the wall clock says."""
    file = f"video-{number:03d}.mp4"
    if last is None:
        return Stretch(file, 0, 0.0)
    away = (datetime.now(UTC) - datetime.fromisoformat(wall)).total_seconds() if wall else 0.0
    return Stretch(file, last.seq + 1, round(last.t + max(0.1, away), 6))
