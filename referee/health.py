"""What the referee needs of a machine: each check returns a finding, with how to mend what is wrong."""

from __future__ import annotations

import os
import shutil
import socket
import sqlite3
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from importlib.metadata import version
from pathlib import Path

from referee.errors import UserError
from referee.resources import demo_dir, models_dir
from referee.server.address import lan_addresses
from referee.system import Library, missing_libraries, remedy
from referee.wakefulness import keeper, works

OLDEST, NEWEST = (3, 11), (3, 13)
OLDEST_SQLITE = (3, 37)
EVENING_BYTES = 5_000_000_000
LEAST_BYTES = 500_000_000


class Health(StrEnum):
    """How a thing stands."""

    GOOD = "good"
    """Nothing to do."""
    NOTE = "note"
    """The referee works, but an evening may miss it."""
    WRONG = "wrong"
    """The referee does not work like this."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What one check found, and how to mend it (empty when there is nothing to mend)."""

    name: str
    says: str
    mend: str = ""
    health: Health = Health.GOOD


def wrong(name: str, says: str, mend: str) -> Finding:
    """A finding without which the referee does not work."""
    return Finding(name, says, mend, Health.WRONG)


def note(name: str, says: str, mend: str) -> Finding:
    """A finding that an evening may suffer from."""
    return Finding(name, says, mend, Health.NOTE)


def python(found: tuple[int, int]) -> Finding:
    """Whether the Python *found* is one the referee is made for."""
    says = ".".join(map(str, found))
    if OLDEST <= found <= NEWEST:
        return Finding("Python", says)
    return wrong("Python", says, "Install Python 3.11, 3.12 or 3.13 and run scripts/demo with it.")


def libraries(missing: tuple[Library, ...]) -> Finding:
    """Whether OpenCV finds the shared libraries it needs."""
    if not missing:
        return Finding("System libraries", "all there")
    return wrong("System libraries", ", ".join(library.name for library in missing), remedy(missing))


def inference() -> Finding:
    """The version of OpenVINO and the processors it can use."""
    try:
        import openvino
    except ImportError as error:
        return wrong("OpenVINO", f"does not load ({error})", "Install the referee again: pip install .")
    core = openvino.Core()
    devices = [f"{name} ({core.get_property(name, 'FULL_DEVICE_NAME')})" for name in core.available_devices]
    return Finding("OpenVINO", f"{version('openvino')} on {', '.join(devices)}")


def weights(folder: Path) -> Finding:
    """Whether the weights in *folder* can be opened, and their fingerprint (SHA-256)."""
    mend = f"Bring {folder} back from the repository (git checkout models), or install the referee again."
    try:
        from referee.vision.eyes import load

        return Finding("Weights", f"{load(folder).version[:12]} in {folder}")
    except (UserError, ImportError, OSError) as error:
        return wrong("Weights", str(error), mend)


def film(folder: Path) -> Finding:
    """Whether the bundled film is in *folder*."""
    lacking = [name for name in ("film.mp4", "table.json") if not (folder / name).is_file()]
    if lacking:
        mend = "Install the referee again; a film of your own works without."
        return note("Bundled film", f"no {' and '.join(lacking)} in {folder}", mend)
    return Finding("Bundled film", f"{(folder / 'film.mp4').stat().st_size / 1e6:.1f} MB")


def recorder() -> Finding:
    """Whether PyAV can write H.264, as recordings are."""
    import av

    try:
        encoder = av.Codec("h264", "w").name
    except av.error.FFmpegError:
        return wrong("Recording", "no H.264 encoder", "Install PyAV from its wheel: pip install --force av")
    return Finding("Recording", f"PyAV {av.__version__} with {encoder}")


def sqlite(found: tuple[int, ...]) -> Finding:
    """Whether Python's SQLite of version *found* knows the strict tables of the journal."""
    says = ".".join(map(str, found))
    if found >= OLDEST_SQLITE:
        return Finding("SQLite", says)
    return wrong("SQLite", says, "Use a Python that brings SQLite 3.37 or newer.")


def journal(folder: Path) -> Finding:
    """Whether games can be written in *folder* (or where it will be) with SQLite's write-ahead log."""
    probe = _existing(folder) / f".doctor-{os.getpid()}.sqlite"
    try:
        mode = _journal_mode(probe)
    except (OSError, sqlite3.Error) as error:
        return wrong("Journal", f"{folder}: {error}", "Choose a folder of your own with --journal DIR.")
    finally:
        for left in probe.parent.glob(f"{probe.name}*"):
            left.unlink()
    if mode != "wal":
        return wrong("Journal", f"{folder} keeps no write-ahead log", "Choose a folder on a local disk.")
    return Finding("Journal", f"games are kept in {folder}")


def _journal_mode(probe: Path) -> str:
    base = sqlite3.connect(probe)
    try:
        return str(base.execute("PRAGMA journal_mode=WAL").fetchone()[0])
    finally:
        base.close()


def disk(folder: Path) -> Finding:
    """Whether an evening's recordings fit beside *folder*."""
    free = shutil.disk_usage(_existing(folder)).free
    says = f"{free / 1e9:.1f} GB free"
    if free < LEAST_BYTES:
        return wrong("Disk", says, "Delete old evenings (referee games) or choose another --journal DIR.")
    if free < EVENING_BYTES:
        return note("Disk", says, "A long evening may want more: referee games deletes old ones.")
    return Finding("Disk", says)


def _existing(folder: Path) -> Path:
    return next(path for path in (folder, *folder.absolute().parents) if path.exists())


def cameras(devices: Path) -> Finding:
    """The cameras that Linux lists under *devices* (usually /dev); others show theirs only when opened."""
    found = sorted(devices.glob("v4l/by-id/*index0")) or sorted(devices.glob("video[0-9]*"))
    if not found:
        return note("Cameras", "none listed", "Plug one in; films, streams and pictures work without.")
    if locked := [path for path in found if not os.access(path, os.R_OK | os.W_OK)]:
        return note(
            "Cameras", f"{locked[0]} may not be opened", "Run `sudo usermod -aG video $USER`, log in anew."
        )
    return Finding("Cameras", ", ".join(map(str, found)))


def wakefulness(command: Sequence[str]) -> Finding:
    """Whether *command* can keep the machine awake while a game runs."""
    if sys.platform == "win32" or (command and works(command)):
        return Finding("Awake", "the machine does not fall asleep during a game")
    mend = "Switch off sleep in the system's settings before a long evening."
    return note("Awake", "nothing here keeps the machine awake during a game", mend)


def port(number: int) -> Finding:
    """Whether the phones' port is free."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("", number))
        except OSError:
            return wrong("Port", f"{number} is in use", f"Stop what uses it, or pass --port {number + 1}.")
        except OverflowError:
            return wrong("Port", f"there is no port {number}", "Pass a --port from 1024 to 65535.")
    return Finding("Port", f"{number} is free")


def address(found: Sequence[str]) -> Finding:
    """Whether the laptop has an address in the house's network: *found*, the likeliest first."""
    if found[0].startswith("127."):
        return note("Network", "no network but this machine", "Join the Wi-Fi that the phones are on.")
    return Finding("Network", f"phones reach this machine at {' or '.join(found)}")


def findings(port_number: int, games: Path) -> Iterator[Finding]:
    """Every check in turn, for phones on *port_number* and recordings in the folder *games*."""
    yield python((sys.version_info[0], sys.version_info[1]))
    yield libraries(missing_libraries())
    yield inference()
    yield weights(models_dir())
    yield film(demo_dir())
    yield recorder()
    yield sqlite(sqlite3.sqlite_version_info)
    yield journal(games)
    yield disk(games)
    yield cameras(Path("/dev"))
    yield wakefulness(keeper())
    yield port(port_number)
    yield address(lan_addresses())
