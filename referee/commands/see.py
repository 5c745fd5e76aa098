"""`referee see`: what lies in a picture."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from referee.journal import decks
from referee.options import Deck, JsonFile, Models, TrustModel, folder_to_write
from referee.saving import MADE, save_json
from referee.vision import eyes as eyes_module
from referee.vision.draw import drawn
from referee.vision.photos import read_picture
from referee.vision.pictures import names_of, save_picture
from referee.vision.sighting import SeenCard, Side

NOTHING = "nothing is read on it: perhaps it is no card"
"""What is said of a find in which no reader sees a card: a box that looks like one, or a torn corner."""


def register(app: typer.Typer) -> None:
    """Add the command to *app*."""
    app.command("see", epilog="Example: referee see table.jpg --draw finds")(see)


def see(
    pictures: Annotated[list[Path], typer.Argument(help="Photographs of a table.")],
    draw: Annotated[
        Path | None,
        typer.Option(
            help=f"Save the pictures with the finds drawn in, here{MADE}.", callback=folder_to_write
        ),
    ] = None,
    json_file: JsonFile = None,
    deck: Deck = "",
    trust_model: TrustModel = None,
    models: Models = None,
) -> None:
    """Say which cards lie in each picture, a line a card."""
    known = decks.find(deck) if deck else None
    eyes = eyes_module.load(models, trust_model)
    sure, results = eyes.settings.sure, []
    eyes = eyes.knowing(known.memory) if known else eyes
    for path, name in zip(pictures, names_of(pictures), strict=True):
        picture = read_picture(path)
        cards = eyes.look(picture)
        for line in lines(path, cards, sure):
            typer.echo(line)
        results.append(as_json(path, cards, sure))
        if draw:
            save_picture(draw / name, drawn(picture, cards, sure))
    save_json(json_file, results)


def lines(path: Path, cards: list[SeenCard], sure: float) -> list[str]:
    """One line a card: file, card (`??` if not readable), probability, place, other readings."""
    if not cards:
        return [f"{path}: no cards"]
    return [f"{path}: {_line(seen, sure)}" for seen in cards]


def _line(seen: SeenCard, sure: float) -> str:
    place = f"at {seen.centre[0]:.0f},{seen.centre[1]:.0f}"
    if seen.side is Side.BACK:
        return f"back {place}"
    others = ", ".join(f"{option} {p:.2f}" for option, p in _others(seen, sure))
    name = str(seen.reading.best) if seen.reading.p >= sure else "??"
    more = f"or {others}" if others else "" if seen.reading.options else NOTHING
    return f"{name} {seen.reading.p:.3f} {place}" + (f" ({more})" if more else "")


def _others(seen: SeenCard, sure: float) -> list[tuple[str, float]]:
    options = seen.reading.options[1:] if seen.reading.p >= sure else seen.reading.options
    return [(str(option), round(p, 4)) for option, p in options if p >= 0.01]


def as_json(path: Path, cards: list[SeenCard], sure: float) -> dict[str, Any]:
    """The same for programs: file, cards with their alternatives and outlines in pixels, backs."""
    faces = [seen for seen in cards if seen.side is Side.FACE]
    return {
        "file": str(path),
        "cards": [
            {
                "card": str(seen.reading.best) if seen.reading.p >= sure else "??",
                "p": round(seen.reading.p, 4),
                "alternatives": [list(pair) for pair in _others(seen, sure)],
                "polygon": _polygon(seen),
            }
            for seen in faces
        ],
        "backs": [{"polygon": _polygon(seen)} for seen in cards if seen.side is Side.BACK],
    }


def _polygon(seen: SeenCard) -> list[list[float]]:
    return [[round(x, 1), round(y, 1)] for x, y in seen.quad]
