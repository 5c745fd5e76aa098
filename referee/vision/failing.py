"""Saves what the eyes missed on photographs: the pictures, the list and the tables, in one folder."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from referee.saving import save
from referee.vision.failure_sheet import failure_sheet
from referee.vision.failure_tables import summary
from referee.vision.failures import Judged, listed
from referee.vision.outcomes import outcomes
from referee.vision.photos import read_picture
from referee.vision.pictures import names_of, save_picture
from referee.vision.scores import Photo
from referee.vision.sighting import SeenCard


def save_failures(
    folder: Path, photos: Sequence[Photo], looks: Sequence[Sequence[SeenCard]], sure: float
) -> str:
    """Write a PNG of each of *photos* with a mistake, `failures.tsv` and `failures.md`; return the last.

    *looks* are what was seen on each, *sure* the probability from which a card counts as read. Raises
    `UserError`.
    """
    judged = [Judged(photo, outcomes(photo, look, sure)) for photo, look in zip(photos, looks, strict=True)]
    tables = summary(judged)
    save(folder / "failures.tsv", listed(judged).encode())
    save(folder / "failures.md", tables.encode())
    for one, name in zip(judged, names_of([photo.path for photo in photos]), strict=True):
        if one.failed:
            save_picture(folder / name, failure_sheet(read_picture(one.photo.path), one.outcomes))
    return tables
