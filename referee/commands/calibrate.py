"""`referee calibrate`: the table's plane and zones from cards that lie on it, and whether all is well."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from referee import sheet_pdf, terminal
from referee.calibrating import calibrate as follow
from referee.calibrating import lens_of
from referee.errors import UserError
from referee.names import one_each
from referee.options import JsonFile, Models, file_to_write, folder_to_write
from referee.saving import MADE, refuse_file, save, save_json
from referee.server import zones
from referee.server.serve import PORT
from referee.setting_zones import ZoneSetting, renewed
from referee.sheet_pdf import PAPERS
from referee.table import lens as lens_profile
from referee.table.fitness import LEAST_CARDS
from referee.table.layout import Lens
from referee.table.plane import SIZES_MM
from referee.table.survey import Survey, Wanted
from referee.table.survey_sheet import drawn
from referee.table.survey_words import NO_REST, as_json, lines
from referee.vision import eyes as eyes_module
from referee.vision.frames import Source, open_source
from referee.vision.pictures import save_picture

PROPOSED = (
    "The zones are proposed by the room on the table, not by where cards lie now: --draw DIR draws them, "
    "--page lets you drag them."
)
SELF_TEST = 5
"""Cards that the self-test alone asks for."""


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(calibrate)


def calibrate(
    source: Annotated[
        str, typer.Argument(help="What shows the table: camera, film, stream, folder of pictures.")
    ],
    players: Annotated[int, typer.Option(min=2, max=6, help="How many play.")] = 3,
    out: Annotated[
        Path, typer.Option("--output", "-o", help=f"Where the table file is written{MADE}.")
    ] = Path("table.json"),
    names: Annotated[str, typer.Option(help="Their names, clockwise, with commas between.")] = "",
    cards: Annotated[
        str, typer.Option(help="What size they are: poker, bridge, or WxH in mm; auto tells it from them.")
    ] = "auto",
    sheet: Annotated[
        str, typer.Option(help="Write the sheet to print, for paper a4 or letter, into SOURCE (a PDF).")
    ] = "",
    check: Annotated[
        bool, typer.Option("--check", help="Only test, with any five cards; write no file.")
    ] = False,
    lens: Annotated[Path | None, typer.Option(help="The profile of the camera's lens.")] = None,
    learn_lens: Annotated[
        Path | None,
        typer.Option(
            help=f"Learn the lens from views of the sheet, into this file{MADE}.", callback=file_to_write
        ),
    ] = None,
    page: Annotated[
        bool, typer.Option("--page", help="Serve a page to drag the zones on, until saved.")
    ] = False,
    port: Annotated[int, typer.Option(help="Where the page is served; 0 takes a free one.")] = PORT,
    draw: Annotated[
        Path | None,
        typer.Option(help=f"Save the picture with the zones drawn in, here{MADE}.", callback=folder_to_write),
    ] = None,
    json_file: JsonFile = None,
    models: Models = None,
) -> None:
    """Find out where the table lies, from four cards or more lying anywhere on it, and propose the zones.

    Lay them flat and apart, one towards each corner, face up or down, and take your hands away; or the
    printed sheet in the middle. What is to be mended is told, in words; when nothing is, the table file is
    written: `referee run SOURCE --table` takes it. The exit code is 1 where something has to be mended.

    Example: referee calibrate 0 --players 4 -o table.json --draw drawn
    """
    if sheet:
        _write_sheet(sheet, Path(source))
        return
    if learn_lens:
        _learn_lens(source, learn_lens)
        return
    called, size = _names(names, players), _size(cards)
    if not check:
        refuse_file(out)
    with open_source(source) as shown:
        eyes = eyes_module.load(models)
        known = _lens(lens, shown)
        wanted = Wanted(called, size, eyes.settings.sure, SELF_TEST if check else LEAST_CARDS, known)
        survey = follow(shown, eyes, wanted, partial(_tell, draw=draw))
        save_json(json_file, as_json(survey))
        if survey is None:
            terminal.tell(NO_REST)
        if survey is None or not survey.passed or survey.table is None:
            raise typer.Exit(1)
        if page:
            _drag(ZoneSetting(survey, survey.table, out, shown.live, known), shown, port)
        elif not check:
            save(out, replace(survey.table, lens=known).as_json().encode())
    if not check:
        if not page:
            terminal.tell(PROPOSED)
        terminal.tell(f"The table is in {out}: referee run {source} --table {out}")


def _drag(setting: ZoneSetting, source: Source, port: int) -> None:
    """Serve the page until the zones are kept."""
    with renewed(setting, source):
        kept = zones.serve(setting, lambda url: terminal.welcome(url, "Drag the zones"), port)
    if not kept:
        terminal.tell("The zones were not saved: nothing is kept.")
        raise typer.Exit(1)


def _learn_lens(source: str, path: Path) -> None:
    with open_source(source) as shown:
        profile = lens_of(shown, terminal.tell)
    save(path, profile.save_text().encode())
    terminal.tell(
        f"The lens is in {path}: {profile.views} views, {profile.rms_px:.2f} px off. Give it with --lens."
    )


def _lens(path: Path | None, source: Source) -> Lens | None:
    if path is None:
        return None
    profile = lens_profile.load(path)
    if profile.size != source.size:
        raise UserError(
            f"{path} is of a lens for pictures of {profile.size[0]} x {profile.size[1]}, {source.name} gives "
            f"{source.size[0]} x {source.size[1]}: learn it anew with --learn-lens."
        )
    return profile.lens


def _write_sheet(paper: str, path: Path) -> None:
    if paper.lower() not in PAPERS:
        raise UserError(f"--sheet: there is no sheet for {paper}; say a4 or letter.")
    if path.suffix.lower() != ".pdf":
        raise UserError(f"{path} is no name for a PDF: call it, say, sheet.pdf.")
    save(path, sheet_pdf.sheet(paper.lower()))
    terminal.tell(f"The sheet is in {path}: print it at 100 %, and measure the bar on it: 100 mm.")


def _names(text: str, players: int) -> tuple[str, ...]:
    if not text:
        return tuple(f"Seat {number + 1}" for number in range(players))
    return one_each(text.split(","), players)


def _size(text: str) -> tuple[float, float] | None:
    if text == "auto":
        return None
    if text in SIZES_MM:
        return SIZES_MM[text]
    sides = re.fullmatch(r"(\d+(?:\.\d+)?)x(\d+(?:\.\d+)?)", text)
    if sides is None or not all(20 <= float(side) <= 300 for side in sides.groups()):
        raise UserError(f"--cards: {text} is no size of a card; say poker, bridge, or as in 63x88 (mm).")
    short, long = sorted(float(side) for side in sides.groups())
    return short, long


def _tell(survey: Survey, draw: Path | None) -> None:
    for text in lines(survey):
        terminal.tell(text)
    if draw:
        save_picture(draw / "table.png", drawn(survey))
