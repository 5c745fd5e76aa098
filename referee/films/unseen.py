"""What films for measuring may show: designs and pictures that no training has seen."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

DECKS = (
    "npm_letele",
    "npm_kennard_2color",
    "pypi_blackjack-gui",
    "gnome_dondorf",
    "kde_nicu-white",
    "gnome_neoclassical",
    "gnome_simplistic",
)
"""Designs that are kept out of all training."""


def kept_out(files: Sequence[Path]) -> list[Path]:
    """The tenth of *files* that is kept out of training, by the SHA-256 of the name; all if none is."""
    return [path for path in files if digest(path.name) % 10 == 0] or list(files)


def odd(path: Path) -> bool:
    """Whether a photograph of a table is of the half that is kept out of training."""
    return digest(path.name) % 2 == 1


def digest(name: str) -> int:
    """The SHA-256 of a file name as a number: decides for good which files are kept out."""
    return int.from_bytes(hashlib.sha256(name.encode()).digest(), "big")
