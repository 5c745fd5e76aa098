"""Writing what a command found where a person asked for it."""

from __future__ import annotations

import json
from pathlib import Path

from referee.errors import UserError

MADE = " (missing folders are made)"
"""What the help of every option says by which something is written with `save`."""


def save(path: Path, data: bytes) -> None:
    """Write *data* to *path*, in a folder that is made if need be. Raises `UserError`."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    except OSError as error:
        raise UserError(f"{path} cannot be written ({error.strerror}): give another place.") from error


def save_json(path: Path | None, data: object) -> None:
    """Write *data* as JSON where a *path* was given. Raises `UserError`."""
    if path is not None:
        save(path, (json.dumps(data, indent=1) + "\n").encode())
