"""From findings to a verdict: how loudly to say it, what to ask, and how to go on meanwhile."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeGuard

from referee.cards import RANKS, Card, Reading
from referee.rules import findings
from referee.rules.actions import (
    CardsPlayed,
    Event,
    FaceDownFlipped,
    PileCleared,
    PilePickedUp,
    RowSwapped,
    Source,
)
from referee.rules.constraint import ANYTHING, Limit, limit_of
from referee.rules.doubts import which_card
from referee.rules.findings import EVEN, LIKELY, Finding
from referee.rules.layers import placed
from referee.rules.laying import LEGAL
from referee.rules.overlooked import may_be_from_stock, whole_run
from referee.rules.rulings import Level, Ruling
from referee.rules.state import Doubt, State
from referee.rules.swapping import swap
from referee.rules.values import replace
from referee.rules.words import explain, remedy
from referee.rules.worlds import Outlook, chances

ILLEGAL_FROM = 0.999
ASK_ABOVE = 0.05
CERTAIN = 0.95
_WORTH_ASKING = 0.02
SUSPICIOUS_AT_MOST = frozenset(
    {
        "PEEK",
        "OVERDRAW",
        "DRAW_NOT_DUE",
        "MISSED_REFILL",
        "STRICT_SKIP",
        "FLUSH_DUTY",
        "DECK_FAULT",
        "LEFT_BEHIND",
    }
)
Action = CardsPlayed | FaceDownFlipped | PilePickedUp | PileCleared | RowSwapped


@dataclass(frozen=True)
class Verdict:
    """A ruling, the outcome to go on with if the action is let pass, and what to ask.

    `event` is the action with its source worked out.
    """

    ruling: Ruling
    code: str
    event: Action
    doubt: Doubt | None = None
    card: int = 0

    @property
    def broken(self) -> bool:
        """Whether the action is to be taken back."""
        return self.ruling.level is Level.ILLEGAL


def readings_of(event: Event) -> tuple[Reading, ...]:
    """The cards of *event* as read."""
    if isinstance(event, CardsPlayed):
        return event.cards
    if isinstance(event, FaceDownFlipped):
        return (event.card,)
    if isinstance(event, PilePickedUp):
        return event.added
    return event.laid if isinstance(event, RowSwapped) else ()


def seat_of(event: Event) -> int | None:
    """Who did it, where the event says."""
    seat = event.by_seat if isinstance(event, PileCleared) else getattr(event, "seat", None)
    return seat if isinstance(seat, int) else None


def judge(state: State, action: Action) -> Verdict:
    """The verdict on *action*, which must name seats of the game."""
    event = placed(state, action)
    if isinstance(event, CardsPlayed):
        seen = action.source if isinstance(action, CardsPlayed) else event.source
        return _play(state, event, seen)
    if isinstance(event, FaceDownFlipped):
        return _flip(state, event)
    if isinstance(event, PilePickedUp):
        return _pickup(state, event)
    if isinstance(event, RowSwapped):
        return _decide(state, event, swap(state, event), "OK")
    assert isinstance(event, PileCleared)
    return _cleared(state, event)


def _play(state: State, event: CardsPlayed, seen: Source) -> Verdict:
    view = findings.laying(state, event.seat, event.cards, event.covered_unread, event.source)
    p = view.illegal[1]
    if findings.extends(state, event):
        return _decide(state, event, findings.zone(state, event, seen), findings.legal_code(view))
    twice = findings.deck(state, event.seat, event.cards)
    p = min(p, LIKELY) if twice else p
    found = [
        *findings.turn(state, event.seat, event.seat_p, view.best[0]),
        *findings.zone(state, event, seen),
        *_laid(state, event, view, p),
        *twice,
    ]
    code = findings.legal_code(view)
    return _ambiguous(state, _decide(state, event, found, code), view)


def _laid(state: State, event: CardsPlayed, view: Outlook, p: float) -> list[Finding]:
    here, code = state.seats[event.seat], view.illegal[0]
    adds_one = state.rules.pickup.faceup == "add_one" and event.source is Source.UP and not here.hand.hi
    if not p:
        return []
    wrong = view.best[0] not in LEGAL and state.turn == event.seat
    if p < ILLEGAL_FROM:
        # Cards in doubt come first: a "no" to anything else would settle nothing.
        return [Finding(code, p, Doubt.CARD)]
    if adds_one and wrong and len(event.cards) == 1:
        return [Finding(code, LIKELY, Doubt.TAKING)]
    if may_be_from_stock(state, event):
        return [Finding(code, LIKELY, Doubt.STOCK)]
    between = code == "NOT_A_RUN" and whole_run([reading.best for reading in event.cards], state.rules)
    if between:
        return [Finding(code, findings.as_seen(p, event.seat_p), Doubt.BETWEEN)]
    return [Finding(code, p, Doubt.CARD)]


def _flip(state: State, event: FaceDownFlipped) -> Verdict:
    view = findings.laying(state, event.seat, (event.card,), 0, Source.DOWN)
    found = [
        *findings.turn(state, event.seat, event.seat_p, view.best[0]),
        *findings.flip(state, event),
        *findings.deck(state, event.seat, (event.card,)),
    ]
    return _ambiguous(state, _decide(state, event, found, view.best[0]), view)


def _pickup(state: State, event: PilePickedUp) -> Verdict:
    if state.taking == event.seat and not state.pile:
        return _decide(state, event, [], "OK")
    if state.must_go and not state.pile:
        return _decide(state, event, [Finding("EMPTY_PICKUP", EVEN, Doubt.FATE)], "OK")
    found = [*findings.takes(state, event.seat, event.seat_p), *findings.pickup(state, event)]
    left = [Finding("LEFT_BEHIND", 1.0)] if event.left_behind else []
    return _decide(state, event, [*found, *left], "OK")


def _cleared(state: State, event: PileCleared) -> Verdict:
    if state.pile:
        return _decide(state, event, [Finding("CLEAR_NOT_DUE", EVEN, Doubt.FATE)], "OK")
    flusher = state.flusher
    duty = state.must_go and flusher is not None and event.by_seat not in (None, flusher)
    return _decide(state, event, [Finding("FLUSH_DUTY", LIKELY)] if duty else [], "OK")


def _decide(state: State, event: Action, found: Sequence[Finding], code: str) -> Verdict:
    """The first rule surely broken speaks; else the one most probably broken."""
    found = _by_somebody(found, event)
    if not found:
        return Verdict(ruling(state, event, code, Level.SILENT, 0.0), code, event)
    sure = next((f for f in found if f.p >= ILLEGAL_FROM and f.code not in SUSPICIOUS_AT_MOST), None)
    worst = sure or max(found, key=lambda f: f.p)
    level = _level(worst, event)
    if level is Level.SILENT:
        return Verdict(ruling(state, event, code, Level.SILENT, worst.p), code, event)
    doubt = worst.doubt if level is Level.ASK else None
    shown = Level.SUSPICIOUS if level is Level.ASK and doubt is None else level
    verdict = Verdict(ruling(state, event, worst.code, shown, worst.p), code, event, doubt)
    return _which_card(state, verdict) if doubt is Doubt.CARD else verdict


def _by_somebody(found: Sequence[Finding], event: Action) -> Sequence[Finding]:
    """Where nobody was seen doing it nobody is accused of it: who it was comes first."""
    if getattr(event, "seat_p", 1.0) > EVEN:
        return found
    return [
        Finding(one.code, min(one.p, LIKELY), one.doubt if one.doubt is Doubt.FATE else Doubt.WHO)
        for one in found
    ]


def _level(finding: Finding, event: Action) -> Level:
    if finding.p <= ASK_ABOVE:
        return Level.SILENT
    if finding.code in SUSPICIOUS_AT_MOST:
        return Level.SUSPICIOUS
    unread = any(not reading.options for reading in readings_of(event))
    return Level.ILLEGAL if finding.p >= ILLEGAL_FROM and not unread else Level.ASK


def ruling(state: State, event: Action, code: str, level: Level, p: float) -> Ruling:
    """The ruling on *event* in words."""
    seat = seat_of(event)
    cards = tuple([reading.best for reading in readings_of(event)])
    text = explain(code, state, seat, cards, limit(state)) if code != "OK" else ""
    mend = remedy(code, state, seat, len(cards)) if level is Level.ILLEGAL else ""
    return Ruling(level, code, seat, cards, state.rules.rows(code), text, mend, round(p, 5))


def limit(state: State) -> Limit:
    """The constraint on the next card."""
    return ANYTHING if state.free_lead else limit_of(state.pile_shown, state.rules)


def _ambiguous(state: State, verdict: Verdict, view: Outlook) -> Verdict:
    """Ask which card it was where the readings disagree about what a legal play brings about."""
    code, p = view.best
    if p == 1.0:
        return verdict
    settled = p + sum(q for other, q in view.codes if other not in LEGAL) >= CERTAIN
    if verdict.ruling.level is not Level.SILENT or settled:
        return verdict
    asking = replace(verdict.ruling, level=Level.ASK, code=code)
    return _which_card(state, replace(verdict, ruling=asking, doubt=Doubt.CARD))


def _which_card(state: State, verdict: Verdict) -> Verdict:
    """Point the question at the card that settles it: one of the play, or of the pile beneath."""
    if not isinstance(verdict.event, CardsPlayed | FaceDownFlipped):
        return verdict
    card = which_card(state, verdict.event)
    return replace(verdict, doubt=card.doubt, card=card.index)


def likely(reading: Reading) -> tuple[Card, ...]:
    """One card for each rank that *reading* may be, likeliest first; every rank where nothing was read."""
    if not reading.options:
        return tuple(Card(rank) for rank in RANKS)
    return tuple(card for card, p in chances(reading) if p >= _WORTH_ASKING)


def judged(event: Event) -> TypeGuard[Action]:
    """Whether *event* is an action that a verdict is given on."""
    return isinstance(event, Action)
