"""Every option rules some play differently, unless it is one that the table keeps to by itself."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from referee.rules.actions import GameConfigured
from referee.rules.cases import run
from referee.rules.described import options
from referee.rules.engine import new_game
from referee.rules.loading import build, merge, read
from tests.rules.casefile import case

HERE = Path(__file__).resolve().parent
SWITCHES: dict[str, Any] = tomllib.loads((HERE / "switches.toml").read_text(encoding="utf-8"))
DECISIONS: dict[str, Any] = tomllib.loads((HERE / "decisions.toml").read_text(encoding="utf-8"))
AT_THE_DEAL = {"starter.how", "direction0"}
TOLD = {name for name, entry in options().items() if entry.get("told")}


def family(name: str) -> str:
    """`effects.playable` for `effects.7.playable`."""
    return re.sub(r"^effects\.[^.]+\.", "effects.", name)


def faults(name: str, *, on: bool) -> tuple[str, ...]:
    line = SWITCHES[name]
    chosen = {**line.get("with", {}), **({name: line["set"]} if on else {})}
    expected = line["on" if on else "off"]
    (outcome,) = run([case(name, "pagat", {"rows": "", **line, **expected, "with": chosen})])
    return outcome.differs


@pytest.mark.parametrize("name", SWITCHES)
def test_an_option_changes_the_ruling(name: str) -> None:
    assert faults(name, on=False) == ()
    assert faults(name, on=True) == ()
    assert SWITCHES[name]["on"] != SWITCHES[name]["off"]


def test_every_option_is_tried_or_left_to_the_table() -> None:
    tried = {family(name) for name in SWITCHES} | AT_THE_DEAL
    assert tried | TOLD == set(options())
    assert not tried & TOLD


def test_the_player_on_the_dealers_left_may_be_the_starter() -> None:
    rules = build(merge(read("pagat"), {"starter": {"how": "left_of_dealer"}}))
    assert new_game(GameConfigured("house", 3, dealer=2), rules).turn == 0
    assert new_game(GameConfigured("house", 3), rules).turn is None
    assert new_game(GameConfigured("pagat", 3, dealer=2)).turn is None


@pytest.mark.parametrize("direction", [1, -1])
def test_play_starts_in_the_direction_of_the_rule_set(direction: int) -> None:
    rules = build(merge(read("pagat"), {"direction0": direction}))
    assert new_game(GameConfigured("house", 3), rules).direction == direction


@pytest.mark.parametrize("decision", DECISIONS)
def test_every_decision_is_a_switch_or_says_why_not(decision: str) -> None:
    entry = DECISIONS[decision]
    switches = entry.get("options", [])
    assert bool(switches) != bool(entry.get("fixed"))
    assert set(switches) <= set(options())


def test_the_decisions_are_those_of_the_inventory() -> None:
    numbers = [*range(1, 25), *range(26, 31), *range(32, 63), 64, 65, 66]
    wanted = {f"D-{n:02}" for n in numbers} | {"D-05b", "D-35b", "D-52b", "D-52c", "D-63b"}
    assert set(DECISIONS) == wanted
