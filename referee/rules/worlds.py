"""Every way the cards of a play and of the pile may really be, each with its probability."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import product
from math import prod

from referee.cards import RANKS, UNKNOWN, Card, Rank, Reading
from referee.rules.laying import LEGAL, Ground, lay_code
from referee.rules.ruleset import RuleSet
from referee.rules.values import replace

_MOST_WORLDS = 400
_SURE = 0.9995
_DOUBTED_BELOW = 3

Chances = tuple[tuple[Card, float], ...]


def chances(reading: Reading) -> Chances:
    """One card for each rank that *reading* leaves possible, with the rank's probability, likeliest first.

    What the reading leaves open is spread over the cards it does not name.
    """
    ranks = dict.fromkeys((*RANKS, *(card.rank for card, _ in reading.options)), 0.0)
    open_cards = dict.fromkeys(RANKS, 4.0)
    for card, p in reading.options:
        ranks[card.rank] += p
        open_cards[card.rank] = open_cards.get(card.rank, 0.0) - (1.0 if card.suit else 4.0)
    rest, left = max(0.0, 1 - sum(ranks.values())), sum(max(0.0, n) for n in open_cards.values())
    spread = {rank: p + rest * max(0.0, open_cards.get(rank, 0.0)) / (left or 1) for rank, p in ranks.items()}
    pairs = ((_card_of(reading, rank), p) for rank, p in spread.items() if p > 0)
    return tuple(sorted(pairs, key=lambda pair: (-pair[1], str(pair[0]))))


def _card_of(reading: Reading, rank: Rank) -> Card:
    return next((card for card, _ in reading.options if card.rank is rank), Card(rank))


def _of_pile(reading: Reading) -> Chances:
    """As `chances`, but what is left open stays unknown: an unread pile accuses nobody."""
    ranks = {card.rank: _card_of(reading, card.rank) for card, _ in reading.options}
    named = sorted(((card, reading.rank_p(rank)) for rank, card in ranks.items()), key=lambda pair: -pair[1])
    return _cut(tuple(named), len(named))


def _cut(options: Chances, most: int) -> Chances:
    kept = options[:most]
    rest = 1 - sum(p for _, p in kept)
    return (*kept, (UNKNOWN, rest)) if rest > 1e-9 else kept


def plays(readings: Sequence[Reading]) -> Iterator[tuple[tuple[Card, ...], float]]:
    """The cards a play may consist of. Ranks too unlikely to be told apart are lumped as unknown."""
    yield from _crossed([chances(reading) for reading in readings])


def _crossed(options: Sequence[Chances]) -> Iterator[tuple[tuple[Card, ...], float]]:
    most = max(2, int(_MOST_WORLDS ** (1 / max(1, len(options)))) - 1)
    for world in product(*(_cut(option, most) for option in options)):
        yield tuple(card for card, _ in world), prod(p for _, p in world)


def piles(readings: Sequence[Reading]) -> Iterator[tuple[tuple[Rank, ...], float]]:
    """The ranks a pile may consist of; only the doubtful among its topmost cards are varied."""
    best = [reading.best.rank for reading in readings]
    doubtful = _doubtful(readings)[-_DOUBTED_BELOW:]
    for world in product(*(_cut(_of_pile(readings[n]), 3) for n in doubtful)):
        changed = dict(zip(doubtful, (card.rank for card, _ in world), strict=True))
        yield tuple(changed.get(n, rank) for n, rank in enumerate(best)), prod(p for _, p in world)


def _doubtful(pile: Sequence[Reading]) -> list[int]:
    """The places in *pile* of the cards whose rank is not sure."""
    return [n for n, r in enumerate(pile) if not r.certain and r.options and r.rank_p(r.best.rank) < _SURE]


@dataclass(frozen=True)
class Outlook:
    """How a play may turn out: each code with its probability, the likeliest first."""

    codes: tuple[tuple[str, float], ...]

    @cached_property
    def best(self) -> tuple[str, float]:
        """The likeliest code."""
        return self.codes[0]

    @cached_property
    def illegal(self) -> tuple[str, float]:
        """The likeliest code of a broken rule, and the probability that any is broken."""
        broken = [(code, p) for code, p in self.codes if code not in LEGAL]
        return (broken[0][0], sum(p for _, p in broken)) if broken else ("OK", 0.0)


def outlook(
    readings: Sequence[Reading],
    pile: Sequence[Reading],
    ground: Ground,
    rules: RuleSet,
    *,
    fails: str = "",
) -> Outlook:
    """Lay *readings* on *pile* in every way they may read; *ground* has the pile as it most probably is.

    *fails* is the code of a card that was tried blind and does not fit, which is no offence.
    """
    unsure = [reading for reading in readings if not reading.certain]
    if not unsure and not _doubtful(pile):
        return _settled(_code([reading.best for reading in readings], ground, rules, fails))
    return in_every_way(readings, pile, ground, rules, fails=fails)


@cache
def _settled(code: str) -> Outlook:
    """The outlook where nothing is in doubt."""
    return Outlook(((code, 1.0),))


def in_every_way(
    readings: Sequence[Reading], pile: Sequence[Reading], ground: Ground, rules: RuleSet, *, fails: str = ""
) -> Outlook:
    """`outlook` as it is reckoned where anything is in doubt; it holds for what is not, more slowly."""
    mass: dict[str, float] = {}
    grounds = [(replace(ground, pile=ranks), p) for ranks, p in piles(pile)]
    for cards, p_cards in plays(readings):
        for on, p_pile in grounds:
            code = _code(cards, on, rules, fails)
            mass[code] = mass.get(code, 0.0) + p_cards * p_pile
    return Outlook(tuple(sorted(mass.items(), key=lambda pair: (-pair[1], pair[0]))))


def _code(cards: Sequence[Card], ground: Ground, rules: RuleSet, fails: str) -> str:
    code = lay_code(cards, ground, rules)
    return _tried(code, fails, rules) if fails and code not in LEGAL else code


def _tried(code: str, fails: str, rules: RuleSet) -> str:
    """What becomes of a card that was tried blind and breaks the rule of *code* (D-45)."""
    forgiven = fails == "FLIP_FAIL" and rules.flip.fails_on == "too_low" and code != "TOO_LOW"
    return "OK" if forgiven else fails
