"""Packages by name from the package managers of this machine, unpacked and never installed or run."""

from __future__ import annotations

import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from referee.errors import UserError

PATIENCE_S = 600


class PackageError(UserError):
    """A package that cannot be had."""


class Manager(StrEnum):
    """Who brings a package."""

    APT = "Debian"
    NPM = "npm"
    PIP = "PyPI"


@dataclass(frozen=True, slots=True)
class Package:
    """A package, by its name alone."""

    manager: Manager
    name: str

    def __str__(self) -> str:
        return f"{self.manager} package {self.name}"


def unpacked(package: Package, scratch: Path) -> Path:
    """The folder under *scratch*, an empty one, where *package* lies unpacked. Raises `PackageError`."""
    brought, target = scratch / "brought", scratch / "unpacked"
    brought.mkdir()
    target.mkdir()
    _call(package, _fetching(package), brought)
    try:
        _unpack(package, next(brought.iterdir()), target)
    except (StopIteration, OSError, tarfile.TarError, zipfile.BadZipFile) as error:
        raise PackageError(f"The {package} came, but it cannot be unpacked.") from error
    return target


def _fetching(package: Package) -> Sequence[str]:
    if package.manager is Manager.APT:
        return ("apt-get", "download", package.name)
    if package.manager is Manager.NPM:
        return ("npm", "pack", "--silent", package.name)
    pip = (sys.executable, "-m", "pip", "download", "--quiet", "--no-deps")
    return (*pip, "--only-binary", ":all:", package.name)  # a wheel is unpacked without running anything


def _unpack(package: Package, file: Path, target: Path) -> None:
    if package.manager is Manager.APT:
        _call(package, ("dpkg-deb", "-x", str(file.absolute()), str(target.absolute())), target)
    elif package.manager is Manager.NPM:
        with tarfile.open(file) as archive:
            archive.extractall(target, filter="data")
    else:
        with zipfile.ZipFile(file) as archive:
            archive.extractall(target)


def _call(package: Package, words: Sequence[str], folder: Path) -> None:
    try:
        done = subprocess.run(
            words, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE_S, check=False
        )
    except FileNotFoundError:
        raise PackageError(f"The {package} needs the program {words[0]}, which is not here.") from None
    except subprocess.TimeoutExpired:
        raise PackageError(f"The {package} did not come within {PATIENCE_S // 60} minutes.") from None
    if done.returncode:
        raise PackageError(f"The {package} cannot be had: {words[0]} ended with {done.returncode}.")
