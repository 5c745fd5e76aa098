from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.cards import DECK, Rank, Reading, card, cards
from referee.rules.laying import Ground
from referee.rules.loading import load, presets
from referee.rules.worlds import chances, in_every_way, outlook, piles, plays
from tests.rules.strategies import readings


def read(text: str) -> list[Reading]:
    return [Reading.sure(c) for c in cards(text)]


@given(readings())
def test_the_chances_of_a_card_add_up_to_one(reading: Reading) -> None:
    assert sum(p for _, p in chances(reading)) == pytest.approx(1)


@settings(max_examples=40, deadline=None)
@given(st.lists(readings(), min_size=1, max_size=4))
def test_the_worlds_of_a_play_add_up_to_one(cards_read: list[Reading]) -> None:
    assert sum(p for _, p in plays(cards_read)) == pytest.approx(1)


@settings(max_examples=40, deadline=None)
@given(st.lists(readings(), max_size=6))
def test_the_worlds_of_a_pile_add_up_to_one(cards_read: list[Reading]) -> None:
    assert sum(p for _, p in piles(cards_read)) == pytest.approx(1)


def test_what_a_reading_leaves_open_is_spread_over_the_other_cards() -> None:
    spread = {c.rank: p for c, p in chances(Reading.of({card("7H"): 0.49}))}
    assert spread[Rank.EIGHT] == pytest.approx(0.51 * 4 / 51)
    assert spread[Rank.SEVEN] == pytest.approx(0.49 + 0.51 * 3 / 51)


def test_the_probability_of_an_offence_is_summed_over_readings_of_card_and_pile() -> None:
    pile = [Reading.of({card("6H"): 0.5, card("8H"): 0.5})]
    played = [Reading.of({card("7C"): 0.5, card("9C"): 0.5})]
    view = outlook(played, pile, Ground(()), load("pagat"))
    code, p = view.illegal
    assert code == "TOO_LOW"
    assert p == pytest.approx(0.25)


def test_a_sure_play_has_one_outcome() -> None:
    view = outlook(read("10C"), read("9C"), Ground(()), load("pagat"))
    assert view.codes == (("BURN_TEN", 1.0),)


sure = st.lists(st.sampled_from(DECK).map(Reading.sure), min_size=1, max_size=4)


@settings(max_examples=150, deadline=None)
@given(sure, st.lists(readings(), max_size=5), st.sampled_from(presets()), st.sampled_from(["", "FLIP_FAIL"]))
def test_sure_plays_come_out_as_they_do_in_every_way_they_may_read(
    played: list[Reading], pile: list[Reading], name: str, fails: str
) -> None:
    ground = Ground(tuple(reading.best.rank for reading in pile))
    quick = outlook(played, pile, ground, load(name), fails=fails)

    assert quick == in_every_way(played, pile, ground, load(name), fails=fails)
