"""What an action that is let pass makes of the state, and what is said about it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from referee.cards import Reading
from referee.rules.actions import CardsPlayed, FaceDownFlipped, PileCleared, PilePickedUp, RowSwapped, Source
from referee.rules.constraint import Limit, fitting
from referee.rules.findings import extends
from referee.rules.layers import drop, into_hand
from referee.rules.moves import burn, extend, lay, must_go, take
from referee.rules.ruleset import RuleSet
from referee.rules.rulings import DirectionChanged, Notice, PlayerOut, TurnAnnounced
from referee.rules.state import NONE, State
from referee.rules.swapping import swapped
from referee.rules.turn import put_out, replay, stopped
from referee.rules.values import replace
from referee.rules.verdicts import Verdict, limit, readings_of
from referee.rules.words import explain, limit_words


def apply(state: State, verdict: Verdict) -> tuple[State, list[Notice]]:
    """The state after the action of *verdict* with its outcome, and the notice of a burn."""
    event = verdict.event
    if isinstance(event, CardsPlayed) and extends(state, event):
        after = extend(state, event.seat, event.cards, event.source, verdict.code)
    elif isinstance(event, CardsPlayed):
        after = lay(state, event.seat, event.cards, event.source, verdict.code, event.covered_unread)
    elif isinstance(event, FaceDownFlipped):
        after = lay(state, event.seat, (event.card,), Source.DOWN, verdict.code)
    elif isinstance(event, PilePickedUp):
        after = _picked_up(state, event)
    elif isinstance(event, RowSwapped):
        after = swapped(state, event)
    else:
        after = _cleared(state, event)
    return after, _burnt(state, after, verdict)


def _burnt(before: State, after: State, verdict: Verdict) -> list[Notice]:
    event, code = verdict.event, verdict.code
    if after.burns == before.burns or not isinstance(event, CardsPlayed | FaceDownFlipped):
        return []
    cards = [reading.best for reading in readings_of(event)]
    why = explain(code, before, event.seat, cards, limit(before))
    return [must_go(after, event.seat, why)]


def _picked_up(state: State, event: PilePickedUp) -> State:
    if state.taking == event.seat and not state.pile:
        return replace(_added(state, event.seat, event.added), taking=None)
    return take(state, event.seat, event.added)


def _added(state: State, seat: int, added: Sequence[Reading]) -> State:
    if not added:
        return state
    here = state.seats[seat]
    return into_hand(state.with_seat(seat, replace(here, up=drop(here.up, added))), seat, added)


def _cleared(state: State, event: PileCleared) -> State:
    if not state.pile:
        return replace(state, burning=())
    seat = state.last_player if state.last_player is not None else event.by_seat
    if seat is None:
        return replace(state, pile=(), burning=())
    return replace(stopped(replay(burn(state, seat), seat)), burning=())


def allowed(state: State) -> TurnAnnounced | None:
    """Whose turn it is and what may be played; None before the start and after the end.

    While a play that is probably broken is asked about it is still the turn of before.
    """
    if state.asked is not None and state.asked.turn is not None:
        return state.asked.turn
    if state.turn is None:
        return None
    here = state.seats[state.turn]
    flips = not here.hand.hi and not here.up and here.down > 0
    return _turn_of(state.turn, limit(state), state.rules, state.burns > 0, flips)


@lru_cache(maxsize=4096)
def _turn_of(seat: int, on: Limit, rules: RuleSet, burnt_yet: bool, flips: bool) -> TurnAnnounced:
    """The turn of *seat*, and what may be played, in words and as ranks."""
    words = "a face-down card, turned over" if flips else limit_words(on, rules, burnt_yet=burnt_yet)
    return TurnAnnounced(seat, words, fitting(on, rules, burnt_yet=burnt_yet))


def announce(before: State, after: State) -> tuple[State, list[Notice]]:
    """*after* with its announcement up to date, and the notices of all that changed."""
    said: list[Notice] = []
    if before.direction != after.direction:
        said.append(DirectionChanged(after.direction))
    if before.seats is not after.seats:
        said += _newly_out(before, after)
    if after.over is not None and before.over is None:
        said.append(after.over)
    turn = allowed(after)
    if turn is not None and turn != before.announced:
        said.append(turn)
    return after if turn == after.announced else replace(after, announced=turn), said


def _newly_out(before: State, after: State) -> list[Notice]:
    seats = enumerate(after.seats)
    return [PlayerOut(n, here.out) for n, here in seats if here.out and here.out != before.seats[n].out]


def says_out(state: State, seat: int) -> State:
    """*seat* holds nothing any more, says the table."""
    here = state.seats[seat]
    gone = replace(here, up=(), down=0, hand=here.hand.sized(NONE))
    return put_out(state.with_seat(seat, gone), seat)
