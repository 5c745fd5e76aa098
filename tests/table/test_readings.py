"""Readings put together."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.cards import DECK, Reading, card
from referee.table.readings import agreement, combined, either, multiplied, without

SEVEN, ACE, SIX = card("7H"), card("AH"), card("6H")


def test_two_looks_are_no_surer_than_the_looks_are() -> None:
    look = Reading.of({SEVEN: 0.9, ACE: 0.05})
    assert combined([look, look]).p == pytest.approx(0.9, abs=0.01)


def test_a_sure_look_does_not_outweigh_one_that_says_otherwise() -> None:
    mixed = combined([Reading.of({SEVEN: 0.95}), Reading.of({ACE: 0.95})])
    assert mixed.p < 0.55


def test_looks_that_read_nothing_are_left_out() -> None:
    assert combined([Reading(()), Reading.sure(SEVEN)]).best == SEVEN
    assert combined([Reading(()), Reading(())]) == Reading(())


def test_sure_looks_are_sure_enough_to_rule_on() -> None:
    assert combined([Reading.sure(SEVEN), Reading.sure(SEVEN)]).p >= 0.999


def test_independent_readings_of_one_card_make_it_surer() -> None:
    assert multiplied(Reading.of({SEVEN: 0.8, ACE: 0.1}), Reading.of({SEVEN: 0.7, SIX: 0.2})).p > 0.95


def test_readings_agree_when_they_are_of_the_same_card() -> None:
    assert agreement(Reading.of({SEVEN: 0.9}), Reading.of({SEVEN: 0.8})) == pytest.approx(0.72)
    assert agreement(Reading.of({SEVEN: 0.9}), Reading.of({ACE: 0.9})) < 0.01


def test_one_of_two_readings_leaves_both_in_doubt() -> None:
    told = either(Reading.of({card("8D"): 0.998}), Reading.of({card("7D"): 0.99, card("8D"): 0.002}))
    assert dict(told.options) == pytest.approx({card("8D"): 0.5, card("7D"): 0.495})


def test_a_card_that_lies_elsewhere_gives_way_to_the_next_best() -> None:
    doubtful = Reading.of({SEVEN: 0.6, ACE: 0.35})
    assert without(doubtful, {SEVEN: 1.0}).best == ACE
    assert without(doubtful, {SIX: 1.0}) == doubtful


@given(
    st.lists(
        st.dictionaries(st.sampled_from(DECK), st.floats(0.001, 0.2), max_size=5), min_size=1, max_size=5
    )
)
def test_probabilities_never_sum_to_more_than_one(looks: list[dict[object, float]]) -> None:
    read = combined([Reading.of(look) for look in looks])  # type: ignore[arg-type]
    assert sum(p for _, p in read.options) <= 1 + 1e-9
    assert sum(p for _, p in without(read, {SEVEN: 0.9}).options) <= 1 + 1e-9


@pytest.mark.parametrize(
    "together", [lambda reading: combined([reading]), lambda reading: multiplied(reading, reading)]
)
def test_what_is_equally_probable_stays_in_the_order_in_which_it_was_read(
    together: Callable[[Reading], Reading],
) -> None:
    read = Reading.of([(SEVEN, 0.9), *((other, 0.002) for other in DECK if other != SEVEN)])

    assert [other for other, _ in together(read).options] == [other for other, _ in read.options]
