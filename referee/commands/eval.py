"""`referee eval`: what the referee gets right, on films, on photographs, and by the rules."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from referee import terminal
from referee.evaluation import films_in, referee_film
from referee.films.compare import GameScore, bounds, total
from referee.saving import MADE, save_json

evaluate = typer.Typer(
    help="Measure the referee.", epilog="Example: referee eval games films", no_args_is_help=True
)


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.add_typer(evaluate, name="eval")


@evaluate.command()
def games(
    folder: Annotated[Path, typer.Argument(help="A folder of `referee films make`.")],
    keep: Annotated[Path | None, typer.Option(help="Keep the journals in this folder.")] = None,
    json_file: Annotated[
        Path | None, typer.Option("--json", help=f"Write the figures there too{MADE}.")
    ] = None,
) -> None:
    """Referee every film in the folder and compare with its truth. The last line has the totals.

    Example: referee eval games films
    """
    found = films_in(folder)
    eyes, version = terminal.load_eyes()
    scores: dict[str, GameScore] = {}
    for number, film in enumerate(found, 1):
        with terminal.progress(f"{film.name} ({number} of {len(found)})", None) as progress:
            score = referee_film(film, eyes, version, keep and keep / film.name, progress)
        scores[film.name] = score
        terminal.tell(_line(film.name, score))
    for text in bounds(list(scores.values())):
        terminal.tell(text)
    totals = total(list(scores.values()))
    terminal.tell(totals)
    save_json(json_file, {"total": totals, "films": {name: asdict(score) for name, score in scores.items()}})


@evaluate.command()
def photos(
    labels: Annotated[Path, typer.Argument(help="The labels beside the photographs.")],
) -> None:
    """Find the cards on labelled photographs and compare. The last line has the totals.

    Example: referee eval photos ../shared/photos/eval/labels.json
    """
    # Only this command needs them, and they need the inference engine.
    from referee.vision import eyes
    from referee.vision import photos as photographs

    seeing = eyes.load()
    with terminal.progress("Photographs", None) as progress:
        report = photographs.evaluate(
            labels, seeing, seeing.settings.sure, lambda done, _: progress(float(done))
        )
    for text in report.lines():
        terminal.tell(text)


@evaluate.command()
def rules(
    count: Annotated[int, typer.Option("--games", min=0, help="How many random games.")] = 100_000,
    nodes: Annotated[int, typer.Option(min=0, help="How many positions of each counted set.")] = 1_000_000,
    seed: Annotated[int, typer.Option(help="The same seed plays the same games.")] = 1,
    json_file: Annotated[
        Path | None, typer.Option("--json", help=f"Write the figures there too{MADE}.")
    ] = None,
) -> None:
    """Play random games of all rule sets, and count moves from known deals against a second, slow telling.

    A line for each game in which something is broken, and for each rule set whose moves differ; then the exit
    code is 1. The last line has the totals. The slow telling lies among the tests: counting needs a checkout.

    Example: referee eval rules --games 1000 --nodes 20000
    """
    from referee.trials.report import Report

    report = Report.begun(nodes)
    with terminal.progress("Random games", count) as progress:
        report.play(count, seed, progress, terminal.tell)
    for name in report.counted:
        with terminal.progress(f"Moves of {name}", nodes) as progress:
            report.count(name, nodes, seed, progress, terminal.tell)
    terminal.tell(report.line)
    save_json(json_file, report.figures)
    raise typer.Exit(1 if report.broken else 0)


def _line(name: str, score: GameScore) -> str:
    misses = "".join(f"\n  {miss}" for miss in score.misses)
    return (
        f"{name}: plays {score.plays} right {score.right} illegal {score.illegal} caught {score.caught} "
        f"false_calls {score.false_calls} questions {score.questions}{misses}"
    )
