"""Runs: consecutive cards played as one, where the rule set has them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from referee.cards import Card, Rank, Suit
from referee.rules.constraint import fit, limit_of
from referee.rules.ruleset import RuleSet


def run_code(cards: Sequence[Card], pile: tuple[Rank, ...], rules: RuleSet, *, free: bool = False) -> str:
    """`RUN`, `RUN_BURN`, or the code of the rule that the run *cards* breaks on *pile*.

    *free*: its first card may be anything; the others lie on the pile all the same (D-52b).
    """
    ranks = [card.rank for card in cards]
    if fault := _shape(cards, rules):
        return fault
    if not free and (first := fit(ranks[0], limit_of(pile, rules), rules)) != "OK":
        return first
    if rules.run.step_legal and not _steps_fit(ranks, pile, rules):
        return "RUN_STEP"
    return "RUN_BURN" if rules.effect(ranks[-1]).burn else "RUN"


def runs_in(hand: Iterable[Card], rules: RuleSet) -> Iterator[tuple[Card, ...]]:
    """Every run that *hand* has; where suits do not matter, with one card of each rank."""
    if rules.play.runs == "none":
        return
    held = {(card.rank, _suit(card, rules)): card for card in hand}
    for card in held.values():
        for length in range(2, len(rules.rank_order) + 1):
            run = _from(card, length, held, rules)
            if run is None:
                break
            yield run


def _suit(card: Card, rules: RuleSet) -> Suit | None:
    return card.suit if rules.play.runs == "suited_ascending" else None


def _from(
    first: Card, length: int, held: Mapping[tuple[Rank, Suit | None], Card], rules: RuleSet
) -> tuple[Card, ...] | None:
    """The run of *length* cards up from *first*, where *held* has it."""
    order, start = rules.rank_order, rules.height(first.rank)
    if start < 0 or (start + length > len(order) and not rules.run.wrap):
        return None
    ranks = [order[(start + n) % len(order)] for n in range(length)]
    run = [held.get((rank, _suit(first, rules))) for rank in ranks]
    return tuple(card for card in run if card is not None) if None not in run else None


def _shape(cards: Sequence[Card], rules: RuleSet) -> str:
    ranks = [card.rank for card in cards]
    if Rank.JOKER in ranks:
        return "JOKER_MIXED"
    burning = [rules.effect(rank).burn for rank in ranks]
    if any(burning) and rules.run.ten == "forbidden":
        return "RUN_TEN"
    if any(burning[:-1]):
        return "RUN_AFTER_TEN"
    if not all(_follows(low, high, rules) for low, high in pairwise(ranks)):
        return "NOT_A_RUN"
    if rules.play.runs == "suited_ascending" and len({card.suit for card in cards}) > 1:
        return "RUN_SUIT"
    return "RUN_MIN" if len(cards) < rules.run.min else ""


def _follows(low: Rank, high: Rank, rules: RuleSet) -> bool:
    step = rules.height(high) - rules.height(low)
    return step == 1 or (rules.run.wrap and step == 1 - len(rules.rank_order))


def _steps_fit(ranks: Sequence[Rank], pile: tuple[Rank, ...], rules: RuleSet) -> bool:
    below = (*pile, ranks[0])
    for rank in ranks[1:]:
        if fit(rank, limit_of(below, rules), rules) != "OK":
            return False
        below = (*below, rank)
    return True
