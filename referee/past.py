"""What the journal of a game knows of the frames that were taken, so that they pass again as they did."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from referee.journal.log import Entry
from referee.journal.sightings import cards_from_json
from referee.table.watched_camera import Moved
from referee.vision.sighting import SeenCard

Json = dict[str, Any]


class Past:
    """What the journal knows of the frames that were taken."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self.last_frame = -1
        self._sightings: dict[int, list[Json]] = {}
        self._skipped: set[int] = set()
        self._gaps: dict[int, float] = {}
        self._moves: dict[int, Moved] = {}
        for entry in entries:
            if entry.kind == "frame":
                self.last_frame = int(entry.data["seq"])
                for first, last in entry.data.get("lost", ()):
                    self._skipped.update(range(first, last + 1))
                if "gap" in entry.data:
                    self._gaps[self.last_frame] = float(entry.data["gap"][0])
                if "moved" in entry.data:
                    self._moves[self.last_frame] = Moved.from_json(entry.data["moved"])
            elif entry.kind == "sighting":
                self._sightings[int(entry.data["frame"])] = entry.data["cards"]

    def cards(self, frame: int) -> tuple[SeenCard, ...] | None:
        """What was seen in the frame of that number; None when nobody looked."""
        found = self._sightings.get(frame)
        return None if found is None else cards_from_json(found)

    def gap_from(self, frame: int) -> float | None:
        """Since when nobody had watched before the frame of that number; None when somebody had."""
        return self._gaps.get(frame)

    def moved(self, frame: int) -> Moved | None:
        """How the camera had been moved before the frame of that number; None when it had not."""
        return self._moves.get(frame)

    def skipped(self, frame: int) -> bool:
        """Whether the loop was too busy to take the frame of that number."""
        return frame in self._skipped
