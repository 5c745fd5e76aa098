"""What bothers a game and is no event: a short film of each, refereed with the shipped eyes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

import pytest

from referee.evaluation import referee_film
from referee.films.compare import GameScore
from referee.films.make import Shot, save, shoot
from referee.films.nuisances import KINDS
from referee.films.samples import of_nuisance
from referee.films.truth import Truth
from referee.journal.log import Journal
from referee.rules.actions import (
    CardsPlayed,
    Event,
    FaceDownFlipped,
    PileCleared,
    PilePickedUp,
    PlayRetracted,
    RowSwapped,
    StockDrawn,
)
from referee.rules.codec import event_from_json
from referee.vision import eyes
from referee.vision.eyes import YoloEyes

ACTS = (CardsPlayed, FaceDownFlipped, PileCleared, PilePickedUp, PlayRetracted, RowSwapped, StockDrawn)
"""What people do; all else is what the referee sees lie there, or is told."""
SHORT = 3

Act: TypeAlias = tuple[str, tuple[str, ...]]


@dataclass(frozen=True)
class Refereed:
    """One film, what was true and what was told."""

    truth: Truth
    score: GameScore
    told: Counter[Act]


@pytest.fixture(scope="module")
def seeing() -> YoloEyes:
    return eyes.load()


@pytest.fixture(scope="module", params=KINDS)
def film(
    request: pytest.FixtureRequest, seeing: YoloEyes, tmp_path_factory: pytest.TempPathFactory
) -> Refereed:
    folder = tmp_path_factory.mktemp(request.param)
    script, shot = of_nuisance(request.param, shot=Shot(fps=10), plays=SHORT)
    save(script, shoot(script, shot), folder)
    score = referee_film(folder, seeing, keep=folder / "game")
    with Journal.open(folder / "game") as journal:
        events = [event_from_json(entry.data) for entry in journal.entries() if entry.kind == "event"]
    return Refereed(script.truth, score, acts(events))


def acts(events: Iterable[Event]) -> Counter[Act]:
    return Counter(_act(event) for event in events if isinstance(event, ACTS))


def _act(event: Event) -> Act:
    """What was done: whose hand it was is asked where two were there."""
    cards = event.cards if isinstance(event, CardsPlayed) else ()
    return type(event).__name__, tuple(str(reading.best.rank) for reading in cards)


def test_nothing_is_told_that_did_not_happen(film: Refereed) -> None:
    assert film.truth.nuisances
    assert film.told - acts(happening.event for happening in film.truth.events) == Counter()


def test_every_play_is_told_rightly_or_it_is_asked_whose_it_was(film: Refereed) -> None:
    assert film.score.plays == SHORT
    whose = [miss for miss in film.score.failures if miss.why == "seat"]
    assert [str(miss) for miss in film.score.failures if miss not in whose] == []
    assert len(whose) <= film.score.questions
