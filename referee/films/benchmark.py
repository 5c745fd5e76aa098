"""A fixed, named list of films (`datasets/NAME.toml`), made where they are missing or were made otherwise.

A film's recipe is all that is drawn of it, and by which version of the drawing: one number for it lies beside
the film, and a film whose number is the same is not drawn again.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, fields, replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import cv2

from referee.errors import MISREAD, UserError, why
from referee.films.make import Script, Shot, save, shoot, write
from referee.films.plot import Plot
from referee.films.truth import Truth
from referee.saving import written
from referee.vision.sighting import Picture

DRAWING = 2
"""Counts the changes of how films are drawn and packed; what moves where and when is in the recipe itself."""
CRF = 24
FILM = "film.mp4"
_RECIPE = "recipe"
_LISTS = Path(__file__).resolve().parents[2] / "datasets"


class BenchmarkError(UserError):
    """A list of films that is not there or cannot be made."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One film of a benchmark."""

    name: str
    seed: int
    shot: Shot


@dataclass(frozen=True, slots=True)
class Made:
    """A film that is there: what it shows, and whether it was drawn just now."""

    entry: Entry
    folder: Path
    truth: Truth
    drawn: bool


def read(name: str, assets: Path | None) -> tuple[Entry, ...]:
    """The films of the benchmark *name*: one of `datasets/`, or a file. Raises `BenchmarkError`."""
    path = Path(name) if name.endswith(".toml") else _LISTS / f"{name}.toml"
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        films = [{**data.get("all", {}), **one} for one in data["film"]]
        entries = tuple(_entry(film, path.parent, assets) for film in films)
    except FileNotFoundError:
        raise BenchmarkError(
            f"There is no {path}: give a .toml file, or name a list in datasets/ of a checkout."
        ) from None
    except MISREAD as error:
        raise BenchmarkError(f"{path} is no list of films ({why(error)}): correct it.") from error
    names = [entry.name for entry in entries]
    if len(set(names)) < len(names):
        raise BenchmarkError(f"{path} has two films of one name: give each its own.")
    return entries


def chosen(entries: Sequence[Entry], only: Sequence[str]) -> list[Entry]:
    """Those of *entries* that *only* names; all where it names none. Raises `BenchmarkError`."""
    for name in only:
        if name not in {entry.name for entry in entries}:
            raise BenchmarkError(
                f"There is no film {name!r} in the benchmark: choose among "
                f"{', '.join(entry.name for entry in entries)}."
            )
    return [entry for entry in entries if not only or entry.name in only]


def make(
    entries: Sequence[Entry], folder: Path, jobs: int = 1, progress: Callable[[int], None] = lambda _: None
) -> Iterator[Made]:
    """Make each film of *entries* in a folder of *folder*, *jobs* at a time; they come as they get ready."""
    if jobs == 1:
        for number, entry in enumerate(entries):
            progress(number)
            yield made(entry, folder / entry.name)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        waiting = [pool.submit(made, entry, folder / entry.name) for entry in entries]
        for number, future in enumerate(as_completed(waiting), 1):
            yield future.result()
            progress(number)


def made(entry: Entry, folder: Path) -> Made:
    """The film of *entry* in *folder*, drawn where it does not lie there already."""
    script = write(entry.seed, entry.shot)
    number = recipe(script, entry.shot)
    if lies_in(folder, number):
        return Made(entry, folder, script.truth, drawn=False)
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        draw(script, shoot(script, entry.shot), folder, number)
    finally:
        cv2.setNumThreads(threads)
    return Made(entry, folder, script.truth, drawn=True)


def lies_in(folder: Path, number: str) -> bool:
    """Whether the film with the recipe *number* lies in *folder*, whole."""
    return _number_in(folder) == number and (folder / FILM).is_file()


def draw(script: Script, pictures: Iterable[Picture], folder: Path, number: str, crf: int = CRF) -> None:
    """Save the film in *folder*, and at last its recipe's *number*, which a film that was cut off lacks."""
    with written(folder / _RECIPE):
        (folder / _RECIPE).unlink(missing_ok=True)
    save(script, pictures, folder, crf)
    with written(folder / _RECIPE):
        (folder / _RECIPE).write_text(number + "\n", encoding="utf-8")


def recipe(script: Script, shot: Shot, crf: int = CRF) -> str:
    """The number of all that is drawn of *script*."""
    stage = script.stage
    how = replace(shot, assets=None, rules=script.truth.rules)
    told = (DRAWING, crf, bool(shot.assets), script.truth, script.table, script.camera, script.deck.name, how)
    # What few films have is told of those alone: the numbers of the others stay what they were.
    knocks = (stage.mount,) if stage.mount else ()
    drawn = (stage.tracks, stage.reaches, stage.props, stage.lamps, *knocks)
    return hashlib.sha256(repr((told, drawn)).encode()).hexdigest()


def _number_in(folder: Path) -> str:
    try:
        return (folder / _RECIPE).read_text(encoding="utf-8").strip()
    except OSError:
        return ""


def _entry(data: Mapping[str, Any], folder: Path, assets: Path | None) -> Entry:
    """One film of a list in *folder*, where its rule files lie too."""
    left: dict[str, Any] = {
        key: tuple(value) if isinstance(value, list) else value for key, value in data.items()
    }
    name, seed = str(left.pop("name")), int(left.pop("seed"))
    if str(left.get("rules", "")).endswith(".toml"):
        left["rules"] = str(folder / left["rules"])
    plot = Plot(**{key: left.pop(key) for key in [f.name for f in fields(Plot)] if key in left})
    unknown = set(left) - {f.name for f in fields(Shot)}
    if unknown:
        raise ValueError(f"{name} has no use for {', '.join(sorted(unknown))}")
    return Entry(name, seed, Shot(assets=assets, plot=plot, **left))
