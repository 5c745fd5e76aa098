"""Several looks at the same cards."""

from __future__ import annotations

from dataclasses import replace

from referee.cards import Reading, card
from referee.table.spots import once_each, together
from referee.vision.sighting import SeenCard, Side
from tests.table.drawn_table import Laid


def seen(name: str, x: float = 0, y: float = 0, score: float = 0.9, p: float = 0.99) -> SeenCard:
    reading = Reading.of({card(name): p}) if name != "??" else Reading(())
    return SeenCard(Laid(card(name), x, y).quad, Side.FACE, reading, score)


def test_looks_at_one_card_make_one_spot() -> None:
    (spot,) = together([[seen("7H")], [seen("7H", 3, -2)], []])
    assert (spot.found, spot.looks, spot.steady, spot.reading.best) == (2, 3, True, card("7H"))


def test_cards_of_a_narrow_fan_are_apart() -> None:
    look = [seen("7H"), seen("7C", 17), seen("7S", 34)]
    assert sorted(str(spot.reading.best) for spot in together([look, look])) == ["7C", "7H", "7S"]


def test_a_card_found_twice_in_one_look_is_one() -> None:
    assert len(once_each([seen("7H"), seen("7H", 4, 4, 0.4), seen("7H", 13, 0, 0.5)])) == 1


def test_of_two_finds_in_one_place_the_one_that_was_read_stays() -> None:
    (kept,) = once_each([seen("??"), seen("7H", 5, 0, 0.8)])
    assert kept.reading.best == card("7H")


def test_a_card_whose_suit_is_in_doubt_is_not_one_of_another_suit() -> None:
    ace = seen("AS", 9)
    black = replace(ace, reading=Reading.of({card("AS"): 0.62, card("AC"): 0.37}))
    assert len(once_each([seen("AD"), black])) == 2
    assert len(once_each([seen("AC"), black])) == 1


def test_a_find_of_one_look_only_is_not_steady() -> None:
    spots = together([[seen("7H")], [seen("7H"), seen("4C", 40)], [seen("7H")]])
    assert [spot.steady for spot in spots] == [True, False]


def test_no_looks_make_no_spots() -> None:
    assert together([]) == []
