"""How well eyes see: on drawn tables, and where there is nothing to see."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from referee.errors import UserError
from referee.films.eyesight import Eyesight
from referee.films.make import Shot
from referee.films.resting import combined
from referee.films.spread import several
from referee.vision import photos
from referee.vision.eyes import YoloEyes

Progress = Callable[[float], None]
SUFFIXES = (".jpg", ".jpeg", ".png")


def unmoved(_: float) -> None:
    """Tells nobody how far a measurement is."""


@dataclass
class Sights:
    """Tables as their first picture alone shows them, and as all pictures of each, joined, do."""

    first: Eyesight = field(default_factory=Eyesight)
    joined: Eyesight = field(default_factory=Eyesight)


def on_tables(
    eyes: YoloEyes,
    deck: str,
    shot: Shot,
    pictures: int,
    seed: int,
    progress: Progress = unmoved,
    frames: int = 1,
) -> Sights:
    """How *eyes* read cards of *deck* that lie apart on so many drawn tables. Raises `DeckError`.

    Each table is photographed *frames* times, and the readings are joined as in a game.
    """
    sights = Sights()
    for k in range(pictures):
        laid = several(seed + k, deck, shot, frames)
        looks = [eyes.look(one.picture) for one in laid]
        joined = looks[0] if frames == 1 else combined(looks, laid[0].camera)
        sights.first.add(laid[0], looks[0], eyes.settings.sure)
        sights.joined.add(laid[0], joined, eyes.settings.sure)
        progress(float(k + 1))
    return sights


@dataclass
class Emptiness:
    """Counts over pictures without cards; `named` are the pictures on which cards were read, and which."""

    pictures: int = 0
    read: int = 0
    seen: int = 0
    named: list[str] = field(default_factory=list)

    def line(self) -> str:
        """The counts in a line."""
        share = 100 * self.read / max(1, self.pictures)
        return f"pictures {self.pictures} cards_read {self.read} per_hundred {share:.2f} seen {self.seen}"


def on_empty(eyes: YoloEyes, pictures: Sequence[Path], progress: Progress = unmoved) -> Emptiness:
    """The cards that *eyes* see on *pictures* that show none. Raises `PhotoError`."""
    counts = Emptiness(len(pictures))
    for k, path in enumerate(pictures):
        seen = eyes.look(photos.read_picture(path))
        finds = photos.findings(seen, eyes.settings.sure)
        counts.read, counts.seen = counts.read + len(finds), counts.seen + len(seen)
        if finds:
            counts.named.append(f"{path.name}: {' '.join(str(find.card) for find in finds)}")
        progress(float(k + 1))
    return counts


def pictures_in(folder: Path) -> list[Path]:
    """The pictures in *folder* and below, by name. Raises `UserError` where there is none."""
    found = sorted(path for path in folder.rglob("*") if path.suffix.lower() in SUFFIXES)
    if not found:
        raise UserError(f"There are no pictures in {folder}: check the name.")
    return found
