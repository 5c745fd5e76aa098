"""Where pictures come from."""

from __future__ import annotations

from dataclasses import dataclass

from referee.vision.sighting import Picture


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture of a source: its number, its time in seconds since the source began, and the picture."""

    seq: int
    t: float
    picture: Picture
