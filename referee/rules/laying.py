"""Whether cards may be laid on a pile, by their faces alone, and whether the pile burns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from referee.cards import Card, Rank
from referee.rules.constraint import ANYTHING, Limit, fit, limit_of
from referee.rules.options import Burn
from referee.rules.ruleset import RuleSet
from referee.rules.runs import run_code

LEGAL = frozenset(
    {"OK", "RUN", "RUN_BURN", "FLIP_FAIL", "STOCK_FAIL", "NOTED", "BURN_SET"}
    | {f"BURN_{name}" for name in ("TEN", "KING", "ACE", "CARD")}
)


@dataclass(frozen=True)
class Ground:
    """What cards are laid on: the ranks of the pile, and the circumstances that change what fits.

    `free`: anything may be led whatever lies there. `lead_rank` is the rank the starter has to lead.
    `singly`: one card at a time. `last`: whoever lays these has no other card left.
    """

    pile: tuple[Rank, ...]
    free: bool = False
    burnt_yet: bool = True
    lead_rank: Rank | None = None
    from_hand: bool = True
    singly: bool = False
    last: bool = False

    def limit(self, rules: RuleSet) -> Limit:
        """The constraint on the next card."""
        return ANYTHING if self.free else limit_of(self.pile, rules)


def lay_code(cards: Sequence[Card], ground: Ground, rules: RuleSet) -> str:
    """The legal code of laying *cards* (`OK`, `BURN_TEN`, ...) or the code of the rule they break.

    An unknown card is given the benefit of the doubt.
    """
    shown = {card.rank for card in cards if card.known}
    if not shown:
        return "OK"
    return _mixed(cards, ground, rules) if len(shown) > 1 else _equal([*shown] * len(cards), ground, rules)


def _mixed(cards: Sequence[Card], ground: Ground, rules: RuleSet) -> str:
    joined = {card.rank for card in cards if not rules.effect(card.rank).mix}
    if len(joined) == 1:
        return _equal([*joined] * len(cards), ground, rules)
    if rules.play.runs != "none" and all(card.known for card in cards):
        return run_code(cards, ground.pile, rules, free=ground.free)
    jokers = any(card.rank is Rank.JOKER for card in cards)
    return "JOKER_MIXED" if jokers else "NOT_EQUAL_SET"


def _equal(ranks: list[Rank], ground: Ground, rules: RuleSet) -> str:
    if len(ranks) > 1 and (ground.singly or not rules.play.sets):
        return "NOT_EQUAL_SET"
    if ground.lead_rank is not None and ranks[0] is not ground.lead_rank:
        return "LEAD_WRONG"
    burn = burn_code((*ground.pile, *ranks), len(ranks), rules)
    if burn == "BURN_SET" and _four_ignores_pile(ranks, ground, rules):
        return burn
    fits = fit(ranks[0], ground.limit(rules), rules, burnt_yet=ground.burnt_yet)
    if fits == "OK" and ground.last and rules.effect(ranks[0]).special:
        return "LAST_CARD"
    return (burn or "OK") if fits == "OK" else fits


def _four_ignores_pile(ranks: Sequence[Rank], ground: Ground, rules: RuleSet) -> bool:
    ignores = rules.burn.ignores_legality
    whole = len(ranks) >= rules.burn.set_size
    return whole and (ignores is True or (ignores == "from_hand" and ground.from_hand))


def burn_code(pile: Sequence[Rank], played: int, rules: RuleSet) -> str:
    """`BURN_TEN`, `BURN_SET`, ... where the last *played* cards of *pile* clear it, else nothing."""
    top = pile[-1]
    effect = rules.effect(top)
    if effect.burn and (not effect.burn_on or _beneath(pile, played) in effect.burn_on):
        return f"BURN_{top.name if top in (Rank.TEN, Rank.KING, Rank.ACE) else 'CARD'}"
    within = pile if rules.burn.across_plays else pile[-played:]
    return "BURN_SET" if _enough(top, _equal_on_top(within, rules), rules.burn) else ""


def _enough(rank: Rank, count: int, burn: Burn) -> bool:
    if rank in burn.never:
        return False
    return count == burn.set_size if burn.exact else count >= burn.set_size


def _beneath(pile: Sequence[Rank], played: int) -> Rank | None:
    return pile[-played - 1] if len(pile) > played else None


def _equal_on_top(pile: Sequence[Rank], rules: RuleSet) -> int:
    top, count = pile[-1], 0
    for rank in reversed(pile):
        if rank is top and rank is not Rank.UNKNOWN:
            count += 1
        elif not (rules.burn.through_transparent and rules.effect(rank).see_through):
            break
    return count
