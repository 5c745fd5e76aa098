from __future__ import annotations

from pathlib import Path

import pytest

from referee.cards import Rank
from referee.rules.loading import build, load, merge, presets, read, reopen
from referee.rules.ruleset import RuleSetError
from referee.rules.undescribed import undescribed

SECTION_3 = (
    "pagat pagat_ten_rank pagat_leave_up pagat_six_jokers pagat_choose3 pagat_winner gultnieks daly_karma"
    " putt_smeghead winter_west_kent guarducci finland4 driscoll egilsson classic001 classic001_3t"
    " classic001_5u classic001_kburn classic001_four classic001_seq classic001_strict classic001_blindswap"
    " classic001_jrev classic001_tourn"
)
RELATED = "vandtia paskahousu garfield duthie duthie_reverse"


def test_every_game_whose_rules_are_known_is_there() -> None:
    assert set(presets()) == {*SECTION_3.split(), *RELATED.split()}


@pytest.mark.parametrize("name", undescribed())
def test_a_game_that_is_only_named_is_refused_with_the_reason(name: str) -> None:
    with pytest.raises(RuleSetError, match=r"there is no rule set for it; write its rules"):
        load(name)


@pytest.mark.parametrize("name", presets())
def test_every_preset_loads_and_names_the_rows_of_its_codes(name: str) -> None:
    rules = load(name)
    assert rules.name == name
    assert rules.title
    assert all(rows for _, rows in rules.ids)


def test_the_other_names_of_a_game_are_not_those_of_its_variations() -> None:
    assert "Palace" in load("pagat").also
    assert load("pagat_winner").also == ()


def test_a_record_from_before_rules_were_told_from_options_still_opens() -> None:
    assert build({**read("pagat"), "sources": {"A rule.": "P-01"}}) == load("pagat")


def test_a_record_of_what_is_refused_by_now_still_opens() -> None:
    recorded = {**read("classic001_four"), "players": {"max": 5}, "peek": "true"}
    assert reopen(recorded).peek is True
    assert reopen(recorded).players.max == 5
    with pytest.raises(RuleSetError, match=r"set `players\.max` to 4"):
        build({**recorded, "peek": True})


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("pagatt", "pagat"),
        ("Pagat", "pagat"),
        ("vändtia", "vandtia"),
        ("palace", "pagat"),
        ("clasic001", "classic001"),
    ],
)
def test_the_name_that_was_meant_is_asked_for(name: str, meant: str) -> None:
    with pytest.raises(
        RuleSetError, match=rf"no rule set '{name}' \(did you mean {meant}\?\); choose one of"
    ):
        load(name)


@pytest.mark.parametrize("name", ["Shit-Boot", "shit-boot", "shit_boot", "Shit_Boot"])
def test_a_game_that_is_only_named_is_known_by_its_title_too(name: str) -> None:
    with pytest.raises(RuleSetError, match="Shit-Boot: its list of magic cards is not to be had"):
        load(name)


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
        ('name = "x"\ntitle = "X"\ncolour = 1\n', r"bad\.toml: `colour` is no key of a rule file"),
        (
            'name = "x"\ntitle = "X"\n[burn]\nset_size = "many"\n',
            "`burn.set_size` = .* must be a whole number",
        ),
        ('name = "x"\ntitle = "X"\n[effects.7]\nthen = "le:99"\n', "99"),
        ('name = "x"\ntitle = "X"\n[effects.99]\nburn = true\n', "99"),
        ('title = "X"\n', "`name` is missing"),
        ('name = "x"\ntitle = "X"\neffects = 3\n', "table of keys"),
        ('name = "x"\ntitle = "X"\nids = 3\n', "table of keys"),
        ('name = "x"\ntitle = "X"\nids = [3]\n', "`ids` must be a table of keys"),
        ('name = "x"\ntitle = "X"\n[effects]\n7 = 3\n', "table of keys"),
        ('name = "x"\ntitle = "X"\n[effects.7]\nthen = 3\n', r"`effects\.7\.then` is 3; write le:7"),
        ('name = "x"\ntitle = "X"\n[effects.7]\nburnt = true\n', r"`effects\.7\.burnt` is no key"),
        ('name = "x"\ntitle = "X"\n[effects.7]\nburn = "yes?"\n', "must be true or false"),
        ('name = "x"\ntitle = "X"\n[effects.7]\nas = "moon"\n', r'`effects\.7\.as` = "moon" does not fit'),
        ('name = "x"\ntitle = "X"\nagree = 5\n', "must be a list in square brackets"),
        ('name = "x"\ntitle = "X"\n[deal]\nstyle = "odd"\n', "must be 'up_dealt', 'choose_from_hand'"),
        ('name = "x"\ntitle = "X"\njokers = true\n', "`jokers` = true must be a whole number"),
        ('name = "x"\ntitle = "X"\ndirection0 = true\n', "`direction0` = true must be 1 or -1"),
        ('name = "x"\ntitle = "X"\ndirection0 = 1.0\n', "`direction0` = 1.0 must be 1 or -1"),
        ('name = "x"\ntitle = "X"\ndirection0 = 2\n', "`direction0` = 2 must be 1 or -1"),
        ('name = "x"\ntitle = "X"\ndecks = 2.0\n', "`decks` = 2.0 must be a whole number"),
        ('name = "x"\ntitle = "X"\n[burn]\nset_size = "4"\n', '`burn.set_size` = "4" must be a whole number'),
        ('name = "x"\ntitle = "X"\npeek = 1\n', "`peek` = 1 must be true or false"),
        ('name = "x"\ntitle = "X"\npeek = "yes"\n', '`peek` = "yes" must be true or false'),
        ('name = "x"\ntitle = "X"\npeek = 1979-05-27\n', "`peek` = .* must be true or false"),
        ('name = "x"\ntitle = "X"\nx = ' + "[" * 250 + "]" * 250, "it is nested deeper, or a number"),
        ('name = "x"\ntitle = "X"\nx' + ".x" * 5000 + " = 1", "it is nested deeper, or a number"),
        ('name = "x"\ntitle = "X"\njokers = ' + "9" * 5000, "no rule file: it is nested deeper, or a number"),
        (
            'name = "x"\ntitle = "X"\njokers = 0x' + "f" * 9000,
            "it is nested deeper, or a number in it longer",
        ),
        ("base = 5\n", "`base` must name a rule set in quotes"),
        ("# nothing yet\n", "is empty"),
        ('name = "x"\ntitle = "X"\n[effects.7]\nthen = "about:7"\n', "about"),
        ('name = "x"\ntitle = "X"\nrank_order = ["3", "99"]\n', "`rank_order` = .* must be a rank"),
        ("not toml", "no TOML file: it goes wrong at line 1"),
        ("a = [", "no TOML file: it goes wrong at its end"),
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


def test_files_beside_each_other_may_go_round_in_a_circle(tmp_path: Path) -> None:
    for one, other in ("ab", "ba"):
        (tmp_path / f"{one}.toml").write_text(f'base = "{other}.toml"\n')
    with pytest.raises(
        RuleSetError, match=r"a\.toml: its bases go round in a circle \(.*a\.toml, .*b\.toml, .*a\.toml\)"
    ):
        load(str(tmp_path / "a.toml"))


def test_a_base_lies_beside_the_file_that_names_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "house").mkdir()
    (tmp_path / "house" / "under.toml").write_text(
        'base = "pagat"\njokers = 2\neffects.JK.playable = "any"\n'
    )
    (tmp_path / "house" / "over.toml").write_text('base = "under.toml"\ncompare = "gt"\n')
    rules = load("house/over.toml")
    assert (rules.jokers, rules.compare) == (2, "gt")
    (tmp_path / "under.toml").write_text('base = "pagat"\n')
    assert load("house/over.toml").jokers == 2


def test_a_base_may_lie_in_the_working_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "house").mkdir()
    (tmp_path / "under.toml").write_text('base = "pagat"\ncompare = "gt"\n')
    (tmp_path / "house" / "over.toml").write_text('base = "under.toml"\n')
    assert load("house/over.toml").compare == "gt"


def test_a_base_that_cannot_be_used_names_who_asked_for_it(tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text('base = "broken.toml"\n')
    with pytest.raises(RuleSetError, match=r"house\.toml names a base .*: There is no file broken\.toml"):
        load(str(tmp_path / "house.toml"))
    (tmp_path / "broken.toml").write_text("a = [")
    with pytest.raises(RuleSetError, match=r"house\.toml names a base .*: .*broken\.toml is no TOML file"):
        load(str(tmp_path / "house.toml"))


def test_a_file_that_begins_with_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text('base = "pagat"\ncompare = "gt"\n', encoding="utf-8-sig")
    assert load(str(tmp_path / "house.toml")).compare == "gt"


def test_brackets_nested_too_deep_are_refused(tmp_path: Path) -> None:
    (tmp_path / "deep.toml").write_text('base = "pagat"\nx = ' + "[" * 100_000 + "]" * 100_000)
    with pytest.raises(RuleSetError, match=r"deep\.toml is no rule file: it is nested deeper"):
        load(str(tmp_path / "deep.toml"))


def test_the_file_that_is_not_there_is_named() -> None:
    with pytest.raises(RuleSetError, match=r"There is no file gone\.toml"):
        load("gone.toml")


def test_a_folder_and_a_file_of_another_kind_are_named(tmp_path: Path) -> None:
    (tmp_path / "folder.toml").mkdir()
    (tmp_path / "picture.toml").write_bytes(bytes(range(256)))
    with pytest.raises(RuleSetError, match="is a folder"):
        load(str(tmp_path / "folder.toml"))
    with pytest.raises(RuleSetError, match="is no text"):
        load(str(tmp_path / "picture.toml"))


def test_a_name_that_no_file_can_have_is_refused() -> None:
    with pytest.raises(RuleSetError, match="cannot be read: File name too long"):
        load("x" * 300 + ".toml")
