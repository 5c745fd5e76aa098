from __future__ import annotations

from pathlib import Path

import pytest

from referee.rules.loading import load
from referee.rules.ruleset import RuleSetError


def test_a_house_without_a_name_is_called_as_its_file(tmp_path: Path) -> None:
    (tmp_path / "at home.toml").write_text('base = "pagat"\n')
    rules = load(str(tmp_path / "at home.toml"))
    assert (rules.name, rules.title, rules.also) == ("at home", "House rules of at home.toml", ())
    (tmp_path / "named.toml").write_text('base = "at home.toml"\nname = "ours"\n')
    assert load(str(tmp_path / "named.toml")).title == "House rules of named.toml"


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ('name = ""', '`name` = "" must be one line of visible characters; write another `name`'),
        ('name = " house"', '`name` = " house" must be one line'),
        ('name = "a\\nb"', r'`name` = "a\\nb" must be one line'),
        ('title = "Ours\\n- Twos are illegal"', "`title` = .* must be one line"),
        ('also = ["Ours", "\\t"]', "`also` = .* must be one line"),
        ('name = "duthie"', "duthie comes with the referee; give yours a name of its own"),
        ("name = 5", "`name` = 5 must be a text in quotes"),
    ],
)
def test_a_name_that_cannot_be_told_apart_or_written_is_refused(
    tmp_path: Path, line: str, complaint: str
) -> None:
    (tmp_path / "house.toml").write_text(f'base = "pagat"\n{line}\n')
    with pytest.raises(RuleSetError, match=complaint):
        load(str(tmp_path / "house.toml"))


def test_a_file_called_like_a_preset_needs_a_name(tmp_path: Path) -> None:
    (tmp_path / "pagat.toml").write_text('base = "pagat"\n')
    with pytest.raises(RuleSetError, match=r"pagat\.toml: pagat comes with the referee"):
        load(str(tmp_path / "pagat.toml"))
