"""`referee games`: lists the recorded evenings; deletes one for good."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from referee.commands.run import GAMES
from referee.journal import store
from referee.journal.store import Summary
from referee.saving import MADE, save_json


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(games)


def games(
    journal: Annotated[Path | None, typer.Option(help=GAMES)] = None,
    delete: Annotated[str, typer.Option(help="Delete this game for good.")] = "",
    yes: Annotated[bool, typer.Option(help="Do not ask before deleting.")] = False,
    json_file: Annotated[Path | None, typer.Option("--json", help=f"Write the list there too{MADE}.")] = None,
) -> None:
    """List the recorded games, a line each; or delete one with its pictures.

    Example: referee games
    """
    home = journal or store.home()
    if delete:
        _delete(store.find(home, delete), yes)
        return
    found = list(store.summaries(home))
    for summary in found:
        typer.echo(line(summary))
    if not found:
        typer.echo(f"No games are recorded in {home}.")
    save_json(json_file, [as_json(summary) for summary in found])


def line(summary: Summary) -> str:
    """One game in a line."""
    minutes, seconds = divmod(int(summary.length_s), 60)
    return (
        f"{summary.folder.name}  {minutes:3d}:{seconds:02d}  {summary.plays:4d} plays  "
        f"{summary.size_bytes / 1e6:7.1f} MB  {summary.end or 'cut off':8}  "
        f"{summary.config.rules.get('name', '?')}  {', '.join(summary.config.names)}"
    )


def as_json(summary: Summary) -> dict[str, object]:
    """One game for programs."""
    return {
        "game": summary.folder.name,
        "folder": str(summary.folder),
        "began": summary.began,
        "length_s": summary.length_s,
        "plays": summary.plays,
        "end": summary.end or "cut off",
        "size_bytes": summary.size_bytes,
        "rules": summary.config.rules.get("name"),
        "names": list(summary.config.names),
        "source": summary.config.footage.name,
    }


def _delete(folder: Path, yes: bool) -> None:
    if not yes:
        typer.confirm(f"Delete {folder.name} with its pictures for good?", abort=True)
    store.delete(folder)
    typer.echo(f"{folder.name} is deleted.")
