from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import pytest

from referee.cards import Card, Reading, card
from referee.films.compare import GameScore, compare
from referee.films.truth import Happening, Truth, Turn
from referee.rules.actions import CardsPlayed, Event, PileCleared, PilePickedUp, Saying, StockDrawn, TableSays
from referee.rules.codec import event_to_json, notice_to_json
from referee.rules.rulings import Choice, Level, Notice, Question, Ruling, TurnAnnounced


@dataclass(frozen=True)
class Entry:
    t: float
    kind: str
    data: Any


def reading(*options: tuple[str, float]) -> Reading:
    return Reading.of([(card(name), p) for name, p in options])


def played(seat: int, *names: str) -> CardsPlayed:
    return CardsPlayed(seat, tuple(Reading.sure(card(name)) for name in names))


def happened(t: float, event: Event, *, legal: bool = True) -> Happening:
    return Happening(t - 1, t, t + 0.5, event, legal, "OK" if legal else "TOO_LOW", not legal)


PLAYS = (
    happened(5, played(0, "7H")),
    happened(8, StockDrawn(0, 1, 1)),
    happened(11, played(1, "4C"), legal=False),
    happened(17, PilePickedUp(1)),
    happened(21, played(0, "9H", "9S")),
)
TURNS = (Turn(0.0, 0), Turn(5.0, 1), Turn(17.0, 0), Turn(21.0, 1))
TRUTH = Truth(1, "pagat", ("Ana", "Ben"), "deck", (1280, 720), 15, (), PLAYS, TURNS, 30.0)


def event(t: float, what: Event) -> Entry:
    return Entry(t, "event", event_to_json(what))


def notice(t: float, what: Notice) -> Entry:
    return Entry(t, "notice", notice_to_json(what))


def turn(t: float, seat: int) -> Entry:
    return notice(t, TurnAnnounced(seat, "anything", ()))


def call(t: float, seat: int, code: str = "TOO_LOW", cards: tuple[Card, ...] = ()) -> Entry:
    return notice(t, Ruling(Level.ILLEGAL, code, seat, cards))


PERFECT: tuple[Entry, ...] = (
    turn(0.0, 0),
    *(event(h.left + 0.4, h.event) for h in PLAYS),
    turn(5.9, 1),
    call(11.9, 1),
    turn(17.9, 0),
    turn(21.9, 1),
)


def score(entries: Sequence[Entry] = PERFECT) -> GameScore:
    return compare(TRUTH, sorted(entries, key=lambda entry: entry.t))


def instead_of(t: float, *others: Entry) -> list[Entry]:
    return [*(entry for entry in PERFECT if entry.t != t or entry.kind != "event"), *others]


def without(t: float) -> list[Entry]:
    return [entry for entry in PERFECT if entry.t != t]


def test_a_referee_that_sees_all_is_perfect() -> None:
    result = score()
    assert (result.plays, result.right, result.illegal, result.caught) == (4, 4, 1, 1)
    assert (result.false_calls, result.questions, result.perfect) == (0, 0, True)
    assert result.turn_s == result.judged_s > 0
    assert result.delays == pytest.approx([0.4] * 4)


def test_draws_are_no_plays() -> None:
    assert score(without(8.9)).perfect


def test_a_missed_play_is_missed() -> None:
    result = score(without(5.9))
    assert [(miss.t, miss.why) for miss in result.misses] == [(5, "missed")]


@pytest.mark.parametrize(
    ("instead", "why"),
    [
        (played(1, "7H"), "seat"),
        (played(0, "8H"), "cards"),
        (played(0, "7H", "7S"), "count"),
        (PilePickedUp(0), "kind"),
    ],
)
def test_a_wrong_play_says_what_it_failed_on(instead: Event, why: str) -> None:
    result = score(
        [entry for entry in PERFECT if not (entry.t == 5.9 and entry.kind == "event")] + [event(5.9, instead)]
    )
    assert (result.right, [miss.why for miss in result.misses]) == (3, [why])


def test_the_suit_does_not_matter_where_the_rules_do_not_ask_for_it() -> None:
    assert score(instead_of(5.9, event(5.9, played(0, "7S")))).right == 4


def test_an_invented_play_spoils_the_one_before_it() -> None:
    result = score([*PERFECT, event(14.0, PileCleared(1))])
    assert [(miss.t, miss.why) for miss in result.misses] == [(11, "invented")]


def test_a_set_read_as_two_plays_is_one_miss() -> None:
    halves = [event(21.9, played(0, "9H")), event(22.5, played(0, "9S"))]
    result = score(
        [*[entry for entry in PERFECT if not (entry.t == 21.9 and entry.kind == "event")], *halves]
    )
    assert [miss.why for miss in result.misses] == ["count"]


def test_a_right_play_at_the_wrong_time_is_not_right() -> None:
    assert score(instead_of(5.9, event(29.0, played(0, "7H")))).right < 4


def test_an_illegal_play_that_is_not_called_is_not_caught() -> None:
    assert score([entry for entry in PERFECT if entry.t != 11.9]).caught == 0


def test_a_call_on_a_legal_play_is_false() -> None:
    result = score([*PERFECT, call(6.0, 0)])
    assert (result.false_calls, result.perfect) == (1, False)


def test_a_wrong_turn_counts_by_the_time_it_is_shown() -> None:
    result = score([*PERFECT, turn(25.0, 0)])
    assert result.judged_s - result.turn_s == pytest.approx(5.0, abs=0.1)


def test_the_answer_of_the_table_makes_a_doubtful_card_right() -> None:
    doubtful = replace(played(0, "7H"), cards=(reading(("AH", 0.6), ("7H", 0.39)),))
    asked = Question("q1", "A seven or an ace?", (Choice("7H", "7H"), Choice("AH", "AH")), "AH")
    told = TableSays(Saying.ANSWER, "7H", ref="q1")
    assert score(instead_of(5.9, event(5.9, doubtful))).right == 3
    result = score(instead_of(5.9, event(5.9, doubtful), notice(5.9, asked), event(9.5, told)))
    assert (result.right, result.questions) == (4, 1)


def test_a_late_call_about_one_card_of_an_illegal_set_is_no_false_call() -> None:
    mixed = replace(happened(11, played(1, "4C", "6S"), legal=False), code="NOT_EQUAL_SET")
    truth = replace(TRUTH, events=(*PLAYS[:2], mixed, *PLAYS[3:]))
    rest = [entry for entry in PERFECT if entry.t != 11.9]

    part = compare(truth, [*rest, event(11.9, played(1, "6S")), call(17.5, 1, cards=(card("6S"),))])
    other = compare(truth, [*rest, event(11.9, played(1, "6S")), call(17.5, 1, cards=(card("9S"),))])

    assert (part.caught, part.false_calls) == (1, 0)
    assert (other.caught, other.false_calls) == (0, 1)


def squared(*noted: str, hidden: int = 2) -> GameScore:
    plays = (replace(happened(5, played(0, "9H", "9S", "9D")), hidden=hidden),)
    truth = replace(TRUTH, events=plays, turns=TURNS[:1])
    read = tuple(Reading.sure(card(name)) for name in noted if name != "??")
    return compare(truth, [event(5.9, CardsPlayed(0, read, covered_unread=noted.count("??")))])


def test_cards_squarely_under_the_last_one_need_not_be_read_but_counted() -> None:
    assert squared("9D", "??", "??").right == 1
    assert squared("9H", "9S", "9D").right == 1
    assert squared("9D", "??").right == 0
    assert squared("8D", "??", "??").right == 0
    assert squared("9D", "??", "??", hidden=0).right == 0


def test_what_went_wrong_with_calls_is_a_failure_too() -> None:
    silent = [entry for entry in PERFECT if entry.t != 11.9 or entry.kind == "event"]
    result = score([*silent, call(6.0, 0)])
    assert [(miss.t, miss.why) for miss in result.failures] == [(6.0, "false_call"), (11, "uncaught")]
    assert result.codes == (("TOO_LOW", 1, 0),)


def test_a_pick_up_taken_for_a_burn_is_counted_as_that() -> None:
    result = score(instead_of(17.9, event(17.9, PileCleared(1))))
    assert ("picked_up", "cleared", 1) in result.confusion
    assert sum(count for _, _, count in result.confusion) == result.plays
