from __future__ import annotations

import pytest

from referee.names import LONGEST, NamesError, fitting


def test_blanks_around_a_name_are_no_part_of_it() -> None:
    assert fitting([" Ana ", "Ben\t", "Cem"]) == ("Ana", "Ben", "Cem")


@pytest.mark.parametrize(
    "name", ["A", "Łukasz 李小龙 👩‍🚀", "علي", "Q" * LONGEST, "e\u0301" * LONGEST, "👩‍👩‍👧‍👦"]
)
def test_a_name_in_any_script_of_up_to_24_visible_characters_fits(name: str) -> None:
    assert fitting([name, "Ben"])[0] == name


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", "no name"),
        (" \t ", "no name"),
        ("\u200d\u2060", "no name"),
        ("Q" * (LONGEST + 1), "too long"),
        ("A" * 300, "too long"),
        ("A" + "\u0301" * 300, "too long"),
        ("A\nB", "cannot be shown"),
        ("A\x1b[31m", "cannot be shown"),
    ],
)
def test_a_name_that_no_phone_can_show_is_refused_in_one_sentence(name: str, why: str) -> None:
    with pytest.raises(NamesError, match=rf"^[^\n\x1b]*{why}[^\n\x1b]*\.$"):
        fitting([name, "Ben"])


@pytest.mark.parametrize("other", ["Ana", "ana", " ANA ", "\uff21na"])
def test_two_players_of_one_name_are_refused(other: str) -> None:
    with pytest.raises(NamesError, match="Two players are called Ana"):
        fitting(["Ana", "Ben", other])
