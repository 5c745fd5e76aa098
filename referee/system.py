"""System libraries that the wheels need and a bare Linux machine may lack. Standard library only:
`scripts/demo` reads this before anything is installed, and `referee doctor` when OpenCV cannot load.
"""

from __future__ import annotations

import ctypes
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Library:
    """A shared library by its loader name, and the package that brings it, by package manager."""

    name: str
    packages: dict[str, str]


_INSTALL = {
    "apt-get": "apt-get install -y",
    "dnf": "dnf install -y",
    "zypper": "zypper install -y",
    "pacman": "pacman -S --noconfirm",
}

_LIBRARIES = (
    Library(
        "libGL.so.1",
        {"apt-get": "libgl1", "dnf": "mesa-libGL", "zypper": "Mesa-libGL1", "pacman": "libglvnd"},
    ),
    Library(
        "libgthread-2.0.so.0",
        {"apt-get": "libglib2.0-0", "dnf": "glib2", "zypper": "libgthread-2_0-0", "pacman": "glib2"},
    ),
    Library(
        "libxcb.so.1",
        {"apt-get": "libxcb1", "dnf": "libxcb", "zypper": "libxcb1", "pacman": "libxcb"},
    ),
)


def missing_libraries(load: Callable[[str], object] = ctypes.CDLL) -> tuple[Library, ...]:
    """The libraries that OpenCV needs and the loader does not find (none on macOS and Windows).

    *load* is a seam for tests: it raises `OSError` for a library that is not there.
    """
    if not sys.platform.startswith("linux"):
        return ()
    return tuple(library for library in _LIBRARIES if not _loads(library.name, load))


def remedy(libraries: tuple[Library, ...], which: Callable[[str], str | None] = shutil.which) -> str:
    """One plain sentence: which *libraries* are missing and the command that brings them here."""
    names = " and ".join(library.name for library in libraries)
    manager = next((name for name in _INSTALL if which(name)), None)
    if manager is None:
        return f"OpenCV needs {names}: install them with the package manager of this system."
    packages = " ".join(library.packages[manager] for library in libraries)
    return f"OpenCV needs {names}: run `sudo {_INSTALL[manager]} {packages}`."


def _loads(name: str, load: Callable[[str], object]) -> bool:
    try:
        load(name)
    except OSError:
        return False
    return True
