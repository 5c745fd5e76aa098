"""`referee bench`: speed of each stage and of the whole path, as a table."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from referee import terminal
from referee.options import JsonFile
from referee.saving import save_json

if TYPE_CHECKING:
    from referee.bench import Delay, Speed
    from referee.trials.speed import RulesSpeed


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(bench)


def bench(
    film: Annotated[Path | None, typer.Option(help="A film with its table.json beside it.")] = None,
    seconds: Annotated[float, typer.Option(min=1, help="How much of the film to take.")] = 60.0,
    json_file: JsonFile = None,
) -> None:
    """Say how fast each stage of the path is, the whole, the way to a phone, and the rules alone.

    The film is refereed twice: as fast as it goes, and at its own pace with a phone listening.

    Example: referee bench --film films/game-000/film.mp4
    """
    from referee.bench import measure_delay, measure_speed
    from referee.resources import demo_dir
    from referee.trials.speed import measure_rules

    film = film or demo_dir() / "film.mp4"
    eyes, _ = terminal.load_eyes()
    with terminal.progress("As fast as it goes", seconds) as progress:
        speed = measure_speed(film, seconds, eyes, progress)
    with terminal.progress("At its own pace", seconds) as progress:
        delay = measure_delay(film, seconds, eyes, progress)
    with terminal.progress("The rules", None):
        verified = measure_rules()
    console = Console()
    console.print(stages_table(speed))
    console.print(whole(speed), delays(delay), rules_line(verified), sep="\n", highlight=False)
    save_json(json_file, figures(speed, delay, verified))


def stages_table(speed: Speed) -> Table:
    """A row a stage: milliseconds a frame of the film, its share, and how often it ran and for how long."""
    table = Table("stage", "ms a frame", "share", "times", "ms each", "longest ms")
    for column in table.columns[1:]:
        column.justify = "right"
    sum_s = sum(stage.total_s for stage in speed.stages.values()) or 1.0
    for name, stage in speed.stages.items():
        frame_ms = 1000 * stage.total_s / max(1, speed.frames)
        each_ms, longest_ms = 1000 * stage.mean_s, 1000 * stage.longest_s
        share = stage.total_s / sum_s
        table.add_row(
            name, f"{frame_ms:.2f}", f"{share:.0%}", str(stage.count), f"{each_ms:.1f}", f"{longest_ms:.1f}"
        )
    return table


def whole(speed: Speed) -> str:
    """The whole path in a line."""
    return f"whole path: {speed.frames} frames in {speed.wall_s:.1f} s, {speed.fps:.1f} frames a second"


def delays(delay: Delay) -> str:
    """From a play at rest to a phone, in a line."""
    if not delay.seconds:
        return f"from rest to phone: a phone heard of none of {delay.plays} plays"
    p50, p95 = delay.share(50) or 0.0, delay.share(95) or 0.0
    heard = f"{len(delay.seconds)} of {delay.plays} plays"
    return f"from rest to phone: p50 {p50:.2f} s, p95 {p95:.2f} s, longest {delay.seconds[-1]:.2f} s, {heard}"


def rules_line(verified: RulesSpeed) -> str:
    """The rules alone, in a line: each event is ruled on and the state carried on."""
    return (
        f"rules: {verified.per_s:.0f} verified events a second ({verified.events} of whole games, one core)"
    )


def figures(speed: Speed, delay: Delay, verified: RulesSpeed) -> dict[str, Any]:
    """The same for programs."""
    stages = {
        name: {"count": stage.count, "total_s": stage.total_s, "longest_s": stage.longest_s}
        for name, stage in speed.stages.items()
    }
    path = {"frames": speed.frames, "wall_s": speed.wall_s, "fps": speed.fps, "stages": stages}
    phone = {
        "plays": delay.plays,
        "heard": len(delay.seconds),
        "p50_s": delay.share(50),
        "p95_s": delay.share(95),
    }
    rules = {"events": verified.events, "cpu_s": verified.cpu_s, "per_s": verified.per_s}
    return {"path": path, "phone": phone, "rules": rules}
