"""Games with every card known, to begin trials from: whole deals, and short ones that soon end."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from referee.cards import DECK, JOKER, Card
from referee.rules.options import Layout
from referee.rules.ruleset import RuleSet

Cards = tuple[Card, ...]


@dataclass(frozen=True)
class Deal:
    """Where every card lies. The last card of `stock` is drawn first, the first card of `pile` is lowest."""

    hands: tuple[Cards, ...]
    rows: tuple[Cards, ...]
    downs: tuple[Cards, ...]
    stock: Cards
    pile: Cards = ()
    turn: int = 0

    @property
    def players(self) -> int:
        """How many sit at the table."""
        return len(self.hands)


def pack(rules: RuleSet) -> list[Card]:
    """Every card of the game."""
    return [*DECK * rules.decks, *[JOKER] * rules.jokers]


def most_players(rules: RuleSet) -> int:
    """How many may sit down with the cards there are."""
    return min(rules.players.max, rules.pack // max(1, rules.layout.each))


def dealt(rules: RuleSet, players: int, rng: random.Random) -> Deal:
    """The cards shuffled and dealt as the rules have it."""
    cards = pack(rules)
    rng.shuffle(cards)
    return _laid_out(cards, rules.layout, players, rng)


def short(rules: RuleSet, players: int, rng: random.Random) -> Deal:
    """A game near its end: few ranks, few cards, hands of the dealt size where a stock is left."""
    cards = pack(rules)
    ranks = rng.sample(sorted({card.rank for card in cards}), 7)
    cards = [card for card in cards if card.rank in ranks]
    rng.shuffle(cards)
    few = rng.randrange(3)
    hand = rules.layout.hand if few else rng.randint(1, 2)
    each = Layout(down=rng.randrange(3), up=rng.randrange(3), hand=hand)
    deal = _laid_out(cards, each, players, rng)
    burning = [card for card in deal.stock if rules.effect(card.rank).burn]
    rest = [card for card in deal.stock if card not in burning]
    pile = rest[: rng.randrange(4)]
    return Deal(deal.hands, deal.rows, deal.downs, tuple(rest[len(pile) :][:few]), tuple(pile), deal.turn)


def _laid_out(cards: list[Card], layout: Layout, players: int, rng: random.Random) -> Deal:
    left = iter(cards)
    down, up, hand = (
        tuple(_some(left, count) for _ in range(players)) for count in (layout.down, layout.up, layout.hand)
    )
    return Deal(hand, up, down, tuple(left), turn=rng.randrange(players))


def _some(cards: Iterator[Card], count: int) -> Cards:
    return tuple(card for _, card in zip(range(count), cards, strict=False))
