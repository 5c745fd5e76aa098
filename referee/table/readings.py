"""Several readings of one card made one, and what other cards say about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp, log

from referee.cards import Card, Reading

IDENTITIES = 53
"""Fifty-two cards and the joker."""
LEAST = 2e-6
"""No card is less likely than this after one look."""
ELSEWHERE = 0.02
"""How likely a card is that surely lies somewhere else: two packs, or a misreading of the other."""


def combined(readings: Sequence[Reading]) -> Reading:
    """The log-average of *readings*, never surer than they are; looks that read nothing are left out."""
    read = [reading for reading in readings if reading.options]
    cards = _in_order(read)
    if not cards:
        return Reading(())
    raw = {card: exp(sum(log(_p(reading, card)) for reading in read) / len(read)) for card in cards}
    rest = exp(sum(log(_other(reading)) for reading in read) / len(read)) * (IDENTITIES - len(cards))
    total = sum(raw.values()) + rest
    return Reading.of({card: p / total for card, p in raw.items()})


def multiplied(first: Reading, second: Reading) -> Reading:
    """What two independent readings of the same card say together."""
    cards = _in_order((first, second))
    raw = {card: _p(first, card) * _p(second, card) for card in cards}
    total = sum(raw.values()) + _other(first) * _other(second) * (IDENTITIES - len(cards))
    return Reading.of({card: p / total for card, p in raw.items()})


def agreement(first: Reading, second: Reading) -> float:
    """The probability that both readings are of the same card of one pack."""
    return sum(p * _p(second, card) for card, p in first.options if p > LEAST)


def either(first: Reading, second: Reading) -> Reading:
    """What is known where one of two readings is of the card, and nobody can say which."""
    cards = _in_order((first, second))
    told = [dict(reading.options) for reading in (first, second)]
    return Reading.of({card: sum(options.get(card, 0.0) for options in told) / 2 for card in cards})


def without(reading: Reading, elsewhere: Mapping[Card, float]) -> Reading:
    """*reading* made less sure of cards that lie *elsewhere* (card -> probability that it lies there)."""
    raw = {card: p * (1 - (1 - ELSEWHERE) * elsewhere.get(card, 0.0)) for card, p in reading.options}
    rest = max(0.0, 1 - sum(p for _, p in reading.options))
    total = sum(raw.values()) + rest
    return Reading.of({card: p / total for card, p in raw.items()}) if total > 0 else reading


def _in_order(readings: Sequence[Reading]) -> list[Card]:
    """Every card that *readings* name, in their order: a set's order differs from one run to the next."""
    return list(dict.fromkeys(card for reading in readings for card, _ in reading.options))


def _p(reading: Reading, card: Card) -> float:
    return max(LEAST, dict(reading.options).get(card, _other(reading)))


def _other(reading: Reading) -> float:
    rest = 1 - sum(p for _, p in reading.options)
    return max(LEAST, rest / (IDENTITIES - len(reading.options)))
