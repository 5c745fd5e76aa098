"""`referee eval`: what the referee gets right, on films, on photographs, and by the rules."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from referee import terminal
from referee.evaluation import films_in, referee_film, save_clips
from referee.films import confusion
from referee.films.compare import GameScore, bounds, total
from referee.options import JsonFile, Measured, folder_to_write
from referee.saving import MADE, save_json

ENROLLING = 10_000
"""Seeds of the tables on which decks are enrolled are so far from those on which they are read."""

evaluate = typer.Typer(
    help="Measure the referee.", epilog="Example: referee eval games films", no_args_is_help=True
)


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.add_typer(evaluate, name="eval")


@evaluate.command()
def games(
    folder: Annotated[Path, typer.Argument(help="A folder of `referee films make`.")],
    keep: Annotated[
        Path | None, typer.Option(help="Keep the journals in this folder.", callback=folder_to_write)
    ] = None,
    failures: Annotated[
        Path | None,
        typer.Option(
            help=f"Save a clip of each failure here, with what was true and what was seen{MADE}.",
            callback=folder_to_write,
        ),
    ] = None,
    json_file: JsonFile = None,
) -> None:
    """Referee every film in the folder and compare with its truth. The last line has the totals.

    Before it come a line for each film with what went wrong, which kind of play was taken for which, how many
    illegal plays of each kind were caught, and how sure the shares are.

    Example: referee eval games films --failures failures
    """
    found = films_in(folder)
    eyes, version = terminal.load_eyes()
    scores: dict[str, GameScore] = {}
    for number, film in enumerate(found, 1):
        with terminal.progress(f"{film.name} ({number} of {len(found)})", None) as progress:
            score = referee_film(film, eyes, version, keep and keep / film.name, progress)
        scores[film.name] = score
        terminal.tell(_line(film.name, score))
        if failures and score.failures:
            save_clips(film, score, failures / film.name)
    for text in _tables(list(scores.values())):
        terminal.tell(text)
    totals = total(list(scores.values()))
    terminal.tell(totals)
    save_json(json_file, {"total": totals, "films": {name: asdict(score) for name, score in scores.items()}})


@evaluate.command()
def photos(
    labels: Annotated[Path, typer.Argument(help="The labels beside the photographs.")],
    contested: Annotated[
        Path | None,
        typer.Option(help="Labels held to be wrong: figures with them set right come first."),
    ] = None,
    failures: Annotated[
        Path | None,
        typer.Option(
            help=f"Save the photographs with mistakes here, each marked, and a list{MADE}.",
            callback=folder_to_write,
        ),
    ] = None,
    models: Measured = None,
    json_file: JsonFile = None,
) -> None:
    """Find the cards on labelled photographs and compare. The last line has the totals.

    With --failures tables of what was missed, by source and by kind, come first. LABELS is a list in JSON, a
    photograph each, named from its folder; a box (x0, y0, x1, y1 in pixels) may be null. `complete` says that
    every card which can be read is listed, so that another one counts as wrong.

    ```
    [{"file": "a.jpg", "source": "kitchen", "complete": true,
      "cards": [{"card": "7H", "box": [40, 60, 120, 170]},
                {"card": "10S", "box": null}]}]
    ```

    Example: referee eval photos ../shared/photos/eval/labels.json
    """
    # Only this command needs them, and they need the inference engine.
    from referee.vision import eyes, failing
    from referee.vision import photos as photographs

    listed = photographs.load_labels(labels)
    wrong = photographs.load_contested(contested) if contested else []
    by_file = {one.file: [other for other in wrong if other.file == one.file] for one in wrong}
    seeing = eyes.load(models)
    with terminal.progress("Photographs", float(len(listed))) as progress:
        looks = photographs.look_at(listed, seeing, lambda done, _: progress(float(done)))
    if failures:
        terminal.tell(failing.save_failures(failures, listed, looks, seeing.settings.sure))
    found = [photographs.findings(look, seeing.settings.sure) for look in looks]
    if wrong:
        for text in photographs.compare(listed, found, by_file).lines():
            terminal.tell(f"{len(wrong)} labels set right: {text}")
    report = photographs.compare(listed, found)
    for text in report.lines():
        terminal.tell(text)
    save_json(json_file, report.figures())


@evaluate.command()
def tables(
    assets: Annotated[Path, typer.Option(help="The folder with decks and table tops.")],
    count: Annotated[int, typer.Option("--pictures", min=1, help="How many pictures of each deck.")] = 20,
    seed: Annotated[int, typer.Option(help="The same seed lays the same cards.")] = 1,
    enrolled: Annotated[bool, typer.Option(help="Enroll each deck before, on other tables.")] = False,
    only: Annotated[str, typer.Option("--decks", help="Other decks, with commas between.")] = "",
    view: Annotated[
        float | None, typer.Option(min=300, max=3000, help="How wide the picture is on the table, in mm.")
    ] = None,
    frames: Annotated[
        int, typer.Option(min=1, max=50, help="Photograph each table so often, and join the readings.")
    ] = 1,
    poor: Annotated[bool, typer.Option("--poor", help="A poor webcam, far off, in little light.")] = False,
    models: Measured = None,
) -> None:
    """Read cards laid apart on drawn tables, of the decks that no training saw. The last line has the totals.

    With --frames the readings of several pictures of one table are joined as in a game; the line before the
    last has the totals of the first picture alone.

    Example: referee eval tables --assets ../shared/assets --pictures 20 --poor --frames 5
    """
    from referee.films import spread, unseen
    from referee.films.eyesight import Eyesight
    from referee.films.make import Shot
    from referee.films.shown import shown
    from referee.measuring import on_tables
    from referee.vision import eyes

    shipped, shot = eyes.load(models), Shot(assets=assets, view=view)
    shot = spread.poor(shot) if poor else shot
    totals, alone = Eyesight(), Eyesight()
    for deck in only.split(",") if only else unseen.DECKS:
        seeing = shipped
        if enrolled:
            lots = shown(seed + ENROLLING, deck, shot, shipped)
            seeing = shipped.knowing(lots.memory)
            terminal.tell(f"{deck}: {lots.line()}")
        with terminal.progress(deck, float(count)) as progress:
            sight = on_tables(seeing, deck, shot, count, seed, progress, frames)
        terminal.tell(f"{deck}: {sight.joined.line()}")
        totals.join(sight.joined)
        alone.join(sight.first)
    for text in totals.mistakes():
        terminal.tell(text)
    if frames > 1:
        terminal.tell(f"the first picture alone: {alone.line()}")
    terminal.tell(totals.line())


@evaluate.command()
def empty(
    folders: Annotated[list[Path], typer.Argument(help="Folders of pictures without a card.")],
    every: Annotated[bool, typer.Option("--all", help="Also those whose kind the training may see.")] = False,
    models: Measured = None,
) -> None:
    """Count the cards seen on pictures that show none. The last line has the totals.

    Of each folder those pictures count that training keeps out: the SHA-256 of their name is odd.

    Example: referee eval empty ../shared/photos/train/tabletops_nocards
    """
    from referee.films.unseen import odd
    from referee.measuring import on_empty, pictures_in
    from referee.vision import eyes

    seeing = eyes.load(models)
    pictures = [path for folder in folders for path in pictures_in(folder) if every or odd(path)]
    with terminal.progress("Pictures without cards", float(len(pictures))) as progress:
        counts = on_empty(seeing, pictures, progress)
    for text in (*counts.named, counts.line()):
        terminal.tell(text)


@evaluate.command()
def planes(
    assets: Annotated[Path | None, typer.Option(help="The folder with decks and table tops.")] = None,
    count: Annotated[int, typer.Option("--tables", min=0, help="How many drawn tables.")] = 24,
    tilt: Annotated[float, typer.Option(min=0, max=60, help="The most that the camera looks aside.")] = 35.0,
    seed: Annotated[int, typer.Option(help="The same seed lays the same cards.")] = 1,
    folder: Annotated[Path | None, typer.Option("--films", help="Films to calibrate by, too.")] = None,
    models: Measured = None,
) -> None:
    """Find the plane of drawn tables from four cards on each, and say how far off the zones come to lie.

    The tables are seen from straight above up to --tilt degrees aside; cards are of decks that no training
    saw, if there are --assets. The last line has the totals, of films a line before.

    Example: referee eval planes --assets ../shared/assets --tables 24
    """
    from referee.films import decks, unseen
    from referee.films.make import Shot
    from referee.measuring_planes import Planes, on_film, on_table, tilts
    from referee.setting_up import read_table
    from referee.vision import eyes
    from referee.vision.film import Film

    seeing, drawn, filmed = eyes.load(models), Planes(), Planes()
    for film in films_in(folder) if folder else ():
        with Film(film / "film.mp4") as shown:
            found = on_film(seeing, shown, read_table(film / "table.json"))
        terminal.tell(f"{film.name}: " + (f"off_mm {found[0]:.2f}" if found else "not told"))
        if found:
            filmed.add(*found)
    names = unseen.DECKS if assets else (decks.BUNDLED,)
    with terminal.progress("Tables", float(count)) as progress:
        for number, aside in enumerate(tilts(count, tilt)):
            shot = Shot(assets=assets, tilt=aside)
            drawn.add(*on_table(seeing, seed + number, names[number % len(names)], shot))
            progress(float(number + 1))
    if folder:
        terminal.tell(f"films: {filmed.line()}")
    terminal.tell(drawn.line())


@evaluate.command()
def rules(
    count: Annotated[int, typer.Option("--games", min=0, help="How many random games.")] = 100_000,
    nodes: Annotated[
        int | None,
        typer.Option(min=0, help="How many positions of each counted set (1,000,000 in a checkout)."),
    ] = None,
    seed: Annotated[int, typer.Option(help="The same seed plays the same games.")] = 1,
    json_file: JsonFile = None,
) -> None:
    """Play random games of all rule sets, and count moves from known deals against a second, slow telling.

    A line for each game in which something is broken, and for each rule set whose moves differ; then the exit
    code is 1. The last line has the totals. The slow telling lies among the tests: counting needs a checkout,
    the one that the program runs from or the working folder. Elsewhere the games are played all the same.

    Example: referee eval rules --games 1000 --nodes 20000
    """
    from referee.trials.report import Report

    report = Report.begun(nodes)
    with terminal.progress("Random games", count) as progress:
        report.play(count, seed, progress, terminal.tell)
    for name in report.counted:
        with terminal.progress(f"Moves of {name}", report.nodes) as progress:
            report.count(name, report.nodes, seed, progress, terminal.tell)
    for text in (*report.remarks, report.line):
        terminal.tell(text)
    save_json(json_file, report.figures)
    raise typer.Exit(1 if report.broken else 0)


def _tables(scores: list[GameScore]) -> list[str]:
    confused = confusion.table(score.confusion for score in scores)
    return [*confused, *confusion.by_code(score.codes for score in scores), *bounds(scores)]


@evaluate.command()
def cuts(
    folder: Annotated[Path, typer.Argument(help="A folder of `referee films make`.")],
    count: Annotated[int, typer.Option("--cuts", min=1, help="How many in all.")] = 100,
    seed: Annotated[int, typer.Option(help="The same seed makes the same cuts.")] = 1,
    apart: Annotated[float, typer.Option(min=4, help="Seconds of film for each cut, on the mean.")] = 9.0,
    longest: Annotated[float, typer.Option(min=1, help="The longest cut, in seconds.")] = 4.0,
    json_file: JsonFile = None,
) -> None:
    """Show films by a network camera that is cut, hangs or freezes at random; the last line has the totals.

    Each film is refereed whole first; with cuts it must tell the same, but for what was not watched, and the
    picture must be back within three seconds. It takes as long as the films last, again and again until there
    were so many cuts. Exit code 1 where something is lost, invented, late or not noticed.

    Example: referee eval cuts films --cuts 100
    """
    from random import Random
    from tempfile import TemporaryDirectory

    from referee.trials.cuts import Tally, plan
    from referee.trials.staging import staged

    found = films_in(folder)
    eyes, version = terminal.load_eyes()
    tally, rng, rounds = Tally(), Random(seed), 0
    stages = [staged(film, eyes, version) for film in found]
    whole = [stage.whole() for stage in stages]
    while tally.cuts < count:
        stage, run = stages[rounds % len(stages)], whole[rounds % len(stages)]
        breaks = plan(
            min(count - tally.cuts, max(1, int(stage.length / apart))), stage.length, rng, 0.5, longest
        )
        with TemporaryDirectory(prefix="referee-cuts-") as scratch:
            tally.add(run, stage.go(breaks, Path(scratch) / "game"), breaks)
        rounds += 1
        terminal.tell(f"{found[(rounds - 1) % len(found)].name}: {tally.line}")
    for text in tally.complaints:
        terminal.tell(text)
    terminal.tell(tally.line)
    save_json(json_file, tally.figures)
    raise typer.Exit(0 if tally.whole else 1)


def _line(name: str, score: GameScore) -> str:
    misses = "".join(f"\n  {miss}" for miss in score.failures)
    return (
        f"{name}: plays {score.plays} right {score.right} illegal {score.illegal} caught {score.caught} "
        f"false_calls {score.false_calls} questions {score.questions}{misses}"
    )
