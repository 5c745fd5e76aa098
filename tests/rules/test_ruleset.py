from __future__ import annotations

import pytest

from referee.rules.loading import load
from referee.rules.ruleset import RuleSetError


def test_equal_rule_sets_are_equal_values() -> None:
    assert load("pagat") == load("pagat")
    assert hash(load("pagat")) == hash(load("pagat"))
    assert load("pagat") != load("classic001")


@pytest.mark.parametrize(("players", "left"), [(2, 34), (5, 7)])
def test_the_stock_is_what_the_deal_leaves(players: int, left: int) -> None:
    assert load("pagat").stock_after_deal(players) == left


def test_too_few_players_are_refused() -> None:
    with pytest.raises(RuleSetError, match="2 to 5 players, not 1"):
        load("pagat").stock_after_deal(1)
