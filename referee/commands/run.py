"""`referee run`: referees what a camera, film, stream or folder of pictures shows."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from referee import terminal
from referee.hosting import host
from referee.names import NamesError
from referee.options import Deck, Games, TrustModel
from referee.setting_up import HostingError, Wish


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(run)


def run(
    source: Annotated[
        str,
        typer.Argument(help="Camera number or /dev path, film, http(s) or rtsp address, folder of pictures."),
    ],
    rules: Annotated[str, typer.Option(help="A rule set by name, or a .toml file.")] = "pagat",
    players: Annotated[int | None, typer.Option(help="How many play; by default one a seat.")] = None,
    names: Annotated[str, typer.Option(help="Their names, clockwise, with commas between.")] = "",
    table: Annotated[Path | None, typer.Option(help="Where pile, stock and seats lie.")] = None,
    journal: Games = None,
    dealer: Annotated[str, typer.Option(help="Who deals: a name, or a number from 1.")] = "",
    starter: Annotated[str, typer.Option(help="Who starts: a name, or a number from 1.")] = "",
    position: Annotated[
        str | None, typer.Option(help="Start in the middle: how the hand stands, in a line.")
    ] = None,
    deck: Deck = "",
    trust_model: TrustModel = None,
    port: Annotated[int | None, typer.Option(help="Serve the phones there; 0 takes a free one.")] = None,
    headless: Annotated[bool, typer.Option(help="No phones (but with --port), no pause.")] = False,
    until_end: Annotated[bool, typer.Option(help="Stop when the film ends.")] = False,
    fast: Annotated[bool, typer.Option(help="A film as fast as it goes, not at its own pace.")] = False,
    new: Annotated[bool, typer.Option(help="A new game, also where one was cut off.")] = False,
    hold: Annotated[
        bool, typer.Option(help="Hold a webcam's exposure, focus and white balance as they are.")
    ] = False,
    resume: Annotated[bool, typer.Option(help="Go on with the last game, also if it was stopped.")] = False,
) -> None:
    """Referee a game: phones follow it, and everything is recorded. A game that was cut off goes on.

    Example: referee run 0 --players 3 --table games/table.json
    """
    serve = port is not None or not headless
    wish = Wish(
        source=source,
        rules=rules,
        table=table,
        games=journal,
        players=players,
        names=_names(names),
        dealer=dealer,
        starter=starter,
        position=_position(position),
        port=(8000 if port is None else port) if serve else None,
        real_time=serve and not fast,
        stay=serve and not until_end,
        afresh=new,
        resume=resume,
        deck=deck,
        hold=hold,
    )
    host(wish, partial(terminal.load_eyes, trust_model), terminal.tell, terminal.welcome)


def _names(text: str) -> tuple[str, ...]:
    """The names between the commas of *text*; none where it is empty. Raises `NamesError`."""
    names = tuple(name.strip() for name in text.split(",")) if text else ()
    if not all(names):
        raise NamesError(
            "--names has a comma with no name beside it: give a name for everybody, or leave it out."
        )
    return names


def _position(text: str | None) -> str:
    """The position *text*; none where it was left out. Raises `HostingError` where nothing is said in it."""
    if text is not None and not text.strip():
        raise HostingError(
            "--position is empty: write how the hand stands, as `referee export GAME --position N` prints "
            "it, or leave it out."
        )
    return text or ""
