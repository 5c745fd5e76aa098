"""Compares what the referee wrote into its journal with the truth about the film.

A play is any event the rules care about; draws are none. It is right when the journal has it with the same
kind, seat, and cards, in order, with nothing invented until the next.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from math import inf
from typing import Any, Protocol

from referee.cards import Card, CardError, Reading, card
from referee.films.confusion import NOTHING, Caught, confused
from referee.films.figures import GameScore, Miss, bounds, total
from referee.films.truth import Happening, Play, Truth
from referee.rules.actions import (
    CardsPlayed,
    Event,
    FaceDownFlipped,
    PileCleared,
    PilePickedUp,
    RowSwapped,
    Saying,
    TableSays,
)
from referee.rules.codec import event_from_json, notice_from_json
from referee.rules.rulings import GameOver, Level, Question, Ruling, TurnAnnounced

__all__ = ["GameScore", "bounds", "compare", "total"]

Key = tuple[str, int | None, tuple[str, ...]]
_EARLY_S = 0.3
_SETTLE_S = 2.0
_LATE_S = 10.0
_ANSWER_S = 7.0
"""So long a ruling may wait for its answers: two questions, one after the other, of three seconds each."""
_MOMENT_S = 0.05
"""So shortly before a play comes to rest the turn has to be right for a perfect game."""


class Noted(Protocol):
    """An entry of the journal: film time, kind and JSON data."""

    @property
    def t(self) -> float: ...
    @property
    def kind(self) -> str: ...
    @property
    def data(self) -> Any: ...


@dataclass(slots=True)
class _Record:
    """The entries of a journal that are compared."""

    plays: list[tuple[float, Play]] = field(default_factory=list)
    turns: list[tuple[float, int | None]] = field(default_factory=list)
    rulings: list[tuple[float, Ruling]] = field(default_factory=list)
    questions: list[tuple[float, Question]] = field(default_factory=list)
    answers: list[TableSays] = field(default_factory=list)


def compare(
    truth: Truth,
    entries: Iterable[Noted],
    frames: int = 0,
    seconds: float = 0.0,
    asked: Sequence[tuple[float, Ruling]] = (),
) -> GameScore:
    """The figures of one film, whose journal has *entries*.

    *asked* are the calls that the true answers to its questions make (`asked.calls_asked_for`).
    """
    record = _read(entries)
    plays = [happening for happening in truth.events if isinstance(happening.event, Play)]
    suits = truth.rule_set.play.runs == "suited_ascending"
    noted = [(t, _answered(t, play, record)) for t, play in record.plays]
    spans = _spans(plays, truth.end)
    fits = [
        [_same(play, other, suits) and since <= t < until + _LATE_S for t, other in noted]
        for play, (since, until) in zip(plays, spans, strict=True)
    ]
    pairs = list(_align(fits, len(noted)))
    misses = tuple(_misses(plays, noted, pairs, spans))
    turn_s, judged_s = _turn_time(truth, record.turns)
    calls = [(t, ruling) for t, ruling in record.rulings if ruling.level is Level.ILLEGAL]
    illegal = [pair for pair in zip(plays, spans, strict=True) if not pair[0].legal]
    found = [(play, _caught(play, span, [*calls, *asked])) for play, span in illegal]
    false = [(t, ruling) for t, ruling in calls if not _deserved(t, ruling, plays, spans)]
    turns_right = all(_turn_shown(record, truth, play.t1 - _MOMENT_S) for play in plays)
    return GameScore(
        plays=len(plays),
        right=len(plays) - len(misses),
        illegal=len(found),
        caught=sum(caught for _, caught in found),
        called=sum(_caught(play, span, calls) for play, span in illegal),
        false_calls=len(false),
        questions=len(record.questions),
        turn_s=turn_s,
        judged_s=judged_s,
        perfect=not misses and turns_right and not false,
        delays=tuple(max(0.0, noted[b][0] - plays[a].left) for a, b in pairs),
        misses=misses,
        wrong=(*_uncaught(found), *_falsely_called(false, plays)),
        confusion=confused(plays, noted, pairs, spans),
        codes=_by_code(found),
        frames=frames,
        seconds=seconds,
    )


def _read(entries: Iterable[Noted]) -> _Record:
    record = _Record()
    for entry in entries:
        if entry.kind in ("event", "say"):
            _note_event(record, entry.t, event_from_json(entry.data))
        elif entry.kind == "notice":
            _note_notice(record, entry.t, notice_from_json(entry.data))
    return record


def _note_event(record: _Record, t: float, event: Event) -> None:
    if isinstance(event, Play):
        record.plays.append((t, event))
    elif isinstance(event, TableSays) and event.saying is Saying.ANSWER and event not in record.answers:
        record.answers.append(event)


def _note_notice(record: _Record, t: float, notice: object) -> None:
    if isinstance(notice, TurnAnnounced):
        record.turns.append((t, notice.seat))
    elif isinstance(notice, GameOver):
        record.turns.append((t, None))
    elif isinstance(notice, Ruling):
        record.rulings.append((t, notice))
    elif isinstance(notice, Question):
        record.questions.append((t, notice))


def _answered(t: float, play: Play, record: _Record) -> Play:
    """*play* with the cards that the table named when it was asked about them."""
    after = min((other for other, _ in record.plays if other > t), default=inf)
    asked = {question.id for moment, question in record.questions if t <= moment < after}
    for answer in record.answers:
        named = _named(answer) if answer.ref in asked else None
        if named is not None:
            play = _corrected(play, named)
    return play


def _named(answer: TableSays) -> Card | None:
    try:
        return card(answer.value)
    except CardError:
        return None


def _corrected(play: Play, named: Card) -> Play:
    def fix(reading: Reading) -> Reading:
        options = [option for option, _ in reading.options]
        return Reading.sure(named) if named in options or not options else reading

    if isinstance(play, CardsPlayed):
        return replace(play, cards=tuple(fix(reading) for reading in play.cards))
    return replace(play, card=fix(play.card)) if isinstance(play, FaceDownFlipped) else play


def _same(play: Happening, noted: Play, suits: bool) -> bool:
    """Whether *noted* is *play*; cards that lie squarely under its last one need not be read."""
    *said, was = _key(play.event, suits)
    *heard, now = _key(noted, suits)
    if said != heard or len(was) != len(now):
        return False
    unread = sum(card == "??" for card in now)
    return was == now or (unread <= play.hidden and not Counter(now) - Counter([*was, *["??"] * unread]))


def _key(event: Event, suits: bool) -> Key:
    """What must agree for a play to be right."""
    seat = event.by_seat if isinstance(event, PileCleared) else getattr(event, "seat", None)
    return (type(event).__name__, None if isinstance(event, PileCleared) else seat, _cards(event, suits))


def _cards(event: Event, suits: bool) -> tuple[str, ...]:
    readings: tuple[Reading, ...] = ()
    if isinstance(event, CardsPlayed):
        readings = event.cards
    elif isinstance(event, FaceDownFlipped):
        readings = (event.card,)
    elif isinstance(event, PilePickedUp):
        readings = event.added
    elif isinstance(event, RowSwapped):
        readings = event.laid
    names = (str(reading.best) if suits else str(reading.best.rank) for reading in readings)
    hidden = event.covered_unread if isinstance(event, CardsPlayed) else 0
    return (*names, *("??",) * hidden)


def _align(fits: Sequence[Sequence[bool]], width: int) -> Iterator[tuple[int, int]]:
    """The longest series of pairs (row, column) that fit, in order; *fits* has *width* columns."""
    best = [[0] * (width + 1) for _ in range(len(fits) + 1)]
    for a in reversed(range(len(fits))):
        for b in reversed(range(width)):
            both = best[a + 1][b + 1] + 1 if fits[a][b] else 0
            best[a][b] = max(both, best[a + 1][b], best[a][b + 1])
    a = b = 0
    while a < len(fits) and b < width:
        if fits[a][b] and best[a][b] == best[a + 1][b + 1] + 1:
            yield a, b
            a, b = a + 1, b + 1
        elif best[a + 1][b] >= best[a][b + 1]:
            a += 1
        else:
            b += 1


def _spans(plays: Sequence[Happening], end: float) -> list[tuple[float, float]]:
    """For each play the time in which whatever is noted is about it: from its rest to the next one's."""
    edges = [play.t1 - _EARLY_S for play in plays[1:]]
    return list(pairwise([-inf, *edges, end + _LATE_S])) if plays else []


def _misses(
    plays: Sequence[Happening],
    noted: Sequence[tuple[float, Play]],
    pairs: Sequence[tuple[int, int]],
    spans: Sequence[tuple[float, float]],
) -> Iterator[Miss]:
    found, used = dict(pairs), {b for _, b in pairs}
    for number, (play, (since, until)) in enumerate(zip(plays, spans, strict=True)):
        stray = [noted[b][1] for b in range(len(noted)) if b not in used and since <= noted[b][0] < until]
        if number in found and not stray:
            continue
        why = "invented" if number in found else _why(play.event, stray)
        yield Miss(play.t1, _words(play.event), ", ".join(map(_words, stray)) or NOTHING, why)


def _uncaught(found: Sequence[tuple[Happening, bool]]) -> Iterator[Miss]:
    for play, caught in found:
        if not caught:
            yield Miss(play.t1, f"{_words(play.event)}, illegal: {play.code}", "no call", "uncaught")


def _falsely_called(calls: Sequence[tuple[float, Ruling]], plays: Sequence[Happening]) -> Iterator[Miss]:
    for t, ruling in calls:
        last = next((play for play in reversed(plays) if play.t1 <= t), None)
        was = f"{_words(last.event)}, legal" if last else NOTHING
        cards = " ".join(map(str, ruling.cards))
        yield Miss(t, was, f"ILLEGAL {ruling.code} seat {ruling.seat} {cards}".rstrip(), "false_call")


def _by_code(found: Sequence[tuple[Happening, bool]]) -> Caught:
    broken = Counter(play.code for play, _ in found)
    caught = Counter(play.code for play, caught in found if caught)
    return tuple((code, count, caught[code]) for code, count in sorted(broken.items()))


def _why(event: Event, stray: Sequence[Play]) -> str:
    same = [play for play in stray if type(play) is type(event)]
    if not stray:
        return "missed"
    if not same:
        return "kind"
    a, b = _key(event, False), _key(same[0], False)
    if len(a[2]) != len(b[2]):
        return "count"
    return "seat" if a[2] == b[2] else "cards"


def _words(event: Event) -> str:
    kind, seat, cards = _key(event, True)
    return " ".join([kind, *([] if seat is None else [f"seat {seat}"]), *cards])


def _caught(play: Happening, span: tuple[float, float], calls: Sequence[tuple[float, Ruling]]) -> bool:
    """Whether one of *calls* is about the illegal *play*."""
    seat = getattr(play.event, "seat", None)
    return any(ruling.seat in (seat, None) and _about(t, ruling, play, span) for t, ruling in calls)


def _deserved(
    t: float, ruling: Ruling, plays: Sequence[Happening], spans: Sequence[tuple[float, float]]
) -> bool:
    pairs = zip(plays, spans, strict=True)
    return any(not play.legal and _about(t, ruling, play, span) for play, span in pairs)


def _about(t: float, ruling: Ruling, play: Happening, span: tuple[float, float]) -> bool:
    """Whether *ruling*, given at *t*, is about *play*.

    By its time; or by seat and cards, where it had to wait for an answer while the table played on. Of a play
    that was seen in part the ruling names a part.
    """
    if span[0] <= t < span[1]:
        return True
    same = ruling.seat == getattr(play.event, "seat", None) and bool(ruling.cards)
    ranks = {str(seen.rank) for seen in ruling.cards}
    return same and ranks <= set(_cards(play.event, False)) and span[1] <= t < span[1] + _ANSWER_S


def _turn_shown(record: _Record, truth: Truth, t: float) -> bool:
    return _published(record.turns, t) == truth.turn_at(t)


def _published(turns: Sequence[tuple[float, int | None]], t: float) -> int | None:
    return next((seat for moment, seat in reversed(turns) if moment <= t), None)


def _turn_time(truth: Truth, turns: Sequence[tuple[float, int | None]]) -> tuple[float, float]:
    """The seconds in which the published turn was the true one, and the seconds that count."""
    step = 1 / truth.fps
    right = judged = 0
    for number in range(int(truth.end * truth.fps)):
        t = number * step
        if not any(play.t1 <= t < max(play.t1, play.left) + _SETTLE_S for play in truth.events):
            judged += 1
            right += _published(turns, t) == truth.turn_at(t)
    return right * step, judged * step
