"""`referee demo`: the bundled film, or a webcam, for the phones."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from referee import terminal
from referee.films import truth
from referee.hosting import host
from referee.options import Deck, Games
from referee.resources import demo_dir
from referee.rules.actions import GameConfigured, StarterDeclared
from referee.setting_up import Wish


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(demo)


def demo(
    camera: Annotated[str, typer.Option(help="A camera number in place of the bundled film.")] = "",
    table: Annotated[Path | None, typer.Option(help="The table file, for --camera.")] = None,
    journal: Games = None,
    deck: Deck = "",
    port: Annotated[int | None, typer.Option(help="Serve the phones there; 0 takes a free one.")] = None,
    headless: Annotated[bool, typer.Option(help="No phones (but with --port), no pause.")] = False,
    until_end: Annotated[bool, typer.Option(help="Stop when the film ends.")] = False,
    fast: Annotated[bool, typer.Option(help="As fast as it goes, not at the film's own pace.")] = False,
) -> None:
    """Referee the bundled film, and serve the phones.

    Example: referee demo
    """
    serve = port is not None or not headless
    wish = Wish(
        source=camera or str(demo_dir() / "film.mp4"),
        table=table or (None if camera else demo_dir() / "table.json"),
        games=journal,
        port=(8000 if port is None else port) if serve else None,
        real_time=serve and not fast,
        stay=serve and not until_end,
        afresh=not camera,
        deck=deck,
    )
    host(wish if camera else _told(wish), terminal.load_eyes, terminal.tell, terminal.welcome)


def _told(wish: Wish) -> Wish:
    """*wish* with what the players of the bundled film tell the referee before they begin."""
    start = truth.load(demo_dir() / "truth.json").start
    config = next(event for event in start if isinstance(event, GameConfigured))
    starter = next((event.seat for event in start if isinstance(event, StarterDeclared)), None)
    return replace(
        wish,
        rules=config.rules,
        players=config.players,
        names=config.names,
        dealer="" if config.dealer is None else str(config.dealer + 1),
        starter="" if starter is None else str(starter + 1),
    )
