"""A referee that sees everything rightly: truth, rules and comparison must agree on whole games."""

import random
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from referee.films.choreography import Stage
from referee.films.compare import compare
from referee.films.floor import lay_out
from referee.films.make import NAMES, Shot, write
from referee.films.nuisances import KINDS
from referee.films.plot import Plot
from referee.films.story import Story
from referee.films.truth import Truth
from referee.rules import engine, loading
from referee.rules.actions import GameConfigured
from referee.rules.codec import event_to_json, notice_to_json

DATASETS = Path(__file__).resolve().parents[2] / "datasets"


@dataclass(frozen=True)
class Entry:
    t: float
    kind: str
    data: Any


def game(seed: int) -> Truth:
    stage = Stage(lay_out(NAMES[:3], random.Random(seed)), random.Random(seed))
    told = Story(stage, loading.load("pagat"), Plot(plays=0, illegal=0.1), random.Random(seed))
    told.tell()
    events, turns = tuple(told.events), tuple(told.turns)
    return Truth(seed, "pagat", NAMES[:3], "", (1280, 720), 15, told.start, events, turns, stage.now)


def seen(truth: Truth) -> list[Entry]:
    config = truth.start[0]
    assert isinstance(config, GameConfigured)
    state = engine.new_game(config, truth.rule_set)
    entries = []
    timed = [(0.0, event) for event in truth.start[1:]]
    timed += [(happening.left + 0.4, happening.event) for happening in truth.events]
    for t, event in timed:
        state, notices = engine.observe(state, event)
        entries.append(Entry(t, "event", event_to_json(event)))
        entries += [Entry(t, "notice", notice_to_json(notice)) for notice in notices]
    return entries


@pytest.mark.parametrize("seed", range(3))
def test_who_sees_all_is_perfect(seed: int) -> None:
    truth = game(seed)
    score = compare(truth, seen(truth))
    assert score.misses == ()
    assert score.caught == score.illegal > 0
    assert score.false_calls == 0
    assert score.turn_s == pytest.approx(score.judged_s)
    assert score.perfect


@pytest.mark.parametrize(
    ("start", "rules", "players"),
    [
        ("deal", "pagat", 3),
        ("play", "pagat_six_jokers", 6),
        ("pile", "daly_karma", 4),
        ("endgame", str(DATASETS / "three_packs.toml"), 5),
    ],
)
def test_who_sees_all_is_perfect_however_hard_the_film(start: str, rules: str, players: int) -> None:
    plot = Plot(plays=60, illegal=0.1, sly=0.3, squared=0.3, nuisances=KINDS, start=start)
    truth = write(5, Shot(players=players, rules=rules, tempo="brisk", plot=plot)).truth
    score = compare(truth, seen(truth))
    assert score.misses == ()
    assert score.caught == score.illegal > 0
    assert score.perfect
