"""Positions for tests: three players in mid-game, as few words as possible."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from referee.cards import Reading, card, cards
from referee.rules.actions import CardsPlayed, Event, GameConfigured, Source
from referee.rules.engine import new_game, observe
from referee.rules.loading import load
from referee.rules.ruleset import RuleSet
from referee.rules.rulings import Notice, Question, Ruling
from referee.rules.state import Hand, Phase, Play, Span, State

NAMES = ("Ana", "Ben", "Cem", "Dan", "Eve")


def table(
    pile: str = "",
    turn: int = 0,
    *,
    rules: str | RuleSet = "pagat",
    players: int = 3,
    stock: int = 20,
    hand: int | tuple[int, int] = 3,
    up: str = "?? ?? ??",
    down: int = 3,
) -> State:
    """A game under way; *hand*, *up* and *down* are those of the seat in turn. Every pile card is a play."""
    chosen = load(rules) if isinstance(rules, str) else rules
    state = new_game(GameConfigured(chosen.name, players, NAMES[:players]), chosen)
    lo, hi = hand if isinstance(hand, tuple) else (hand, hand)
    seat = replace(state.seats[turn], hand=Hand(lo, hi), up=cards(up), down=down)
    plays = tuple(Play.sure((turn - 1) % players, [c]) for c in cards(pile))
    return replace(
        state.with_seat(turn, seat),
        pile=plays,
        turn=turn,
        phase=Phase.PLAY,
        stock=Span(stock, stock),
        last_player=(turn - 1) % players if plays else None,
    )


def play(seat: int, text: str, source: Source = Source.HAND, seat_p: float = 1.0) -> CardsPlayed:
    """Cards that nobody doubts."""
    return CardsPlayed(seat, tuple(Reading.sure(c) for c in cards(text)), source, seat_p)


def unsure(seat: int, chances: Mapping[str, float], source: Source = Source.HAND) -> CardsPlayed:
    """One card that may be several."""
    return CardsPlayed(seat, (Reading.of({card(text): p for text, p in chances.items()}),), source)


def after(state: State, *events: Event) -> tuple[State, list[Notice]]:
    """The state after *events*, and what was said of the last of them."""
    said: tuple[Notice, ...] = ()
    for event in events:
        state, said = observe(state, event)
    return state, list(said)


def ruling(said: list[Notice]) -> Ruling:
    """The ruling among *said* that is not just a note."""
    return next(n for n in said if isinstance(n, Ruling) and n.code != "NOTED")


def question(said: list[Notice]) -> Question:
    """The question among *said*."""
    return next(n for n in said if isinstance(n, Question))


def asked(said: list[Notice]) -> bool:
    """Whether there is a question."""
    return any(isinstance(n, Question) for n in said)
