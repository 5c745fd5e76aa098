"""Films of one kind by one seed after another, in a folder where no film is ever replaced by another."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from referee.films.benchmark import CRF, FILM, Entry, Made, draw, lies_in, recipe
from referee.films.make import FilmError, Shot, shoot, write
from referee.vision.sighting import Picture

Watch = Callable[[Iterable[Picture], str, int], Iterable[Picture]]
"""Hands on the pictures of the film of that name, so many, and may tell how far it is."""


def make(
    shot: Shot,
    seeds: range,
    folder: Path,
    crf: int = CRF,
    watch: Watch = lambda pictures, _name, _count: pictures,
) -> Iterator[Made]:
    """The films of *seeds* in *folder*: game-000, game-001, ...; one that lies there already is kept.

    Raises `FilmError`, before anything is drawn, where another film lies in the place of one of them.
    """
    films = [Entry(f"game-{number:03d}", seed, shot) for number, seed in enumerate(seeds)]
    for film in films:
        _refuse_other(film, folder / film.name, crf)
    for film in films:
        place = folder / film.name
        script = write(film.seed, shot)
        number = recipe(script, shot, crf)
        there = lies_in(place, number)
        if not there:
            draw(script, watch(shoot(script, shot), film.name, script.count), place, number, crf)
        yield Made(film, place, script.truth, drawn=not there)


def _refuse_other(film: Entry, place: Path, crf: int) -> None:
    if (place / FILM).exists() and not lies_in(place, recipe(write(film.seed, film.shot), film.shot, crf)):
        raise FilmError(
            f"In {place} lies a film that was made otherwise or not to its end: give another folder, or "
            "delete it first."
        )
