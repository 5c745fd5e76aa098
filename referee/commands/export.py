"""`referee export`: a recorded game as text, or the position after one of its plays."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from referee.errors import UserError
from referee.journal import store
from referee.journal.log import Record
from referee.journal.text import game_text, position_after
from referee.options import Games, JsonFile, file_to_write
from referee.saving import MADE, save, save_json


class ExportError(UserError):
    """A wish that names nothing to export, or too much."""


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(export)


def export(
    game: Annotated[str, typer.Argument(help="A recorded game: its name or its folder.")],
    text: Annotated[bool, typer.Option("--text", help="The whole game as text.")] = False,
    position: Annotated[
        int | None, typer.Option(help="The position after the event with this number.", min=1)
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("-o", help=f"Write it there instead of printing it{MADE}.", callback=file_to_write),
    ] = None,
    journal: Games = None,
    json_file: JsonFile = None,
) -> None:
    """Write a recorded game down: all of it as text, or the position after one event.

    Numbers of events stand behind # in the text.

    Example: referee export 2026-11-30-1 --text -o evening.txt
    """
    if text == (position is not None):
        raise ExportError("Say what to export: --text for the whole game, or --position NUMBER.")
    folder = store.find(store.recorded(journal), game)
    with Record(folder) as record:
        entries = record.entries()
        written = game_text(entries) if position is None else position_after(entries, position) + "\n"
    if out is None:
        typer.echo(written, nl=False)
    else:
        save(out, written.encode())
    save_json(json_file, {"game": folder.name, "text" if text else "position": written})
