"""The `referee` command: one module of `referee.commands` each, found by name."""

from __future__ import annotations

import importlib
import pkgutil
import re
import sys
from typing import Annotated, NoReturn, cast

import typer

import referee.commands
from referee import __version__
from referee.errors import UserError
from referee.screen import on_screen

_MISUSE = cast("type[typer.BadParameter]", typer.BadParameter.__bases__[0])
"""Wrong options and arguments; the class is click's, which newer versions of typer bring themselves."""

_PLAIN = (
    (r", unable to parse.*", ""),
    (r"Value error, ", ""),
    (r"Input should be less than or equal to (\S+)", r"it must be \1 or less"),
    (r"Input should be greater than or equal to (\S+)", r"it must be \1 or more"),
    (r"Input should be a valid integer", "it must be a whole number"),
    (r"Input should be a valid", "it must be a"),
    (r"Input should be", "it must be"),
)

app = typer.Typer(
    name="referee",
    help="Referees a game of Shithead seen through a camera.",
    epilog="Example: referee demo",
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
    """Run the command line; a person's mistake becomes one sentence on stderr and exit code 2."""
    _register(sys.argv[1] if len(sys.argv) > 1 else "")
    try:
        with on_screen():
            sys.exit(app(standalone_mode=False))
    except UserError as error:
        _refuse(str(error))
    except _MISUSE as error:
        _refuse(_misused(error))
    except typer.Abort:
        print("Nothing was done.", file=sys.stderr)
        sys.exit(1)


def _refuse(sentence: str) -> NoReturn:
    if sentence:
        print(f"referee: {sentence}", file=sys.stderr)
    sys.exit(2)


def _misused(error: typer.BadParameter) -> str:
    """What is wrong with the words of the command line; empty where the help has been shown in its place."""
    said = _plain(error.format_message().strip().rstrip("."))
    if not said or "\n" in said or error.ctx is None:
        return said
    return f"{said} (`{error.ctx.command_path} --help` shows how)."


def _plain(said: str) -> str:
    """What pydantic says of a value, by which newer versions of typer read it, in plain words."""
    for theirs, ours in _PLAIN:
        said = re.sub(theirs, ours, said)
    return said


if __name__ == "__main__":
    main()
