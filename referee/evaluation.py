"""Whole games on films, with a truthful table that answers the referee's questions."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from referee import __version__
from referee.errors import UserError
from referee.films import clips
from referee.films.asked import calls_asked_for
from referee.films.compare import GameScore, compare
from referee.films.truth import Truth
from referee.films.truth import load as load_truth
from referee.game import Game
from referee.journal.config import Config
from referee.journal.footage import footage_of
from referee.journal.log import Journal
from referee.player import TruthfulTable
from referee.rules.actions import Event, RowSeen
from referee.setting_up import read_table, refuse_other_camera
from referee.stages import Stages
from referee.vision.film import Film
from referee.vision.frames import Ahead
from referee.vision.sighting import Eyes


class EvaluationError(UserError):
    """Nothing to measure."""


def films_in(folder: Path) -> list[Path]:
    """The folders of films in *folder*, or itself. Raises `EvaluationError` where there is none."""
    found = sorted(file.parent for file in folder.glob("*/film.mp4"))
    if (folder / "film.mp4").is_file():
        found.insert(0, folder)
    if not found:
        raise EvaluationError(
            f"There are no films in {folder}: make some with `referee films make {folder}`."
        )
    return found


def referee_film(
    folder: Path,
    eyes: Eyes,
    eyes_version: str = "",
    keep: Path | None = None,
    progress: Callable[[float], None] = lambda _: None,
    stages: Stages | None = None,
) -> GameScore:
    """Referee the film in *folder* and compare with the truth beside it; the journal stays in *keep*."""
    truth = load_truth(folder / "truth.json")
    table = read_table(folder / "table.json")
    with ExitStack() as closing:
        film = closing.enter_context(Film(folder / "film.mp4"))
        refuse_other_camera(table, film)
        scratch = Path(closing.enter_context(tempfile.TemporaryDirectory()))
        journal = closing.enter_context(Journal.create(keep or scratch / "game"))
        players = TruthfulTable(truth)
        rules = truth.rule_data
        config = Config(folder.name, rules, truth.names, table, footage_of(film), eyes_version, __version__)
        game = Game(journal, eyes, config, told(truth), on_entry=players.hear, stages=stages)
        frames, seconds = _go(game, film, players, progress)
        game.mark("ended")
        asked = calls_asked_for(truth, journal.entries())
        return compare(truth, journal.entries(), frames, seconds, asked)


def save_clips(folder: Path, score: GameScore, to: Path) -> list[Path]:
    """A clip of each failure of *score* in the film of *folder*, saved in the folder *to*."""
    fps = load_truth(folder / "truth.json").fps
    return clips.save(folder / "film.mp4", fps, score.failures, to)


def told(truth: Truth) -> list[Event]:
    """What the players say before they begin. The cards in the rows the referee has to see for itself."""
    return [event for event in truth.start if not isinstance(event, RowSeen)]


def _go(
    game: Game, film: Film, players: TruthfulTable, progress: Callable[[float], None]
) -> tuple[int, float]:
    began = time.perf_counter()
    frames = 0
    with Ahead(film) as ahead:
        for frame in ahead:
            for word in players.say(frame.t):
                game.hear(word)
            game.step(frame)
            frames += 1
            progress(frame.t)
    return frames, time.perf_counter() - began
