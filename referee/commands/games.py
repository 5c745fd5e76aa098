"""`referee games`: lists the recorded evenings; says how the last one stands; deletes one for good."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from referee.journal import hands, store
from referee.journal.scores import scores_json
from referee.journal.store import Blank, Broken, Summary
from referee.options import Games, JsonFile
from referee.saving import save_json


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(games)


def games(
    journal: Games = None,
    delete: Annotated[str | None, typer.Option(help="Delete this game for good.")] = None,
    standings: Annotated[
        bool, typer.Option("--standings", help="The points of the last evening, and who deals next.")
    ] = False,
    yes: Annotated[bool, typer.Option(help="Do not ask before deleting.")] = False,
    json_file: JsonFile = None,
) -> None:
    """List the recorded games, a line each; say how the last evening stands; or delete a game for good.

    Example: referee games --standings
    """
    home = store.recorded(journal)
    if delete is not None:
        _delete(store.find(home, delete), yes)
        return
    if standings:
        _standings(home, json_file)
        return
    found = list(store.listed(home))
    for game in found:
        typer.echo(line(game))
    if not found:
        typer.echo(f"No games are recorded in {home}.")
    save_json(json_file, [as_json(game) for game in found])


def line(game: Summary | Broken | Blank) -> str:
    """One game in a line."""
    size = f"{game.size_bytes / 1e6:7.1f} MB"
    if isinstance(game, Blank):
        return f"{game.folder.name}  {'':18}  {size}  {'empty':8}  Nothing is recorded yet."
    if isinstance(game, Broken):
        return f"{game.folder.name}  {'':18}  {size}  {'broken':8}  {game.why}"
    minutes, seconds = divmod(int(game.length_s), 60)
    return (
        f"{game.folder.name}  {minutes:3d}:{seconds:02d}  {game.plays:4d} plays  {size}  {game.state:8}  "
        f"{game.config.rules.get('name', '?')}  {', '.join(game.config.names)}"
    )


def as_json(game: Summary | Broken | Blank) -> dict[str, object]:
    """One game for programs; of a broken one no more than where and why, of an empty one less."""
    place: dict[str, object] = {"game": game.folder.name, "folder": str(game.folder)}
    if isinstance(game, Blank):
        return {**place, "end": "empty", "size_bytes": game.size_bytes}
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


def _standings(home: Path, json_file: Path | None) -> None:
    played = hands.last_evening(home)
    if played is None:
        typer.echo(f"No games are recorded in {home}.")
        save_json(json_file, None)
        return
    scores = {"games": list(played.games), **scores_json(played.evening)}
    for row in score_lines(scores):
        typer.echo(row)
    save_json(json_file, scores)


def score_lines(scores: dict[str, Any]) -> Iterator[str]:
    """How an evening stands, in lines."""
    first, last, hands_played = scores["games"][0], scores["games"][-1], _counted(scores["hands"], "hand")
    yield f"{first if first == last else f'{first} to {last}'}: {hands_played} played to the end"
    width = max((len(row["name"]) for row in scores["standings"]), default=0)
    for row in scores["standings"]:
        missed = scores["hands"] - row["hands"]
        points = _counted(row["points"], "point", 3) + (f", missed {missed}" if missed else "")
        yield f"{row['place']:3d}. {row['name']:{width}}  {points}"
    if scores["tea"]:
        yield f"{scores['tea']} makes the tea."
    yield _next_hand(scores["players"], scores["dealer"])


def _next_hand(names: list[str], dealer: str | None) -> str:
    """Who plays it, and what to type for it."""
    people, command = ", ".join(names), ["referee", "run", "SOURCE", "--names", ",".join(names)]
    if dealer in names:
        people, command = f"{people}; {dealer} deals", [*command, "--dealer", str(dealer)]
    return f"Next hand: {people} ({shlex.join(command)})"


def _counted(number: int, what: str, width: int = 0) -> str:
    return f"{number:{width}d} {what}{'' if number == 1 else 's'}"
