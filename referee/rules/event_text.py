"""An event as one line that a person can read and write: `Ana plays 7H 7D from hand`.

A line begins with a seat - its number from 1, or the name of its player - or with `the`; then comes what was
done, and after it what there is to say about it, each behind its own word.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from referee.rules.actions import (
    CardsPlayed,
    Event,
    FaceDownFlipped,
    PileCleared,
    PileDisturbed,
    PilePickedUp,
    PlayRetracted,
    RowSeen,
    RowSwapped,
    Saying,
    SeatLeft,
    Source,
    StarterDeclared,
    StockDrawn,
    StockState,
    TableSays,
    ViewLost,
    ViewRestored,
)
from referee.rules.event_parts import (
    Line,
    Part,
    a_card,
    a_count,
    a_rank,
    a_reading,
    a_seat,
    a_text,
    chance_of,
    drawn,
    flag,
    one_of,
    readings,
    said,
)
from referee.rules.notation import Word
from referee.rules.players import Players


@dataclass(frozen=True, slots=True)
class Form:
    """How events of class *cls* are written: who did it (a field, or nobody), the verb, and its parts.

    The first *bare* parts stand right behind the verb; the others behind their labels, in any order.
    """

    cls: type[Event]
    who: str
    verb: str
    parts: tuple[Part, ...] = ()
    bare: int = 0

    @property
    def words(self) -> list[str]:
        """The words of the verb."""
        return self.verb.split()


_SURE = chance_of("seat-sure", "seat_p")
FORMS = (
    Form(
        CardsPlayed,
        "seat",
        "plays",
        (
            readings("", "cards"),
            one_of("from", "source", Source, Source.UNKNOWN),
            _SURE,
            a_count("covered", "covered_unread"),
        ),
        1,
    ),
    Form(FaceDownFlipped, "seat", "flips", (a_reading("card"), a_count("slot", "slot", None), _SURE), 1),
    Form(
        PilePickedUp,
        "seat",
        "takes the pile",
        (readings("with", "added", ()), a_count("leaving", "left_behind"), _SURE),
    ),
    Form(PlayRetracted, "seat", "takes back"),
    Form(PileCleared, "by_seat", "clears the pile"),
    Form(StockDrawn, "seat", "draws", (drawn(),), 1),
    Form(RowSeen, "seat", "shows", (readings("", "up"), a_count("over", "down", ...)), 1),
    Form(
        RowSwapped,
        "seat",
        "swaps",
        (
            readings("", "laid"),
            readings("for", "taken", ()),
            one_of("out-of", "taken_from", Source, Source.UP),
            a_seat("with", "other_seat"),
            a_card("onto", "onto"),
        ),
        1,
    ),
    Form(StarterDeclared, "seat", "starts", (a_text("by", "by", "table"), a_rank("holding", "rank"))),
    Form(SeatLeft, "seat", "leaves"),
    Form(
        TableSays,
        "",
        "the table says",
        (said(Saying), a_text("word", "value"), a_seat("seat", "seat"), a_text("about", "ref")),
        1,
    ),
    Form(
        StockState,
        "",
        "the stock is",
        (flag("empty", "empty"), flag("there", "empty", False)),
    ),
    Form(PileDisturbed, "", "the pile is disturbed"),
    Form(ViewLost, "", "the view is lost"),
    Form(
        ViewRestored,
        "",
        "the view is back",
        (flag("pile-changed", "pile_changed", usual=False), readings("showing", "pile", None)),
    ),
)
_BY_CLASS = {form.cls: form for form in FORMS}
_SOMEBODY = "somebody"


def show_event(event: Event, players: Players) -> str:
    """*event* as a line; of a game's set-up the header tells."""
    form = _BY_CLASS[type(event)]
    seat = getattr(event, form.who) if form.who else None
    who = [players.show(seat) if seat is not None else _SOMEBODY] if form.who else []
    told = [text for part in form.parts for text in part.show(event, players)]
    return " ".join([*who, form.verb, *told])


def read_event(line: Sequence[Word], players: Players) -> Event:
    """The event of a line's words, at least one. Raises `NotationError`."""
    form, who, rest = _form_of(line, players)
    fields: dict[str, Any] = {form.who: who} if form.who else {}
    left = Line(rest, _end_of(line), {part.label for part in form.parts if part.label}, players)
    for part in form.parts[: form.bare]:
        fields |= part.read(left)
    labelled = {part.label: part for part in form.parts[form.bare :]}
    while left:
        label = left.take("")
        if label.text not in labelled:
            raise label.wants(_one_of(list(labelled)))
        fields |= labelled[label.text].read(left)
        labelled = {name: part for name, part in labelled.items() if part.field not in fields}
    return _built(form, fields, left)


def _built(form: Form, fields: dict[str, Any], left: Line) -> Event:
    usual = {part.field: part.usual for part in form.parts if part.usual is not ...}
    lacking = [part.label for part in form.parts if part.field not in {*usual, *fields}]
    if lacking:
        raise left.end.wants(_one_of(lacking))
    return form.cls(**{**usual, **fields})


def _one_of(labels: Sequence[str]) -> str:
    return f"{' or '.join(labels)}" if labels else "the end of the line"


def _end_of(line: Sequence[Word]) -> Word:
    last = line[-1]
    return last.piece(len(last.text))


def _form_of(line: Sequence[Word], players: Players) -> tuple[Form, int | None, list[Word]]:
    """How the line is written, who did it, and the words behind the verb."""
    by_the_table = line[0].text == "the"
    who = None if by_the_table or line[0].text == _SOMEBODY else players.read(line[0])
    rest = list(line if by_the_table else line[1:])
    forms = [form for form in FORMS if bool(form.who) is not by_the_table]
    at, end = 0, _end_of(line)
    while longer := [form for form in forms if len(form.words) > at]:
        word = rest[at] if at < len(rest) else end
        forms = [form for form in longer if form.words[at] == word.text]
        if not forms:
            raise word.wants(_one_of(sorted({form.words[at] for form in longer})))
        at += 1
    if who is None and not by_the_table and forms[0].cls is not PileCleared:
        raise line[0].wants("the seat that did it")
    return forms[0], who, rest[at:]
