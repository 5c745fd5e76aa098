"""Fixtures for every test."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def root() -> Path:
    """The repository."""
    return ROOT


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of shared material beside the checkout; a test that wants it skips where there is none."""
    folder = ROOT.parent / "shared"
    if not (folder / "rules" / "vectors.json").is_file():
        pytest.skip("the folder of shared material is not beside this checkout")
    return folder
