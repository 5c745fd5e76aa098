"""Games of which a part was not watched."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from referee.game import Game
from referee.hosting import Evening
from referee.journal.check import complaints
from referee.journal.footage import footage_of
from referee.journal.lines import Lines
from referee.journal.log import Entry, Journal, Record
from referee.journal.replay import verify
from referee.setting_up import Wish, picture_size
from referee.vision.frames import Frame
from tests.tables import config, film_frames, setup
from tests.tabletop import FPS, SIZE, TABLE, PatchEyes
from tests.test_game import events
from tests.test_hosting import FakeCamera


def away(first: int, last: int, seconds: float = 0.0) -> Iterator[Frame]:
    """The first plays of the drawn film without the frames from *first* to *last*, *seconds* more missing."""
    for frame in islice(film_frames(), 140):
        if frame.seq < first:
            yield frame
        elif frame.seq > last:
            yield replace(frame, t=round(frame.t + seconds, 6))


def played(frames: Iterator[Frame], on_change: Callable[[dict[str, Any]], None] = lambda _: None) -> Journal:
    journal = Journal.in_memory()
    game = Game(journal, PatchEyes(), config(), setup(), on_change=on_change)
    for frame in frames:
        game.step(frame)
    return journal


def told(journal: Journal) -> list[str]:
    return [text for text in events(journal) if text.split()[0] not in ("RowSeen", "StockState")]


def gaps(entries: Iterator[Entry]) -> list[list[float]]:
    return [entry.data["gap"] for entry in entries if entry.kind == "frame" and "gap" in entry.data]


def test_a_stretch_without_pictures_is_in_the_journal_with_its_times() -> None:
    journal = played(away(-1, -1))
    assert gaps(journal.entries()) == []

    journal = played(away(20, 24, seconds=60.0))
    assert gaps(journal.entries()) == [
        [pytest.approx(19 / FPS, abs=1e-5), pytest.approx(25 / FPS + 60, abs=1e-5)]
    ]
    assert told(journal)[2:4] == ["ViewLost", "ViewRestored"]


def test_a_gap_in_which_nothing_happened_changes_nothing() -> None:
    whole, cut = told(played(away(-1, -1))), told(played(away(20, 24, seconds=60.0)))

    assert [text for text in cut if not text.startswith("View")] == whole


def test_who_played_while_nobody_watched_is_asked_where_it_is_not_their_turn() -> None:
    # Ana and Ben have played; of Cem's three the camera sees nothing but that it lies there.
    journal = played(away(84, 99))
    play = next(e.data for e in journal.entries() if e.kind == "event" and e.data.get("seat_p", 1) <= 0.5)
    asked = [e.data["text"] for e in journal.entries() if e.kind == "notice" and e.data["type"] == "Question"]

    assert play["cards"][0][0][0] == "3H"
    assert "Who played the three?" in asked
    assert not [e for e in journal.entries() if e.kind == "notice" and e.data.get("code") == "OUT_OF_TURN"]


def test_the_phones_are_told_that_the_camera_is_lost_and_that_it_is_back() -> None:
    seen: list[dict[str, Any]] = []
    game = Game(Journal.in_memory(), PatchEyes(), config(), setup(), on_change=seen.append)
    for frame in islice(film_frames(), 30):
        if frame.seq == 20:
            game.unseen(0.5)
            assert seen[-1]["status"] == "watching"
            game.unseen(2.5)
            assert (seen[-1]["status"], seen[-1]["camera"]["age_s"]) == ("lost", 2.5)
        game.step(frame)
        if frame.seq == 20:
            assert (seen[-1]["status"], seen[-1]["camera"]["age_s"]) == ("watching", 0.0)


def test_the_snapshot_counts_gaps_and_dropped_frames_and_tells_the_pace() -> None:
    seen: list[dict[str, Any]] = []
    frames = (frame for frame in away(20, 24, seconds=60.0) if frame.seq not in (100, 101))
    played(frames, seen.append)
    camera = seen[-1]["camera"]

    assert (camera["gaps"], camera["unwatched_s"], camera["dropped"]) == (1, 60.4, 7)
    assert camera["fps"] == pytest.approx(FPS, abs=1)


def test_the_terminal_says_from_when_to_when_nobody_watched() -> None:
    line = Lines()
    said = [line(entry, None) for entry in played(away(20, 24, seconds=60.0)).entries()]

    assert "0:01.2  Not watched until 1:01.6" in said
    assert not [text for text in said if text and "as it lies" in text]


class Failing(FakeCamera):
    """Live pictures of the drawn table that stay away, freeze, and go on."""

    def __init__(self, *frames: Frame) -> None:
        super().__init__(0, 0)
        self._frames = frames

    def __iter__(self) -> Iterator[Frame]:
        for frame in self._frames:
            time.sleep(0.01)
            yield frame


def test_a_cameras_game_with_gaps_derives_to_the_same_journal_also_when_it_was_cut_off(
    tmp_path: Path,
) -> None:
    frames = list(away(20, 24, seconds=60.0))
    frozen = [replace(f, gap_from=f.t - 2.0) if n == 60 else f for n, f in enumerate(frames)]
    live = replace(config(), footage=footage_of(FakeCamera(0, 0)))
    for part in (frozen[:90], frozen[90:]):
        open_journal = Journal.open if (tmp_path / "game").exists() else Journal.create
        with open_journal(tmp_path / "game") as journal:
            began = part[0].t
            shown = (replace(f, t=f.t - began, gap_from=f.gap_from and f.gap_from - began) for f in part)
            evening = Evening(journal, PatchEyes(), live, setup(), Failing(*shown), lambda _: None)
            evening.go(Wish("fake", real_time=False, stay=False))

    with Record(tmp_path / "game") as record:
        found = gaps(record.entries())
    # A busy machine drops frames beside the gaps too.
    assert [until - since for since, until in found[:2]] == [
        pytest.approx(60.4, abs=3),
        pytest.approx(2, abs=1.5),
    ]
    assert complaints(tmp_path / "game") == []
    assert verify(tmp_path / "game", PatchEyes()) is None


def test_a_game_that_is_going_on_already_is_followed_without_an_accusation() -> None:
    # The five and the seven lie there; the next card is Cem's three, too low upon the seven.
    journal = Journal.in_memory()
    new: list[Entry] = []
    said: list[str] = []
    game, line = Game(journal, PatchEyes(), config(), setup(), on_entry=new.append), Lines()
    for frame in film_frames():
        if frame.seq >= 70:
            game.step(frame)
            said += [text for entry in new if (text := line(entry, game.view.state))]
            new.clear()
            if frame.seq == 120:
                break
    snapshot = game.snapshot()

    assert "Nobody saw how the pile came to lie so: it is taken as it lies" in [text[8:] for text in said]
    assert told(journal)[2] == "ViewRestored"
    assert {"5C", "7D"} <= {reading[0][0] for reading in _pile(journal) if reading}
    assert len(snapshot["seats"][0]["up"]) == 3
    assert not [e for e in journal.entries() if e.kind == "notice" and e.data.get("level") == "illegal"]


def _pile(journal: Journal) -> list[list[list[Any]]]:
    return next(e.data["pile"] for e in journal.entries() if e.kind == "event" and e.data.get("pile"))


class Unplugged(Failing):
    """A webcam whose cable is out until somebody reads that it is."""

    told = "fake camera gives 640 x 360, MJPG, 15 pictures a second."

    def __init__(self, *frames: Frame) -> None:
        super().__init__(*frames)
        self.noticed = threading.Event()

    def __iter__(self) -> Iterator[Frame]:
        yield self._frames[0]
        self.noticed.wait(20)
        yield from self._frames[1:]


def test_a_camera_says_what_it_gives_and_that_it_gives_nothing_and_the_game_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.hosting.SAY_S", 0.5)
    camera = Unplugged(*islice(film_frames(), 4))
    lines: list[str] = []

    def tell(text: str) -> None:
        lines.append(text)
        if "no picture" in text:
            camera.noticed.set()

    live = replace(config(), footage=footage_of(camera))
    with Journal.create(tmp_path / "game") as journal:
        evening = Evening(journal, PatchEyes(), live, setup(), camera, tell)
        evening.introduce()
        evening.go(Wish("fake", real_time=False, stay=False))
        marks = [
            e.data.get("told") for e in journal.entries() if e.kind == "mark" and e.data["what"] == "camera"
        ]

    assert lines[0] == marks[0] == camera.told
    assert "fake camera gives no picture: it is tried again until it does." in lines
    assert lines[-1] == "The end of fake camera."


def test_a_webcam_is_asked_for_the_size_of_the_table_file_if_there_is_one(tmp_path: Path) -> None:
    TABLE.save(tmp_path / "table.json")

    assert picture_size(tmp_path / "table.json") == SIZE
    assert picture_size(tmp_path / "none.json") is None
