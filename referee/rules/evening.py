"""The events of an evening folded into its session: hand after hand, and who comes and goes between."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from referee.rules.actions import Event, GameConfigured, Saying, TableSays
from referee.rules.engine import new_game, observe
from referee.rules.facts import LEFT
from referee.rules.people import OF_PEOPLE
from referee.rules.ruleset import RuleSet
from referee.rules.session import Session, SessionError, joined, parted, replaced, result_of, scored
from referee.rules.state import State


@dataclass(frozen=True, slots=True)
class Evening:
    """The session up to the hand that is dealt, that hand, and what was said of who plays the next one."""

    session: Session
    hand: State
    said: tuple[TableSays, ...] = ()


def begun(config: GameConfigured, rules: RuleSet | None = None, before: Session | None = None) -> Evening:
    """The evening with a hand dealt, by *rules* or those that *config* names; *before* are the earlier hands.

    The hand is dealt to those whom *config* names: it is what the table says in the end.
    """
    hand = new_game(config, rules)
    dealer, results = (before.dealer, before.results) if before else (None, ())
    return Evening(Session(hand.rules, _names(hand), _dealer(hand) or dealer, results), hand)


def followed(evening: Evening, event: Event) -> Evening:
    """*evening* after *event*. A new deal ends a hand; one that was not played to its end does not count."""
    if isinstance(event, GameConfigured):
        session = session_of(evening)
        return begun(event, session.rules if event.rules == session.rules.name else None, session)
    return gone_on(evening, event, observe(evening.hand, event)[0])


def gone_on(evening: Evening, event: Event, hand: State) -> Evening:
    """*evening* after *event*, which is no deal and made *hand* of its hand."""
    session = replace(evening.session, players=_names(hand))
    return Evening(session, hand, (*evening.said, *_for_later(event, evening.hand)))


def session_of(evening: Evening) -> Session:
    """The session with the hand that is dealt, where that is over, and those who come and go after it."""
    if evening.hand.over is None:
        return evening.session
    session = scored(evening.session, result_of(evening.hand))
    for says in evening.said:
        session = _after(session, says, evening.hand)
    return session


def next_players(evening: Evening) -> tuple[str, ...]:
    """Who plays the next hand by what was said so far, clockwise."""
    if evening.hand.over is not None:
        return session_of(evening).players
    gone = {evening.hand.name(seat) for seat, here in enumerate(evening.hand.seats) if here.out == LEFT}
    stay = tuple(name for name in evening.session.players if name not in gone)
    session = replace(evening.session, players=stay)
    for says in evening.said:
        session = _after(session, says, evening.hand)
    return session.players


def folded(events: Iterable[Event], rules: RuleSet | None = None) -> Evening | None:
    """The evening that *events* tell; None where nobody is dealt to."""
    evening: Evening | None = None
    for event in events:
        if evening is not None:
            evening = followed(evening, event)
        elif isinstance(event, GameConfigured):
            evening = begun(event, rules)
    return evening


def _names(hand: State) -> tuple[str, ...]:
    return tuple(map(hand.name, range(len(hand.seats))))


def _dealer(hand: State) -> str | None:
    return None if hand.dealer is None else hand.name(hand.dealer)


def _for_later(event: Event, hand: State) -> tuple[TableSays, ...]:
    """A word that is about the next hand: who joins always, the others once this one is over."""
    if not isinstance(event, TableSays) or event.saying not in OF_PEOPLE:
        return ()
    return (event,) if event.saying is Saying.JOINS or hand.over is not None else ()


def _after(session: Session, says: TableSays, hand: State) -> Session:
    """*session* after a word about the next hand; one that fits nobody changes nothing."""
    inside = says.seat is not None and 0 <= says.seat < len(hand.seats)
    player, name = hand.name(says.seat) if inside else None, says.value.strip()
    try:
        if says.saying is Saying.JOINS:
            return joined(session, name, player)
        if player is None:
            return session
        return parted(session, player) if says.saying is Saying.LEAVES else replaced(session, player, name)
    except SessionError:
        return session
