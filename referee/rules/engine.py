"""The referee's mind: events in, rulings out. Pure: no clock, no input or output."""

from __future__ import annotations

from referee.cards import UNKNOWN
from referee.rules.actions import GameConfigured
from referee.rules.ruleset import RuleSet, load
from referee.rules.state import Hand, SeatState, Span, State


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
