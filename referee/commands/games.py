"""`referee games`: lists the recorded evenings; deletes one for good."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from referee.commands.run import GAMES
from referee.journal import store
from referee.journal.store import Broken, Summary
from referee.saving import MADE, save_json


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(games)


def games(
    journal: Annotated[Path | None, typer.Option(help=GAMES)] = None,
    delete: Annotated[str | None, typer.Option(help="Delete this game for good.")] = None,
    yes: Annotated[bool, typer.Option(help="Do not ask before deleting.")] = False,
    json_file: Annotated[Path | None, typer.Option("--json", help=f"Write the list there too{MADE}.")] = None,
) -> None:
    """List the recorded games, a line each; or delete one with its pictures.

    Example: referee games
    """
    home = store.recorded(journal)
    if delete is not None:
        _delete(store.find(home, delete), yes)
        return
    found = list(store.listed(home))
    for game in found:
        typer.echo(line(game))
    if not found:
        typer.echo(f"No games are recorded in {home}.")
    save_json(json_file, [as_json(game) for game in found])


def line(game: Summary | Broken) -> str:
    """One game in a line."""
    size = f"{game.size_bytes / 1e6:7.1f} MB"
    if isinstance(game, Broken):
        return f"{game.folder.name}  {'':18}  {size}  {'broken':8}  {game.why}"
    minutes, seconds = divmod(int(game.length_s), 60)
    return (
        f"{game.folder.name}  {minutes:3d}:{seconds:02d}  {game.plays:4d} plays  {size}  {game.state:8}  "
        f"{game.config.rules.get('name', '?')}  {', '.join(game.config.names)}"
    )


def as_json(game: Summary | Broken) -> dict[str, object]:
    """One game for programs; of a broken one no more than where it is and why."""
    place: dict[str, object] = {"game": game.folder.name, "folder": str(game.folder)}
    if isinstance(game, Broken):
        return {**place, "end": "broken", "why": game.why, "size_bytes": game.size_bytes}
    return {
        **place,
        "began": game.began,
        "length_s": game.length_s,
        "plays": game.plays,
        "end": game.state,
        "size_bytes": game.size_bytes,
        "rules": game.config.rules.get("name"),
        "names": list(game.config.names),
        "source": game.config.footage.name,
    }


def _delete(folder: Path, yes: bool) -> None:
    if not yes:
        typer.confirm(f"Delete {folder.name} with its pictures for good?", abort=True)
    store.delete(folder)
    typer.echo(f"{folder.name} is deleted.")
