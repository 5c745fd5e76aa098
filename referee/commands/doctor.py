"""`referee doctor`: what is missing or wrong here, and how to mend it."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from referee.health import Finding, Health, findings
from referee.journal.store import home
from referee.options import Games, JsonFile
from referee.saving import save_json
from referee.server.serve import PORT

MARKS = {Health.GOOD: ("ok", "green"), Health.NOTE: ("note", "yellow"), Health.WRONG: ("wrong", "red")}


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(doctor)


def doctor(
    port: Annotated[int, typer.Option(help="The port for the phones.")] = PORT,
    journal: Games = None,
    json_file: JsonFile = None,
) -> None:
    """Say what is missing or wrong here, and how to mend it; exit 1 when the referee cannot work.

    Example: referee doctor
    """
    console = Console(soft_wrap=True)
    found = []
    for finding in findings(port, journal or home()):
        found.append(finding)
        console.print(line(finding))
    save_json(json_file, [asdict(finding) for finding in found])
    raise typer.Exit(any(finding.health is Health.WRONG for finding in found))


def line(finding: Finding) -> Text:
    """One line: the mark, the name, what is there and how to mend it."""
    mark, colour = MARKS[finding.health]
    text = Text.assemble((f"{mark:<6}", colour), f"{finding.name:<17}", finding.says)
    if finding.mend:
        text.append(f"  -> {finding.mend}", style="bold")
    return text
