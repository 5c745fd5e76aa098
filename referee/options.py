"""Options that several commands have, and the checks that spare them work in vain."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from referee.saving import MADE, refuse_file, refuse_folder

TRUST = "Find the cards by this model of your own (.pt, .engine): opening it runs what is in it."


def file_to_write(path: Path | None) -> Path | None:
    """Refuses a file that cannot be written before the work begins: the `callback` of an option."""
    if path is not None:
        refuse_file(path)
    return path


def folder_to_write(path: Path | None) -> Path | None:
    """The same for a folder into which files are written."""
    if path is not None:
        refuse_folder(path)
    return path


JsonFile = Annotated[
    Path | None,
    typer.Option("--json", help=f"Write the same there, for programs{MADE}.", callback=file_to_write),
]
Models = Annotated[Path | None, typer.Option(help="Use the weights in this folder.")]
Measured = Annotated[Path | None, typer.Option(help="Eyes to measure instead of the shipped ones.")]
Games = Annotated[
    Path | None, typer.Option(help="Where games are recorded (a folder of your own by default).")
]
Deck = Annotated[str, typer.Option(help="The deck in use, as it was enrolled.")]
TrustModel = Annotated[Path | None, typer.Option(help=TRUST)]
