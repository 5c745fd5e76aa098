"""What the simulated players decide: sensible plays by the rules, and plays that break them on purpose."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from referee.cards import RANKS, Card, Rank
from referee.films.holdings import Holding
from referee.rules.actions import Source
from referee.rules.laying import burn_code
from referee.rules.ruleset import RuleSet

CardOf = Callable[[int], Card]


@dataclass(frozen=True, slots=True)
class Intent:
    """Cards that a seat means to lay on the pile, by their numbers on the stage, and where they come from."""

    seat: int
    things: tuple[int, ...]
    source: Source


def choose(plays: Sequence[tuple[Card, ...]], rules: RuleSet, rng: random.Random) -> tuple[Card, ...] | None:
    """One of the legal *plays*: mostly the lowest rank, all cards of it, and what goes on anything last."""
    if not plays:
        return None
    if rng.random() < 0.12:
        return rng.choice(plays)
    lowest = min(plays, key=lambda cards: _cost(cards[0].rank, rules))[0].rank
    same = [cards for cards in plays if cards[0].rank is lowest]
    whole = max(same, key=len) if rng.random() < 0.85 else rng.choice(same)
    return whole if _cost(lowest, rules) < _DEAR else min(same, key=len)


def sparing(
    plays: tuple[tuple[Card, ...], ...], rules: RuleSet, pile: Sequence[Rank]
) -> tuple[tuple[Card, ...], ...]:
    """Those of *plays* that do not clear the *pile*, where there are any."""
    keep = [cards for cards in plays if not burn_code((*pile, *(c.rank for c in cards)), len(cards), rules)]
    return tuple(keep) or plays


def sly(
    turn: int, holdings: Sequence[Holding], stock: Sequence[int], card: CardOf, rng: random.Random
) -> Iterator[Intent]:
    """Plays of seat *turn* that probably break a rule which is seldom broken, in a random order of kinds."""
    kinds = [_from_stock, _blind_early, _two_blind, _nearly_a_run]
    rng.shuffle(kinds)
    for kind in kinds:
        intents = list(kind(turn, holdings, stock, card))
        rng.shuffle(intents)
        yield from intents


def _from_stock(turn: int, _: Sequence[Holding], stock: Sequence[int], __: CardOf) -> Iterator[Intent]:
    if stock:
        yield Intent(turn, (stock[-1],), Source.STOCK)


def _blind_early(turn: int, holdings: Sequence[Holding], _: Sequence[int], __: CardOf) -> Iterator[Intent]:
    if holdings[turn].source is not Source.DOWN:
        yield from (Intent(turn, (thing,), Source.DOWN) for thing in holdings[turn].things(Source.DOWN))


def _two_blind(turn: int, holdings: Sequence[Holding], _: Sequence[int], __: CardOf) -> Iterator[Intent]:
    down = holdings[turn].things(Source.DOWN)
    if holdings[turn].source is Source.DOWN and len(down) > 1:
        yield Intent(turn, (down[0], down[1]), Source.DOWN)


def _nearly_a_run(turn: int, holdings: Sequence[Holding], _: Sequence[int], card: CardOf) -> Iterator[Intent]:
    hand = sorted(holdings[turn].hand, key=lambda thing: _height(card(thing).rank))
    for one, other in pairwise(hand):
        if card(one).rank is not card(other).rank:
            yield Intent(turn, (one, other), Source.HAND)


def mischief(
    turn: int, holdings: Sequence[Holding], active: Sequence[int], card: CardOf, rng: random.Random
) -> Iterator[Intent]:
    """Plays that probably break a rule while it is the turn of seat *turn*, in a random order of kinds."""
    kinds = [_any_single] * 6 + [_out_of_turn] * 2 + [_mixed, _wrong_zone]
    rng.shuffle(kinds)
    for kind in kinds:
        intents = list(kind(turn, holdings, active, card))
        rng.shuffle(intents)
        yield from intents


def _any_single(turn: int, holdings: Sequence[Holding], _: Sequence[int], __: CardOf) -> Iterator[Intent]:
    source = holdings[turn].source
    if source is not Source.DOWN:
        yield from (Intent(turn, (thing,), source) for thing in holdings[turn].things(source))


def _out_of_turn(
    turn: int, holdings: Sequence[Holding], active: Sequence[int], _: CardOf
) -> Iterator[Intent]:
    for seat in active:
        if seat != turn and holdings[seat].source is Source.HAND:
            yield from (Intent(seat, (thing,), Source.HAND) for thing in holdings[seat].hand)


def _mixed(turn: int, holdings: Sequence[Holding], _: Sequence[int], card: CardOf) -> Iterator[Intent]:
    hand = holdings[turn].hand
    for one in hand:
        for other in hand:
            if _height(card(one).rank) < _height(card(other).rank):
                yield Intent(turn, (one, other), Source.HAND)


def _wrong_zone(turn: int, holdings: Sequence[Holding], _: Sequence[int], __: CardOf) -> Iterator[Intent]:
    if holdings[turn].hand:
        yield from (Intent(turn, (thing,), Source.UP) for thing in holdings[turn].things(Source.UP))


_DEAR = 20


def _height(rank: Rank) -> int:
    return RANKS.index(rank) if rank in RANKS else len(RANKS)


def _cost(rank: Rank, rules: RuleSet) -> int:
    effect = rules.effect(rank)
    if effect.burn:
        return _DEAR + 1
    return _DEAR if effect.reset or effect.transparent or rank is Rank.JOKER else rules.height(rank)
