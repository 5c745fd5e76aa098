"""The drawn game that tests referee: its film, how it is set up, and a way through it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from referee.game import Game
from referee.journal.config import Config, Footage
from referee.rules import loading
from referee.rules.actions import Event, GameConfigured, StarterDeclared
from referee.vision.frames import Frame
from referee.vision.sighting import Picture
from tests.drawn import write_film
from tests.tabletop import FPS, SIZE, TABLE, PatchEyes, Tabletop

NAMES = ("Ana", "Ben", "Cem")
EYES = PatchEyes


@cache
def pictures() -> tuple[Picture, ...]:
    """Ana plays, Ben plays, Cem plays too low and takes it back, ... (300 pictures)."""
    table = Tabletop.dealt()
    acts = (
        table.rest(2.0),
        table.play(0, "5C"),
        table.play(1, "7D"),
        table.play(2, "3H"),
        table.take_back(2),
        table.play(2, "9S"),
        table.play(0, "10H"),
        table.burn(0),
        table.play(0, "4C 4D"),
        table.pick_up(1),
        table.play(2, "8C"),
    )
    return tuple(picture for act in acts for picture in act)


def film_frames() -> Iterator[Frame]:
    for seq, picture in enumerate(pictures()):
        yield Frame(seq, round(seq / FPS, 6), picture)


def film(folder: Path) -> Path:
    """The drawn game as a film, with its table file beside it."""
    TABLE.save(folder / "table.json")
    return write_film(folder / "film.mp4", pictures(), FPS)


def config() -> Config:
    footage = Footage("drawn", live=False, size=SIZE, fps=float(FPS))
    return Config("drawn", loading.read("pagat"), NAMES, TABLE, footage, PatchEyes.version, "test")


def setup() -> tuple[Event, ...]:
    return (GameConfigured("pagat", 3, NAMES), StarterDeclared(0))


def play_through(game: Game, last: int | None = None) -> None:
    for frame in film_frames():
        if last is not None and frame.seq > last:
            return
        game.step(frame)
