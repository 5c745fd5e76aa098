"""`referee rules`: the rule sets in plain words, and adjudication cases."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from referee.options import JsonFile, file_to_write
from referee.rules.cases import Outcome, load_cases, run
from referee.rules.described import described
from referee.rules.loading import load, presets
from referee.rules.ruled_text import games_in, ruled_game
from referee.rules.ruleset import RuleSet
from referee.rules.schema import json_schema
from referee.rules.undescribed import undescribed
from referee.saving import MADE, save_json

rules = typer.Typer(
    help="The rule sets: list them, show one, check cases by them, read a written game.",
    epilog="Example: referee rules show pagat",
    no_args_is_help=True,
)


def register(app: typer.Typer) -> None:
    """Add `referee rules` to the command line."""
    app.add_typer(rules, name="rules")


@rules.command("list")
def list_rules(json_file: JsonFile = None) -> None:
    """The rule sets that come with the referee.

    Example: referee rules list
    """
    sets, others = [load(name) for name in presets()], undescribed()
    width = max(map(len, (*presets(), *others))) + 2
    for each in sets:
        typer.echo(f"{each.name:<{width}}{each.title}")
    typer.echo("\nNot described: the sources name them and leave their rules out.")
    for name, game in others.items():
        typer.echo(f"{name:<{width}}{game.title}. {game.known} As a rule file? {game.as_file}")
    described_sets = [{"name": each.name, "title": each.title, "described": True} for each in sets]
    named_only = [{"name": name, **asdict(game), "described": False} for name, game in others.items()]
    save_json(json_file, [*described_sets, *named_only])


@rules.command("show")
def show(name: str, json_file: JsonFile = None) -> None:
    """One rule set in plain words with its sources. NAME is a preset or a .toml file.

    Example: referee rules show pagat
    """
    chosen = load(name)
    for line in lines_of(chosen):
        typer.echo(line)
    said = [asdict(sentence) for sentence in described(chosen)]
    save_json(json_file, {"name": chosen.name, "title": chosen.title, "also": chosen.also, "rules": said})


def lines_of(chosen: RuleSet) -> list[str]:
    """The lines of `rules show`."""
    return [
        f"{chosen.title} ({chosen.name})",
        *([f"Also called {', '.join(chosen.also)}."] if chosen.also else []),
        "",
        *(f"- {sentence}" for sentence in described(chosen)),
        *(["", "Agree before you deal:"] if chosen.agree else []),
        *(f"- {q}" for q in chosen.agree),
    ]


@rules.command("schema")
def schema(
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", help=f"Write it to this file{MADE}.", callback=file_to_write),
    ] = None,
) -> None:
    """The JSON Schema of a rule file, for editors that complete and check TOML.

    Example: referee rules schema -o rules.schema.json
    """
    if output is None:
        typer.echo(json.dumps(json_schema(), indent=1))
    save_json(output, json_schema())


@rules.command("read")
def read(
    file: Annotated[Path, typer.Argument(help="A written game, as `referee export GAME --text` writes one.")],
    by: Annotated[
        str | None, typer.Option("--rules", help="Other rules than it names: a name or a .toml file.")
    ] = None,
    json_file: JsonFile = None,
) -> None:
    """Rule a written game anew: each play with its ruling, and last the position it comes to.

    Several hands come one after the other. What does not read is told with line, column, what was expected.

    Example: referee rules read evening.txt
    """
    other = None if by is None else load(by)
    games = [ruled_game(game, other) for game in games_in(file)]
    typer.echo("\n".join(f"{game.text}\n{game.position}\n" for game in games), nl=False)
    save_json(json_file, [asdict(game) for game in games])


@rules.command("check")
def check(file: Path, json_file: JsonFile = None) -> None:
    """Adjudication cases: a line for each whose ruling differs. FILE is a JSON list of cases.

    Exits with 1 where one differs and where none could be checked. A list of one case, with seats from 0:

    ```
    [{"id": "a four on a nine",
      "ruleset": {"base": "pagat"},
      "state": {"players": 3, "phase": "play", "turn": 1,
                "direction": 1, "pile": ["9H"], "stock": 20},
      "action": {"seat": 1, "type": "play",
                 "source": "hand", "cards": ["4D"]},
      "expect": {"legal": false, "reason_code": "TOO_LOW"}}]
    ```

    Example: referee rules check vectors.json
    """
    outcomes = list(run(load_cases(file)))
    failed = [each for each in outcomes if each.differs]
    waiting = [each for each in outcomes if each.not_yet]
    for each in failed:
        typer.echo(f"{each.id}: {'; '.join(each.differs)}")
    if waiting:
        typer.echo(_not_checked(waiting))
    typer.echo(f"{len(outcomes) - len(waiting) - len(failed)} passed, {len(failed)} failed")
    save_json(json_file, _summary(outcomes))
    raise typer.Exit(1 if failed or len(waiting) == len(outcomes) else 0)


def _not_checked(waiting: Sequence[Outcome]) -> str:
    games = sorted({undescribed()[each.not_yet].title for each in waiting})
    return (
        f"{len(waiting)} not checked: nobody here knows the rules of {' and '.join(games)}; "
        "write them as a .toml file and give that as the base."
    )


def _summary(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    failed = {each.id: list(each.differs) for each in outcomes if each.differs}
    waiting = [each.id for each in outcomes if each.not_yet]
    return {"passed": len(outcomes) - len(failed) - len(waiting), "failed": failed, "not_yet": waiting}
