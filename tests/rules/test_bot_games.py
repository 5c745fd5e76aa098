"""Whole games by the rules, seen more or less well: nobody is accused, and the counts stay true."""

from __future__ import annotations

from collections import Counter

import pytest

from referee.cards import DECK
from referee.rules.layers import refilled
from referee.rules.rulings import GameOver, Level, PlayerOut, Ruling
from tests.rules.bots import Bots, Sight

SEEDS = range(3)


@pytest.mark.parametrize("rules", ["pagat", "classic001"])
@pytest.mark.parametrize("seed", SEEDS)
def test_a_game_by_the_rules_seen_perfectly_gives_nothing_to_say(rules: str, seed: int) -> None:
    assert Bots(seed, rules, 2 + seed % 4).play().loud == []


@pytest.mark.parametrize("rules", ["pagat", "classic001"])
@pytest.mark.parametrize("draws", ["exact", "wide", "some", "none"])
@pytest.mark.parametrize("source", [True, False])
def test_nobody_is_accused_however_badly_draws_are_seen(rules: str, draws: str, source: bool) -> None:
    for seed in SEEDS:
        bots = Bots(seed, rules, 2 + seed % 4, Sight(draws, source)).play()
        assert not [n for n in bots.loud if isinstance(n, Ruling) and n.level is Level.ILLEGAL]


@pytest.mark.parametrize("draws", ["exact", "wide", "some", "none"])
def test_the_true_hand_lies_within_its_interval(draws: str) -> None:
    for seed in SEEDS:
        bots = Bots(seed, "pagat", 3, Sight(draws))
        bots.deal()
        for _ in range(150):
            if bots.state.turn is None or bots.state.over:
                break
            bots.turn(bots.state.turn)
            for seat, here in enumerate(refilled(bots.state).seats):
                assert here.out is not None or here.hand.lo <= len(bots.hand[seat]) <= here.hand.hi


def test_no_card_is_lost_or_doubled() -> None:
    for seed in SEEDS:
        bots = Bots(seed, "classic001", 4).play()
        state = bots.state
        assert Counter(bots.located) == Counter(DECK)
        counted = sum(s.hand.lo + len(s.up) + s.down for s in state.seats if s.out is None)
        assert counted + len(state.pile_cards) + len(state.burnt) + state.stock.lo == len(DECK)


def test_places_are_given_in_order_and_the_last_one_loses() -> None:
    ends = [bots for seed in range(12) if (bots := Bots(seed, "pagat", 4).play()).state.over]
    assert ends
    for bots in ends:
        out = [n for n in bots.notices if isinstance(n, PlayerOut)]
        over = next(n for n in bots.notices if isinstance(n, GameOver))
        assert [n.place for n in out] == [1, 2, 3]
        assert {n.seat for n in out} | {over.loser} == {0, 1, 2, 3}


def test_the_first_seat_to_play_is_the_starter_where_nobody_said() -> None:
    for seed in SEEDS:
        bots = Bots(seed, "pagat", 3, Sight(starter=False, rows=False)).play(40)
        assert bots.state.starter == bots.first
        assert not [n for n in bots.loud if isinstance(n, Ruling) and n.level is Level.ILLEGAL]


def test_unseen_clearing_and_unconfirmed_flips_change_nothing() -> None:
    for seed in SEEDS:
        blind = Sight(clears=False, confirms_flips=False)
        assert Bots(seed, "pagat", 3, blind).play().loud == []
