"""`referee films make`: films of simulated games with the truth beside them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.progress import track

from referee import terminal
from referee.errors import UserError
from referee.options import JsonFile, folder_to_write
from referee.saving import save_json

if TYPE_CHECKING:
    from referee.films.benchmark import Made
    from referee.films.truth import Truth
    from referee.vision.sighting import Picture

films = typer.Typer(
    help="Films of simulated games with the truth beside them.",
    epilog="Example: referee films make films --games 3 --seed 7",
    no_args_is_help=True,
)


class Pace(StrEnum):
    """How fast people play."""

    USUAL = "usual"
    BRISK = "brisk"


class Start(StrEnum):
    """Where films begin."""

    PLAY = "play"
    DEAL = "deal"
    PILE = "pile"
    ENDGAME = "endgame"


class OptionError(UserError):
    """An option that makes no film."""


@films.command()
def make(
    folder: Annotated[
        Path,
        typer.Argument(
            metavar="DIR", help="Where game-000, game-001, ... are written.", callback=folder_to_write
        ),
    ],
    games: Annotated[int, typer.Option(min=1, help="How many films.")] = 1,
    seed: Annotated[int, typer.Option(help="The first film's seed; each further film has the next.")] = 1,
    players: Annotated[int, typer.Option(min=2, max=6)] = 3,
    rules: Annotated[str, typer.Option(help="Rule set, by name or file.")] = "pagat",
    deck: Annotated[str, typer.Option(help="A deck; `auto`: by the seed, none trained on.")] = "auto",
    assets: Annotated[Path | None, typer.Option(help="Folder with decks/, textures/ and hands/.")] = None,
    plays: Annotated[int, typer.Option(min=0, help="End after so many plays; 0: at the game's end.")] = 60,
    illegal: Annotated[float, typer.Option(min=0, max=1, help="Share of planted illegal plays.")] = 0.05,
    tempo: Annotated[Pace, typer.Option(help="Brisk: a play every two to three seconds.")] = Pace.USUAL,
    nuisance: Annotated[
        list[str] | None,
        typer.Option(
            metavar="KIND",
            help="What bothers and is no event; may be given several times: held_over, taken_back, "
            "squared_up, pointing, glass, sleeve, lights, crossed.",
        ),
    ] = None,
    begin: Annotated[
        Start,
        typer.Option("--from", help="Begin before the first play, with the deal, a long pile, or no stock."),
    ] = Start.PLAY,
    squared: Annotated[float, typer.Option(min=0, max=1, help="Share of sets laid squarely.")] = 0.0,
    sly: Annotated[
        float, typer.Option(min=0, max=1, help="Share of the illegal plays that break a rule seldom broken.")
    ] = 0.0,
    size: Annotated[str, typer.Option(help="Width x height in pixels.")] = "1280x720",
    fps: Annotated[int, typer.Option(min=5, max=60)] = 15,
    tilt: Annotated[float | None, typer.Option(min=0, max=30, help="Degrees from straight above.")] = None,
    height: Annotated[float, typer.Option(min=500, max=3000, help="Camera to table in mm.")] = 1100.0,
    view: Annotated[float | None, typer.Option(min=700, max=2000, help="Table in view, mm.")] = None,
    light: Annotated[float, typer.Option(min=0.2, max=1.5, help="Brightness; 1 is usual.")] = 1.0,
    flaws: Annotated[float, typer.Option(min=0, max=3, help="Noise, shake and drift; 1 is usual.")] = 1.0,
    crf: Annotated[int, typer.Option(min=0, max=51, help="H.264 quality; less is finer.")] = 24,
    benchmark: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="Make the films of this list of datasets/ instead, missing ones only."
        ),
    ] = None,
    only: Annotated[
        list[str] | None, typer.Option(metavar="FILM", help="Of the benchmark this film; several allowed.")
    ] = None,
    jobs: Annotated[int, typer.Option(min=1, help="So many films of the benchmark at a time.")] = 1,
    json_file: JsonFile = None,
) -> None:
    """Make films of simulated games. The same seed gives the same film.

    A film that lies there already is kept; where another lies in its place, nothing is made.

    Every rule set of `referee rules list` makes films, of two to six players as it allows. With --from deal
    all but duthie and duthie_reverse do: nobody is filmed throwing starters.

    Example: referee films make films --games 3 --seed 7 --illegal 0.05
    """
    if benchmark is not None:
        save_json(json_file, list(_benchmark(benchmark, folder, _folder(assets), only or [], jobs)))
        return
    from referee.films import series
    from referee.films.make import Shot
    from referee.films.plot import Plot

    shot = Shot(
        players=players,
        rules=rules,
        deck=deck,
        assets=_folder(assets),
        size=_size(size),
        fps=fps,
        tilt=tilt,
        distance=height,
        view=view,
        light=light,
        flaws=flaws,
        tempo=tempo,
        plot=Plot(
            plays=plays,
            illegal=illegal,
            sly=sly,
            squared=squared,
            nuisances=tuple(nuisance or ()),
            start=begin,
        ),
    )
    made = series.make(shot, range(seed, seed + games), folder, crf, _watched)
    save_json(json_file, [_told(film) for film in made])


def register(app: typer.Typer) -> None:
    """Add the `films` commands to *app*."""
    app.add_typer(films, name="films")


def _benchmark(
    name: str, folder: Path, assets: Path | None, only: list[str], jobs: int
) -> Iterator[dict[str, str | int]]:
    from referee.films import benchmark

    entries = benchmark.chosen(benchmark.read(name, assets), only)
    with terminal.progress(name, float(len(entries))) as progress:
        for made in benchmark.make(entries, folder, jobs, progress):
            yield _told(made)


def _told(made: Made) -> dict[str, str | int]:
    """The film that was *made*, for programs; a line of it is told."""
    film = _summary(made.folder, made.truth)
    said = "{folder}: {seconds} s, {plays} plays, {events} events, deck {deck}".format_map(film)
    terminal.tell(said if made.drawn else f"{said}, there already")
    return film


def _summary(folder: Path, truth: Truth) -> dict[str, str | int]:
    return {
        "folder": str(folder),
        "seed": truth.seed,
        "seconds": round(truth.end),
        "events": len(truth.events),
        "plays": truth.plays,
        "deck": truth.deck,
    }


def _watched(pictures: Iterable[Picture], name: str, count: int) -> Iterable[Picture]:
    console = Console(stderr=True)
    hidden = not console.is_terminal
    return track(pictures, name, total=count, console=console, transient=True, disable=hidden)


def _folder(assets: Path | None) -> Path | None:
    if assets is not None and not (assets / "decks").is_dir():
        raise OptionError(f"There is no decks folder in {assets}: give --assets a folder with decks in it.")
    return assets


def _size(text: str) -> tuple[int, int]:
    try:
        width, height = (int(part) for part in text.lower().split("x"))
    except ValueError:
        raise OptionError(f"{text!r} is no size: write it as 1280x720.") from None
    if not (160 <= width <= 4096 and 90 <= height <= 4096) or width % 2 or height % 2:
        raise OptionError(f"{text} is no size for a film: choose even numbers from 160x90 to 4096x4096.")
    return width, height
