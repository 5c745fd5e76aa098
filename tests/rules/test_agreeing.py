from __future__ import annotations

from typing import Any

import pytest

from referee.rules.loading import build, load, merge, presets, read
from referee.rules.ruleset import RuleSetError

TEN = "May a ten go on jack, queen, king and ace? Here it may."
ROW = "Unable to play from the face-up row: one face-up card goes with the pile."
SECOND_PACK = "Six or more players take a second pack."
OF_NO_OPTION = {
    "The second part is the rule set `duthie_reverse`.",
    "How the second part ends is for the table to say: the source breaks off.",
}


def agree(base: str, over: dict[str, Any]) -> tuple[str, ...]:
    return build(merge(read(base), over)).agree


def test_a_line_goes_with_the_option_it_speaks_of() -> None:
    assert load("pagat").agree == (TEN, ROW)
    assert agree("pagat", {"effects": {"10": {"playable": "rank"}}}) == (ROW,)
    assert agree("pagat", {"pickup": {"faceup": "leave"}}) == (TEN,)
    assert agree("pagat", {"effects": {"10": {}}}) == (ROW,)


def test_another_option_leaves_the_lines_alone() -> None:
    assert agree("pagat", {"compare": "gt", "effects": {"9": {}, "J": {"reverse": True}}}) == (TEN, ROW)


def test_a_line_of_several_options_needs_them_all() -> None:
    assert SECOND_PACK in load("classic001").agree
    assert SECOND_PACK not in agree("classic001", {"decks": 2})
    assert SECOND_PACK not in agree("classic001", {"decks": 2, "players": {"max": 6}})


def test_what_a_house_changes_is_told_as_the_house_has_it() -> None:
    assert "Do jacks reverse? Here they do not." in load("classic001").agree
    ours = agree("classic001", {"effects": {"J": {"reverse": True}, "7": {}}})
    assert "Do jacks reverse? Here they do." in ours
    assert not {line for line in ours if "seven" in line or "not" in line}


@pytest.mark.parametrize("name", presets())
def test_the_lines_of_a_preset_name_the_options_they_speak_of(name: str) -> None:
    assert {line for line in read(name).get("agree", ()) if isinstance(line, str)} <= OF_NO_OPTION


def test_a_line_stays_one_line() -> None:
    assert agree("pagat", {"agree": ["Tea?\n- Twos are illegal"]}) == ("Tea? - Twos are illegal",)


def test_the_lines_of_a_house_are_its_own() -> None:
    assert agree("pagat", {"agree": ["Tea?", {"says": "Two jokers?", "where": {"jokers": 2}}]}) == ("Tea?",)


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        (5, "`agree` = 5 must be a text in quotes"),
        ({"says": "Tea?"}, r"`agree` takes texts in quotes, or \{ says ="),
        ({"says": 5, "where": {}}, "`agree` = 5 must be a text in quotes"),
        ({"says": "Tea?", "where": 5}, r"`agree\.where` = 5 must be a table"),
        ({"says": "Tea?", "where": {"tea": 5}}, r"`agree\.where`: `tea` is no key of a rule file"),
        ({"says": "Tea?", "where": {"effects": {"1": {}}}}, r"`agree\.where`: `effects\.1`: 1 is no rank"),
    ],
)
def test_a_line_of_another_form_is_refused(line: object, complaint: str) -> None:
    with pytest.raises(RuleSetError, match=complaint):
        agree("pagat", {"agree": [line]})
