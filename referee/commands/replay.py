"""`referee replay`: a recorded game again: for the phones, derived anew, or by other rules."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from referee import terminal
from referee.journal import replay as again
from referee.journal import store
from referee.journal.lines import Lines
from referee.journal.log import Record
from referee.journal.reshow import Reshow
from referee.options import Games, JsonFile, TrustModel
from referee.rules import loading
from referee.saving import save_json
from referee.server.serve import PhoneServer


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(replay)


def replay(
    game: Annotated[str, typer.Argument(help="A recorded game: its name or its folder.")],
    verify: Annotated[
        bool, typer.Option("--verify", help="Derive everything again from the pictures.")
    ] = False,
    rules: Annotated[str, typer.Option(help="Rule it again by these rules; print what changes.")] = "",
    trust_model: TrustModel = None,
    speed: Annotated[float, typer.Option(help="How many times as fast as it was.", min=0.1)] = 1.0,
    port: Annotated[int, typer.Option(help="Serve the phones there; 0 takes a free one.")] = 8000,
    journal: Games = None,
    json_file: JsonFile = None,
) -> None:
    """Show a recorded game to the phones again, prove its record, or rule it by other rules.

    Example: referee replay 2026-11-30-1 --verify
    """
    folder = store.find(store.recorded(journal), game)
    if verify:
        _verify(folder, json_file, trust_model)
    elif rules:
        _rule_again(folder, rules, json_file)
    else:
        _show(folder, speed, port)


def _verify(folder: Path, json_file: Path | None, trusted: Path | None) -> None:
    eyes, version = terminal.load_eyes(trusted)
    summary = store.summarise(folder)
    length_s = summary.length_s if summary else None
    with terminal.progress(f"Deriving {folder.name} again", length_s) as progress:
        difference = again.verify(folder, eyes, progress)
    if summary and summary.config.eyes != version:
        terminal.tell("Other weights read the cards then, so the record may differ.")
    terminal.tell(str(difference) if difference else f"{folder.name}: derived again, and it is the same.")
    save_json(
        json_file,
        {"game": folder.name, "same": difference is None, "difference": difference and str(difference)},
    )
    raise typer.Exit(1 if difference else 0)


def _rule_again(folder: Path, rules: str, json_file: Path | None) -> None:
    with Record(folder) as record:
        changes = list(again.ruled_again(record.entries(), loading.load(rules)))
    for change in changes:
        terminal.tell(f"{change.t:8.2f} s  {change.what}: {change.before} -> {change.after}")
    terminal.tell(f"{len(changes)} rulings change.")
    save_json(json_file, [{"t": c.t, "what": c.what, "before": c.before, "after": c.after} for c in changes])


def _show(folder: Path, speed: float, port: int) -> None:
    line = Lines()
    with Record(folder) as record, PhoneServer(reshow := Reshow(record), port) as server:
        terminal.welcome(server.url)
        try:
            for entry in reshow.play(speed, server.publish):
                text = line(entry, reshow.state)
                if text:
                    terminal.tell(text)
            terminal.tell("The end of the record; Ctrl-C closes it.")
            reshow.wait()
        except KeyboardInterrupt:
            return
