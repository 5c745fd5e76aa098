"""Counts of what was found on photographs, and the shares that follow: `design/measures.md`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from referee.cards import Card

SURE = 0.99
BINS = 10


@dataclass(frozen=True)
class Mark:
    """Where a label marks a card: left, top, right and bottom in pixels, of the index alone if `index`.

    A card may have several marks, or none.
    """

    card: Card
    box: tuple[float, float, float, float]
    index: bool = False

    @property
    def centre(self) -> tuple[float, float]:
        """The middle of the box."""
        x0, y0, x1, y1 = self.box
        return (x0 + x1) / 2, (y0 + y1) / 2

    @property
    def size(self) -> float:
        """The longer side of the box, in pixels."""
        x0, y0, x1, y1 = self.box
        return max(x1 - x0, y1 - y0)


@dataclass(frozen=True)
class Photo:
    """A labelled photograph.

    `complete`: every card that can be read is listed. `trained_source`: its deck and camera were trained on.
    `marks`: where the label says that cards lie, as far as it does.
    """

    path: Path
    source: str
    cards: tuple[Card, ...]
    complete: bool
    trained_source: bool
    marks: tuple[Mark, ...] = ()


@dataclass(frozen=True)
class Finding:
    """A card reported as read, and how sure."""

    card: Card
    p: float


@dataclass
class Calibration:
    """How far probabilities are from the shares that are right, findings sorted into `BINS` by probability.

    Expected calibration error: Guo et al., On Calibration of Modern Neural Networks, 2017, equation 3, over
    bins that hold equally many findings (most have a probability near one).
    """

    findings: list[tuple[float, bool]] = field(default_factory=list)

    def add(self, truth: Counter[Card], found: Sequence[Finding]) -> None:
        """Count the findings of one photograph; of two findings of one card the surer is the right one."""
        left = Counter(truth)
        for finding in sorted(found, key=lambda finding: -finding.p):
            self.findings.append((finding.p, left[finding.card] > 0))
            left[finding.card] -= 1

    @property
    def error(self) -> float | None:
        """The mean distance of probability and share, weighted by findings; None of no findings."""
        if not self.findings:
            return None
        ranked, n = sorted(self.findings), len(self.findings)
        bins = [ranked[k * n // BINS : (k + 1) * n // BINS] for k in range(BINS)]
        return sum(abs(sum(p - right for p, right in one)) for one in bins) / n


@dataclass
class Tally:
    """Counts over photographs; the shares of `line` follow from them."""

    photos: int = 0
    cards: int = 0
    matched: int = 0
    complete: int = 0
    found_complete: int = 0
    matched_complete: int = 0
    perfect: int = 0
    findings: int = 0
    sure: int = 0
    sure_complete: int = 0
    sure_right: int = 0
    calibration: Calibration = field(default_factory=Calibration)

    def add(self, photo: Photo, findings: Sequence[Finding]) -> None:
        """Count one photograph."""
        truth, found = Counter(photo.cards), Counter(f.card for f in findings)
        matched = sum((truth & found).values())
        self.photos += 1
        self.cards += len(photo.cards)
        self.matched += matched
        self.findings += len(findings)
        self.sure += sum(f.p >= SURE for f in findings)
        if photo.complete:
            self.complete += 1
            self.found_complete += len(findings)
            self.matched_complete += matched
            self.perfect += truth == found
            sure = Counter(f.card for f in findings if f.p >= SURE)
            self.sure_complete += sum(sure.values())
            self.sure_right += sum((truth & sure).values())
            self.calibration.add(truth, findings)

    def line(self) -> str:
        """The contract's last line: shares between 0 and 1."""
        return (
            f"photos {self.photos} cards {self.cards} recall {share(self.matched, self.cards)} "
            f"precision {share(self.matched_complete, self.found_complete)} "
            f"perfect {share(self.perfect, self.complete)} sure {share(self.sure, self.findings)} "
            f"sure_right {share(self.sure_right, self.sure_complete)}"
        )

    def figures(self) -> dict[str, Any]:
        """The same for programs."""
        names, shares = self.line().split()[::2], self.line().split()[1::2]
        told = {name: None if text == "-" else float(text) for name, text in zip(names, shares, strict=True)}
        counts = {"photos": self.photos, "cards": self.cards}
        return {**told, **counts, "calibration_error": self.calibration.error}

    def calibrated(self) -> str:
        """The expected calibration error of the findings in complete photographs."""
        error = self.calibration.error
        return "calibration_error " + ("-" if error is None else f"{error:.4f}")


def share(part: int, whole: int) -> str:
    """A share with four digits; `-` of nothing."""
    return f"{part / whole:.4f}" if whole else "-"


@dataclass
class Report:
    """Tallies by source, in total, and over sources whose deck and camera no training saw."""

    total: Tally = field(default_factory=Tally)
    unseen: Tally = field(default_factory=Tally)
    sources: dict[str, Tally] = field(default_factory=dict)

    def add(self, photo: Photo, findings: Sequence[Finding]) -> None:
        """Count one photograph everywhere it belongs."""
        self.sources.setdefault(photo.source, Tally()).add(photo, findings)
        self.total.add(photo, findings)
        if not photo.trained_source:
            self.unseen.add(photo, findings)

    def lines(self) -> Iterator[str]:
        """A line a source, one over the unseen sources, the total last."""
        for name, tally in sorted(self.sources.items()):
            yield f"{name}: {tally.line()}"
        yield f"never seen: {self.unseen.line()}"
        yield f"never seen: {self.unseen.calibrated()}, in total: {self.total.calibrated()}"
        yield self.total.line()

    def figures(self) -> dict[str, Any]:
        """The same for programs."""
        sources = {name: tally.figures() for name, tally in sorted(self.sources.items())}
        return {"sources": sources, "never_seen": self.unseen.figures(), "total": self.total.figures()}
