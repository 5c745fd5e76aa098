from __future__ import annotations

import sys
import tarfile
from pathlib import Path

import pytest

from referee.training.packages import Manager, Package, PackageError, unpacked

DECK = Package(Manager.NPM, "@somebody/deck")
SHEETS = Package(Manager.APT, "sheets")

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the package managers here are scripts")


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only folder in which programs are found."""
    folder = tmp_path / "programs"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    return folder


@pytest.fixture
def scratch(tmp_path: Path) -> Path:
    (tmp_path / "scratch").mkdir()
    return tmp_path / "scratch"


def program(folder: Path, name: str, *lines: str) -> None:
    (folder / name).write_text("\n".join(["#!/bin/sh", *lines, ""]), encoding="utf-8")
    (folder / name).chmod(0o755)


@pytest.mark.parametrize(("package", "missing"), [(DECK, "npm"), (SHEETS, "apt-get")], ids=["npm", "apt-get"])
def test_a_package_manager_that_is_not_here_is_told(
    programs: Path, scratch: Path, package: Package, missing: str
) -> None:
    with pytest.raises(PackageError, match=f"needs the program {missing}, which is not here"):
        unpacked(package, scratch)


def test_an_npm_package_is_asked_for_by_name_and_unpacked(
    programs: Path, scratch: Path, tmp_path: Path
) -> None:
    (tmp_path / "AS.svg").write_text("<svg/>", encoding="utf-8")
    with tarfile.open(tmp_path / "deck.tgz", "w:gz") as archive:
        archive.add(tmp_path / "AS.svg", "package/AS.svg")
    program(programs, "npm", f"/bin/cp {tmp_path}/deck.tgz .", f'echo "$@" > {tmp_path}/asked')

    folder = unpacked(DECK, scratch)

    assert (folder / "package" / "AS.svg").read_text(encoding="utf-8") == "<svg/>"
    assert (tmp_path / "asked").read_text(encoding="utf-8").split() == ["pack", "--silent", DECK.name]


def test_a_package_that_cannot_be_had_is_told(programs: Path, scratch: Path) -> None:
    program(programs, "npm", "echo a long story >&2", "exit 3")

    with pytest.raises(
        PackageError, match=r"^The npm package @somebody/deck cannot be had: npm ended with 3\.$"
    ):
        unpacked(DECK, scratch)


def test_a_package_that_is_no_archive_is_told(programs: Path, scratch: Path) -> None:
    program(programs, "npm", "echo nothing > deck.tgz")

    with pytest.raises(PackageError, match="cannot be unpacked"):
        unpacked(DECK, scratch)


def test_a_manager_that_brings_nothing_is_told(programs: Path, scratch: Path) -> None:
    program(programs, "apt-get", "exit 0")

    with pytest.raises(PackageError, match="Debian package sheets came, but"):
        unpacked(SHEETS, scratch)
