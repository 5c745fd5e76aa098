"""A game during which the camera is knocked: from the film of it to its journal, and back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import pytest

from referee.films.camera import through
from referee.films.compare import compare
from referee.films.make import Script, Shot, save, shoot, write
from referee.films.plot import Plot
from referee.game import Game
from referee.journal.config import Config, Footage
from referee.journal.footage import footage_of
from referee.journal.lines import line
from referee.journal.log import Entry, Journal, Record
from referee.journal.replay import verify
from referee.rules.actions import RowSeen, ViewLost, ViewRestored
from referee.rules.codec import event_from_json
from referee.table.homography import applied
from referee.table.watched_camera import Moved
from referee.table.zoning import corners_of
from referee.vision import eyes
from referee.vision.film import Film
from referee.vision.frames import Frame
from referee.vision.sighting import Eyes, Picture
from tests.pictured import weights

SHOT = Shot(
    size=(960, 540),
    fps=10,
    tempo="brisk",
    plot=Plot(plays=3, illegal=0.0, idle=0.0, generous=0.0, nuisances=("knocked",)),
)
SEEDS = (7, 8)
"""Knocked at rest; knocked while an arm is over the table."""


@dataclass(frozen=True)
class Evening:
    """A film, its game, and who saw it."""

    script: Script
    folder: Path
    seeing: Eyes

    @property
    def entries(self) -> list[Entry]:
        with Record(self.folder / "game") as record:
            return list(record.entries())

    @property
    def moves(self) -> list[tuple[float, Moved]]:
        frames = [entry for entry in self.entries if entry.kind == "frame" and "moved" in entry.data]
        return [(entry.t, Moved.from_json(entry.data["moved"])) for entry in frames]

    def frames(self) -> Iterator[Frame]:
        with Film(self.folder / "film.mp4") as film:
            yield from film

    def begin(self, journal: Journal) -> Game:
        truth = self.script.truth
        with Film(self.folder / "film.mp4") as film:
            footage = footage_of(film)
        config = Config("film", truth.rule_data, truth.names, self.script.table, footage, "", "test")
        start = [event for event in truth.start if not isinstance(event, RowSeen)]
        return Game(journal, self.seeing, config, start)


@pytest.fixture(scope="module", params=SEEDS)
def evening(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Evening:
    folder = tmp_path_factory.mktemp("knocked")
    script = write(request.param, SHOT)
    save(script, shoot(script, SHOT), folder)
    found = Evening(script, folder, eyes.load(weights()))
    with Journal.create(folder / "game") as journal:
        game = found.begin(journal)
        for frame in found.frames():
            game.step(frame)
        game.mark("ended")
    return found


def test_the_knock_is_noticed_and_the_zones_lie_within_three_millimetres_again(evening: Evening) -> None:
    (nuisance,) = evening.script.truth.nuisances
    ((t, moved),) = evening.moves
    assert nuisance.t0 <= moved.since <= t <= nuisance.t1 + 1.0
    assert moved.off_mm > 5
    way = evening.script.stage.mount.way(evening.script.camera, evening.script.truth.end)
    zones = corners_of(evening.script.table)
    there = applied(np.array(moved.to_mm), through(way, evening.script.camera.project(zones)))
    assert np.linalg.norm(there - zones, axis=1).max() < 3.0


def test_the_plays_before_and_after_are_told_and_nothing_else_is(evening: Evening) -> None:
    told = [(e.t, event_from_json(e.data)) for e in evening.entries if e.kind == "event"]
    assert compare(evening.script.truth, evening.entries).perfect
    assert [event for _, event in told if isinstance(event, ViewLost | ViewRestored)] == [
        ViewLost(),
        ViewRestored(),
    ]
    rows = [event.seat for _, event in told if isinstance(event, RowSeen)]
    assert sorted(rows) == [0, 1, 2]


def test_the_game_derives_to_the_same_journal(evening: Evening) -> None:
    assert verify(evening.folder / "game", evening.seeing) is None


def test_a_game_that_is_cut_off_after_the_knock_goes_on_by_the_table_as_it_lies_now(
    evening: Evening,
) -> None:
    journal, (cut_t, _) = Journal.in_memory(), evening.moves[0]
    first = evening.begin(journal)
    for frame in evening.frames():
        if frame.t > cut_t + 1.0:
            break
        first.step(frame)
    again = evening.begin(journal)
    for frame in evening.frames():
        again.step(frame)
    again.mark("ended")
    assert [e.content for e in journal.entries()] == [e.content for e in evening.entries]


def test_terminal_and_phones_are_told(evening: Evening) -> None:
    said = [text for entry in evening.entries if (text := line(entry, None))]
    assert len(said) == 1
    assert "The camera was moved; the zones were set right" in said[0]
    journal = Journal.in_memory()
    seen: list[float | None] = []
    game = evening.begin(journal)
    game.on_change = lambda shown: seen.append(shown["camera"]["moved_t"])
    for frame in evening.frames():
        game.step(frame)
        if frame.t > evening.moves[0][0] + 0.5:
            break
    assert (seen[0], seen[-1]) == (None, evening.moves[0][0])


def test_the_phones_are_told_of_a_camera_that_looks_elsewhere_until_it_looks_back() -> None:
    script = write(9, SHOT)
    pictures = [picture for picture, _ in zip(shoot(script, SHOT), range(12), strict=False)]
    elsewhere = [_elsewhere(pictures[number % 12], number) for number in range(30)]
    statuses = shown([*pictures, *elsewhere, *pictures, *pictures], script)
    assert "astray" not in statuses[:12]
    assert statuses[38:42] == ["astray"] * 4
    assert statuses[-1] == "watching"


def shown(pictures: list[Picture], script: Script) -> list[str]:
    """The status that the phones show with each of *pictures*."""
    truth, statuses = script.truth, list[str]()
    footage = Footage("drawn", live=False, size=SHOT.size, fps=float(SHOT.fps))
    config = Config("film", truth.rule_data, truth.names, script.table, footage, "", "test")
    start = [event for event in truth.start if not isinstance(event, RowSeen)]
    game = Game(Journal.in_memory(), eyes.load(weights()), config, start)
    for seq, picture in enumerate(pictures):
        game.step(Frame(seq, seq / SHOT.fps, picture))
        statuses.append(str(game.snapshot()["status"]))
    return statuses


def _elsewhere(picture: Picture, number: int) -> Picture:
    """A view of another part of the room, as sharp."""
    noise = np.random.default_rng(5).integers(30, 200, (68, 120, 3)).astype(np.uint8)
    view = cv2.resize(noise, (picture.shape[1], picture.shape[0]), interpolation=cv2.INTER_CUBIC)
    grain = np.random.default_rng(number).integers(0, 4, view.shape, np.uint8)
    return np.asarray(cv2.add(np.asarray(view, np.uint8), grain), np.uint8)
