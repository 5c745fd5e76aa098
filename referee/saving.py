"""Writing what a command found where a person asked for it."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import NamedTemporaryFile, TemporaryFile

from referee.errors import UserError

MADE = " (missing folders are made)"
"""What the help of every option says by which something is written with `save`."""


def save(path: Path, data: bytes) -> None:
    """Write *data* to *path*, in a folder that is made if need be. Raises `UserError`.

    What was there stays whole until all is written: a full disk takes nothing away.
    """
    with written(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists() and not path.is_file():
            path.write_bytes(data)  # a pipe, or a terminal
        else:
            _replace(path, data)


def refuse_file(path: Path) -> None:
    """Raise the `UserError` of `save` at once where *path* cannot be written: work is not done in vain."""
    with written(path):
        if path.is_dir():
            raise OSError(errno.EISDIR, os.strerror(errno.EISDIR))
        if not path.exists() or path.is_file():
            _try(path.parent)
        elif not os.access(path, os.W_OK):
            raise OSError(errno.EACCES, os.strerror(errno.EACCES))


def refuse_folder(path: Path) -> None:
    """Raise `UserError` where nothing can be written into the folder *path*, which need not be there yet."""
    with written(path):
        _try(path)


@contextmanager
def written(path: Path) -> Iterator[None]:
    """Says in one sentence, a `UserError`, that *path* cannot be written."""
    try:
        yield
    except OSError as error:
        raise UserError(f"{path} cannot be written ({error.strerror}): give another place.") from error


def _try(folder: Path) -> None:
    """Write into *folder*, or what there is of it, something that leaves no trace."""
    there = next(place for place in (folder, *folder.absolute().parents) if place.exists())
    with TemporaryFile(dir=there):
        pass


def _replace(path: Path, data: bytes) -> None:
    mode = path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask()
    with NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as partial:
        try:
            partial.write(data)
            partial.flush()
            os.fsync(partial.fileno())
            Path(partial.name).chmod(mode)
            Path(partial.name).replace(path)
        except OSError:
            Path(partial.name).unlink(missing_ok=True)
            raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def save_json(path: Path | None, data: object) -> None:
    """Write *data* as JSON where a *path* was given. Raises `UserError`."""
    if path is not None:
        save(path, (json.dumps(data, indent=1) + "\n").encode())
