"""Where the shipped weights and the bundled film lie, in a checkout and in an installed wheel alike."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def models_dir() -> Path:
    """The folder of the shipped weights: `models/` of the checkout, or `referee/models/` of the wheel.

    The folder need not exist; whoever opens the weights says what is missing.
    """
    return (_PACKAGE.parent if in_checkout() else _PACKAGE) / "models"


def demo_dir() -> Path:
    """The folder of the bundled film: `film.mp4`, `table.json` and `truth.json`."""
    return _PACKAGE / "films" / "data" / "demo"


def in_checkout() -> bool:
    """Whether this package runs from its repository and not from an installed wheel."""
    return (_PACKAGE.parent / "pyproject.toml").is_file()
