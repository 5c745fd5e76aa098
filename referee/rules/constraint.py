"""What may follow a pile: a pure function of its ranks, read from the top down through see-through cards."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from referee.cards import RANKS, Rank
from referee.rules.effect import Effect, Playable
from referee.rules.ruleset import RuleSet


@dataclass(frozen=True, slots=True)
class Limit:
    """The constraint on the next card.

    `op` is `any`, `ge`, `gt`, `le`, `lt`, `none` (the pile must be taken) or `unknown` (an unread card
    rules), `rank` its bound, `top` the card that sets it, `exempt` the ranks that may be played all the same.
    """

    op: str
    rank: Rank | None = None
    top: Rank | None = None
    exempt: frozenset[Rank] = frozenset()


ANYTHING = Limit("any")


def limit_of(pile: tuple[Rank, ...], rules: RuleSet) -> Limit:
    """The constraint that *pile* (bottom first) puts on the next card."""
    return _limit_of(pile[-1:] if pile and rules.covers(pile[-1]) else pile, rules)


@lru_cache(maxsize=4096)
def _limit_of(pile: tuple[Rank, ...], rules: RuleSet) -> Limit:
    if pile and rules.effect(pile[0]).led_empty and len(set(pile)) == 1:
        return Limit("none", None, pile[0])
    seen_through: Rank | None = None
    for rank in reversed(pile):
        if rank is Rank.UNKNOWN:
            return Limit("unknown")
        if rules.effect(rank).force_pickup:
            return Limit("none", None, rank, rules.effect(rank).then_exempt)
        if not rules.effect(rank).see_through:
            return _set_by(rank, rules, shown=seen_through is not None)
        seen_through = rank
    return ANYTHING if seen_through is None else _on_empty(seen_through, rules)


def _on_empty(lowest: Rank, rules: RuleSet) -> Limit:
    effect = rules.effect(lowest)
    if (effect.on_empty or rules.transparent.on_empty) == "any":
        return ANYTHING
    value = Rank.SEVEN if lowest is Rank.JOKER else lowest
    return Limit(rules.compare, value, value)


def _set_by(top: Rank, rules: RuleSet, *, shown: bool) -> Limit:
    effect = rules.effect(top)
    op, bound = effect.limit
    if op and (rules.transparent.inherits_constraint or not shown):
        return Limit(op, bound, top, effect.then_exempt)
    if effect.reset:
        return Limit("any", None, top)
    value = effect.as_ if isinstance(effect.as_, Rank) else top
    return Limit(rules.compare, value, top)


@lru_cache(maxsize=4096)
def fit(rank: Rank, limit: Limit, rules: RuleSet, *, burnt_yet: bool = True) -> str:
    """`OK`, or the code of the rule that *rank* breaks under *limit*; the unknown card always fits."""
    if rank is Rank.UNKNOWN or limit.op == "unknown":
        return "OK"
    effect = rules.effect(rank)
    if limit.op == "none":
        return "OK" if rank in limit.exempt else "MUST_TAKE"
    if effect.locked_until == "first_burn" and not burnt_yet:
        return "COURT_LOCK"
    if limit.top is not None and _unbeaten(rank, rules.effect(limit.top)):
        return "TOO_LOW"
    return _by_playable(rank, effect, limit, rules)


def _unbeaten(rank: Rank, top: Effect) -> bool:
    return bool(top.only_beaten_by) and rank not in top.only_beaten_by


def _by_playable(rank: Rank, effect: Effect, limit: Limit, rules: RuleSet) -> str:
    playable = effect.playable
    if playable == "any":
        return "OK"
    if isinstance(playable, Playable):
        return _by_list(rank, playable, limit, rules)
    if playable == "any_higher" and limit.top is not None and rules.height(limit.top) > rules.height(rank):
        return "OK"
    return by_height(rank, limit, rules)


def _by_list(rank: Rank, playable: Playable, limit: Limit, rules: RuleSet) -> str:
    if playable.any_except:
        return _blocked(rank) if limit.top in playable.any_except else "OK"
    if limit.top is None or limit.top in playable.only_on:
        return by_height(rank, limit, rules)
    return _blocked(rank)


def _blocked(rank: Rank) -> str:
    return {Rank.TEN: "TEN_BLOCKED", Rank.ACE: "ACE_BLOCKED"}.get(rank, "COURT_LOCK")


def by_height(rank: Rank, limit: Limit, rules: RuleSet) -> str:
    """`OK`, `TOO_LOW` or `TOO_HIGH` by the order of the ranks alone."""
    if limit.op == "any" or limit.rank is None or rank in limit.exempt:
        return "OK"
    step = rules.height(rank) - rules.height(limit.rank)
    fine = {"ge": step >= 0, "gt": step > 0, "le": step <= 0, "lt": step < 0}[limit.op]
    return "OK" if fine else _too(rank, limit, rules)


def _too(rank: Rank, limit: Limit, rules: RuleSet) -> str:
    if limit.op in ("le", "lt"):
        return "TOO_HIGH"
    ten = rank is Rank.TEN and rules.effect(rank).burn
    return "TEN_BLOCKED" if ten else "TOO_LOW"


@lru_cache(maxsize=4096)
def fitting(limit: Limit, rules: RuleSet, *, burnt_yet: bool = True) -> tuple[Rank, ...]:
    """The ranks that may go on, in the order of the index."""
    ranks = (*RANKS, Rank.JOKER) if rules.jokers else RANKS
    return tuple(rank for rank in ranks if fit(rank, limit, rules, burnt_yet=burnt_yet) == "OK")
