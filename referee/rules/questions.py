"""One question at a time: what to ask, what to assume meanwhile, and what an answer changes."""

from __future__ import annotations

from collections.abc import Sequence

from referee.cards import UNKNOWN, Card, CardError, Reading, card
from referee.rules import findings
from referee.rules.actions import CardsPlayed, Event, FaceDownFlipped, PileCleared, PilePickedUp
from referee.rules.doubts import under, with_card
from referee.rules.laying import LEGAL, lay_code
from referee.rules.overlooked import from_hand, from_row, from_stock, turned, with_all_between, with_flip
from referee.rules.rulings import Choice, Level, Question
from referee.rules.state import NONE, UNREAD, Asked, Doubt, Play, Span, State
from referee.rules.values import replace
from referee.rules.verdicts import Verdict, likely, limit, readings_of, ruling, seat_of
from referee.rules.words import a, explain

_OTHER = Choice("??", "another card")
_MOST = 3
_YES_NO = (Choice("yes", "Yes"), Choice("no", "No"))
_HELD, _FLIPPED, _FROM_HAND = "held", "flipped", "hand"
NAMED = 0.9999
"""Who did it is beyond doubt; whether the camera saw all that went before is not."""


def ask(state: State, verdict: Verdict, number: int) -> Asked:
    """The question that settles *verdict*; its id is made of the kind and *number*."""
    doubt = verdict.doubt or Doubt.CARD
    text, choices, default = _wording(state, verdict, doubt)
    question = Question(f"{doubt}-{number}", text, choices, default)
    code = verdict.ruling.code
    against = replace(
        ruling(state, verdict.event, code, Level.ILLEGAL, 1.0),
        text=explain(code, state, seat_of(verdict.event), verdict.ruling.cards, limit(state)),
    )
    place, seen = _doubtful(state, verdict, doubt)
    return Asked(question, doubt, verdict.card, None if code in LEGAL else against, place, seen)


def _doubtful(state: State, verdict: Verdict, doubt: Doubt) -> tuple[int | None, Reading]:
    """Where on the pile the card that *doubt* is about comes to lie, and how it was read."""
    if doubt is Doubt.UNDER:
        return verdict.card, state.pile_readings[verdict.card]
    if doubt is Doubt.CARD:
        return len(state.pile_readings) + verdict.card, readings_of(verdict.event)[verdict.card]
    return None, UNREAD


def ask_out(state: State, seat: int, number: int) -> Asked:
    """The question whether *seat* has shed every card."""
    text = f"{state.name(seat)}, are you out?"
    return Asked(Question(f"{Doubt.OUT}-{number}", text, _YES_NO, "yes"), Doubt.OUT, seat)


def _wording(state: State, verdict: Verdict, doubt: Doubt) -> tuple[str, tuple[Choice, ...], str]:
    if doubt in (Doubt.CARD, Doubt.UNDER):
        return _about_card(state, verdict, doubt)
    if doubt is Doubt.WHO:
        return _about_who(state, verdict)
    who = state.name(seat_of(verdict.event))
    if doubt is Doubt.FATE:
        pair = (Choice("burnt", "Burnt"), Choice("picked_up", "Picked up"))
        return "Was the pile picked up or burnt?", pair, "burnt"
    if doubt is Doubt.ADDED:
        held = Choice(_HELD, "There were still cards in the hand")
        return f"{who}, did a face-up card go with the pile?", (*_YES_NO, held), "yes"
    if doubt is Doubt.HELD:
        flipped = Choice(_FLIPPED, "A card was turned over first")
        return f"{who}, did you still have cards in your hand?", (*_YES_NO, flipped), "yes"
    took = isinstance(verdict.event, PilePickedUp)
    elsewhere = doubt in (Doubt.HAND_EMPTY, Doubt.ROW_EMPTY) and not took
    more = (Choice(_FROM_HAND, "It came from the hand"),) if elsewhere else ()
    texts = {
        Doubt.HAND_EMPTY: f"{who}, was your hand empty?" if took else f"{who}, is your hand empty?",
        Doubt.ROW_EMPTY: f"{who}, are your face-up cards gone?",
        Doubt.TAKING: f"{who}, are you taking the pile?",
        Doubt.STILL_THERE: "Is the old pile still in play?",
        Doubt.DIRECTION: "Is it going the other way round now?",
        Doubt.STOCK: f"{who}, did that card come from the stock?",
        Doubt.FACE_UP: f"{who}, did these cards lie face up?",
        Doubt.BETWEEN: "Is there a card between these that does not show?",
        Doubt.MISSED: f"Has {state.name(state.turn)} played already?" if state.turn is not None else "",
    }
    return texts[doubt], (*_YES_NO, *more), "yes"


def _about_who(state: State, verdict: Verdict) -> tuple[str, tuple[Choice, ...], str]:
    seats = list(dict.fromkeys(seat for seat in (*_maybe(state, verdict), state.turn) if seat is not None))
    cards = verdict.ruling.cards
    did = f"played {_the(cards)}" if cards else "took the pile"
    return (
        f"Who {did}?",
        tuple(Choice(str(seat), state.name(seat)) for seat in seats),
        str(seats[-1] if state.turn is None else state.turn),
    )


def _maybe(state: State, verdict: Verdict) -> Sequence[int | None]:
    """Who may have done it: whoever was seen doing it, or everybody where nobody was."""
    if getattr(verdict.event, "seat_p", 1.0) > findings.EVEN:
        return (seat_of(verdict.event),)
    return [number for number, here in enumerate(state.seats) if here.out is None]


def _the(cards: Sequence[Card]) -> str:
    names = {a(c.rank).split(" ", 1)[1] for c in cards}
    return f"the {names.pop()}" if len(cards) == 1 and names else "these cards"


def _about_card(state: State, verdict: Verdict, doubt: Doubt) -> tuple[str, tuple[Choice, ...], str]:
    readings = state.pile_readings if doubt is Doubt.UNDER else readings_of(verdict.event)
    reading = readings[verdict.card]
    every = likely(reading)
    fits = next((c for c in every[:_MOST] if reading.options and _legal(state, verdict, doubt, c)), UNKNOWN)
    options = _two(every, fits) if reading.options else every
    # Always, or who knows better has to say something untrue.
    choices = (*(Choice(str(option), a(option.rank)) for option in options), _OTHER)
    where = "was the card underneath" if doubt is Doubt.UNDER else "was that"
    return _question(where, options, bool(reading.options)), choices, str(fits)


def _two(every: Sequence[Card], fits: Card) -> Sequence[Card]:
    """The likeliest card, and beside it the one that *fits* or else the next likely one."""
    return (every[0], fits) if fits in every[2:] else every[:2]


def _question(where: str, options: Sequence[Card], read: bool) -> str:
    if not read or not options:
        return "Which card was that?" if where == "was that" else "Which card was underneath?"
    names = [a(option.rank) for option in options]
    listed = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"
    return f"{where.capitalize()} {listed}?"


def _legal(state: State, verdict: Verdict, doubt: Doubt, option: Card) -> bool:
    """Whether the play is fine if the doubtful card is *option*."""
    changed = with_card(state, verdict.event, doubt, verdict.card, Reading.sure(option))
    cards = [reading.best for reading in readings_of(changed[1])]
    event = verdict.event
    if not isinstance(event, CardsPlayed):
        return True
    on = findings.ground(changed[0], event.seat, event.source, len(cards))
    return lay_code(cards, on, state.rules) in LEGAL


def answered(state: State, event: Event, asked: Asked, value: str) -> tuple[State, Event] | None:
    """State before the play and the play as *value* says they were; None where it goes against the play."""
    if asked.what in (Doubt.CARD, Doubt.UNDER):
        return with_card(state, event, asked.what, asked.card, _named(value))
    if asked.what is Doubt.WHO:
        return state, _by(event, next((n for n in range(len(state.seats)) if str(n) == value), None))
    if asked.what is Doubt.FATE:
        return _fate(state, event, value)
    if value == _FROM_HAND:
        return from_hand(state, event)
    if value == _FLIPPED:
        return with_flip(state, event), event
    doubt = Doubt.HELD if value == _HELD else asked.what
    return _granted(state, event, doubt) if value != "no" else None


def doubted_again(state: State, asked: Asked) -> State:
    """*state* with the card that was asked about as doubtful as it was read, if it lies where it was laid."""
    place, lies = asked.place, state.pile_readings
    if place is None or place >= len(lies) or lies[place] != _named(asked.question.default):
        return state
    return under(state, place, asked.seen)


def _named(value: str) -> Reading:
    try:
        return Reading.sure(card(value))
    except CardError:
        return Reading(())


def _by(event: Event, seat: int | None) -> Event:
    if seat is None or not isinstance(event, CardsPlayed | FaceDownFlipped | PilePickedUp):
        return event
    return replace(event, seat=seat, seat_p=NAMED)


def _fate(state: State, event: Event, value: str) -> tuple[State, Event]:
    """A pile that was taken goes back from the burnt cards first, and a burnt one is the last player's."""
    seat = seat_of(event)
    if value == "picked_up":
        taker = seat if seat is not None and isinstance(event, PilePickedUp) else state.turn
        return _unburnt(state), PilePickedUp(taker if taker is not None else 0)
    return state, PileCleared(state.last_player if seat is None else seat)


def _unburnt(state: State) -> State:
    count = sum(len(play.readings) for play in state.burning)
    if not count:
        return state
    kept = state.burnt[: len(state.burnt) - count]
    return replace(state, pile=state.burning, burning=(), burnt=kept, burns=state.burns - 1, turn=None)


def _misread_top(state: State) -> State:
    """The card that seemed to burn the pile was another one."""
    count = len(state.pile_readings)
    return under(state, count - 1, Reading(()))


def _granted(state: State, event: Event, doubt: Doubt) -> tuple[State, Event]:
    seat = seat_of(event)
    assert seat is not None
    here = state.seats[seat]
    if doubt is Doubt.HAND_EMPTY:
        return state.with_seat(seat, replace(here, hand=here.hand.sized(NONE))), event
    if doubt is Doubt.HELD:
        return out_answer(state, seat, "no"), event
    if doubt is Doubt.ROW_EMPTY:
        return state.with_seat(seat, replace(here, up=())), event
    if doubt is Doubt.ADDED:
        return state, replace_added(event, (Reading(()),))
    if doubt is Doubt.TAKING:
        return state, PilePickedUp(seat, readings_of(event))
    if doubt is Doubt.DIRECTION:
        return turned(state, seat), event
    if doubt is Doubt.STOCK:
        return state, from_stock(event)
    if doubt is Doubt.FACE_UP:
        return from_row(state, event)
    if doubt is Doubt.BETWEEN:
        return state, with_all_between(state, event)
    if doubt is Doubt.STILL_THERE:
        return replace(_misread_top(_unburnt(state)), turn=seat), event
    assert doubt is Doubt.MISSED
    return _overlooked(state, seat), event


def _overlooked(state: State, seat: int) -> State:
    """The seat in turn has laid a card that nobody read, and it is the turn of *seat*."""
    by = state.turn
    assert by is not None
    return replace(state, pile=(*state.pile, Play(by, (Reading(()),))), turn=seat)


def replace_added(event: Event, added: tuple[Reading, ...]) -> Event:
    """A pick-up with other face-up cards."""
    return replace(event, added=added) if isinstance(event, PilePickedUp) else event


def out_answer(state: State, seat: int, value: str) -> State:
    """The hand of *seat* is empty, or is not."""
    here = state.seats[seat]
    span = Span(max(1, here.hand.lo), max(1, here.hand.hi)) if value == "no" else NONE
    return state.with_seat(seat, replace(here, hand=here.hand.sized(span)))
