"""A deck memory as a file: one `.npz` without any pickled object in it."""

from __future__ import annotations

import hashlib
import io
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from referee.errors import MISREAD
from referee.vision.memory import DeckMemory, DeckMemoryError, N, Prototypes

SUFFIX = ".npz"


def to_bytes(memory: DeckMemory) -> bytes:
    """The content of the file; the same memory gives the same bytes."""
    content = io.BytesIO()
    np.savez(
        content,
        name=np.array(memory.name),
        eyes=np.array(memory.eyes),
        cards=memory.cards.features,
        card_places=memory.cards.places,
        indexes=memory.indexes.features,
        index_places=memory.indexes.places,
    )
    return content.getvalue()


def fingerprint(data: bytes) -> str:
    """The SHA-256 of a file's content, which a game's record keeps."""
    return hashlib.sha256(data).hexdigest()


def load(path: Path) -> tuple[DeckMemory, str]:
    """The deck in the file *path* and its fingerprint. Raises `DeckMemoryError`."""
    try:
        data = path.read_bytes()
        with np.load(io.BytesIO(data), allow_pickle=False) as parts:
            memory = DeckMemory(
                str(parts["name"]),
                str(parts["eyes"]),
                _prototypes(parts["cards"], parts["card_places"]),
                _prototypes(parts["indexes"], parts["index_places"]),
            )
    except FileNotFoundError:
        raise DeckMemoryError(
            f"There is no deck file {path}: enroll the deck with `referee enroll`."
        ) from None
    except (*MISREAD, BadZipFile, EOFError) as error:
        raise DeckMemoryError(
            f"{path} is no deck that was enrolled: enroll it again with `referee enroll`."
        ) from error
    return memory, fingerprint(data)


def _prototypes(features: object, places: object) -> Prototypes:
    rows, whose = np.asarray(features, np.float32), np.asarray(places, np.int64)
    if rows.ndim != 2 or whose.shape != rows.shape[:1] or not np.isfinite(rows).all():
        raise ValueError("its prototypes are not of the right shape")
    if len(whose) and not 0 <= whose.min() <= whose.max() < N:
        raise ValueError("it names cards that there are not")
    return Prototypes(rows, whose)
