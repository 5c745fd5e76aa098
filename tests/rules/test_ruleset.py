from __future__ import annotations

from pathlib import Path

import pytest

from referee.cards import Rank
from referee.rules.ruleset import RuleSetError, build, load, merge, presets, read


def test_the_base_games_are_there() -> None:
    assert {"pagat", "classic001"} <= set(presets())


@pytest.mark.parametrize("name", presets())
def test_every_preset_loads_has_a_title_and_names_its_sources(name: str) -> None:
    rules = load(name)
    assert rules.name == name
    assert rules.title
    assert rules.sources
    assert all(ids for _, ids in rules.ids)


def test_equal_rule_sets_are_equal_values() -> None:
    assert load("pagat") == load("pagat")
    assert hash(load("pagat")) == hash(load("pagat"))
    assert load("pagat") != load("classic001")


def test_an_unknown_name_lists_the_presets() -> None:
    with pytest.raises(RuleSetError, match=r"'nope'; choose one of classic001.*pagat"):
        load("nope")


def test_a_file_with_a_base_overrides_key_by_key(tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('base = "classic001"\nname = "house"\ntitle = "Ours"\n[effects.J]\nreverse = true\n')
    rules = load(str(house))
    assert rules.effect(Rank.JACK).reverse
    assert rules.effect(Rank.EIGHT).transparent
    assert rules.pickup.faceup == "leave"


def test_an_empty_table_takes_an_effect_away() -> None:
    rules = build(merge(read("classic001"), {"effects": {"8": {}}}))
    assert not rules.effect(Rank.EIGHT).special


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('name = "x"\ntitle = "X"\ncolour = 1\n', "colour"),
        ('name = "x"\ntitle = "X"\n[burn]\nset_size = "many"\n', "burn.set_size"),
        ('name = "x"\ntitle = "X"\n[effects.7]\nthen = "le:99"\n', "99"),
        ('name = "x"\ntitle = "X"\n[effects.99]\nburn = true\n', "99"),
        ('title = "X"\n', "name"),
        (
            'name = "x"\ntitle = "X"\n[effects.A]\nled_empty = "next_takes"\n',
            "effects.A.led_empty.*not played",
        ),
        ('name = "x"\ntitle = "X"\neffects = 3\n', "table of keys"),
        ('name = "x"\ntitle = "X"\nsources = 3\n', "table of keys"),
        ('name = "x"\ntitle = "X"\n[effects]\n7 = 3\n', "table of keys"),
        ('name = "x"\ntitle = "X"\n[effects.7]\nthen = 3\n', "table of keys"),
        ('name = "x"\ntitle = "X"\n[effects.7]\nthen = "about:7"\n', "about"),
        ('name = "x"\ntitle = "X"\nrank_order = ["3", "99"]\n', "rank_order"),
        ("not toml", "no TOML"),
        ('base = "nowhere"\n', "nowhere"),
    ],
)
def test_a_bad_file_is_refused_and_the_fault_named(tmp_path: Path, text: str, complaint: str) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(text)
    with pytest.raises(RuleSetError, match=complaint):
        load(str(path))


def test_bases_in_a_circle_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "round.toml"
    path.write_text(f'base = "{path.as_posix()}"\nname = "r"\ntitle = "R"\n')
    with pytest.raises(RuleSetError, match="circle"):
        load(str(path))


def test_the_file_that_is_not_there_is_named() -> None:
    with pytest.raises(RuleSetError, match=r"gone\.toml"):
        load("gone.toml")


@pytest.mark.parametrize(("players", "left"), [(2, 34), (5, 7)])
def test_the_stock_is_what_the_deal_leaves(players: int, left: int) -> None:
    assert load("pagat").stock_after_deal(players) == left


def test_too_few_players_are_refused() -> None:
    with pytest.raises(RuleSetError, match="2 to 5 players, not 1"):
        load("pagat").stock_after_deal(1)
