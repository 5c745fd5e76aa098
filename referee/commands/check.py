"""`referee check`: whether the record of a game is whole and unchanged."""

from __future__ import annotations

from typing import Annotated

import typer

from referee.journal import store
from referee.journal.check import complaints
from referee.options import Games, JsonFile
from referee.saving import save_json


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(check)


def check(
    game: Annotated[str, typer.Argument(help="A recorded game: its name or its folder.")],
    journal: Games = None,
    json_file: JsonFile = None,
) -> None:
    """Say whether the record of a game is whole and unchanged; exit 1 when it is not.

    Example: referee check 2026-11-30-1
    """
    folder = store.find(store.recorded(journal), game)
    found = complaints(folder)
    for text in found or [f"{folder.name} is whole and unchanged."]:
        typer.echo(text)
    save_json(json_file, {"game": folder.name, "complaints": found})
    raise typer.Exit(1 if found else 0)
