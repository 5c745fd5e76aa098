"""How right the plane is that cards tell: on drawn tables and on films, whose camera is known."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from referee.calibrating import calibrate
from referee.films import decks
from referee.films.floor import lay_out
from referee.films.laid import four_cards
from referee.films.make import Shot
from referee.table.fit import Fit
from referee.table.fitness import WANTED_MM
from referee.table.homography import Numbers, applied, inverse, laid_upon
from referee.table.layout import Table
from referee.table.plane import apart, measured
from referee.table.survey import Wanted
from referee.table.zoning import corners_of
from referee.vision.edges import as_seen
from referee.vision.frames import Source
from referee.vision.sighting import Eyes


@dataclass
class Planes:
    """How far off the zones of each table were, in mm, and how far off they were thought to be.

    `eyes`: how far off they would be by the corners of the cards as the eyes tell them.
    """

    off: list[float] = field(default_factory=list)
    thought: list[float] = field(default_factory=list)
    eyes: list[float] = field(default_factory=list)

    def add(self, off: float, thought: float, eyes: float | None = None) -> None:
        """Count in one more table."""
        self.off.append(off)
        self.thought.append(thought)
        self.eyes += [] if eyes is None else [eyes]

    def line(self) -> str:
        """Counts and distances in a line."""
        if not self.off:
            return "tables 0"
        off, thought = np.array(self.off), np.array(self.thought)
        eyes = f" by_eyes_alone_mm_p50 {np.median(self.eyes):.1f}" if self.eyes else ""
        return (
            f"tables {len(off)} within_3mm {(off <= WANTED_MM).mean():.3f} off_mm_p50 {np.median(off):.2f} "
            f"off_mm_max {off.max():.2f} thought_mm_p50 {np.median(thought):.2f} "
            f"no_further_than_thought {(off <= thought).mean():.3f}{eyes}"
        )


def on_table(eyes: Eyes, seed: int, deck: str, shot: Shot) -> tuple[float, float, float]:
    """How far off the zones of a drawn table are, are thought to be, and are by the eyes alone (mm)."""
    laid = four_cards(seed, deck, shot)
    card_mm = decks.load(deck, shot.assets).size_mm
    truth = lay_out(("A", "B", "C"), random.Random(seed)).table(laid.camera, card_mm)
    seen = eyes.look(laid.picture)
    plane = measured(laid.picture, seen, card_mm)
    roughly = Fit([as_seen(card.quad) for card in apart(seen)], card_mm, plane.size)
    zones = corners_of(truth)
    return (
        off_mm(plane.to_mm, truth, zones),
        plane.sure_mm(plane.mm(laid.camera.project(zones))),
        off_mm(inverse(roughly.to_px), truth, zones),
    )


def on_film(eyes: Eyes, source: Source, truth: Table) -> tuple[float, float] | None:
    """The same of a film whose table is *truth*, by the first rest that tells; None where none does."""
    names = tuple(seat.name for seat in truth.seats)
    survey = calibrate(source, eyes, Wanted(names, truth.card_mm, read=0.0), lambda _: None)
    if survey is None or survey.plane is None or not survey.passed:
        return None
    zones = corners_of(truth)
    px = applied(inverse(np.array(truth.to_mm)), zones)
    return off_mm(survey.plane.to_mm, truth, zones), survey.plane.sure_mm(survey.plane.mm(px))


def off_mm(to_mm: Numbers, truth: Table, points: Numbers) -> float:
    """How far off *points* (N x 2, mm of *truth*) lie by *to_mm*, the two planes laid upon each other."""
    px = applied(inverse(np.array(truth.to_mm)), points)
    return float(np.linalg.norm(laid_upon(applied(to_mm, px), points) - points, axis=1).max())


def tilts(count: int, most: float) -> Sequence[float]:
    """So many tilts from 0 to *most* degrees, evenly."""
    return [most * number / max(1, count - 1) for number in range(count)]
