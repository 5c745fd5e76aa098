"""Runs: consecutive cards played as one, where the rule set has them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from referee.cards import Card, Rank
from referee.rules.constraint import fit, limit_of
from referee.rules.ruleset import RuleSet


def run_code(cards: Sequence[Card], pile: Sequence[Rank], rules: RuleSet) -> str:
    """`RUN`, `RUN_BURN`, or the code of the rule that the run *cards* breaks on *pile*."""
    ranks = [card.rank for card in cards]
    if fault := _shape(cards, rules):
        return fault
    if (first := fit(ranks[0], limit_of(pile, rules), rules)) != "OK":
        return first
    if rules.run.step_legal and not _steps_fit(ranks, pile, rules):
        return "RUN_STEP"
    return "RUN_BURN" if rules.effect(ranks[-1]).burn else "RUN"


def _shape(cards: Sequence[Card], rules: RuleSet) -> str:
    ranks = [card.rank for card in cards]
    if Rank.JOKER in ranks:
        return "JOKER_MIXED"
    if any(rules.effect(rank).burn for rank in ranks[:-1]):
        return "RUN_AFTER_TEN"
    heights = [rules.height(rank) for rank in ranks]
    if any(high - low != 1 for low, high in pairwise(heights)):
        return "NOT_A_RUN"
    if rules.play.runs == "suited_ascending" and len({card.suit for card in cards}) > 1:
        return "RUN_SUIT"
    return "RUN_MIN" if len(cards) < rules.run.min else ""


def _steps_fit(ranks: Sequence[Rank], pile: Sequence[Rank], rules: RuleSet) -> bool:
    below = [*pile, ranks[0]]
    for rank in ranks[1:]:
        if fit(rank, limit_of(below, rules), rules) != "OK":
            return False
        below.append(rank)
    return True
