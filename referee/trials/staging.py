"""A film of `referee films make` for the trials: its pictures by their time, its game as it was set up."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from referee import __version__
from referee.evaluation import told
from referee.films import truth
from referee.journal.config import Config
from referee.journal.footage import footage_of
from referee.rules import loading
from referee.setting_up import read_table
from referee.trials.cuts import Stage
from referee.vision.film import Film
from referee.vision.sighting import Eyes, Picture


def staged(folder: Path, eyes: Eyes, version: str) -> Stage:
    """The film in *folder*, ready to be shown."""
    known = truth.load(folder / "truth.json")
    table = read_table(folder / "table.json")
    with Film(folder / "film.mp4") as film:
        footage, fps = footage_of(film), film.fps
    rules = loading.read(known.rules)
    config = Config(folder.name, rules, known.names, table, footage, version, __version__)
    return Stage(lambda: forward(folder / "film.mp4"), known.end, fps, config, told(known), eyes)


def forward(path: Path) -> Callable[[float], Picture]:
    """The picture of the film *path* at a time, which never goes back; from any thread."""
    frames = iter(Film(path))
    held = [next(frames)]
    lock = threading.Lock()

    def at(t: float) -> Picture:
        with lock:
            while held[0].t < t and (frame := next(frames, None)) is not None:
                held[0] = frame
            return held[0].picture

    return at
