"""Answers that nobody gave: where a question waited too long, its default holds."""

from __future__ import annotations

from dataclasses import dataclass, field

from referee.journal.log import Entry
from referee.rules import codec
from referee.rules.actions import TableSays
from referee.rules.rulings import Question


@dataclass(frozen=True, slots=True)
class Unanswered:
    """A question that nobody answered, and the default that holds, in the words of its button."""

    question: str
    default: str


@dataclass(slots=True)
class Defaults:
    """Tells a default from an answer: a mark `timeout` stands before it. `take` one entry after the other."""

    _asked: dict[str, Question] = field(default_factory=dict)
    _due: bool = False

    def take(self, entry: Entry) -> Unanswered | None:
        """The question that *entry* answers by default; None for every other entry."""
        due, self._due = self._due, timed_out(entry)
        if entry.kind == "notice" and entry.data["type"] == "Question":
            notice = codec.notice_from_json(entry.data)
            assert isinstance(notice, Question)
            self._asked[notice.id] = notice
        return self._unanswered(codec.event_from_json(entry.data)) if due and entry.kind == "event" else None

    def _unanswered(self, event: object) -> Unanswered | None:
        if not isinstance(event, TableSays):
            return None
        question = self._asked.get(event.ref)
        if question is None:
            return Unanswered("", event.value)
        labels = {choice.value: choice.label for choice in question.choices}
        return Unanswered(question.text, labels.get(event.value, event.value))


def timed_out(entry: Entry) -> bool:
    """Whether *entry* notes that a question waited too long."""
    return entry.kind == "mark" and entry.data["what"] == "timeout"
