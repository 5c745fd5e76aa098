from __future__ import annotations

from random import Random

from referee.cards import Rank
from referee.training.layouts import USUAL, new_letters, new_places


def test_every_layout_has_as_many_pips_as_its_number_says() -> None:
    for seed in range(200):
        for number, places in new_places(Random(seed)).items():
            assert len(set(places)) == len(places) == number
            assert all(x in (-1, 0, 1) and 0 <= y <= 1 for x, y in places)


def test_a_layout_is_the_same_on_both_sides_of_the_middle() -> None:
    for seed in range(200):
        for places in new_places(Random(seed)).values():
            assert {(-x, y) for x, y in places} == set(places)


def test_most_printers_set_their_pips_as_usual() -> None:
    own = sum(new_places(Random(seed)) != USUAL for seed in range(600))
    assert 130 < own < 270


def test_one_printer_in_eight_prints_the_letters_of_another_language() -> None:
    letters = [new_letters(Random(seed)) for seed in range(800)]
    foreign = [found for found in letters if found[Rank.QUEEN] != "Q"]
    assert 60 < len(foreign) < 140
    assert {found[Rank.JACK] for found in foreign} == {"V", "B"}
    assert all(len({*found.values()}) == len(Rank) and found[Rank.TEN] == "10" for found in letters)
