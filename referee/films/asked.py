"""What the true answers to the referee's questions would make it call, whether or not anybody gives them.

An illegal play counts as caught if it was called, or asked about with the true answer making it so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.films.truth import Truth
from referee.journal.fold import GameView
from referee.journal.log import Entry
from referee.player import answer
from referee.rules import codec, engine
from referee.rules.actions import Saying, TableSays
from referee.rules.rulings import Level, Question, Ruling
from referee.rules.state import State

MOST_QUESTIONS = 3
"""A table that has been asked so often about one play is asked no more about it."""


def calls_asked_for(truth: Truth, entries: Iterable[Entry]) -> tuple[tuple[float, Ruling], ...]:
    """When a question was asked whose true answer makes a play illegal, and the call that it makes."""
    view = GameView()
    return tuple(
        (entry.t, ruling)
        for entry, question in _questions(view, entries)
        for ruling in _answered_truly(view.state, question, truth, entry.t)
    )


def _questions(view: GameView, entries: Iterable[Entry]) -> Iterator[tuple[Entry, Question]]:
    """Every question of *entries*, each while *view* stands where it was asked."""
    for entry in entries:
        view.take(entry)
        if entry.kind == "notice":
            notice = codec.notice_from_json(entry.data)
            if isinstance(notice, Question):
                yield entry, notice


def _answered_truly(state: State | None, question: Question, truth: Truth, t: float) -> Iterator[Ruling]:
    asked: Question | None = question
    for _ in range(MOST_QUESTIONS):
        if state is None or asked is None:
            return
        word = TableSays(Saying.ANSWER, answer(truth, asked, t), ref=asked.id)
        state, notices = engine.observe(state, word)
        yield from (
            notice for notice in notices if isinstance(notice, Ruling) and notice.level is Level.ILLEGAL
        )
        asked = next((notice for notice in notices if isinstance(notice, Question)), None)
