"""Keeps a second program from writing the same game."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Self


class Lock:
    """An advisory lock on a file. The system lets go of it when the program ends, however it ends."""

    def __init__(self, descriptor: int):
        self._descriptor = descriptor

    @classmethod
    def take(cls, path: Path) -> Self | None:
        """The lock, or None when another program holds it. Raises `OSError` when *path* cannot be written."""
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
        if _lock(descriptor):
            return cls(descriptor)
        os.close(descriptor)
        return None

    @classmethod
    def is_held(cls, path: Path) -> bool:
        """Whether a program holds the lock now. Nothing is made or left there."""
        try:
            descriptor = os.open(path, os.O_RDONLY)
        except OSError:
            return False
        try:
            return not _lock(descriptor)
        except OSError:
            return False
        finally:
            os.close(descriptor)

    def release(self) -> None:
        """Let others have it."""
        os.close(self._descriptor)


if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int) -> bool:
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _lock(descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
