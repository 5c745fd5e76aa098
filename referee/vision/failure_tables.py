"""What the eyes missed on photographs, as Markdown tables: by source, suit, width, cover and misreading."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from referee.cards import Card, Suit
from referee.vision.failures import Judged
from referee.vision.fusion import COVERED
from referee.vision.outcomes import Kind, Outcome

KINDS = (Kind.RIGHT, Kind.UNSURE, Kind.WRONG, Kind.UNFOUND)
WIDTHS = (60, 90, 130, 180)
"""Where classes of card width end, in pixels."""
TOUCHED = 0.1
"""A card of which others cover less lies free."""
RED = {Suit.HEARTS, Suit.DIAMONDS}


def summary(judged: Sequence[Judged]) -> str:
    """How many cards were right, unsure, wrong and not found, and how many readings were too many."""
    cards = [card for one in judged for card in one.outcomes]
    sources = [(one.photo.source, card) for one in judged for card in one.outcomes]
    tables = [
        _outcomes("source", sources, sorted({name for name, _ in sources})),
        "\n".join(_suits(sources)),
        _outcomes("what was found of the card", [(_sight(card), card) for card in cards], _SIGHTS),
        _outcomes("width of the card, px", [(_width(card), card) for card in cards], _CLASSES),
        "\n".join(_misread(cards)),
    ]
    return "\n\n".join(tables) + "\n"


_FREE, _PART, _UNDER, _INDEX, _NOTHING = _SIGHTS = (
    "its outline, hardly covered",
    f"its outline, covered from {TOUCHED:.0%} to {COVERED:.0%}",
    f"its outline, covered by {COVERED:.0%} and more",
    "an index alone",
    "nothing",
)
_ENDS = (0, *WIDTHS)
_CLASSES = (
    *(f"{_ENDS[k]} to {_ENDS[k + 1]}" for k in range(len(WIDTHS))),
    f"{_ENDS[-1]} and more",
    "not known",
)


def _sight(one: Outcome) -> str:
    if one.seen is None or not one.seen.whole:
        return _NOTHING if one.seen is None else _INDEX
    return _FREE if one.covered < TOUCHED else _PART if one.covered < COVERED else _UNDER


def _width(one: Outcome) -> str:
    return _CLASSES[-1] if one.width is None else _CLASSES[sum(one.width >= end for end in WIDTHS)]


def _outcomes(title: str, rows: Sequence[tuple[str, Outcome]], names: Sequence[str]) -> str:
    """A table of the outcomes in *rows*, a line for each of *names* that there is, and one for all."""
    counts = {name: Counter(card.kind for row, card in rows if row == name) for name in names}
    head = [f"| {title} | cards | {' | '.join(KINDS)} | {Kind.EXTRA} |", "|---|" + "---|" * (len(KINDS) + 2)]
    lines = [_line(name, counted) for name, counted in counts.items() if counted]
    return "\n".join([*head, *lines, _line("all", sum(counts.values(), Counter()))])


def _line(name: str, counted: Counter[Kind]) -> str:
    cards = sum(counted[kind] for kind in KINDS)
    told = " | ".join(f"{counted[kind]} ({counted[kind] / max(1, cards):.0%})" for kind in KINDS)
    return f"| {name} | {cards} | {told} | {counted[Kind.EXTRA]} |"


def _suits(rows: Sequence[tuple[str, Outcome]]) -> Iterator[str]:
    """How many cards of each suit are right, a line a source."""
    yield f"| right, of the | {' | '.join(suit.name.lower() for suit in Suit)} |"
    yield "|---|" + "---|" * len(Suit)
    for name in sorted({name for name, _ in rows}):
        yield _suit_line(name, [one for row, one in rows if row == name])
    yield _suit_line("all", [one for _, one in rows])


def _suit_line(name: str, cards: Sequence[Outcome]) -> str:
    shares = (_share_right([one for one in cards if _is_of(one, suit)]) for suit in Suit)
    return f"| {name} | {' | '.join(shares)} |"


def _is_of(one: Outcome, suit: Suit) -> bool:
    return one.card is not None and one.card.suit is suit


def _share_right(cards: Sequence[Outcome]) -> str:
    right = sum(one.kind is Kind.RIGHT for one in cards)
    return f"{right} of {len(cards)} ({right / len(cards):.0%})" if cards else "-"


def _misread(cards: Sequence[Outcome]) -> Iterator[str]:
    """How the likeliest reading differs from the card, for those read wrongly and for those left unsure."""
    yield f"| likeliest reading | {Kind.WRONG} | {Kind.UNSURE} |"
    yield "|---|---|---|"
    wrong = Counter(_how(*pair) for pair in _read(cards, Kind.WRONG))
    unsure = Counter(_how(*pair) for pair in _read(cards, Kind.UNSURE))
    ways = [*(how for how, _ in _WAYS), _OTHER]
    yield from (f"| {how} | {wrong[how]} | {unsure[how]} |" for how in ways if wrong[how] + unsure[how])


def _read(cards: Sequence[Outcome], kind: Kind) -> list[tuple[Card, Card]]:
    return [(one.card, one.seen.reading.best) for one in cards if one.kind is kind and one.card and one.seen]


def _how(card: Card, read: Card) -> str:
    return next((how for how, holds in _WAYS if holds(card, read)), _OTHER)


def _suit_for(card: Card, read: Card) -> tuple[Suit | None, Suit | None] | None:
    return (card.suit, read.suit) if card.rank is read.rank else None


def _same_colour(card: Card, read: Card) -> bool:
    return (card.suit in RED) == (read.suit in RED)


_WAYS: tuple[tuple[str, Callable[[Card, Card], bool]], ...] = (
    ("the card itself", lambda card, read: card == read),
    ("a spade for a club", lambda card, read: _suit_for(card, read) == (Suit.CLUBS, Suit.SPADES)),
    ("a club for a spade", lambda card, read: _suit_for(card, read) == (Suit.SPADES, Suit.CLUBS)),
    ("the other red suit", lambda card, read: card.rank is read.rank and _same_colour(card, read)),
    ("a suit of the other colour", lambda card, read: card.rank is read.rank),
    ("another rank of the suit", lambda card, read: card.suit is read.suit),
)
_OTHER = "another card, or none"
