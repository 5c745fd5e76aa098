from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest

from referee.vision.memory import DeckMemory, DeckMemoryError
from referee.vision.memory_file import fingerprint, load, to_bytes
from tests.vision.decks import prototypes, whole_deck

KITCHEN = DeckMemory("kitchen", "eyes", whole_deck(), prototypes("7H", "8C"))


def test_a_deck_comes_back_as_it_was_written(tmp_path: Path) -> None:
    (tmp_path / "kitchen.npz").write_bytes(to_bytes(KITCHEN))

    memory, sha256 = load(tmp_path / "kitchen.npz")

    assert (memory.name, memory.eyes, memory.known) == ("kitchen", "eyes", KITCHEN.known)
    assert np.array_equal(memory.cards.features, KITCHEN.cards.features)
    assert np.array_equal(memory.indexes.places, KITCHEN.indexes.places)
    assert sha256 == fingerprint(to_bytes(memory))


def test_a_deck_that_is_missing_is_told(tmp_path: Path) -> None:
    with pytest.raises(DeckMemoryError, match="no deck file"):
        load(tmp_path / "gone.npz")


def broken(**other: object) -> bytes:
    content = io.BytesIO()
    parts = dict(np.load(io.BytesIO(to_bytes(KITCHEN))))
    np.savez(content, **(parts | {name: np.array(value) for name, value in other.items()}))
    return content.getvalue()


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"rubbish",
        to_bytes(KITCHEN)[:4000],
        broken(card_places=[0, 1]),
        broken(index_places=[0, 52]),
        broken(indexes=[[np.nan] * 32] * 2),
        broken(cards="words"),
    ],
    ids=["empty", "rubbish", "cut short", "too few places", "no such card", "no number", "words"],
)
def test_what_is_no_deck_is_told(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "kitchen.npz").write_bytes(data)

    with pytest.raises(DeckMemoryError, match="enroll it again"):
        load(tmp_path / "kitchen.npz")
