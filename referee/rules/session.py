"""An evening of several hands: who deals, who has which place, who makes the tea, and who wins in the end.

A session is a fold over the results of its hands. Players are known by what they are called.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from referee.errors import UserError
from referee.rules.actions import GameConfigured
from referee.rules.facts import LEFT
from referee.rules.ruleset import RuleSet
from referee.rules.state import State


class SessionError(UserError):
    """A hand that cannot be dealt, or a player who cannot come or go."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a hand ended: its players clockwise with their places, who dealt it, who lost and who won it.

    Who still holds cards at the end, or left with some, has the last place (D-57). `left` are those who left.
    """

    players: tuple[str, ...]
    places: tuple[int, ...]
    loser: str | None = None
    winner: str | None = None
    dealer: str | None = None
    left: tuple[str, ...] = ()


def result_of(state: State) -> Result:
    """The result of a hand that is over. Raises `SessionError` for one that goes on."""
    if state.over is None:
        raise SessionError("The hand is not over yet: play it to the end first.")
    names = tuple(map(state.name, range(len(state.seats))))
    first = next((seat for seat, here in enumerate(state.seats) if here.out == 1), None)
    winner = first if state.over.winner is None else state.over.winner
    return Result(
        players=names,
        places=tuple(here.out or len(names) for here in state.seats),
        loser=None if state.over.loser is None else names[state.over.loser],
        winner=None if winner is None else names[winner],
        dealer=None if state.dealer is None else names[state.dealer],
        left=tuple(name for name, here in zip(names, state.seats, strict=True) if here.out == LEFT),
    )


@dataclass(frozen=True, slots=True)
class Session:
    """The hands so far, who sits at the table for the next one, clockwise, and who deals it."""

    rules: RuleSet
    players: tuple[str, ...]
    dealer: str | None = None
    results: tuple[Result, ...] = ()

    @property
    def forfeit(self) -> str | None:
        """Who makes the tea: the loser of the last hand (P-02, P-39, C-28)."""
        return self.results[-1].loser if self.results else None


def scored(session: Session, result: Result) -> Session:
    """*session* after a hand with *result*: who left is gone, and the deal passes on."""
    players = tuple(name for name in session.players if name not in result.left)
    dealer = _next_dealer(session, result, players)
    return replace(session, players=players, dealer=dealer, results=(*session.results, result))


def _next_dealer(session: Session, result: Result, players: Sequence[str]) -> str | None:
    """The loser deals, or the next clockwise (D-04); None where nobody knows who dealt."""
    if session.rules.next_dealer == "loser" and result.loser in players:
        return result.loser
    last = session.dealer if result.dealer is None else result.dealer
    if last not in result.players:
        return None
    seat = result.players.index(last)
    around = (*result.players[seat + 1 :], *result.players[: seat + 1])
    return next((name for name in around if name in players), None)


def joined(session: Session, name: str, before: str | None = None) -> Session:
    """*session* with *name* at the table from the next hand on, before another or at the end.

    Raises `SessionError` for somebody who sits there.
    """
    if not name.strip() or name in session.players:
        who = name.strip() or "Nobody"
        raise SessionError(f"{who} cannot join: give a name that nobody at the table has.")
    at = session.players.index(before) if before in session.players else len(session.players)
    return replace(session, players=(*session.players[:at], name, *session.players[at:]))


def parted(session: Session, name: str) -> Session:
    """*session* without *name* from the next hand on; the deal passes to the next clockwise."""
    if name not in session.players:
        raise SessionError(f"{name} is not at the table: choose one of {', '.join(session.players)}.")
    seat = session.players.index(name)
    others = (*session.players[seat + 1 :], *session.players[:seat])
    dealer = next(iter(others), None) if session.dealer == name else session.dealer
    return replace(session, players=tuple(p for p in session.players if p != name), dealer=dealer)


def replaced(session: Session, name: str, by: str) -> Session:
    """*session* with another in the seat of *name*. Raises `SessionError`."""
    if name not in session.players or not by.strip() or by in session.players:
        who = by.strip() or "Nobody"
        raise SessionError(f"{who} cannot take the seat of {name}: give a name that nobody has.")
    players = tuple(by if player == name else player for player in session.players)
    return replace(session, players=players, dealer=by if session.dealer == name else session.dealer)


def next_hand(session: Session) -> GameConfigured:
    """The set-up of the next hand. Raises `RuleSetError` where so many cannot be dealt to."""
    session.rules.stock_after_deal(len(session.players))
    dealer = session.players.index(session.dealer) if session.dealer in session.players else None
    return GameConfigured(session.rules.name, len(session.players), session.players, dealer)
