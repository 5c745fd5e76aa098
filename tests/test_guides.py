from __future__ import annotations

import json
import re
import tomllib
from dataclasses import replace
from pathlib import Path

from referee.commands.eval import photos
from referee.rules.actions import GameConfigured, Saying, Source
from referee.rules.case_keys import ACTION, CASE, EXPECT, NEEDED_BY, PHASES, RULESET, STATE
from referee.rules.cases import run
from referee.rules.described import options
from referee.rules.engine import new_game
from referee.rules.entering import position_of
from referee.rules.event_text import FORMS, read_event
from referee.rules.game_text import read_games, ruled, show_game
from referee.rules.loading import load
from referee.rules.notation import words
from referee.rules.players import Players
from referee.rules.position import at_rest, read_position, show_position
from referee.rules.position_fields import FIELDS
from referee.rules.undescribed import undescribed
from referee.vision.photos import load_labels


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


def test_every_case_of_the_guide_of_cases_passes(root: Path) -> None:
    guide = (root / "docs" / "guides" / "cases.md").read_text(encoding="utf-8")
    told = [case for block in blocks(guide, "json") for case in json.loads(block)]
    assert {case["action"]["type"] for case in told} == {"play", "flip", "pickup"}
    assert {case["action"].get("source") for case in told} == {"hand", "up", None}
    assert any("before" in case for case in told)
    assert any("." in key for case in told for key in case["ruleset"])
    assert [outcome for outcome in run(told) if outcome.differs or outcome.not_yet] == []


def test_every_key_of_a_case_is_in_its_guide(root: Path) -> None:
    guide = (root / "docs" / "guides" / "cases.md").read_text(encoding="utf-8").split("## The keys")[1]
    plain, ruleset, state, action, expect = guide.split("\n### ")
    assert set(re.findall(r"`(\w+)`", plain)) >= set(CASE)
    for section, keys in ((ruleset, RULESET), (state, STATE), (action, ACTION), (expect, EXPECT)):
        rows = re.findall(r"^\| (`.*?`) \|", section, re.MULTILINE)
        assert {key for row in rows for key in re.findall(r"`(\w+)`", row)} == set(keys)
    assert all(f"`{word}`" in state for word in PHASES)
    assert all(f"`{word}`" in action for word in (*NEEDED_BY, *Source))


def test_the_keys_of_the_guide_are_there(root: Path) -> None:
    guide = (root / "docs" / "guides" / "house-rules.md").read_text(encoding="utf-8")
    table = guide.split("| question |")[1].split("\n\n")[0]
    keys = re.findall(r"`([a-z]+\.[\w.]+)`", table)
    assert len(keys) == 12
    assert {re.sub(r"^effects\.\w+\.", "effects.", key) for key in keys} <= set(options())


def test_every_game_that_is_only_named_is_in_the_guide(root: Path) -> None:
    guide = (root / "docs" / "guides" / "house-rules.md").read_text(encoding="utf-8")
    assert all(game.title in guide for game in undescribed().values())


def test_the_game_and_the_position_of_the_guide_read_and_come_back(root: Path) -> None:
    guide = (root / "docs" / "guides" / "notation.md").read_text(encoding="utf-8")
    ((written,), (line,)) = blocks(guide, "game"), blocks(guide, "position")
    (game,) = read_games(written)
    text = show_game(game, list(ruled(game)))
    assert read_games(text) == (game,)
    told = [each.strip() for each in text.splitlines() if each.strip().startswith("; ILLEGAL")]
    assert told == [each.strip() for each in written.splitlines() if "; ILLEGAL" in each]
    state = read_position(line)
    assert read_position(show_position(state)) == state
    assert f"`stock:{state.stock.lo}-{state.stock.hi}`" in guide


def test_names_of_rule_sets_are_written_as_the_guide_says(root: Path) -> None:
    guide = (root / "docs" / "guides" / "notation.md").read_text(encoding="utf-8")
    told = re.findall(r"`([^`]+)` is `([^`]+%[^`]+)`", guide)
    assert len(told) == 2
    for name, written in told:
        rules = replace(load("pagat"), name=name)
        state = new_game(GameConfigured(name, 3), rules)
        assert show_position(state).split()[0] == written
        assert position_of(show_position(state), state) == at_rest(state)


def test_every_line_and_every_word_of_the_notation_is_in_its_guide(root: Path) -> None:
    guide = (root / "docs" / "guides" / "notation.md").read_text(encoding="utf-8")
    players = Players(3, ("Ana", "Ben", "Cem"))
    rows = re.findall(r"^\| (`.*?`) \|", guide, re.MULTILINE)
    lines = [line for row in rows for line in re.findall("`(.*?)`", row)]
    events = [line for line in lines if line.startswith(("Ana ", "the "))]
    assert {type(read_event(words(line), players)) for line in events} == {form.cls for form in FORMS}
    labels = {part.label for form in FORMS for part in form.parts if part.label}
    assert labels | set(Saying) <= set(re.findall(r"[\w-]+", guide))
    assert {field.label for field in FIELDS} == {line.split(":")[0] for line in lines if ":" in line}


def test_the_labels_of_the_guide_and_of_the_help_are_read(root: Path, tmp_path: Path) -> None:
    guide = (root / "docs" / "guides" / "measure-photographs.md").read_text(encoding="utf-8")
    (told,) = blocks(guide, "json")
    helped = (photos.__doc__ or "").split("```")[1]
    read = []
    for number, text in enumerate((told, helped)):
        (tmp_path / f"{number}.json").write_text(text, encoding="utf-8")
        read.append(load_labels(tmp_path / f"{number}.json"))

    assert [photo.path.name for photo in read[0]] == ["a.jpg", "b.jpg"]
    assert read[1] == read[0][:1]
    assert [str(card) for card in read[1][0].cards] == ["7H", "10S"]
