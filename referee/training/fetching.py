"""Gets the pictures that scenes are made of: decks from packages, table tops of our own making."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import cv2

from referee.errors import MISREAD, UserError, why
from referee.training import tops
from referee.training.decklist import SOURCES, Cards, Source
from referee.training.decks import FACES, Image
from referee.training.packages import Package, PackageError, unpacked
from referee.training.rasters import finished

Report = Callable[[str], None]
Unpack = Callable[[Package, Path], Path]
UNFINISHED = "unfinished"
"""What is being written lies in this folder, which is there until everything is fetched."""
QUALITY = 92


class FetchError(UserError):
    """Pictures that cannot be written."""


def fetch(
    root: Path, report: Report, sources: Sequence[Source] = SOURCES, unpack: Unpack = unpacked
) -> list[str]:
    """Bring the decks of *sources*, and table tops, into *root*; what is there is not fetched again.

    Each deck is moved into place when it is whole; a kill leaves whole ones and the folder `UNFINISHED`.
    What cannot be had is told to *report* and left out.
    Returns the names of the decks that are there afterwards. Raises `FetchError`.
    """
    try:
        (root / "decks").mkdir(parents=True, exist_ok=True)
        shutil.rmtree(root / UNFINISHED, ignore_errors=True)
        (root / UNFINISHED).mkdir()
        lacking = [source for source in sources if not (root / "decks" / source.name).is_dir()]
        for package in dict.fromkeys(source.package for source in lacking):
            _bring(root, package, [one for one in lacking if one.package == package], report, unpack)
        _lay_tops(root, report)
        shutil.rmtree(root / UNFINISHED)
    except OSError as error:
        raise FetchError(
            f"The pictures cannot be written to {root} ({error.strerror}): give another place."
        ) from error
    return [source.name for source in sources if (root / "decks" / source.name).is_dir()]


def _bring(root: Path, package: Package, decks: Iterable[Source], report: Report, unpack: Unpack) -> None:
    with tempfile.TemporaryDirectory() as scratch:
        try:
            folder = unpack(package, Path(scratch))
        except PackageError as error:
            report(f"{error} Left out: {', '.join(deck.name for deck in decks)}.")
            return
        for deck in decks:
            report(_make(root, deck, folder))


def _make(root: Path, deck: Source, folder: Path) -> str:
    """What became of *deck*, whose package lies in *folder*."""
    try:
        cards = _finished(deck.cards(folder))
    except (*MISREAD, UserError) as error:
        return f"{deck.name}: left out, the {deck.package} is not as it was ({why(error)})."
    missing = [name for name in FACES if name not in cards]
    if missing:
        return f"{deck.name}: left out, the {deck.package} lacks {', '.join(missing[:3])}."
    _place(root, deck.name, cards)
    return f"{deck.name}: {len(cards)} pictures"


def _finished(cards: Cards) -> Cards:
    done = {name: finished(picture) for name, picture in cards.items()}
    return {name: picture for name, picture in done.items() if picture is not None}


def _place(root: Path, name: str, cards: Cards) -> None:
    making = root / UNFINISHED / name
    making.mkdir()
    for card, picture in cards.items():
        _write(making / f"{card}.webp", picture)
    making.rename(root / "decks" / name)


def _lay_tops(root: Path, report: Report) -> None:
    if (root / "textures").is_dir():
        return
    making = root / UNFINISHED / "textures"
    for kind, number, picture in tops.all_tops():
        (making / kind).mkdir(parents=True, exist_ok=True)
        _write(making / kind / f"own_{number:02d}.jpg", picture)
    making.rename(root / "textures")
    report(f"textures: {tops.EACH * len(tops.KINDS)} table tops of our own making")


def _write(path: Path, picture: Image) -> None:
    # OpenCV's own writing answers a full disk with False and without a reason.
    way = cv2.IMWRITE_WEBP_QUALITY if path.suffix == ".webp" else cv2.IMWRITE_JPEG_QUALITY
    path.write_bytes(cv2.imencode(path.suffix, picture, [way, QUALITY])[1].tobytes())
