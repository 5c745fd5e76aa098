"""Which decks come out of which package, and how: `datasets/README.md` has their licences."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from referee.training import rasters
from referee.training.assets import read
from referee.training.components import components
from referee.training.decks import FACES, Image
from referee.training.packages import Manager, Package

Cards = dict[str, Image]
"""Pictures as a package has them, by the card's name (`7H`, `JOKER1`, `BACK1`)."""

_RANKS = {"1": "A", "11": "J", "12": "Q", "13": "K"}
_RANKS |= {"a": "A", "t": "10", "j": "J", "q": "Q", "k": "K"}
_RANKS |= {"ace": "A", "jack": "J", "queen": "Q", "king": "K"}
_SMALL_CARD = re.compile(r'<g>(?:(?!</g>).)*</g>(?=<g class="maxi-card">)')
"""One four of spades shows a second, smaller card's print as well."""
_SUIT_RANK, _RANK_SUIT = r"(?P<suit>[a-z]+)_(?P<rank>\w+)", r"(?P<rank>[a-z]+|\d+)_(?P<suit>[a-z]+)"


@dataclass(frozen=True, slots=True)
class Source:
    """A deck: its *name* as a folder, the package it comes in, and how *cards* are made of that unpacked."""

    name: str
    package: Package
    cards: Callable[[Path], Cards]


@dataclass(frozen=True, slots=True)
class Naming:
    """How a package names its cards: a pattern for faces, the names of jokers and of backs."""

    faces: str
    jokers: tuple[str, ...] = ()
    backs: tuple[str, ...] = ()

    def of(self, names: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Those of *names* that are cards, each with the card's name here."""
        have = set(names)
        for kind, others in (("JOKER", self.jokers), ("BACK", self.backs)):
            for k, name in enumerate((name for name in others if name in have), 1):
                yield name, f"{kind}{k}"
        for name in sorted(have - {*self.jokers, *self.backs}):
            card = self._face(name)
            if card is not None:
                yield name, card

    def _face(self, name: str) -> str | None:
        found = re.fullmatch(self.faces, name, re.IGNORECASE)
        if not found:
            return None
        rank = found["rank"].lower()
        card = _RANKS.get(rank, rank) + found["suit"][0].upper()
        return card if card in FACES else None


def _sheet(path: str, folder: Path) -> Cards:
    return rasters.sheet(rasters.text_of((folder / path).read_bytes()))


def _elements(path: str, naming: Naming, folder: Path) -> Cards:
    page = rasters.parsed(rasters.text_of(_only(folder, path).read_bytes()))
    names = [name for name in (part.get("id") for part in page.iter()) if name]
    return {card: rasters.element(page, name) for name, card in naming.of(names)}


def _files(paths: tuple[str, ...], naming: Naming, folder: Path) -> Cards:
    files = {file.stem: file for path in paths for file in folder.glob(path)}
    return {card: _drawn(files[name]) for name, card in naming.of(files)}


def _drawn(file: Path) -> Image:
    if file.suffix == ".svg":
        return rasters.rendered(_SMALL_CARD.sub("", rasters.text_of(file.read_bytes())), rasters.FINE)
    return read(file)


def _script(path: str, naming: Naming, folder: Path) -> Cards:
    built = components((folder / path).read_text(encoding="utf-8"))
    return {card: rasters.rendered(built[name], rasters.FINE) for name, card in naming.of(built)}


def _only(folder: Path, path: str) -> Path:
    """The one file that *path* with its star means. Raises `FileNotFoundError`."""
    found = sorted(folder.glob(path))
    if len(found) != 1:
        raise FileNotFoundError(path)
    return found[0]


_GNOME = Package(Manager.APT, "gnome-cards-data")
_SHEETS = (
    "ancient_french",
    "anglo",
    "anglo_bitmap",
    "anglo_modern",
    "anglo_modern_4_color",
    "anglo_poker",
    "atlasnye",
    "atlasnye_skat",
    "bellot",
    "berlin",
    "dondorf",
    "gnomangelo",
    "gnomangelo_bitmap",
    "guyenne-classic",
    "lattmann",
    "neoclassical",
    "neoclassical_4_color",
    "orell",
    "ornamental",
    "paris",
    "plastic",
    "rheinland",
    "simplistic",
    "slavic_costumes",
    "tango",
    "tango_nuevo",
    "tarocco",
    "tigullio",
)
_KDE = Package(Manager.APT, "kdegames-card-data-kf5")
_PAGES = (
    "ancient-egyptians",
    "jolly-royal",
    "nicu-white",
    "oxygen",
    "oxygen-air",
    "oxygen-white",
    "penguins",
    "standard",
    "tigullio-international",
)
_PARTS = Naming(
    _RANK_SUIT, ("black_joker", "red_joker", "joker"), ("back", "blue_back", "green_back", "red_back")
)
_KENNARD = Package(Manager.NPM, "@heruka_urgyen/react-playing-cards")
_COLOURS = ("2color", "2color-bf", "4color", "4color-bf")
_SHORT = r"(?P<rank>\d+|[ajqkt])(?P<suit>[cdhs])"
_BACKS = tuple(f"back-{colour}" for colour in ("0062ff", "red", "navy", "maroon", "green", "black"))

_BLACKJACK = ("[0-9]*_of_*s", "ace_of_*s", "[jqk]*_of_*s2", "*_joker", "back")
"""Its plain courts are a large pip; those with a 2 are pictures."""

_OTHERS: Mapping[str, tuple[Package, Callable[[Path], Cards]]] = {
    "npm_letele": (
        Package(Manager.NPM, "@letele/playing-cards"),
        partial(
            _script,
            "package/dist/index.esm.js",
            Naming(r"(?P<suit>[CDHS])(?P<rank>\d+|[ajqk])", ("J1", "J2"), ("B1", "B2")),
        ),
    ),
    "npm_svg-cards": (
        Package(Manager.NPM, "svg-cards"),
        partial(_files, ("package/png/2x/*.png",), Naming(_SUIT_RANK, ("joker_black", "joker_red"), _BACKS)),
    ),
    "npm_younestouati": (
        Package(Manager.NPM, "@younestouati/playing-cards-standard-deck"),
        partial(_files, ("package/cards/*.svg",), Naming(_SHORT, ("joker",))),  # its back is a tile
    ),
    "pypi_blackjack-gui": (
        Package(Manager.PIP, "blackjack-gui"),
        partial(
            _files,
            tuple(f"blackjack_gui/images/{part}.png" for part in _BLACKJACK),
            Naming(r"(?P<rank>\d+|[a-z]+)_of_(?P<suit>[a-z]+)2?", ("black_joker", "red_joker"), ("back",)),
        ),
    ),
}

SOURCES: tuple[Source, ...] = (
    *(
        Source(f"gnome_{name}", _GNOME, partial(_sheet, f"usr/share/aisleriot/cards/{name}.svgz"))
        for name in _SHEETS
    ),
    *(
        Source(f"kde_{name}", _KDE, partial(_elements, f"usr/share/carddecks/svg-{name}/*.svg*", _PARTS))
        for name in _PAGES
    ),
    *(
        Source(
            f"npm_kennard_{name}",
            _KENNARD,
            partial(
                _files,
                (f"package/src/images/{name}/*.svg", "package/src/images/back.svg"),
                Naming(_SHORT, ("1J", "2J"), ("back",)),
            ),
        )
        for name in _COLOURS
    ),
    *(Source(name, package, cards) for name, (package, cards) in _OTHERS.items()),
)
"""Every deck that `referee train fetch` gets."""
