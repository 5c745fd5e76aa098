from __future__ import annotations

import pytest

from referee.cards import Rank
from referee.rules.constraint import ANYTHING, fit, fitting, limit_of
from referee.rules.loading import build, load, merge, read
from referee.rules.ruleset import RuleSet
from referee.rules.words import limit_words


def ranks(text: str) -> tuple[Rank, ...]:
    return tuple(Rank(part) for part in text.split())


def house(base: str = "pagat", **effects: object) -> RuleSet:
    return build(merge(read(base), {"effects": {key[1:]: value for key, value in effects.items()}}))


@pytest.mark.parametrize(
    ("rules", "pile", "words"),
    [
        ("pagat", "", "anything"),
        ("pagat", "7", "seven or higher, or a two"),
        ("pagat", "J", "jack or higher, a two or a ten"),
        ("pagat", "A", "ace, a two or a ten"),
        ("pagat", "A 2", "anything"),
        ("pagat", "??", "what goes on the pile"),
        ("classic001", "7", "seven or lower, an eight or a ten"),
        ("classic001", "7 8", "seven or lower, an eight or a ten"),
        ("classic001", "A 8 8", "ace, a two, an eight or a ten"),
        ("classic001", "8", "anything"),
        ("classic001", "?? 8", "what goes on the pile"),
    ],
)
def test_the_limit_in_words(rules: str, pile: str, words: str) -> None:
    chosen = load(rules)
    assert limit_words(limit_of(ranks(pile), chosen), chosen) == words


@pytest.mark.parametrize(
    ("rules", "pile", "rank", "code"),
    [
        ("pagat", "9", "4", "TOO_LOW"),
        ("pagat", "9", "9", "OK"),
        ("pagat", "A", "2", "OK"),
        ("pagat", "A", "10", "OK"),
        ("pagat", "9", "??", "OK"),
        ("pagat", "??", "3", "OK"),
        ("classic001", "7", "9", "TOO_HIGH"),
        ("classic001", "7", "2", "OK"),
        ("classic001", "K 8", "Q", "TOO_LOW"),
        ("classic001", "2 7", "8", "OK"),
    ],
)
def test_what_fits(rules: str, pile: str, rank: str, code: str) -> None:
    chosen = load(rules)
    assert fit(Rank(rank), limit_of(ranks(pile), chosen), chosen) == code


def test_a_ten_held_to_its_rank_is_blocked_by_a_jack() -> None:
    rules = house(_10={"playable": "rank"})
    assert fit(Rank.TEN, limit_of(ranks("J"), rules), rules) == "TEN_BLOCKED"
    assert fit(Rank.TEN, limit_of(ranks("9"), rules), rules) == "OK"


def test_a_card_that_goes_on_all_but_one_is_blocked_through_glass() -> None:
    rules = house(
        _7={"playable": "any", "transparent": True, "on_empty": "own_rank"},
        _8={"then": "lt:8", "then_exempt": ["8"]},
        _10={"playable": {"any_except": ["8"]}, "burn": True},
    )
    assert fit(Rank.TEN, limit_of(ranks("8 7"), rules), rules) == "TEN_BLOCKED"
    assert fit(Rank.NINE, limit_of(ranks("8 7"), rules), rules) == "TOO_HIGH"
    assert limit_of(ranks("7"), rules).rank is Rank.SEVEN


def test_a_five_on_any_higher_card_asks_for_less_than_five() -> None:
    rules = house(_5={"playable": "any_higher", "then": "lt:5"})
    assert fit(Rank.FIVE, limit_of(ranks("K"), rules), rules) == "OK"
    assert fit(Rank.FIVE, limit_of(ranks("5"), rules), rules) == "TOO_HIGH"
    assert fit(Rank.FIVE, limit_of(ranks("3"), rules), rules) == "OK"


@pytest.mark.parametrize("name", ["pagat", "classic001"])
def test_two_and_ten_always_fit(name: str) -> None:
    rules = load(name)
    for top in rules.rank_order:
        assert {Rank.TWO, Rank.TEN} <= set(fitting(limit_of((top,), rules), rules))


def test_an_empty_pile_takes_everything() -> None:
    assert limit_of((), load("pagat")) == ANYTHING
    assert len(fitting(ANYTHING, load("pagat"))) == 13
