"""The `referee` command: one module of `referee.commands` each, found by name."""

from __future__ import annotations

import importlib
import pkgutil
import sys
from typing import Annotated

import typer

import referee.commands
from referee import __version__
from referee.errors import UserError

app = typer.Typer(
    name="referee",
    help="Referees a game of Shithead seen through a camera.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"referee {__version__}")
        raise typer.Exit


@app.callback()
def _referee(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None: ...


def _register(wanted: str = "") -> None:
    """Add the command *wanted* alone, so that `doctor` works where OpenCV does not; else all of them."""
    modules = sorted(info.name for info in pkgutil.iter_modules(referee.commands.__path__))
    for module in [wanted] if wanted in modules else modules:
        importlib.import_module(f"referee.commands.{module}").register(app)


def main() -> None:
    """Run the command line; a `UserError` becomes one sentence on stderr and exit code 2."""
    _register(sys.argv[1] if len(sys.argv) > 1 else "")
    try:
        app()
    except UserError as error:
        print(f"referee: {error}", file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()
