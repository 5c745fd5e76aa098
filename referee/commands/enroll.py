"""`referee enroll`: learns the deck in use, from its cards laid out or from a recorded game."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from referee import confirmed, enrolling, terminal
from referee.cards import DECK, Card, CardError, cards
from referee.errors import UserError
from referee.journal import decks, store
from referee.journal.log import FILE
from referee.options import Games, Models
from referee.vision import eyes as eyes_module
from referee.vision.eyes import YoloEyes
from referee.vision.frames import open_source
from referee.vision.memory import DeckMemory
from referee.vision.showing import Showing

_NOT_KEPT = (
    "Nothing is kept. Show the missing ones too; or keep what is known with --partial, lay the others out "
    "alone and name them with --cards, which --more adds."
)

_NONE_SEEN = (
    "No card was seen. Lay thirteen cards side by side, face up and apart, where the camera sees them whole; "
    "`referee see PICTURE --draw FOLDER` shows what it makes of a picture."
)


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(enroll)


def enroll(
    source: Annotated[
        str,
        typer.Argument(help="What shows the cards: camera, film, stream, folder of pictures; or a game."),
    ],
    name: Annotated[str, typer.Option(help="What the deck shall be called.")],
    only: Annotated[str, typer.Option("--cards", help="Only these are shown, as in 'JC JD JH JS'.")] = "",
    partial: Annotated[bool, typer.Option(help="Keep what is known, although cards are missing.")] = False,
    more: Annotated[bool, typer.Option(help="Add to what is known of a deck of this name.")] = False,
    journal: Games = None,
    models: Models = None,
) -> None:
    """Learn the deck in use, to read it more surely: give its name to run, demo and see as --deck.

    Lay its cards under the camera, a lot at a time, in any order, none over another, and take your hands
    away: each lot is looked at, and what is still missing is told. A recorded game teaches by the plays that
    nobody disputed, and adds to what is known of the deck.

    Example: referee enroll 0 --name kitchen
    """
    decks.place_of(name)
    names, game = _names(only), _game(journal or store.home(), source)
    eyes = _eyes(models)
    known = decks.find(name).memory if more or (game and decks.place_of(name).is_file()) else None
    if known is not None:
        eyes.knowing(known)
    if game is not None:
        memory = _from_game(game, eyes, name)
        _keep(known.and_also(memory) if known else memory)
    else:
        showing = Showing(names)
        kept = _from_lots(source, eyes, name, showing, partial or bool(only), known)
        if not kept or (showing.missing and not partial):
            raise typer.Exit(1)


def _eyes(models: Path | None) -> YoloEyes:
    eyes = eyes_module.load(models)
    if not eyes.can_learn:
        raise UserError("These weights do not say what they go by, so no deck can be learnt with them.")
    return eyes


def _names(only: str) -> tuple[Card, ...]:
    try:
        wanted = set(cards(only))
    except CardError as error:
        raise UserError(f"--cards: {error}.") from error
    if wanted - set(DECK):
        raise UserError("--cards: name cards by rank and suit, as in 7H, 10S or AC.")
    return tuple(card for card in DECK if card in wanted) or DECK


def _game(games: Path, text: str) -> Path | None:
    """The folder of the game that *text* names, if it names one."""
    return next((folder for folder in (games / text, Path(text)) if (folder / FILE).is_file()), None)


def _from_game(folder: Path, eyes: YoloEyes, name: str) -> DeckMemory:
    summary = store.summarise(folder)
    length_s = summary.length_s if summary else None
    with terminal.progress(f"Looking at {folder.name} again", length_s) as progress:
        memory = confirmed.learn(folder, eyes, name, progress)
    if not memory.known:
        raise UserError(f"No play of {folder.name} stood undisputed and sure: lay the cards out instead.")
    return memory


def _from_lots(
    source: str, eyes: YoloEyes, name: str, showing: Showing, partial: bool, known: DeckMemory | None
) -> bool:
    """Learn what *source* shows; whether it was kept, which it is with cards missing only if *partial*."""
    with open_source(source) as shown:
        enrolling.show(shown, eyes, showing, terminal.tell)
    if showing.missing:
        terminal.tell(enrolling.progress(showing))
    keeps = bool(showing.known) and (partial or not showing.missing)
    if keeps:
        memory = showing.memory(name, eyes.version)
        _keep(known.and_also(memory) if known else memory)
    elif showing.missing:
        terminal.tell(_NOT_KEPT if showing.known else _NONE_SEEN)
    return keeps


def _keep(memory: DeckMemory) -> None:
    path = decks.keep(memory)
    terminal.tell(f"The deck {memory.name} is known by {len(memory.known)} of its cards: {path}")
