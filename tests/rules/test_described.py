from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest

from referee.cards import Rank
from referee.rules.described import described, options
from referee.rules.effect import Effect
from referee.rules.loading import build, load, merge, presets, read
from referee.rules.ruleset import RuleSet
from referee.rules.words import a, plural

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


def told(base: str, over: dict[str, Any]) -> set[str]:
    return {sentence.text for sentence in described(build(merge(read(base), over)))}


@pytest.mark.parametrize(
    ("effect", "words"),
    [
        ({"must_cover": True}, "Who lays a nine has to cover it at once."),
        ({"two_player_then": "any"}, "With two players, who lays a nine goes on at once with any card."),
        ({"burn": True, "burn_on": ["8"]}, "Nines burn on eights only."),
        ({"then": "le:7", "then_exempt": ["8", "10"]}, "Eights and tens may follow nines all the same."),
        ({"then": "lt:9"}, "After nines comes a card lower than nine, or a card that goes on anything."),
        ({"playable": {"any_except": ["Q", "K"]}}, "Nines go on anything but queens and kings."),
        (
            {"only_beaten_by": ["J", "Q"]},
            "Nines are beaten by jacks or queens only, not by a card that else goes on anything.",
        ),
    ],
)
def test_a_sentence_names_the_card_it_is_of(effect: dict[str, Any], words: str) -> None:
    assert words in told("pagat", {"effects": {"9": effect}})


def test_no_card_that_goes_on_anything_is_told_of_where_there_is_none() -> None:
    assert "After nines comes nine or lower." in told(
        "pagat", {"effects": {"2": {}, "10": {}, "9": {"then": "le:9"}}}
    )


@pytest.mark.parametrize("name", presets())
def test_every_sentence_of_a_rank_names_it(name: str) -> None:
    for sentence in described(load(name)):
        if sentence.option.startswith("effects."):
            rank = Rank(sentence.option.split(".")[1])
            assert plural(rank) in sentence.text.lower() or a(rank) in sentence.text.lower()


def test_a_set_that_does_not_burn_is_told() -> None:
    assert "Sets of twos, kings and aces do not burn." in told("pagat", {"burn": {"never": ["2", "A", "K"]}})


def test_a_game_for_so_many_alone_is_told_as_one() -> None:
    assert "2 players." in told("egilsson", {})
    assert "2 to 5 players." in told("pagat", {})


def test_a_game_without_drawing_is_told_as_one() -> None:
    said = told("pagat", {"draw": {"refill_to": 0}})
    assert "Nobody draws: the stock stays where it is." in said
    assert not {words for words in said if words.startswith("Draw")}


@pytest.mark.parametrize(
    ("effect", "follows"),
    [
        ({"skip": 1}, True),
        ({"burn": True, "burn_on": ["8"]}, True),
        ({"burn": True}, False),
        ({"as": "7"}, False),
        ({"transparent": True}, False),
    ],
)
def test_what_may_follow_a_joker_is_told(effect: dict[str, Any], follows: bool) -> None:
    said = told("pagat", {"jokers": 2, "effects": {"JK": {"playable": "any", **effect}}})
    assert "Jokers go on anything." in said
    assert ("Anything goes on jokers." in said) is follows


def test_where_a_card_is_not_seen_through_it_counts_as_nothing_on_an_empty_table() -> None:
    said = told("guarducci", {"effects": {"JK": {"as": "7"}}})
    assert not {words for words in said if words.startswith("On an empty table jokers")}


def test_a_card_that_counts_as_another_is_told() -> None:
    rules = build(merge(read("guarducci"), {"effects": {"JK": {"as": "7"}}}))
    assert "Jokers count as seven." in {sentence.text for sentence in described(rules)}
