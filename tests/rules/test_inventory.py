from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from referee.cards import Rank
from referee.rules.actions import GameConfigured
from referee.rules.constraint import Limit, fit
from referee.rules.described import described, options
from referee.rules.engine import new_game
from referee.rules.loading import build, load, merge, presets, read
from referee.rules.undescribed import undescribed
from tests.rules.casefile import all_cases, rows_of

HERE = Path(__file__).resolve().parent
INVENTORY: dict[str, Any] = tomllib.loads((HERE / "inventory.toml").read_text(encoding="utf-8"))
ROWS = INVENTORY["rows"]
BY_CASE = {row for _, case in all_cases() for row in rows_of(case)}
BY_TEST = INVENTORY["tests"]
NOT_DECIDABLE = INVENTORY["not_decidable"]


@pytest.mark.parametrize("row", ROWS)
def test_a_row_is_tested_or_not_decidable(row: str) -> None:
    assert row in BY_CASE or row in BY_TEST or row in NOT_DECIDABLE


def test_the_inventory_is_whole() -> None:
    counts = [sum(row.startswith(kind) for row in ROWS) for kind in "PVC"]
    assert counts == [39, 45, 38]
    assert len(set(ROWS)) == len(ROWS)


def test_no_row_is_listed_twice_over_or_unknown() -> None:
    assert not set(NOT_DECIDABLE) & (BY_CASE | set(BY_TEST))
    assert BY_CASE | set(BY_TEST) | set(NOT_DECIDABLE) <= set(ROWS)


@pytest.mark.parametrize("name", sorted(set(BY_TEST.values())))
def test_a_named_test_exists(name: str) -> None:
    module, _, function = name.partition("::")
    assert f"\ndef {function}(" in (HERE / module).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", presets())
def test_every_row_that_a_ruling_names_is_in_the_inventory(name: str) -> None:
    assert {row for _, rows in load(name).ids for row in rows} <= set(ROWS)


def test_every_row_that_is_told_is_in_the_inventory() -> None:
    told = set(re.findall(r"[PVCX]-\d\d[a-d]?", str(options())))
    told |= {row for game in undescribed().values() for row in game.rows}
    assert told <= set(ROWS)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("pagat", "The loser deals the next hand. [P-02, P-39, C-02, D-04]"),
        ("pagat_winner", "The deal passes to the left after each hand. [P-07, D-04]"),
        ("classic001", "The loser deals the next hand. [P-02, P-39, C-02, D-04]"),
    ],
)
def test_who_deals_next_is_told(name: str, words: str) -> None:
    assert words in {str(sentence) for sentence in described(load(name))}


def test_the_classic_game_is_dealt_in_threes() -> None:
    state = new_game(GameConfigured("classic001", 4))
    assert [(s.down, len(s.up), s.hand.lo) for s in state.seats] == [(3, 3, 3)] * 4
    assert (state.stock.lo, state.stock.hi) == (16, 16)


def test_the_finnish_family_rules_can_be_written() -> None:
    courts = {rank: {"locked_until": "first_burn"} for rank in "JQK"}
    rules = build(merge(read("vandtia"), {"swap": {"until": "first_burn"}, "effects": courts}))
    assert fit(Rank.QUEEN, Limit("any"), rules, burnt_yet=False) == "COURT_LOCK"
    assert fit(Rank.QUEEN, Limit("any"), rules, burnt_yet=True) == "OK"
