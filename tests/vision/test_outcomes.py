from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from referee.cards import Reading, card, cards
from referee.vision.outcomes import Kind, Outcome, outcomes
from referee.vision.scores import Mark, Photo
from referee.vision.sighting import Quad, SeenCard, Side


def quad(x: float, y: float, width: float = 60) -> Quad:
    return (x, y), (x + width, y), (x + width, y + 1.4 * width), (x, y + 1.4 * width)


def seen(options: str, x: float = 0, y: float = 0, width: float = 60, whole: bool = True) -> SeenCard:
    """A find that reads as *options*, such as `7H 0.9 AH 0.05`."""
    words = options.split()
    read = {card(name): float(p) for name, p in zip(words[::2], words[1::2], strict=True)}
    return SeenCard(quad(x, y, width), Side.FACE, Reading.of(read), 0.9, whole)


def mark(name: str, x: float, y: float, width: float = 60, index: bool = False) -> Mark:
    return Mark(card(name), (x, y, x + width, y + 1.4 * width), index)


def judged(
    listed: str, *finds: SeenCard, marks: tuple[Mark, ...] = (), complete: bool = True
) -> list[Outcome]:
    photo = Photo(Path("a.jpg"), "desk", cards(listed), complete, False, marks)
    return outcomes(photo, finds, sure=0.8)


def kinds(found: list[Outcome]) -> list[str]:
    return [str(one) for one in found]


def test_a_card_is_right_wherever_it_was_read() -> None:
    found = judged("7H 8C", seen("8C 0.9"), seen("7H 0.95", 300), marks=(mark("7H", 0, 0),))

    assert [one.kind for one in found] == [Kind.RIGHT, Kind.RIGHT]


def test_what_lies_at_the_mark_of_a_missed_card_tells_how_it_was_missed() -> None:
    marks = (mark("7H", 0, 0), mark("8C", 200, 0), mark("KD", 400, 0))

    found = judged("7H 8C KD", seen("7D 0.5 7H 0.4"), seen("8S 0.9", 200), marks=marks)

    assert kinds(found) == ["found but unsure (7D)", "wrong as 8S", "not found"]
    assert [one.card for one in found] == list(cards("7H 8C KD"))


def test_of_two_cards_on_a_marked_index_the_one_whose_corner_it_is_counts() -> None:
    below, above = seen("9C 0.5", 0, 0), seen("9S 0.6", 12, 20)

    (found, *_) = judged("9C", above, below, marks=(mark("9C", 2, 2, 8, index=True),))

    assert found.seen == below


def test_a_find_that_was_right_about_one_card_does_not_stand_for_another() -> None:
    found = judged("9C KD", seen("KD 0.95"), marks=(mark("9C", 5, 5, 8, index=True),))

    assert kinds(found) == ["not found", "right"]


def test_an_index_alone_is_the_card_whose_index_is_marked() -> None:
    index = seen("9S 0.6 9C 0.3", 0, 0, 10, whole=False)

    (found,) = judged("9C", index, marks=(mark("9C", 2, 2, 8, index=True),))

    assert kinds([found]) == ["found but unsure (9S)"]


@pytest.mark.parametrize(("options", "kind"), [("9S 0.6 9C 0.3", Kind.UNSURE), ("KD 0.6", Kind.UNFOUND)])
def test_without_a_mark_a_find_is_the_missed_card_when_it_may_read_so(options: str, kind: Kind) -> None:
    (found,) = judged("9C", seen(options))

    assert found.kind is kind


def test_a_reading_too_many_counts_on_a_complete_photograph_alone() -> None:
    finds = seen("9C 0.9"), seen("9C 0.95", 100), seen("JK 0.99", 200), seen("2D 0.3", 300)

    assert kinds(judged("9C", *finds)) == ["right", "read, not labelled"]
    assert kinds(judged("9C", *finds, complete=False)) == ["right"]


def test_a_back_is_no_find_of_a_card() -> None:
    back = SeenCard(quad(0, 0), Side.BACK, Reading(()), 0.9)

    assert kinds(judged("9C", back, marks=(mark("9C", 0, 0),))) == ["not found"]


def test_the_width_is_the_cards_own_or_that_of_the_nearest_found_whole() -> None:
    marks = (mark("9C", 190, 0, 8, index=True), mark("KD", 400, 0))
    finds = seen("2H 0.9", 0, 0, 60), seen("9S 0.5", 190, 0, 10, whole=False), seen("3H 0.9", 300, 0, 90)

    found = judged("2H 9C KD", *finds, marks=marks)

    assert [one.width for one in found[:3]] == [60, 90, 90]


def test_where_nothing_was_found_the_label_tells_the_width() -> None:
    card_marked, index_marked = (
        judged("9C", marks=(one,))[0] for one in (mark("9C", 0, 0, 50), mark("9C", 0, 0, 12.5, index=True))
    )

    assert card_marked.width == pytest.approx(50)
    assert index_marked.width == pytest.approx(50)
    assert judged("9C")[0].width is None


def test_a_card_is_covered_by_what_was_found_more_surely_upon_it() -> None:
    under = seen("9C 0.9", 0, 0)
    over = replace(seen("KD 0.9", 30, 0), score=0.95)

    found = {str(one.card): one.covered for one in judged("9C KD", under, over)}

    assert found == {"9C": pytest.approx(0.5), "KD": 0.0}
