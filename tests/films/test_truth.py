from dataclasses import replace
from pathlib import Path

import pytest

from referee.cards import Reading, card
from referee.films import truth
from referee.films.truth import Happening, Nuisance, Truth, Turn
from referee.rules import loading
from referee.rules.actions import CardsPlayed, GameConfigured

PLAYED = CardsPlayed(0, (Reading.sure(card("7H")),))
TRUTH = Truth(
    seed=7,
    rules="pagat",
    names=("Ana", "Ben"),
    deck="npm_kennard_2color",
    size=(1280, 720),
    fps=15,
    start=(GameConfigured("pagat", 2, ("Ana", "Ben")),),
    events=(
        Happening(
            2.5, 3.5, 4.0, CardsPlayed(0, (Reading.sure(card("7H")),)), False, "TOO_LOW", True, "stands"
        ),
    ),
    turns=(Turn(0.0, 0), Turn(3.5, 1)),
    end=9.0,
    loser=None,
)


def test_a_truth_is_read_as_it_was_written(tmp_path: Path) -> None:
    TRUTH.save(tmp_path / "truth.json")
    assert truth.load(tmp_path / "truth.json") == TRUTH


def test_a_rule_set_of_the_house_is_kept_with_the_film(tmp_path: Path) -> None:
    house = {**loading.read("putt_smeghead"), "name": "three", "decks": 3}
    replace(TRUTH, rules="three", house=house).save(tmp_path / "truth.json")
    assert truth.load(tmp_path / "truth.json").rule_set.decks == 3
    assert TRUTH.rule_set == loading.load("pagat")


def test_what_bothered_and_what_lies_hidden_is_kept(tmp_path: Path) -> None:
    told = replace(
        TRUTH, nuisances=(Nuisance("glass", 1.0, 2.5),), events=(replace(TRUTH.events[0], hidden=2),)
    )
    told.save(tmp_path / "truth.json")
    assert truth.load(tmp_path / "truth.json") == told


def test_the_turn_is_known_at_any_time() -> None:
    assert [TRUTH.turn_at(t) for t in (0.0, 3.4, 3.5, 8.0)] == [0, 0, 1, 1]


def test_a_missing_truth_is_named(tmp_path: Path) -> None:
    with pytest.raises(truth.TruthError, match="without its truth"):
        truth.load(tmp_path / "truth.json")


@pytest.mark.parametrize("text", ["", "{}", '{"version": 2}', '{"version": 1, "seed": 3}', "[1]"])
def test_a_broken_truth_is_one_sentence(tmp_path: Path, text: str) -> None:
    (tmp_path / "truth.json").write_text(text)
    with pytest.raises(truth.TruthError, match="no truth file"):
        truth.load(tmp_path / "truth.json")
