"""An evening at the table: opens what a game needs, keeps it going to the end, closes everything again."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from pathlib import Path

from referee import __version__
from referee.errors import MISREAD, UserError, why
from referee.game import Game
from referee.journal import decks, store
from referee.journal.config import Config
from referee.journal.decks import DeckFile
from referee.journal.footage import Stretch, footage_of, recorded_frames, stretches
from referee.journal.hands import session_before
from referee.journal.lines import Lines
from referee.journal.log import Entry, Journal, Record
from referee.journal.store import Summary
from referee.journal.video import Recorder, record
from referee.names import fitting
from referee.rules import codec, loading
from referee.rules.actions import Event, GameConfigured, Saying, StarterDeclared, TableSays
from referee.rules.engine import new_game
from referee.rules.entering import position_of
from referee.rules.position import read_position
from referee.rules.ruleset import RuleSet
from referee.server.serve import EVERYWHERE, PhoneServer, listen
from referee.stages import Stages
from referee.table.layout import Table, TableError
from referee.vision.frames import Ahead, Frame, Source, open_source
from referee.vision.memory import knowing
from referee.vision.sighting import Eyes

MOST_FPS = 20.0


class HostingError(UserError):
    """Something about the game to be refereed does not fit together."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What a person asked for on the command line. Seats are named, or counted from 1.

    *position* is how the hand stands, where it is entered in the middle.
    *port* None serves no phones. *real_time* shows a film at the pace it was filmed at.
    *afresh* starts a new game also where one was cut off; *resume* goes on with one that was stopped.
    *deck* is an enrolled one, by name or file; a game that goes on has the one it had.
    """

    source: str
    rules: str = "pagat"
    table: Path | None = None
    games: Path | None = None
    players: int | None = None
    names: tuple[str, ...] = ()
    dealer: str = ""
    starter: str = ""
    position: str = ""
    port: int | None = 8000
    real_time: bool = True
    stay: bool = True
    afresh: bool = False
    resume: bool = False
    deck: str = ""


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
        source = closing.enter_context(open_source(wish.source))
        table = read_table(wish.table or _beside(wish.source))
        setup = _setup(wish, loading.build(rules, wish.rules), table)
        refuse_other_camera(table, source)
        # Before there is a game: the next run would go on with an empty one where this port is taken.
        listener = closing.enter_context(listen(EVERYWHERE, wish.port)) if wish.port is not None else None
        deck = decks.find(wish.deck) if wish.deck else None
        eyes, version = load_eyes()
        names = setup[0].names if isinstance(setup[0], GameConfigured) else ()
        footage = footage_of(source)
        config = Config("", rules, names, table, footage, version, __version__, deck.used if deck else None)
        cut_off = _cut_off(wish, config)
        if cut_off is None and not wish.afresh and (left := store.left_behind(_games(wish), config)):
            tell(left)
        deck = deck if cut_off is None else decks.of_game(cut_off.folder, cut_off.config)
        eyes = knowing(eyes, deck.memory) if deck else eyes
        journal = closing.enter_context(_journal(wish, cut_off, deck))
        evening = Evening(journal, eyes, config, setup, source, tell)
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
        with Ahead(frames, drop) as ahead:
            yield from ahead

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


def _beside(source: str) -> Path:
    """The table file that lies beside a film, or the one in the working folder."""
    beside = Path(source).parent / "table.json"
    return beside if "://" not in source and beside.is_file() else Path("table.json")


def read_table(path: Path) -> Table:
    """The table file *path*. Raises `TableError`, in plain words also where `Table.load` has Python's."""
    try:
        return Table.load(path)
    except TableError as error:
        if error.__cause__ is None:
            raise
        reason: BaseException = error.__cause__
    except MISREAD as error:
        reason = error
    raise TableError(
        f"{path} is no table file ({why(reason)}): docs/guides/set-up-the-camera.md says how to make one."
    )


def refuse_other_camera(table: Table, source: Source) -> None:
    if table.picture_size != source.size:
        raise TableError(
            f"The table file is for pictures of {table.picture_size[0]} x {table.picture_size[1]} and "
            f"{source.name} gives {source.size[0]} x {source.size[1]}: "
            "it is of another camera; docs/guides/set-up-the-camera.md says how to make one."
        )


def _setup(wish: Wish, rules: RuleSet, table: Table) -> list[Event]:
    players = _how_many(wish, rules, table)
    if players > len(table.seats):
        raise HostingError(
            f"The table file has {len(table.seats)} seats, not {players}: make one for all of you."
        )
    if wish.players is None:
        _refuse_too_few(wish.names, rules, table)
    rules.stock_after_deal(players)
    names = fitting(wish.names or [seat.name for seat in table.seats[:players]])
    if len(names) != players:
        raise HostingError(f"There are {players} players and {len(names)} names: give each player one name.")
    dealer = _seat("dealer", wish.dealer, names)
    setup: list[Event] = [GameConfigured(rules.name, players, names, dealer)]
    starter = _seat("starter", wish.starter, names)
    setup += [] if starter is None else [StarterDeclared(starter)]
    return [*setup, _stands_so(wish.position, setup[0], rules)] if wish.position else setup


def _how_many(wish: Wish, rules: RuleSet, table: Table) -> int:
    if wish.players is not None:
        return wish.players
    if wish.position and not wish.names:
        with _said_of("--position"):
            return len(read_position(wish.position, rules).seats)
    return len(wish.names) or len(table.seats)


def _refuse_too_few(names: Sequence[str], rules: RuleSet, table: Table) -> None:
    least, seats = rules.players.min, len(table.seats)
    if 0 < len(names) < least <= seats:
        given = "1 name" if len(names) == 1 else f"{len(names)} names"
        raise HostingError(
            f"--names has {given} and the table {seats} seats: give {least} to {seats} names with commas "
            "between, or leave it out."
        )


def _stands_so(position: str, config: Event, rules: RuleSet) -> TableSays:
    assert isinstance(config, GameConfigured)
    with _said_of("--position"):
        position_of(position, new_game(config, rules))
    return TableSays(Saying.POSITION, position)


@contextmanager
def _said_of(option: str) -> Iterator[None]:
    """What is wrong with the value of *option* is said with its name before."""
    try:
        yield
    except UserError as error:
        raise HostingError(f"{option}: {error}") from error


def _seat(what: str, text: str, names: Sequence[str]) -> int | None:
    if not text:
        return None
    known = {name.casefold(): seat for seat, name in enumerate(names)}
    known.update({str(seat + 1): seat for seat in range(len(names))})
    if text.casefold() not in known:
        raise HostingError(f"There is no player {text!r} to be the {what}: name one of {', '.join(names)}.")
    return known[text.casefold()]


def _games(wish: Wish) -> Path:
    return wish.games or store.home()


def _cut_off(wish: Wish, config: Config) -> Summary | None:
    """The game that goes on, if there is one."""
    if wish.resume:
        return _resumed(_games(wish), config, wish.position)
    found = None if wish.afresh else store.unfinished(_games(wish), config)
    return found if found and (not wish.position or _entered_at(found.folder, wish.position)) else None


def _journal(wish: Wish, cut_off: Summary | None, deck: DeckFile | None) -> Journal:
    if cut_off is not None:
        return Journal.open(cut_off.folder)
    games = _games(wish)
    journal = Journal.create(games / store.new_name(games, date.today()))
    if deck is not None and journal.folder is not None:
        decks.copy_into(journal.folder, deck)
    return journal


def _resumed(games: Path, config: Config, position: str) -> Summary:
    last = store.resumable(games, config)
    if position and not _entered_at(last.folder, position):
        raise HostingError(
            f"The last game, {last.folder.name}, was not entered at this --position: leave it out to go on "
            "with the game, or leave --resume out to begin another."
        )
    return last


def _entered_at(folder: Path, position: str) -> bool:
    """Whether the game in *folder* was entered at *position* too."""
    said = codec.event_to_json(TableSays(Saying.POSITION, position))
    with Record(folder) as record:
        return any(entry.kind == "event" and entry.data == said for entry in record.entries())


def _next_stretch(number: int, last: Frame | None, wall: str) -> Stretch:
    """The next file of the recording; its time goes on from the *last* frame by what the wall clock says."""
    file = f"video-{number:03d}.mp4"
    if last is None:
        return Stretch(file, 0, 0.0)
    away = (datetime.now(UTC) - datetime.fromisoformat(wall)).total_seconds() if wall else 0.0
    return Stretch(file, last.seq + 1, round(last.t + max(0.1, away), 6))
