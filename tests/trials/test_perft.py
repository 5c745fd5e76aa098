from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from referee.rules.loading import load
from referee.trials.perft import Other, count
from tests.rules import slow_rules
from tests.rules.slow_rules import Slow

NODES = 4_000


@pytest.mark.parametrize("name", slow_rules.GAMES)
def test_the_engine_and_the_second_telling_count_the_same_moves(name: str) -> None:
    told: list[int] = []
    counted = count(load(name), slow_rules.opened, NODES, seed=7, tell=told.append)

    assert counted.apart == ""
    assert counted.ours == counted.theirs >= NODES
    assert told[-1] == counted.ours


class NoTens(Slow):
    def fits(self, rank: str, below: list[str]) -> bool:
        return rank != "10" and super().fits(rank, below)


class Anticlockwise(Slow):
    def neighbour(self, seat: int) -> int:
        return (seat - 1) % len(self.hands)


def altered(kind: type[Slow]) -> Any:
    def opened(game: str, deal: Mapping[str, Any]) -> Other:
        position = slow_rules.opened(game, deal)
        position.__class__ = kind
        return position

    return opened


def test_a_move_that_one_of_the_two_lacks_is_found() -> None:
    counted = count(load("pagat"), altered(NoTens), NODES, seed=7)

    assert "only the engine has [('lay', '10" in counted.apart


def test_a_position_that_differs_is_found() -> None:
    counted = count(load("pagat"), altered(Anticlockwise), NODES, seed=7)

    assert "the engine is at" in counted.apart
    assert counted.apart.startswith("after ")
