"""What the table says: answers, corrections, taking back, letting stand, undoing."""

from __future__ import annotations

from collections.abc import Sequence

from referee.cards import CardError, Reading, cards
from referee.rules.actions import CardsPlayed, Event, FaceDownFlipped, Saying, TableSays
from referee.rules.effects import says_out
from referee.rules.entering import entered
from referee.rules.people import OF_PEOPLE, come_or_gone
from referee.rules.questions import answered, doubted_again, out_answer
from referee.rules.rulings import Level, Notice, Ruling
from referee.rules.state import Asked, Doubt, History, State
from referee.rules.steps import contexts, follow, noted, step
from referee.rules.turn import next_seat, settle_out, stopped
from referee.rules.values import replace
from referee.rules.verdicts import Action, seat_of


def told(state: State, says: TableSays) -> tuple[State, list[Notice]]:
    """The state after a word from the table; a word that fits nothing changes nothing."""
    if says.saying in (Saying.ANSWER, Saying.UNANSWERED):
        return _answer(state, says)
    if says.saying is Saying.STANDS:
        return _stands(state)
    if says.saying is Saying.TAKEN_BACK:
        return retract(state, says.seat)
    if says.saying is Saying.CORRECTION:
        return _correct(state, says.value)
    if says.saying is Saying.UNDO:
        return _undo(state)
    if says.saying in OF_PEOPLE:
        return come_or_gone(state, says), []
    if says.saying is Saying.POSITION:
        return entered(state, says.value), []
    return _word(state, says), []


def _word(state: State, says: TableSays) -> State:
    if says.saying is Saying.TURN:
        return _turn_is(state, says)
    if says.seat is None or state.seats[says.seat].out is not None or state.over:
        return state
    if says.value == "no":
        return out_answer(state, says.seat, "no")
    return _passed_on(says_out(state, says.seat), says.seat)


def _turn_is(state: State, says: TableSays) -> State:
    named = None if says.value.isdigit() else says.seat
    seat = next((n for n in state.active if str(n) == says.value), named)
    return replace(state, turn=seat) if seat in state.active and not state.over else state


def _passed_on(state: State, seat: int) -> State:
    gone = state.seats[seat].out is not None and state.turn == seat
    return stopped(replace(state, turn=next_seat(state, seat)) if gone else state)


def _answer(state: State, says: TableSays) -> tuple[State, list[Notice]]:
    asked = state.asked
    if asked is None or says.ref not in ("", asked.question.id):
        return state, []
    closed = replace(state, asked=None)
    if asked.what is Doubt.OUT:
        seat = asked.card
        return _passed_on(settle_out(out_answer(closed, seat, says.value), seat), seat), []
    if says.saying is Saying.UNANSWERED:
        return doubted_again(closed, asked), []
    if says.value == asked.question.default or state.history is None:
        return closed, []
    return _judged_again(closed, state.history, asked, says.value)


def _judged_again(state: State, history: History, asked: Asked, value: str) -> tuple[State, list[Notice]]:
    first, *rest = history.events
    before = replace(history.before, serial=state.serial)
    answer = answered(before, first, asked, value)
    if answer is None and asked.against is not None:
        kept = History(before, (first,))
        again: State = replace(before, pending=(*before.pending, first), history=kept)
        said: list[Notice] = [asked.against]
    else:
        game, event = answer if answer is not None else (before, first)
        again, said = step(game, event, settled=asked.what)
    return _then(again, rest, state), said


def _then(game: State, events: Sequence[Event], now: State) -> State:
    """*game* with the later *events* folded in again, silently; questions keep their names."""
    for event in events:
        game = follow(replace(game, serial=game.serial + 1), event)[0]
    return replace(game, serial=now.serial)


def _last_action(history: History) -> int | None:
    places = [n for n, event in enumerate(history.events) if isinstance(event, Action)]
    return places[-1] if places else None


def _edited(state: State, history: History, index: int, event: Event | None) -> tuple[State, list[Notice]]:
    """The game with one event of its *history* replaced or left out, and what is said of the new one."""
    game = _then(history.before, history.events[:index], history.before)
    said: list[Notice] = []
    if event is not None:
        game, said = follow(replace(game, serial=state.serial), event)
    return _then(game, history.events[index + 1 :], state), said


def _correct(state: State, value: str) -> tuple[State, list[Notice]]:
    index = _last_action(state.history) if state.history else None
    if state.history is None or index is None:
        return state, []
    try:
        readings = tuple(Reading.sure(card) for card in cards(value))
    except CardError:
        return state, []
    return _edited(state, state.history, index, _with_cards(state.history.events[index], readings))


def _with_cards(event: Event, readings: tuple[Reading, ...]) -> Event:
    if isinstance(event, CardsPlayed) and readings:
        return replace(event, cards=readings, covered_unread=0)
    if isinstance(event, FaceDownFlipped) and readings:
        return replace(event, card=readings[0])
    return event


def _undo(state: State) -> tuple[State, list[Notice]]:
    index = _last_action(state.history) if state.history else None
    if state.history is None or index is None:
        return state, []
    said: list[Notice] = [Ruling(Level.SILENT, "NOTED", None, text="The last play is undone.")]
    return _edited(state, state.history, index, None)[0], said


def _stands(state: State) -> tuple[State, list[Notice]]:
    if not state.pending:
        return state, []
    last = next((e for e in reversed(state.pending) if isinstance(e, Action)), None)
    after = replace(contexts(state)[-1], history=None, asked=None, serial=state.serial)
    return after, [noted(seat_of(last) if last else None)]


def retract(state: State, seat: int | None) -> tuple[State, list[Notice]]:
    """*seat* takes its last play back: an illegal one that waits, or the one just accepted."""
    mine = [n for n, e in enumerate(state.pending) if isinstance(e, Action) and seat in (None, seat_of(e))]
    if mine:
        return _without_pending(state, mine[-1])
    history = state.history
    index = _last_action(history) if history and not state.pending else None
    if history is None or index is None or not _may_take_back(history.events[index], seat):
        return state, []
    return _edited(state, history, index, None)[0], [_taken_back(state, seat_of(history.events[index]))]


def _may_take_back(event: Event, seat: int | None) -> bool:
    return isinstance(event, CardsPlayed | FaceDownFlipped) and seat in (None, event.seat)


def _without_pending(state: State, index: int) -> tuple[State, list[Notice]]:
    event = state.pending[index]
    kept = (*state.pending[:index], *state.pending[index + 1 :])
    first = next((n for n, e in enumerate(kept) if isinstance(e, Action)), len(kept))
    after = replace(state, pending=kept[first:], history=None, asked=None)
    for fact in kept[:first]:
        after = step(after, fact)[0]
    return after, [_taken_back(state, seat_of(event))]


def _taken_back(state: State, seat: int | None) -> Ruling:
    return Ruling(Level.SILENT, "TAKEN_BACK", seat, text=f"{state.name(seat)} takes it back.")
