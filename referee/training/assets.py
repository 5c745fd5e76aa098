"""The pictures scenes are made of: decks, backs, table tops, hands, less what is kept out of training."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from random import Random

import cv2
import numpy as np

from referee.errors import UserError
from referee.films.unseen import digest, odd
from referee.training.arms import own_hands
from referee.training.decks import FACES, Deck, Face, Image, flattened, levels
from referee.training.indexes import Box, index_boxes
from referee.training.printed import printed_deck

PRINTERS = 2000
"""So many different decks of our own printing there are,"""
PRESSES = 48
"""and so many of them are kept as pictures."""
PRINTED = 0.7
"""So often a scene's deck is one of our own printing while networks are trained."""
DATASETS = Path(__file__).resolve().parents[2] / "datasets"


class AssetsError(UserError):
    """The folder of pictures for scenes is not there or not whole."""


@dataclass(frozen=True)
class Selection:
    """`datasets/selection.json`: which decks may be trained on, and how often each is drawn."""

    kept_out_designs: tuple[tuple[str, ...], ...]
    other_letters: frozenset[str]
    toys: frozenset[str]
    shop: frozenset[str]
    no_index: frozenset[str]

    @classmethod
    def load(cls, path: Path = DATASETS / "selection.json") -> Selection:
        """Read the committed lists."""
        data = json.loads(path.read_text(encoding="utf-8"))
        return cls(
            tuple(tuple(design) for design in data["kept_out_designs"]),
            frozenset(data["other_letters"]),
            frozenset(data["toys"]),
            frozenset(data["shop"]),
            frozenset(data["no_index"]),
        )

    @property
    def kept_out(self) -> frozenset[str]:
        """Every deck folder of the designs that no training may see."""
        return frozenset(name for design in self.kept_out_designs for name in design)

    def weight(self, deck: str) -> float:
        """How often *deck* is drawn relative to an ordinary one; nothing for a deck kept out."""
        if deck in self.kept_out:
            return 0.0
        if deck in self.toys:
            return 0.25
        return 3.0 if deck in self.shop else 1.0


def trainable(root: Path, selection: Selection) -> list[str]:
    """The decks in *root* whose letters are read and that may be trained on, by name."""
    names = sorted(folder.name for folder in (root / "decks").glob("*/"))
    allowed = [name for name in names if name != "backs_extra" and selection.weight(name) > 0]
    return [name for name in allowed if name not in selection.other_letters]


def kept_out_tenth(path: Path) -> bool:
    """Whether a texture or a hand belongs to the tenth that no training may see."""
    return digest(path.name) % 10 == 0


@dataclass
class Assets:
    """The pictures under *root* (folders decks, textures, hands) and table photos in *tabletops*.

    Each kind is read when first asked for. With *readable_only*, decks are those with English index letters.
    *printed*: so often a scene's deck is one of our own printing. Raises `AssetsError`.
    """

    root: Path
    tabletops: Path | None = None
    selection: Selection = field(default_factory=Selection.load)
    readable_only: bool = False
    printed: float = 0.0
    _presses: dict[int, Deck] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not (self.root / "decks").is_dir():
            raise AssetsError(f"{self.root} holds no folder decks: give the folder of the scene pictures.")

    @cached_property
    def decks(self) -> tuple[Deck, ...]:
        """Every deck that may be trained on, in the order of their names."""
        names = sorted(path.name for path in (self.root / "decks").iterdir() if path.is_dir())
        wanted = [name for name in names if name != "backs_extra" and self.selection.weight(name) > 0]
        if self.readable_only:
            wanted = [name for name in wanted if name not in self.selection.other_letters]
        return tuple(
            load_deck(self.root / "decks" / name, name not in self.selection.no_index) for name in wanted
        )

    @cached_property
    def weights(self) -> tuple[float, ...]:
        """How often each deck is drawn."""
        return tuple(self.selection.weight(deck.name) for deck in self.decks)

    def any_deck(self, r: Random) -> Deck:
        """One of `decks`, by weight, or a printed one."""
        if r.random() < self.printed:
            return self._printed_deck(r.randrange(PRINTERS))
        return r.choices(self.decks, self.weights)[0]

    def _printed_deck(self, number: int) -> Deck:
        if number not in self._presses:
            if len(self._presses) >= PRESSES:
                del self._presses[next(iter(self._presses))]
            courts = [deck for deck in self.decks if deck.name in self.selection.shop]
            self._presses[number] = printed_deck(Random(number), courts or self.decks)
        return self._presses[number]

    @cached_property
    def backs(self) -> tuple[Face, ...]:
        """Backs of all decks, and extra ones."""
        extra = sorted((self.root / "decks" / "backs_extra").glob("*.webp"))
        return tuple(back for deck in self.decks for back in deck.backs) + tuple(load_face(p) for p in extra)

    @cached_property
    def textures(self) -> dict[str, tuple[Path, ...]]:
        """Table tops by kind, and under `tabletops` photographs of tables, as far as there are any."""
        kinds = {
            folder.name: tuple(p for p in sorted(folder.glob("*.jpg")) if not kept_out_tenth(p))
            for folder in sorted((self.root / "textures").glob("*/"))
        }
        kinds["photo"] = tuple(path for path in kinds.get("photo", ()) if not odd(path))
        kinds["tabletops"] = tuple(p for p in _pictures(self.tabletops) if not odd(p))
        return {kind: paths for kind, paths in kinds.items() if paths}

    @cached_property
    def hands(self) -> tuple[Image, ...]:
        """Hands with forearms, B G R A, fingers up; drawn ones where there are no pictures of any."""
        paths = [path for path in sorted((self.root / "hands").glob("*.webp")) if not kept_out_tenth(path)]
        return tuple(read(path) for path in paths) or own_hands()


def _pictures(folder: Path | None) -> Iterable[Path]:
    return sorted(folder.rglob("*.jpg")) if folder else ()


def read(path: Path) -> Image:
    """A picture as B G R or B G R A. Raises `AssetsError`."""
    image = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
    if image is None:
        raise AssetsError(f"{path} cannot be read as a picture: fetch the scene pictures again.")
    return image.astype(np.uint8, copy=False)


@lru_cache(maxsize=400)
def texture(path: Path, longest: int = 900) -> Image:
    """A table top, at most *longest* pixels on its longer side."""
    image = read(path)[..., :3]
    scale = longest / max(image.shape[:2])
    return image if scale >= 1 else _resized(image, scale)


def _resized(image: Image, scale: float) -> Image:
    return cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA).astype(
        np.uint8, copy=False
    )


def load_deck(folder: Path, indexed: bool = True) -> Deck:
    """The deck in *folder* (`AS.webp`, `10H.webp`, `JOKER1.webp`, `BACK1.webp`, ...).

    Its indexes are found unless it is not *indexed*. Raises `AssetsError`.
    """
    pictures = {path.stem.upper(): flattened(read(path)) for path in sorted(folder.glob("*.webp"))}
    missing = [name for name in FACES if name not in pictures]
    if missing:
        raise AssetsError(f"{folder} lacks {', '.join(missing[:3])}: fetch the scene pictures again.")
    found = index_boxes({name: pictures[name] for name in FACES})
    boxes: dict[str, Box | None] = {name: found[name] if indexed else None for name in FACES}
    return Deck(
        folder.name,
        {name: Face(levels(pictures[name]), boxes[name]) for name in FACES},
        tuple(Face(levels(image)) for name, image in pictures.items() if name.startswith("JOKER")),
        tuple(Face(levels(image)) for name, image in pictures.items() if name.startswith("BACK")),
    )


def load_face(path: Path) -> Face:
    """A single picture, such as a back."""
    return Face(levels(flattened(read(path))))
