"""Keeps the machine awake while a game runs, by what its system brings for that."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext

_WHY = ("--who=referee", "--why=A card game is being refereed", "--mode=block")
_CONTINUOUS, _SYSTEM_REQUIRED = 0x80000000, 0x00000001
_PATIENCE_S = 2.0


def kept_awake(
    platform: str = sys.platform, find: Callable[[str], str | None] = shutil.which
) -> AbstractContextManager[object]:
    """While inside, the machine does not fall asleep; where nothing keeps it awake, it may. Never fails."""
    if platform == "win32":
        return _windows()
    command = keeper(platform, find)
    return _running(command) if command else nullcontext()


def keeper(
    platform: str = sys.platform, find: Callable[[str], str | None] = shutil.which, pid: int | None = None
) -> Sequence[str]:
    """The command that keeps the machine awake as long as it runs; none where there is no such.

    It ends by itself when the process *pid*, by default this one, has gone: also when that was killed.
    """
    pid = os.getpid() if pid is None else pid
    if platform == "darwin" and (program := find("caffeinate")):
        return (program, "-i", "-w", str(pid))
    program, tail = find("systemd-inhibit"), find("tail")
    if platform.startswith("linux") and program and tail:
        return (program, "--what=idle:sleep", *_WHY, tail, f"--pid={pid}", "-f", os.devnull)
    return ()


@contextmanager
def _running(command: Sequence[str]) -> Iterator[None]:
    quiet = subprocess.DEVNULL
    try:
        child = subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet)
    except OSError:
        yield
        return
    try:
        yield
    finally:
        _end(child)


def _end(child: subprocess.Popen[bytes]) -> None:
    child.terminate()
    try:
        child.wait(_PATIENCE_S)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()


@contextmanager
def _windows() -> Iterator[None]:
    ask = getattr(ctypes, "windll").kernel32.SetThreadExecutionState  # noqa: B009  (not on other systems)
    ask(_CONTINUOUS | _SYSTEM_REQUIRED)
    try:
        yield
    finally:
        ask(_CONTINUOUS)


def works(command: Sequence[str], seconds: float = 0.5) -> bool:
    """Whether *command* really runs: where there is no session to ask, it ends at once with an error."""
    quiet = subprocess.DEVNULL
    try:
        child = subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet)
    except OSError:
        return False
    try:
        child.wait(seconds)
    except subprocess.TimeoutExpired:
        _end(child)
        return True
    return False
