"""The referee's mind: events in, rulings out. Pure: no clock, no input or output.

`observe` never refuses what people did: it rules on it and goes on. After an illegal play the state stays as
it was until the cards are taken back, the table says that they stand, or it plays on for one more accepted
action.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations

from referee.cards import UNKNOWN, Card
from referee.rules import findings
from referee.rules.actions import Event, GameConfigured, PlayRetracted, StockDrawn, TableSays
from referee.rules.codec import tidy
from referee.rules.constraint import ANYTHING
from referee.rules.effects import allowed, announce
from referee.rules.facts import draw_code
from referee.rules.laying import LEGAL, lay_code
from referee.rules.ruleset import RuleSet, load
from referee.rules.rulings import Level, Notice, Ruling
from referee.rules.state import Hand, SeatState, Span, State
from referee.rules.steps import follow, ruled
from referee.rules.table_talk import retract, told
from referee.rules.verdicts import judged
from referee.rules.words import explain

__all__ = ["allowed", "legal_plays", "new_game", "observe", "verify"]


def new_game(config: GameConfigured, rules: RuleSet | None = None) -> State:
    """The dealt table before the first card; raises `RuleSetError` where so many cannot be dealt to."""
    rules = rules or load(config.rules)
    left = rules.stock_after_deal(config.players)
    layout = rules.layout
    seat = SeatState(Hand(layout.hand, layout.hand), (UNKNOWN,) * layout.up, layout.down)
    return State(
        rules=rules,
        names=config.names,
        seats=(seat,) * config.players,
        stock=Span(left, left),
        direction=rules.direction0,
        dealer=config.dealer,
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
    seats = [getattr(event, name, None) for name in ("seat", "by_seat", "other_seat")]
    inside = all(seat is None or 0 <= seat < len(state.seats) for seat in seats)
    return inside and not isinstance(event, GameConfigured) and getattr(event, "cards", True) != ()


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
    """Every set out of *hand* that *seat* may lay now; none when it is not the turn of *seat*.

    *hand* are the cards of the layer in use: the hand, or the face-up row when the hand is empty.
    """
    if state.over or state.seats[seat].out is not None or state.turn not in (None, seat):
        return ()
    on = findings.ground(state)
    by_rank: dict[str, list[Card]] = {}
    for card in hand:
        by_rank.setdefault(card.rank, []).append(card)
    sets = (c for same in by_rank.values() for n in range(1, len(same) + 1) for c in combinations(same, n))
    return tuple(cards for cards in sets if lay_code(cards, on, state.rules) in LEGAL)
