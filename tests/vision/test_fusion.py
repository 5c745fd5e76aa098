from __future__ import annotations

import numpy as np
import pytest

from referee.cards import JOKER, card
from referee.vision.fusion import Belief, Corner, Whole, agreement, fused, shared
from referee.vision.reader import BACK as BACK_PLACE
from referee.vision.reader import CARDS, INDEX_UNREADABLE, UNREADABLE
from referee.vision.reader import JOKER as JOKER_PLACE
from referee.vision.rectify import Corners
from referee.vision.sighting import SeenCard, Side

CARD = np.array([[0, 0], [100, 0], [100, 140], [0, 140]], np.float32)
INDEX = np.array([[5, 6], [21, 6], [21, 40], [5, 40]], np.float32)


def at(corners: Corners, x: float, y: float) -> Corners:
    return corners + np.array([x, y], np.float32)


def belief(size: int, rest: int, **told: float) -> Belief:
    """*told* says how probable each card is; what lacks to one goes to the place *rest*."""
    spread = np.zeros(size, np.float32)
    for name, p in told.items():
        spread[CARDS.index(card(name.lstrip("_")))] = p
    spread[rest] += max(0.0, 1 - sum(told.values()))
    return spread


def whole(x: float = 0, y: float = 0, score: float = 0.9, **told: float) -> Whole:
    return Whole(at(CARD, x, y), belief(55, UNREADABLE, **told), score)


def corner(x: float = 0, y: float = 0, score: float = 0.9, **told: float) -> Corner:
    return Corner(at(INDEX, x, y), belief(53, INDEX_UNREADABLE, **told), score)


def special(place: int, x: float = 0, p: float = 0.98) -> Whole:
    posterior = np.full(55, (1 - p) / 54, np.float32)
    posterior[place] = p
    return Whole(at(CARD, x, 0), posterior, 0.9)


def names(seen: list[SeenCard]) -> list[str]:
    return sorted(str(one.reading.best) for one in seen)


def test_a_card_alone_is_seen_as_it_was_read() -> None:
    (seen,) = fused([whole(_7H=0.97, AH=0.02)], [])

    assert (str(seen.reading.best), seen.side, seen.whole, seen.score) == ("7H", Side.FACE, True, 0.9)
    assert seen.reading.p == pytest.approx(0.97, abs=0.01)
    assert [str(option) for option, _ in seen.reading.options] == ["7H", "AH"]
    assert seen.quad == ((0, 0), (100, 0), (100, 140), (0, 140))


def test_an_index_in_its_corner_makes_a_doubtful_card_sure() -> None:
    (seen,) = fused([whole(_6H=0.5, _8H=0.45)], [corner(_8H=0.97)])

    assert str(seen.reading.best) == "8H"
    assert seen.reading.p > 0.9
    assert seen.whole


def test_an_index_in_the_opposite_corner_belongs_to_the_card_as_well() -> None:
    (seen,) = fused([whole(_6H=0.5, _8H=0.45)], [corner(74, 94, _8H=0.97)])

    assert str(seen.reading.best) == "8H"


def test_an_index_that_disagrees_is_another_card_of_which_only_the_corner_shows() -> None:
    seen = fused([whole(KS=0.99)], [corner(_7H=0.99)])

    assert names(seen) == ["7H", "KS"]
    (covered,) = [one for one in seen if not one.whole]
    assert str(covered.reading.best) == "7H"
    assert covered.quad == tuple((float(x), float(y)) for x, y in INDEX)


def test_an_index_printed_where_the_cards_own_is_belongs_to_it_and_makes_it_doubtful() -> None:
    (seen,) = fused([whole(_8D=0.996, _7D=0.002)], [corner(_7D=0.98, _8D=0.001)])

    assert seen.whole
    assert {str(option) for option, _ in seen.reading.options[:2]} == {"7D", "8D"}
    assert seen.reading.p < 0.9


def test_an_index_that_disagrees_is_another_card_where_the_cards_own_index_was_read() -> None:
    seen = fused([whole(_8D=0.996, _7D=0.002)], [corner(_8D=0.98), corner(74, 94, _7D=0.98, _8D=0.001)])

    assert names(seen) == ["7D", "8D"]


def test_an_index_that_lies_beside_where_the_cards_own_is_printed_is_another_card() -> None:
    seen = fused([whole(_8D=0.996, _7D=0.002)], [corner(16, 0, _7D=0.98, _8D=0.001)])

    assert names(seen) == ["7D", "8D"]


def test_an_index_in_the_middle_of_a_card_is_none_of_its_corners() -> None:
    seen = fused([whole(KS=0.99)], [corner(42, 55, QD=0.99)])

    assert names(seen) == ["KS", "QD"]


def test_both_indexes_of_a_card_leave_one_card() -> None:
    assert names(fused([whole(_9C=0.9)], [corner(_9C=0.95), corner(74, 94, _9C=0.95)])) == ["9C"]


def test_two_boxes_about_one_card_are_one_card_and_the_surer_reading_stays() -> None:
    (seen,) = fused([whole(_9C=0.6), whole(2, 2, _9S=0.97)], [])

    assert str(seen.reading.best) == "9S"


def test_a_second_box_about_the_same_card_a_little_off_is_no_second_card() -> None:
    assert names(fused([whole(_9C=0.97), whole(40, 30, _9C=0.8)], [])) == ["9C"]


def test_the_second_index_of_a_covered_card_is_no_second_card() -> None:
    assert names(fused([], [corner(_5D=0.97), corner(70, 95, _5D=0.9)])) == ["5D"]


def test_the_same_card_twice_far_apart_stays_two() -> None:
    assert names(fused([whole(_9C=0.97), whole(600, 0, _9C=0.97)], [])) == ["9C", "9C"]


def test_neighbours_in_a_fan_stay_apart() -> None:
    cards = [whole(30.0 * k, 0, **{f"_{rank}H": 0.97}) for k, rank in enumerate("23456")]

    assert names(fused(cards, [])) == ["2H", "3H", "4H", "5H", "6H"]


def test_a_weak_box_in_which_nobody_reads_a_card_is_dropped() -> None:
    assert fused([whole(score=0.35)], []) == []


def test_a_strong_box_that_nobody_can_read_stays_as_an_unreadable_card() -> None:
    (seen,) = fused([whole(score=0.95)], [])

    assert seen.side is Side.FACE
    assert seen.reading.p < 0.1


def test_an_index_that_reads_as_none_is_dropped() -> None:
    assert fused([], [corner()]) == []


def test_a_back_is_a_back_without_a_reading() -> None:
    (seen,) = fused([special(BACK_PLACE)], [])

    assert seen.side is Side.BACK
    assert seen.reading.options == ()


def test_two_backs_side_by_side_stay_two() -> None:
    seen = fused([special(BACK_PLACE), special(BACK_PLACE, 60)], [])

    assert [one.side for one in seen] == [Side.BACK, Side.BACK]


def test_an_index_on_a_back_is_another_card() -> None:
    seen = fused([special(BACK_PLACE)], [corner(_4S=0.98)])

    assert sorted(one.side for one in seen) == [Side.BACK, Side.FACE]


def test_a_joker_is_read_as_the_joker() -> None:
    (seen,) = fused([special(JOKER_PLACE)], [])

    assert seen.side is Side.FACE
    assert seen.reading.best == JOKER


def test_what_seemed_a_joker_is_the_card_that_its_index_says() -> None:
    (sure,) = fused([special(JOKER_PLACE, p=0.7)], [corner(JD=0.95)])
    assert str(sure.reading.best) == "JD"

    doubtful = fused([special(JOKER_PLACE, p=0.7)], [corner(JD=0.5)])
    assert JOKER in [one.reading.best for one in doubtful]


def test_options_never_sum_to_more_than_one() -> None:
    (seen,) = fused([whole(_6H=0.5, _8H=0.3, _9H=0.2)], [corner(_8H=0.6, _6H=0.4)])

    assert sum(p for _, p in seen.reading.options) <= 1.0001
    assert [p for _, p in seen.reading.options] == sorted((p for _, p in seen.reading.options), reverse=True)


def test_nothing_found_is_nothing_seen() -> None:
    assert fused([], []) == []


def test_agreement_says_nothing_of_a_flat_belief_much_of_two_equal_and_little_of_two_others() -> None:
    flat = np.full(52, 1 / 52, np.float32)
    seven, six = belief(53, INDEX_UNREADABLE, _7H=0.99)[:52], belief(53, INDEX_UNREADABLE, _6H=0.99)[:52]

    assert agreement(flat, seven) == pytest.approx(1, abs=0.01)
    assert 40 < agreement(seven, seven) <= 52
    assert agreement(seven, six) < 0.1


def test_shared_is_the_intersection_over_the_union() -> None:
    assert shared(CARD, CARD) == pytest.approx(1)
    assert shared(CARD, at(CARD, 50, 0)) == pytest.approx(1 / 3)
    assert shared(CARD, at(CARD, 200, 0)) == 0


def test_a_card_under_another_is_doubted_until_an_index_of_its_own_is_read() -> None:
    upper, lower = whole(_9H=0.99, score=0.9), whole(30, 20, score=0.7, _4C=0.95)

    doubted = [one for one in fused([upper, lower], []) if str(one.reading.best) == "4C"]
    told = [one for one in fused([upper, lower], [corner(30, 20, _4C=0.95)]) if str(one.reading.best) == "4C"]

    assert all(one.reading.p < 0.8 for one in doubted)
    assert [one.reading.p > 0.95 for one in told] == [True]


def test_two_indexes_cut_off_alike_make_nobody_surer_than_one_would() -> None:
    cut = {"QH": 0.57, "QS": 0.18, "QD": 0.1}
    (once,) = fused([whole(_4H=0.2)], [corner(**cut)])
    (twice,) = fused([whole(_4H=0.2)], [corner(**cut), corner(74, 94, **cut)])

    assert str(twice.reading.best) == "QH"
    assert once.reading.p < twice.reading.p < 0.8


def test_the_upper_of_two_cards_is_read_as_it_is() -> None:
    seen = fused([whole(_9H=0.97, score=0.9), whole(30, 20, score=0.7, _4C=0.95)], [])

    assert max(one.reading.p for one in seen if str(one.reading.best) == "9H") == pytest.approx(
        0.97, abs=0.01
    )
