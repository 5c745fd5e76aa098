"""The referee's mind: events in, rulings out. Pure: no clock, no input or output.

`observe` never refuses what people did: it rules on it and goes on. After an illegal play the state stays as
it was until the cards are taken back, the table says that they stand, or it plays on for one more accepted
action.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields
from functools import cache
from itertools import combinations
from typing import Any

from referee.cards import Card, Rank, Reading
from referee.rules import findings
from referee.rules.actions import Event, GameConfigured, PlayRetracted, Source, StockDrawn, TableSays
from referee.rules.codec import tidy
from referee.rules.constraint import ANYTHING
from referee.rules.deals import dealt
from referee.rules.effects import allowed, announce
from referee.rules.facts import draw_code
from referee.rules.laying import LEGAL, lay_code
from referee.rules.loading import load
from referee.rules.ruleset import RuleSet
from referee.rules.rulings import Level, Notice, Ruling
from referee.rules.runs import runs_in
from referee.rules.stacks import splits
from referee.rules.state import Span, State
from referee.rules.steps import follow, ruled
from referee.rules.table_talk import retract, told
from referee.rules.values import replace
from referee.rules.verdicts import judged
from referee.rules.words import explain

__all__ = ["allowed", "legal_plays", "new_game", "observe", "verify"]


def new_game(config: GameConfigured, rules: RuleSet | None = None) -> State:
    """The dealt table before the first card; raises `RuleSetError` where so many cannot be dealt to."""
    rules = rules or load(config.rules)
    left = rules.stock_after_deal(config.players)
    left_of_dealer = rules.starter.how == "left_of_dealer" and config.dealer is not None
    starter = ((config.dealer or 0) + 1) % config.players if left_of_dealer else None
    return State(
        rules=rules,
        names=config.names,
        seats=(dealt(rules),) * config.players,
        stock=Span(left, left),
        direction=rules.direction0,
        dealer=config.dealer,
        starter=starter,
        turn=starter,
    )


def observe(state: State, event: Event) -> tuple[State, tuple[Notice, ...]]:
    """Fold *event* into *state*; the notices are what there is to say about it.

    Never raises: an event that makes no sense changes nothing.
    """
    if not _sensible(state, event):
        return state, ()
    event = tidy(event)
    now = replace(state, serial=state.serial + 1)
    after, said = _fold(now, event)
    after, changes = announce(state, after)
    return after, (*said, *changes)


def _fold(state: State, event: Event) -> tuple[State, list[Notice]]:
    if isinstance(event, TableSays):
        return told(state, event)
    if isinstance(event, PlayRetracted):
        return retract(state, event.seat)
    return follow(state, event)


def _sensible(state: State, event: Event) -> bool:
    kind: Any = type(event)
    for name in _seat_fields(kind):
        seat = getattr(event, name)
        if seat is not None and not 0 <= seat < len(state.seats):
            return False
    return not isinstance(event, GameConfigured) and getattr(event, "cards", True) != ()


@cache
def _seat_fields(kind: Any) -> tuple[str, ...]:
    """The fields of a *kind* of event that hold a seat."""
    return tuple(f.name for f in fields(kind) if f.name in ("seat", "by_seat", "other_seat"))


def verify(state: State, event: Event) -> Ruling:
    """The verdict on *event* alone; *state* stays as it is."""
    if isinstance(event, StockDrawn) and _sensible(state, event):
        code = draw_code(state, event)
        level = Level.SILENT if code == "OK" else Level.SUSPICIOUS
        text = explain(code, state, event.seat, (), ANYTHING)
        return Ruling(level, code, event.seat, (), state.rules.rows(code), text)
    if not judged(event) or not _sensible(state, event):
        return Ruling(Level.SILENT, "OK", None)
    return ruled(state, tidy(event))


def legal_plays(state: State, seat: int, hand: Iterable[Card]) -> tuple[tuple[Card, ...], ...]:
    """Every set and run out of *hand* that *seat* may lay now; none when it is not the turn of *seat*.

    *hand* are the cards of the layer in use: the hand, or the face-up row when the hand is empty. Of runs in
    which suits do not matter, one of each kind is given.
    """
    if state.over or state.seats[seat].out is not None or state.turn not in (None, seat):
        return ()
    source = Source.HAND if state.seats[seat].hand.hi else Source.UP
    alike = _together(tuple(hand), state.rules)
    may = (plays for plays in alike if _may_lie(state, seat, source, plays[0]))
    return tuple(cards for plays in may for cards in plays if not _split(state, seat, source, cards))


def _together(held: Sequence[Card], rules: RuleSet) -> Iterator[list[tuple[Card, ...]]]:
    """What may be laid in one go, in lists of sets that differ in suits alone."""
    by_rank: dict[Rank, list[Card]] = {}
    for card in held:
        by_rank.setdefault(card.rank, []).append(card)
    for same in by_rank.values():
        for count in range(1, len(same) + 1):
            yield list(combinations(same, count))
    yield from ([run] for run in runs_in(held, rules))


def _may_lie(state: State, seat: int, source: Source, cards: Sequence[Card]) -> bool:
    return lay_code(cards, findings.ground(state, seat, source, len(cards)), state.rules) in LEGAL


def _split(state: State, seat: int, source: Source, cards: Sequence[Card]) -> bool:
    """Whether *cards* would leave a part of their stack behind (D-54)."""
    whole = source is Source.UP and state.rules.up.stack_group
    return whole and splits(state.seats[seat], [Reading.sure(card) for card in cards])
