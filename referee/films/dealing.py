"""Who is dealt which cards, what is swapped before the first play, and who starts, by a rule set."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from referee.cards import DECK, JOKER, RANKS, Card, Rank
from referee.rules.ruleset import RuleSet

_KEPT_FOR_LATER = (Rank.TEN, Rank.TWO, Rank.ACE)
_SWAPS = 0.6


@dataclass(frozen=True, slots=True)
class Dealt:
    """The cards of each seat's layers and of the stock (top last), who starts, and how that is known."""

    down: list[list[Card]]
    up: list[list[Card]]
    hand: list[list[Card]]
    stock: list[Card]
    starter: int
    by: str
    rank: Rank | None = None


def deal(rules: RuleSet, players: int, rng: random.Random) -> Dealt:
    """Shuffle and deal by *rules*; nobody has swapped yet."""
    pack = list(DECK) * rules.decks + [JOKER] * rules.jokers
    rng.shuffle(pack)
    layout = rules.layout
    down, up, hand = (
        [[pack.pop() for _ in range(count)] for _ in range(players)]
        for count in (layout.down, layout.up, layout.hand)
    )
    starter, by, rank = _starter(up, hand, rules)
    return Dealt(down, up, hand, pack, starter, by, rank if rules.lead.must_be_starter_card else None)


def swaps(row: Sequence[Card], hand: Sequence[Card], rules: RuleSet) -> list[tuple[Card, Card]]:
    """Which card of the *hand* its player puts into the *row* for which card of that: pairs, one by one."""
    row, pairs = list(row), list[tuple[Card, Card]]()
    if not row or not rules.swap.own:
        return pairs
    for card in [card for card in hand if card.rank in _KEPT_FOR_LATER]:
        worst = min(row, key=lambda other: _worth(other.rank))
        if _worth(worst.rank) < _worth(card.rank):
            row[row.index(worst)] = card
            pairs.append((card, worst))
    return pairs


def wants_to_swap(rng: random.Random) -> bool:
    """Whether a player swaps at all."""
    return rng.random() < _SWAPS


def best(hand: Sequence[Card], count: int) -> list[Card]:
    """The *count* cards of *hand* that its player keeps for later: the dearest."""
    return sorted(hand, key=lambda card: -_worth(card.rank))[:count]


def _starter(
    up: Sequence[Sequence[Card]], hand: Sequence[Sequence[Card]], rules: RuleSet
) -> tuple[int, str, Rank | None]:
    how = rules.starter.how
    if how in ("lowest_in_hand", "most_of_lowest_in_hand"):
        return _lowest(hand, rules, most=how.startswith("most"))
    layers = (("dealt", up), ("call", hand)) if how == "first_dealt_up" else (("call", hand),)
    if how in ("left_of_dealer", "after_last_thrown", "table_says"):
        return 0, "table", None
    for rank in RANKS[RANKS.index(rules.starter.rank) :]:
        for by, rows in layers:
            dealt = list(_with_rank(rows, rank))
            if dealt:
                return min(dealt)[1], by, rank
    return 0, "table", None


def _with_rank(rows: Sequence[Sequence[Card]], rank: Rank) -> Iterator[tuple[int, int]]:
    """(when, seat) of every card of *rank* in *rows*, dealt one to each seat in turn."""
    for seat, row in enumerate(rows):
        yield from ((index, seat) for index, card in enumerate(row) if card.rank is rank)


def _lowest(hand: Sequence[Sequence[Card]], rules: RuleSet, *, most: bool) -> tuple[int, str, Rank | None]:
    """Who holds the lowest card that counts; of these whoever has most of it, or sits first."""
    for rank in rules.rank_order:
        if rules.starter.exclude_special and rules.effect(rank).special:
            continue
        counts = [sum(card.rank is rank for card in cards) for cards in hand]
        if any(counts):
            seat = counts.index(max(counts)) if most else next(n for n, count in enumerate(counts) if count)
            return seat, "call", rank
    return 0, "table", None


def _worth(rank: Rank) -> int:
    if rank in (Rank.TWO, Rank.TEN, Rank.JOKER):
        return 20
    return RANKS.index(rank)
