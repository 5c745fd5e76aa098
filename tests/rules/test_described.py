from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest

from referee.rules.described import described, options
from referee.rules.effect import Effect
from referee.rules.loading import build, load, merge, presets, read
from referee.rules.ruleset import RuleSet

NO_OPTION = {"name", "title", "also", "agree", "ids", "effects"}


def keys(cls: Any, above: str = "") -> Iterator[tuple[str, Any]]:
    """Every option of the schema with its type."""
    hints = get_type_hints(cls)
    for field in fields(cls):
        name = field.name.rstrip("_")
        if field.name.startswith("_") or name in NO_OPTION:
            continue
        kind = hints[field.name]
        if is_dataclass(kind):
            yield from keys(kind, f"{name}.")
        else:
            yield f"{above}{name}", kind


OPTIONS = {**dict(keys(RuleSet)), **dict(keys(Effect, "effects."))}


def words_of(kind: Any) -> set[str]:
    """The values a choice has, as `options.toml` names them."""
    if kind is bool:
        return {"true", "false"}
    if get_origin(kind) is Literal:
        return {str(value) for value in get_args(kind)}
    return set().union(*(words_of(part) for part in get_args(kind) if part is not type(None)))


def test_every_option_is_in_plain_words_and_nothing_else_is() -> None:
    assert set(options()) == set(OPTIONS)
    assert all(entry["about"] for entry in options().values())


@pytest.mark.parametrize("name", OPTIONS)
def test_every_value_of_a_choice_has_its_sentence(name: str) -> None:
    says = options()[name].get("says", "")
    wanted = words_of(OPTIONS[name]) if OPTIONS[name] not in (int, str) else set()
    assert isinstance(says, str) or wanted <= {*says, "any_except", "only_on"}


@pytest.mark.parametrize("name", presets())
def test_a_preset_is_told_in_whole_sentences(name: str) -> None:
    for sentence in described(load(name)):
        assert sentence.text[0].isupper() or sentence.text[0].isdigit()
        assert sentence.text.endswith(".")
        assert "{" not in str(sentence)


def test_a_rule_comes_with_its_rows() -> None:
    said = {sentence.option: str(sentence) for sentence in described(load("pagat"))}
    assert said["effects.10.burn"] == "Tens burn the pile. [P-29, C-23, D-14]"
    assert said["pickup.faceup"].startswith(
        "Taking the pile while playing from the face-up row, you first add"
    )


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("pagat", "3 cards face down, 3 face up and 3 in the hand"),
        ("driscoll", "3 cards face down, 3 face up and 4 in the hand"),
        ("paskahousu", "5 cards in the hand"),
    ],
)
def test_the_layers_that_are_dealt_are_told(name: str, words: str) -> None:
    said = {sentence.option: sentence.text for sentence in described(load(name))}
    assert said["layout.down"] == f"Each player gets {words}; the rest is the stock."


def test_a_house_rule_is_told_like_any_other() -> None:
    rules = build(merge(read("pagat"), {"effects": {"J": {"reverse": True}}, "compare": "gt"}))
    said = {sentence.text for sentence in described(rules)}
    assert "Jacks reverse the direction." in said
    assert "A card goes on a lower one only." in said
    assert "A card goes on one that is equal or lower." not in said


def test_what_nothing_depends_on_is_not_told() -> None:
    told = {sentence.option for sentence in described(load("pagat"))}
    assert not told & {"run.min", "reverse.count", "skip.count", "duty.passes_on", "end.play_on"}


def test_a_limit_that_lets_anything_follow_is_told() -> None:
    rules = build(merge(read("pagat"), {"effects": {"7": {"then": "any"}}}))
    assert "After sevens comes anything." in {sentence.text for sentence in described(rules)}


def test_a_card_that_counts_as_another_is_told() -> None:
    rules = build(merge(read("guarducci"), {"effects": {"JK": {"as": "7"}}}))
    assert "Jokers count as seven." in {sentence.text for sentence in described(rules)}
