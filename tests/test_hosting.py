from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from referee.errors import UserError
from referee.game import Game
from referee.hosting import Evening, host
from referee.journal import decks, store
from referee.journal.check import complaints
from referee.journal.fold import fold
from referee.journal.footage import footage_of
from referee.journal.log import Entry, Journal, Record
from referee.journal.replay import verify
from referee.names import NamesError
from referee.rules.actions import Saying, TableSays
from referee.rules.codec import event_to_json
from referee.setting_up import Wish
from referee.vision.film import Film
from referee.vision.frames import Closing, Frame, SourceError
from referee.vision.memory import DeckMemory
from referee.vision.sighting import Eyes
from tests.tables import NAMES, config, film, pictures, setup
from tests.tabletop import FPS, SIZE, PatchEyes
from tests.told import record
from tests.vision.decks import prototypes

ROOT = Path(__file__).resolve().parent.parent
CHILD = """
import sys
from pathlib import Path
from referee.game import Game
from referee.hosting import host
from referee.setting_up import Wish
from tests.tabletop import PatchEyes

film, games = Path(sys.argv[1]), Path(sys.argv[2])
wish = Wish(str(film), games=games, names=("Ana", "Ben", "Cem"), starter="Ana", port=None,
            real_time=False, stay=False)
host(wish, lambda: (PatchEyes(), "patches"), lambda text: print(text, flush=True))
"""


def eyes() -> tuple[Eyes, str]:
    return PatchEyes(), "patches"


def essential(folder: Path) -> list[tuple[float, str, str]]:
    with Record(folder) as record:
        return [entry.content for entry in record.entries() if entry.kind not in ("mark", "config")]


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return film(tmp_path_factory.mktemp("film"))


@pytest.fixture
def wish(drawn: Path, tmp_path: Path) -> Wish:
    return Wish(
        str(drawn),
        games=tmp_path / "games",
        names=NAMES,
        starter="Ana",
        port=None,
        real_time=False,
        stay=False,
    )


@pytest.fixture(scope="module")
def whole(drawn: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the drawn film's game, refereed in one go."""
    games = tmp_path_factory.mktemp("games")
    host(
        Wish(
            str(drawn),
            games=games,
            names=("Ana", "Ben", "Cem"),
            starter="1",
            port=None,
            real_time=False,
            stay=False,
        ),
        eyes,
        lambda _: None,
    )
    return next(store.summaries(games)).folder


def test_a_film_is_refereed_to_its_end_with_a_line_for_each_play_and_ruling(wish: Wish) -> None:
    lines: list[str] = []
    host(wish, eyes, lines.append)
    said = [line.partition("  ")[2] for line in lines]

    assert "Ana plays 5C" in said
    assert "Cem takes the cards back" in said
    assert any(text.startswith("ILLEGAL TOO_LOW") for text in said)
    assert lines[-1].startswith("The end of")


def test_a_recorded_film_derives_to_the_same_journal_and_is_whole(whole: Path) -> None:
    assert verify(whole, PatchEyes()) is None
    assert complaints(whole) == []


def test_a_game_that_was_cut_off_derives_to_the_same_journal_as_far_as_it_goes(
    drawn: Path, tmp_path: Path
) -> None:
    footage = footage_of(Film(drawn))
    with Journal.create(tmp_path / "game") as journal:
        game = Game(journal, PatchEyes(), replace(config(), footage=footage), setup())
        for frame in islice(Film(drawn), 60):
            game.step(frame)

    assert verify(tmp_path / "game", PatchEyes()) is None


def test_deriving_a_game_again_tells_how_far_it_is(whole: Path) -> None:
    times: list[float] = []
    verify(whole, PatchEyes({"5C": ("9H", 0.4)}), times.append)

    assert len(times) > 1
    assert times == sorted(times)


def test_other_eyes_derive_another_journal(whole: Path) -> None:
    difference = verify(whole, PatchEyes({"3H": ("9H", 0.4)}))

    assert difference is not None
    assert "sighting" in str(difference)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no kill -9")
def test_a_game_killed_again_and_again_goes_on_and_nothing_is_lost(
    drawn: Path, whole: Path, tmp_path: Path
) -> None:
    for kill_after in (2, 4, 3):
        _run_and_kill(drawn, tmp_path / "games", kill_after)
        (folder,) = (file.parent for file in (tmp_path / "games").glob("*/journal.sqlite"))
        so_far = essential(folder)
        assert so_far == essential(whole)[: len(so_far)]
    _run_and_kill(drawn, tmp_path / "games", None)

    assert essential(folder) == essential(whole)
    assert complaints(folder) == []


def _run_and_kill(drawn: Path, games: Path, after: int | None) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", CHILD, str(drawn), str(games)], stdout=subprocess.PIPE, text=True, cwd=ROOT
    ) as child:
        assert child.stdout is not None
        for number, _ in enumerate(child.stdout):
            if number == after:
                os.kill(child.pid, signal.SIGKILL)
    assert child.returncode == (0 if after is None else -signal.SIGKILL)


class FakeCamera(Closing):
    """Live pictures of the drawn table, until the cable comes out."""

    live = True
    name = "fake camera"
    size = SIZE
    fps = float(FPS)

    def __init__(self, first: int, last: int) -> None:
        self._first, self._last = first, last

    def __iter__(self) -> Iterator[Frame]:
        for number in range(self._first, self._last):
            time.sleep(0.004)
            yield Frame(number, (number - self._first) / FPS, pictures()[number])
        raise SourceError("The cable came out: plug it in.")


def test_a_cameras_game_is_recorded_goes_on_after_a_cut_and_derives_to_the_same_journal(
    tmp_path: Path,
) -> None:
    live = replace(config(), footage=replace(config().footage, live=True))
    for first, last in ((0, 60), (60, 130)):
        open_journal = Journal.open if (tmp_path / "game").exists() else Journal.create
        with open_journal(tmp_path / "game") as journal:
            evening = Evening(journal, PatchEyes(), live, setup(), FakeCamera(first, last), lambda _: None)
            with pytest.raises(SourceError, match="cable"):
                evening.go(Wish("fake", real_time=False, stay=False))

    with Record(tmp_path / "game") as record:
        entries = list(record.entries())
    assert _types(entries).count("RowSeen") >= 3
    assert {file.name for file in tmp_path.glob("game/*.mp4")} == {"video-000.mp4", "video-001.mp4"}
    assert complaints(tmp_path / "game") == []
    assert verify(tmp_path / "game", PatchEyes()) is None


class Interrupted(FakeCamera):
    """A film at which somebody presses Ctrl-C after a second."""

    live = False

    def __iter__(self) -> Iterator[Frame]:
        for number in range(FPS):
            yield Frame(number, number / FPS, pictures()[number])
        raise KeyboardInterrupt


def test_ctrl_c_stops_the_game_in_good_order(tmp_path: Path) -> None:
    with Journal.create(tmp_path / "game") as journal:
        evening = Evening(journal, PatchEyes(), config(), setup(), Interrupted(0, 0), lambda _: None)
        evening.go(Wish("film", real_time=False))
        marks = [entry.data["what"] for entry in journal.entries() if entry.kind == "mark"]

    assert marks == ["stopped"]


def _types(entries: list[Entry]) -> list[str]:
    return [str(entry.data["type"]) for entry in entries if entry.kind == "event"]


def test_the_hands_of_the_evening_that_came_before_are_known(tmp_path: Path) -> None:
    record(tmp_path / "one", *(TableSays(Saying.OUT, "yes", seat) for seat in (2, 0)))
    with Journal.create(tmp_path / "two") as journal:
        evening = Evening(journal, PatchEyes(), config(), setup(), Interrupted(0, 0), lambda _: None)
        told = evening.game.snapshot()["evening"]

    assert (told["hands"], told["tea"]) == (1, "Ben")


def test_a_game_that_has_ended_is_not_gone_on_with(wish: Wish) -> None:
    host(wish, eyes, lambda _: None)
    host(wish, eyes, lambda _: None)

    assert [summary.end for summary in store.summaries(wish.games or Path())] == ["ended", "ended"]


def test_phones_see_the_game_while_the_film_runs(wish: Wish) -> None:
    pages: list[bytes] = []

    def look(url: str) -> None:
        fetch = threading.Thread(
            target=lambda: pages.append(urllib.request.urlopen(f"{url}snapshot", timeout=20).read())
        )
        fetch.start()
        fetch.join()

    host(replace(wish, port=0), eyes, lambda _: None, look)

    assert b'"rules": "pagat"' in pages[0].replace(b'":"', b'": "')


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"players": 4}, "3 seats, not 4"),
        ({"names": ("Ana", "Ben"), "players": 3}, "3 players and 2 names"),
        ({"starter": "Zoe"}, "no player 'Zoe'"),
        ({"dealer": "4"}, "no player '4'"),
        ({"players": 0, "names": ()}, "2 to 5 players, not 0"),
        ({"players": -3, "names": ()}, "2 to 5 players, not -3"),
    ],
)
def test_seats_that_do_not_fit_are_named(wish: Wish, change: dict[str, object], why: str) -> None:
    with pytest.raises(UserError, match=why):
        host(replace(wish, **change), eyes, lambda _: None)  # type: ignore[arg-type]


@pytest.mark.parametrize("names", [("Ana", "ana", "Ben"), ("Ana", "Ben", "C" * 300)])
def test_names_that_cannot_be_told_apart_or_shown_make_no_game(wish: Wish, names: tuple[str, ...]) -> None:
    with pytest.raises(NamesError):
        host(replace(wish, names=names), eyes, lambda _: None)

    assert not (wish.games or Path()).exists()


def test_a_game_that_is_stopped_before_anything_is_recorded_leaves_no_folder(
    wish: Wish, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("referee.hosting.session_before", stopped)
    with pytest.raises(KeyboardInterrupt):
        host(wish, eyes, lambda _: None)
    assert wish.games is not None
    assert list(wish.games.iterdir()) == []


MIDDLE = "pagat play 1:3/3x??/3 2:3/3x??/3 3:2-3/3x??/3 pile:3=4S turn:1"


def test_a_hand_is_entered_in_the_middle(wish: Wish) -> None:
    host(replace(wish, position=MIDDLE, names=()), eyes, lambda _: None)
    (game,) = store.summaries(wish.games or Path())
    with Record(game.folder) as record:
        entries = list(record.entries())
    told = next(n for n, entry in enumerate(entries) if entry.data.get("saying") == "position")
    state = fold(entries[: told + 1]).state
    assert state is not None
    assert [str(card) for card in state.pile_cards] == ["4S"]
    assert verify(game.folder, PatchEyes()) is None


@pytest.mark.parametrize(
    ("position", "told"),
    [
        ("moon play", "The position is one of 'moon' and the game goes by 'pagat'"),
        ("pagat play 1:3/-/3 2:3/-/3", "The position has 2 seats and 3 play"),
        ("pagat play 1:3/-/3 2:3/-/3", "or say --players 2."),
        (MIDDLE.replace("turn:1", "turn:9"), "Line 1, column 62: expected a seat from 1 to 3"),
    ],
)
def test_a_position_that_does_not_fit_is_refused_and_no_game_begun(
    wish: Wish, position: str, told: str
) -> None:
    with pytest.raises(UserError, match=re.escape(told)):
        host(replace(wish, position=position), eyes, lambda _: None)
    assert not list(store.summaries(wish.games or Path()))


def test_a_position_of_fewer_than_the_table_seats_does_not_begin_a_game_for_them_unsaid(wish: Wish) -> None:
    two = "pagat play 1:3/3x??/3 2:3/3x??/3 pile:2=4S turn:1"
    with pytest.raises(UserError, match="The position has 2 seats and 3 play"):
        host(replace(wish, position=two, names=()), eyes, lambda _: None)
    host(replace(wish, position=two, names=(), players=2), eyes, lambda _: None)
    (game,) = store.summaries(wish.games or Path())
    assert len(game.config.names) == 2


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"afresh": True}, "--new begins a game and --resume goes on with one"),
        ({"rules": "classic001"}, "was played with the rules pagat"),
        ({"names": ("Ana", "Ben", "Eva")}, "was played with the players Ana, Ben, Cem"),
        ({"position": MIDDLE}, "was not entered at this --position"),
        ({"starter": "Ben"}, "stopped, which goes on, did not begin with this --starter: leave it out"),
        ({"dealer": "Cem"}, "stopped, which goes on, did not begin with this --dealer: leave it out"),
    ],
)
def test_a_game_is_resumed_as_it_was_or_not_at_all(
    wish: Wish, tmp_path: Path, whole: Path, change: dict[str, object], told: str
) -> None:
    with Journal.create(tmp_path / "games" / "stopped") as stopped, Record(whole) as record:
        for entry in record.entries():
            if entry.kind == "frame":
                break
            stopped.append(entry.kind, entry.t, entry.data)
        stopped.append("mark", 0.0, {"what": "stopped"})
    with pytest.raises(UserError, match=told):
        host(replace(wish, resume=True, **change), eyes, lambda _: None)  # type: ignore[arg-type]

    assert [game.folder.name for game in store.summaries(tmp_path / "games")] == ["stopped"]


def test_a_game_that_was_cut_off_goes_on_with_its_starter_said_again_and_with_no_other(
    wish: Wish, tmp_path: Path
) -> None:
    with Journal.create(tmp_path / "games" / "cut") as cut:
        Game(cut, PatchEyes(), replace(config(), footage=footage_of(Film(Path(wish.source)))), setup())
    with pytest.raises(UserError, match="cut, which goes on, did not begin with this --starter"):
        host(replace(wish, starter="2"), eyes, lambda _: None)
    host(replace(wish, starter="1"), eyes, lambda _: None)

    (game,) = store.summaries(tmp_path / "games")
    assert (game.folder.name, game.end) == ("cut", "ended")


@pytest.mark.parametrize(("position", "games"), [(MIDDLE, 1), (MIDDLE.replace("4S", "5S"), 2)])
def test_a_cut_off_game_goes_on_only_from_the_position_it_was_entered_at(
    wish: Wish, tmp_path: Path, whole: Path, position: str, games: int
) -> None:
    cut = Journal.create(tmp_path / "games" / "cut")
    with Record(whole) as record:
        for entry in record.entries():
            if entry.kind == "frame":
                break
            cut.append(entry.kind, entry.t, entry.data)
    cut.append("event", 0.0, event_to_json(TableSays(Saying.POSITION, MIDDLE)))
    cut.close()
    host(replace(wish, position=position), eyes, lambda _: None)
    assert len(list(store.summaries(tmp_path / "games"))) == games


class DeckEyes(PatchEyes):
    """Knows a deck in which what looks like a five of clubs is a six."""

    def knowing(self, memory: DeckMemory) -> PatchEyes:
        return PatchEyes({"5C": ("6C", 0.9)})


@pytest.fixture
def kitchen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setattr(decks, "home", lambda: tmp_path / "decks")
    return decks.keep(DeckMemory("kitchen", "patches", prototypes("7H", "8C"), prototypes("7H")))


def deck_eyes() -> tuple[Eyes, str]:
    return DeckEyes(), "patches"


def test_a_game_with_a_deck_derives_the_same_from_its_own_copy_of_it(wish: Wish, kitchen: Path) -> None:
    host(replace(wish, deck="kitchen"), deck_eyes, lambda _: None)
    (game,) = store.summaries(wish.games or Path())
    kitchen.unlink()

    assert game.config.deck is not None
    assert game.config.deck.name == "kitchen"
    assert verify(game.folder, DeckEyes()) is None
    assert complaints(game.folder) == []


@pytest.mark.parametrize(("deck", "games"), [("", 1), ("kitchen", 1), ("attic", 2)])
def test_a_game_that_was_cut_off_goes_on_with_the_deck_it_had(
    wish: Wish, kitchen: Path, deck: str, games: int
) -> None:
    decks.keep(DeckMemory("attic", "patches", prototypes("KS", "8C"), prototypes("7H")))
    known = decks.find("kitchen")
    with Journal.create((wish.games or Path()) / "cut") as cut:
        footage = footage_of(Film(Path(wish.source)))
        setup_ = replace(config(), game="cut", footage=footage, deck=known.used)
        Game(cut, PatchEyes(), setup_, setup())
    decks.copy_into((wish.games or Path()) / "cut", known)

    host(replace(wish, deck=deck), deck_eyes, lambda _: None)

    found = {game.folder.name: game for game in store.summaries(wish.games or Path())}
    assert len(found) == games
    assert found["cut"].end == ("ended" if games == 1 else "")
    if games == 1:
        assert verify(found["cut"].folder, DeckEyes()) is None


@pytest.mark.parametrize(("deck", "why"), [("gone", "No deck called gone"), ("kitchen", "cannot remember")])
def test_a_deck_that_cannot_be_used_begins_no_game(wish: Wish, kitchen: Path, deck: str, why: str) -> None:
    with pytest.raises(UserError, match=why):
        host(replace(wish, deck=deck), eyes, lambda _: None)

    assert not list(store.summaries(wish.games or Path()))
