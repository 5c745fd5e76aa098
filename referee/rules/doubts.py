"""Which of the cards that were not surely read has to be known: of a play, or of the pile beneath it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from referee.cards import Reading
from referee.rules import findings
from referee.rules.actions import CardsPlayed, Event, FaceDownFlipped, Source
from referee.rules.state import Doubt, Play, State
from referee.rules.values import replace
from referee.rules.worlds import Outlook


@dataclass(frozen=True, slots=True)
class DoubtfulCard:
    """A card that was not surely read: of the play (`CARD`) or of the pile (`UNDER`), and its place there."""

    doubt: Doubt
    index: int
    reading: Reading


def which_card(state: State, event: CardsPlayed | FaceDownFlipped) -> DoubtfulCard:
    """The card which, once it is known, leaves least in doubt about how *event* turns out.

    Where several do, the one least surely read: the doubt of a card deep in the pile may change nothing.
    """
    return min(_doubtful(state, event), key=lambda card: (_left(state, event, card), _top(card.reading)))


def _doubtful(state: State, event: CardsPlayed | FaceDownFlipped) -> Iterator[DoubtfulCard]:
    laid = (event.card,) if isinstance(event, FaceDownFlipped) else event.cards
    yield from (DoubtfulCard(Doubt.CARD, index, reading) for index, reading in enumerate(laid))
    for index, reading in enumerate(state.pile_readings):
        if reading.options and not reading.certain:
            yield DoubtfulCard(Doubt.UNDER, index, reading)


def _left(state: State, event: CardsPlayed | FaceDownFlipped, card: DoubtfulCard) -> float:
    """How much stays in doubt when *card* is what it most probably is."""
    known = Reading.sure(card.reading.best)
    return round(1 - _outlook(*with_card(state, event, card.doubt, card.index, known)).best[1], 9)


def _outlook(state: State, event: Event) -> Outlook:
    if isinstance(event, FaceDownFlipped):
        return findings.laying(state, event.seat, (event.card,), 0, Source.DOWN)
    assert isinstance(event, CardsPlayed)
    return findings.laying(state, event.seat, event.cards, event.covered_unread, event.source)


def _top(reading: Reading) -> float:
    return reading.rank_p(reading.best.rank)


def with_card(state: State, event: Event, doubt: Doubt, index: int, reading: Reading) -> tuple[State, Event]:
    """State and event with one reading replaced: of the pile (`UNDER`) or of the play."""
    if doubt is Doubt.UNDER:
        return under(state, index, reading), event
    if isinstance(event, FaceDownFlipped):
        return state, replace(event, card=reading)
    assert isinstance(event, CardsPlayed)
    return state, replace(event, cards=_put(event.cards, index, reading))


def under(state: State, index: int, reading: Reading) -> State:
    """*state* with the card of the pile with this *index*, from the bottom, read as *reading*."""
    pile = []
    for play in state.pile:
        inside = 0 <= index < len(play.readings)
        pile.append(Play(play.seat, _put(play.readings, index, reading)) if inside else play)
        index -= len(play.readings)
    return replace(state, pile=tuple(pile))


def _put(readings: tuple[Reading, ...], index: int, reading: Reading) -> tuple[Reading, ...]:
    return (*readings[:index], reading, *readings[index + 1 :])
