"""A journal entry as a line of text for the terminal."""

from __future__ import annotations

from referee.cards import Reading
from referee.journal.defaults import Defaults
from referee.journal.fold import played_cards
from referee.journal.log import Entry
from referee.rules import codec
from referee.rules.actions import (
    CardsPlayed,
    Event,
    FaceDownFlipped,
    PileCleared,
    PilePickedUp,
    PlayRetracted,
    Saying,
    SeatLeft,
    StockDrawn,
    TableSays,
    ViewRestored,
)
from referee.rules.rulings import (
    GameOver,
    Level,
    Notice,
    PileMustGo,
    PlayerOut,
    Question,
    Ruling,
    TurnAnnounced,
)
from referee.rules.state import State

_MOVED = "The camera was moved; the zones were set right for this game. Calibrate before the next one"


class Lines:
    """The entries of a journal as lines, one after the other: a default is told from an answer."""

    def __init__(self) -> None:
        self._defaults = Defaults()

    def __call__(self, entry: Entry, state: State | None) -> str | None:
        """The line for the next *entry*; None where it is of no interest to people."""
        unanswered = self._defaults.take(entry)
        if unanswered is None:
            return line(entry, state)
        return f"{_clock(entry.t)}  Nobody answered: the default holds ({unanswered.default})"


def line(entry: Entry, state: State | None) -> str | None:
    """What happened or was said, with its time; None for entries that are of no interest to people."""
    if entry.kind == "frame" and "gap" in entry.data:
        since, until = entry.data["gap"]
        return f"{_clock(since)}  Not watched until {_clock(until)}"
    if entry.kind == "frame" and "moved" in entry.data:
        return f"{_clock(entry.t)}  {_MOVED}"
    if state is None or entry.kind not in ("event", "notice"):
        return None
    if entry.kind == "event":
        words = _event(codec.event_from_json(entry.data), state)
    else:
        words = _notice(codec.notice_from_json(entry.data), state)
    return words and f"{_clock(entry.t)}  {words}"


def _event(event: Event, state: State) -> str | None:
    match event:
        case CardsPlayed(seat=seat):
            return f"{state.name(seat)} plays {_cards(event)}"
        case FaceDownFlipped(seat=seat):
            return f"{state.name(seat)} turns over {_cards(event)}"
        case PilePickedUp(seat=seat):
            return f"{state.name(seat)} takes the pile"
        case PileCleared():
            return "The pile is moved aside"
        case PlayRetracted(seat=seat):
            return f"{state.name(seat)} takes the cards back"
        case StockDrawn(seat=seat, lo=lo, hi=hi):
            return f"{state.name(seat)} draws {lo if lo == hi else f'{lo} to {hi}'}"
        case ViewRestored(pile_changed=changed, pile=pile) if changed or (pile and state.turn is None):
            return "Nobody saw how the pile came to lie so: it is taken as it lies"
        case SeatLeft(seat=seat):
            return f"{state.name(seat)} leaves"
        case TableSays(saying=Saying.LEAVES | Saying.TAKES_OVER | Saying.JOINS):
            return _come_or_gone(event, state)
        case TableSays(saying=saying, value=value):
            return f"The table says: {saying.value.replace('_', ' ')} {value}".rstrip()
    return None


def _come_or_gone(says: TableSays, state: State) -> str | None:
    if says.saying is Saying.LEAVES:
        fate = "the cards go out of the game" if says.value == "out" else "the cards stay where they lie"
        return f"{state.name(says.seat)} leaves: {fate}"
    if says.saying is Saying.TAKES_OVER and says.seat is not None:
        return f"{says.value} plays on in seat {says.seat + 1}"
    return f"{says.value} joins from the next hand on"


def _notice(notice: Notice, state: State) -> str | None:
    match notice:
        case Ruling(level=Level.SILENT):
            return None
        case Ruling():
            return f"{notice.level.upper()} {notice.code}: {notice.text} {notice.remedy}".rstrip()
        case TurnAnnounced():
            return f"{state.name(notice.seat)}'s turn: {notice.limit}"
        case Question():
            return f"? {notice.text} ({', '.join(choice.label for choice in notice.choices)})"
        case PileMustGo():
            return f"The pile burns: {notice.why}"
        case PlayerOut():
            return f"{state.name(notice.seat)} is out"
        case GameOver(loser=loser) if loser is not None:
            return f"The game is over: {state.name(loser)} is the Shithead"
        case GameOver():
            return f"The game is over: {state.name(notice.winner)} wins"
    return None


def _cards(event: Event) -> str:
    return " ".join(_card(reading) for reading in played_cards(event))


def _card(reading: Reading) -> str:
    return str(reading.best) if reading.p >= 0.99 else f"{reading.best} ({reading.p:.2f})"


def _clock(t: float) -> str:
    return f"{int(t) // 60}:{int(t) % 60:02d}.{int(t * 10) % 10}"
