from __future__ import annotations

import pytest

from referee.cards import Rank, cards
from referee.rules.laying import Ground, lay_code
from referee.rules.loading import build, load, merge, read
from referee.rules.ruleset import RuleSet


def ground(pile: str, *, free: bool = False, from_hand: bool = True) -> Ground:
    return Ground(tuple(card.rank for card in cards(pile)), free=free, from_hand=from_hand)


def house(**tables: object) -> RuleSet:
    return build(merge(read("pagat"), tables))


@pytest.mark.parametrize(
    ("pile", "laid", "code"),
    [
        ("6H", "7C 7D", "OK"),
        ("6H", "7C 8D", "NOT_EQUAL_SET"),
        ("6H", "7C JK", "JOKER_MIXED"),
        ("9H", "10S", "BURN_TEN"),
        ("QH", "10S 10D", "BURN_TEN"),
        ("9H 9D 9C", "9S", "BURN_SET"),
        ("9H 9D", "9C 9S", "BURN_SET"),
        ("5H", "9H 9D 9C 9S", "BURN_SET"),
        ("KH", "3H 3D 3C 3S", "TOO_LOW"),
        ("2H 2D 2C", "2S", "BURN_SET"),
        ("9H 9D 4C", "9S", "OK"),
        ("9H 9D ??", "9S", "OK"),
        ("6H", "7C ??", "OK"),
        ("6H", "?? ??", "OK"),
    ],
)
def test_sets_and_burns(pile: str, laid: str, code: str) -> None:
    assert lay_code(cards(laid), ground(pile), load("pagat")) == code


def test_a_see_through_card_splits_a_four() -> None:
    assert lay_code(cards("9S"), ground("9H 9D 9C 8H"), load("classic001")) == "OK"


def test_a_four_through_see_through_cards_is_a_switch() -> None:
    rules = build(merge(read("classic001"), {"burn": {"through_transparent": True}}))
    assert lay_code(cards("9S"), ground("9H 9D 9C 8H"), rules) == "BURN_SET"


def test_a_four_that_ignores_the_pile_is_a_switch() -> None:
    rules = house(burn={"ignores_legality": "from_hand"})
    four = cards("3H 3D 3C 3S")
    assert lay_code(four, ground("KH"), rules) == "BURN_SET"
    assert lay_code(four, ground("KH", from_hand=False), rules) == "TOO_LOW"


def test_after_a_free_lead_anything_goes() -> None:
    assert lay_code(cards("3H"), ground("KH", free=True), load("pagat")) == "OK"


def test_the_starter_card_must_be_led_where_the_rules_say_so() -> None:
    on = Ground((), lead_rank=Rank.THREE)
    assert lay_code(cards("KD"), on, load("classic001")) == "LEAD_WRONG"
    assert lay_code(cards("3D 3S"), on, load("classic001")) == "OK"


@pytest.mark.parametrize(
    ("laid", "code"),
    [
        ("6H 7H 8H", "RUN"),
        ("6H 7D", "RUN_SUIT"),
        ("6H 8H", "NOT_A_RUN"),
        ("4H 5H", "TOO_LOW"),
        ("9H 10H", "RUN_BURN"),
        ("10H JH", "RUN_AFTER_TEN"),
    ],
)
def test_suited_runs_where_they_are_played(laid: str, code: str) -> None:
    assert lay_code(cards(laid), ground("5C"), house(play={"runs": "suited_ascending"})) == code


def test_a_run_of_any_suits_has_its_least_length() -> None:
    rules = house(play={"runs": "any_suit"}, run={"min": 3, "step_legal": False})
    assert lay_code(cards("6H 7D"), ground("5C"), rules) == "RUN_MIN"
    assert lay_code(cards("6H 7D 8C"), ground("5C"), rules) == "RUN"
