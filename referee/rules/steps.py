"""One event folded into a state, also while an illegal play waits for what the table makes of it."""

from __future__ import annotations

from referee.rules.actions import Event, PileCleared, PilePickedUp, StockDrawn
from referee.rules.effects import allowed, apply
from referee.rules.facts import missed, take_in
from referee.rules.findings import EVEN
from referee.rules.layers import refilled
from referee.rules.laying import LEGAL
from referee.rules.merged import told_apart
from referee.rules.questions import answered, ask, ask_out, doubted_again
from referee.rules.rulings import Level, Notice, Ruling, TurnAnnounced
from referee.rules.state import Asked, Doubt, History, State
from referee.rules.values import replace
from referee.rules.verdicts import Action, Verdict, judge, judged, seat_of

_LOUDNESS = (Level.SILENT, Level.SUSPICIOUS, Level.ASK, Level.ILLEGAL)
_MOST_PENDING = 8
_MOST_SINCE = 40


def follow(state: State, event: Event) -> tuple[State, list[Notice]]:
    """`step`, remembering what an answer or a correction will have to fold again."""
    after, said = step(state, event)
    return _remember(state, after, event), said


def _remember(state: State, after: State, event: Event) -> State:
    asked, kept = state.asked, state.history
    fresh = after.asked is not None and after.asked != asked
    if asked is not None and not fresh and not _settles(asked, event):
        after = replace(after, asked=replace(asked, turn=None) if judged(event) else asked)
        anchored = asked.what is not Doubt.OUT
    else:
        anchored = False
    if kept is not None and (anchored or after.history is kept):
        return _longer(after, kept, event)
    return after


def _longer(after: State, kept: History, event: Event) -> State:
    """The history goes on; a question left open too long is settled by its default."""
    if len(kept.events) >= _MOST_SINCE:
        return replace(after, history=None, asked=None)
    return replace(after, history=History(kept.before, (*kept.events, event)))


def _settles(asked: Asked, event: Event) -> bool:
    """Whether *event* answers the open question by itself."""
    if asked.what is Doubt.TAKING:
        return isinstance(event, PilePickedUp)
    return asked.what is Doubt.FATE and isinstance(event, PilePickedUp | PileCleared)


def step(state: State, event: Event, settled: Doubt | None = None) -> tuple[State, list[Notice]]:
    """The state after *event* and what is said; *settled* is a doubt that the table has just resolved."""
    if state.over is not None:
        return state, []
    if judged(event):
        # What nobody has named yet is as doubtful as it was read: the default is not held against anybody.
        state = state if state.asked is None else doubted_again(state, state.asked)
        return _apart(state, event) or _act(state, event, settled)
    if isinstance(event, StockDrawn) and any(seat_of(e) == event.seat for e in state.pending):
        return replace(state, pending=(*state.pending, event)), []
    after, rulings = take_in(state, event)
    after, questions = _asked_out(after)
    return after, [*rulings, *questions]


def _apart(state: State, event: Event) -> tuple[State, list[Notice]] | None:
    pair = told_apart(state, event)
    if pair is None:
        return None
    between, first = _act(state, pair[0], None)
    after, second = _act(between, pair[1], None)
    return after, [*first, *second]


def contexts(state: State) -> list[State]:
    """The games the table may be playing: with none, one, ... all of the pending illegal plays let stand."""
    if not state.pending:
        return [state]
    games = [replace(state, pending=())]
    for event in state.pending:
        if isinstance(event, Action):
            games.append(force(games[-1], event))
        else:
            games[-1] = take_in(games[-1], event)[0]
    return games


def force(state: State, event: Action) -> State:
    """*event* let stand, whatever the rules say."""
    state = refilled(state)
    return apply(state, judge(state, event))[0]


def _choose(games: list[State], event: Action) -> tuple[int, Verdict]:
    """The game in which *event* is least objectionable; where all object, the one whose turn it fits."""
    if len(games) == 1:
        return 0, judge(refilled(games[0]), event)
    verdicts = [judge(refilled(game), event) for game in games]
    order = sorted(range(len(games)), key=lambda n: (_LOUDNESS.index(verdicts[n].ruling.level), -n))
    if not verdicts[order[0]].broken:
        return order[0], verdicts[order[0]]
    fits = [n for n, game in enumerate(games) if game.turn == seat_of(event)]
    best = fits[-1] if fits else 0
    return best, verdicts[best]


def ruled(state: State, event: Event) -> Ruling:
    """The ruling that `step` would give."""
    assert isinstance(event, Action)
    return _choose(contexts(state), event)[1].ruling


def _act(state: State, event: Action, settled: Doubt | None) -> tuple[State, list[Notice]]:
    games = contexts(state)
    depth, verdict = _choose(games, event)
    if verdict.broken:
        pending = (*state.pending, event)[-_MOST_PENDING:]
        kept = History(state.bare(), (event,))
        return replace(state, pending=pending, asked=None, history=kept), [verdict.ruling]
    said: list[Notice] = [noted(verdict.ruling.seat)] if depth else []
    return _accept(games[depth], event, verdict, settled, said)


def noted(seat: int | None) -> Ruling:
    """The table has its way."""
    return Ruling(Level.SILENT, "NOTED", seat, text="Noted; playing on.")


def _accept(
    game: State, event: Action, verdict: Verdict, settled: Doubt | None, said: list[Notice]
) -> tuple[State, list[Notice]]:
    before = game.bare()
    seat = seat_of(event)
    # whoever moves a burnt pile aside has not begun a turn: he and others may still be drawing
    if seat is not None and not isinstance(event, PileCleared):
        game, owing = missed(game, seat)
        said, game = [*said, *owing], refilled(game)
    asked: Asked | None = None
    if verdict.doubt is not None and verdict.doubt is not settled:
        asked = replace(ask(game, verdict, game.serial), turn=_held(game, verdict))
        game, verdict = _assumed(game, verdict, asked)
        ruling = replace(verdict.ruling, level=Level.ASK, text=asked.question.text)
    else:
        ruling = _let_pass(verdict)
    after, burns = apply(game, verdict)
    taking = seat if asked is not None and asked.what is Doubt.TAKING else after.taking
    history = History(before, (event,))
    after = replace(after, drew=(), drew_undue=(), taking=taking, asked=asked, history=history, pending=())
    after, outs = _asked_out(after)
    return after, [*said, ruling, *burns, *([asked.question] if asked else []), *outs]


def _held(game: State, verdict: Verdict) -> TurnAnnounced | None:
    """The turn that stays announced until somebody answers, or the table plays on."""
    broken = verdict.ruling.code not in LEGAL and verdict.ruling.p >= EVEN
    return allowed(game) if broken else None


def _let_pass(verdict: Verdict) -> Ruling:
    asking = verdict.ruling.level is Level.ASK
    return replace(verdict.ruling, level=Level.SILENT, code=verdict.code) if asking else verdict.ruling


def _assumed(game: State, verdict: Verdict, asked: Asked) -> tuple[State, Verdict]:
    """Go on as if the question had been answered with its default; the ruling stays the doubtful one."""
    answer = answered(game, verdict.event, asked, asked.question.default)
    assert answer is not None
    assert isinstance(answer[1], Action)
    again = judge(answer[0], answer[1])
    return answer[0], replace(again, ruling=verdict.ruling)


def _asked_out(state: State) -> tuple[State, list[Notice]]:
    """Ask a seat that has nothing left on the table, and perhaps nothing in hand, whether it is out."""
    if state.asked is not None or state.over is not None:
        return state, []
    seat = _perhaps_out(state)
    if seat is None:
        return state, []
    asked = ask_out(state, seat, state.serial)
    return replace(state, asked=asked), [asked.question]


def _perhaps_out(state: State) -> int | None:
    bare = [n for n, here in enumerate(state.seats) if not here.up and not here.down and here.out is None]
    for seat in bare:
        hand = state.seats[seat].hand
        if not hand.lo and hand.hi > 0 and not state.owed(seat).hi:
            return seat
    return None
