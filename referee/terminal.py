"""What the commands share: the eyes that ship, and how things are said on the terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import typer
from rich.console import Console
from rich.progress import Progress

from referee.server import qr
from referee.vision.sighting import Eyes


def load_eyes(trusted: Path | None = None) -> tuple[Eyes, str]:
    """The shipped eyes and their version, cards found by the model *trusted* if one is given.

    Raises `EyesError` when there are no weights.
    """
    # Loading the inference engine takes a second, which --help and mistakes need not wait for.
    from referee.vision import eyes

    loaded = eyes.load(trusted=trusted)
    return loaded, loaded.version


def tell(text: str) -> None:
    """One line, at once, also into a pipe."""
    typer.echo(text)
    sys.stdout.flush()


def welcome(url: str, what: str = "Phones") -> None:
    """The address for the phones, *what* they do there, and its QR code where a terminal can show it."""
    tell(f"{what}: {url}")
    if sys.stdout.isatty():
        tell(qr.terminal(url))


@contextmanager
def progress(what: str, total: float | None) -> Iterator[Callable[[float], None]]:
    """A progress bar up to *total* on a terminal, nothing elsewhere; tell what it gives how far it is."""
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(what, total=total)
        yield lambda done: bar.update(task, completed=done)
