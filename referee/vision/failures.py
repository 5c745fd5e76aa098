"""The cards that the eyes missed on photographs, as a list for programs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from referee.vision.outcomes import Kind, Outcome
from referee.vision.scores import Photo

COLUMNS = ("file", "source", "card", "kind", "p", "width_px")


@dataclass(frozen=True)
class Judged:
    """A photograph with what became of its cards."""

    photo: Photo
    outcomes: Sequence[Outcome]

    @property
    def failed(self) -> list[Outcome]:
        """What is not right."""
        return [one for one in self.outcomes if one.kind is not Kind.RIGHT]


def listed(judged: Iterable[Judged]) -> str:
    """Every mistake in a line, with tabs between `COLUMNS`, those in the first line."""
    rows = [_row(one.photo, failed) for one in judged for failed in one.failed]
    return "".join("\t".join(row) + "\n" for row in (COLUMNS, *rows))


def _row(photo: Photo, one: Outcome) -> tuple[str, ...]:
    named = one.card or (one.seen and one.seen.reading.best)
    p = "" if one.seen is None else f"{one.seen.reading.p:.4f}"
    width = "" if one.width is None else f"{one.width:.0f}"
    return photo.path.name, photo.source, str(named), str(one), p, width
