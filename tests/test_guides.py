from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

from referee.rules.cases import run
from referee.rules.described import options
from referee.rules.loading import load
from referee.rules.undescribed import undescribed


def blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", text, flags=re.DOTALL)


def test_the_rule_file_and_the_case_of_the_guide_hold(root: Path, tmp_path: Path) -> None:
    guide = (root / "docs" / "guides" / "house-rules.md").read_text(encoding="utf-8")
    (rules,) = blocks(guide, "toml")
    (cases,) = blocks(guide, "json")
    house = tmp_path / "house.toml"
    house.write_text(rules, encoding="utf-8")
    assert load(str(house)).title == tomllib.loads(rules)["title"]
    told = json.loads(cases.replace("house.toml", house.as_posix()))
    assert [outcome.differs for outcome in run(told)] == [()]
    assert not next(run(told)).not_yet


def test_the_keys_of_the_guide_are_there(root: Path) -> None:
    guide = (root / "docs" / "guides" / "house-rules.md").read_text(encoding="utf-8")
    table = guide.split("| question |")[1].split("\n\n")[0]
    keys = re.findall(r"`([a-z]+\.[\w.]+)`", table)
    assert len(keys) == 12
    assert {re.sub(r"^effects\.\w+\.", "effects.", key) for key in keys} <= set(options())


def test_every_game_that_is_only_named_is_in_the_guide(root: Path) -> None:
    guide = (root / "docs" / "guides" / "house-rules.md").read_text(encoding="utf-8")
    assert all(game.title in guide for game in undescribed().values())
