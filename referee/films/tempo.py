"""How fast people play: as at a relaxed table, or briskly, a play every two to three seconds."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Tempo:
    """A table's tempo.

    `way` and `hold` are the time of an arm's way and of its rests, as shares of the usual; `breath` the
    seconds between two actions (least, most); `beat` those from one play to the next at least.
    """

    way: float = 1.0
    hold: float = 1.0
    breath: tuple[float, float] = (0.9, 1.5)
    beat: tuple[float, float] | None = None


USUAL = "usual"
TEMPOS = {
    USUAL: Tempo(),
    "brisk": Tempo(way=0.54, hold=0.6, breath=(0.25, 0.45), beat=(1.9, 2.7)),
}
"""The tempos by name."""
