from __future__ import annotations

from referee.cards import cards
from referee.rules.loading import build, load, merge, read
from referee.rules.ruleset import RuleSet
from referee.rules.runs import runs_in


def with_runs(kind: str, **run: object) -> RuleSet:
    return build(merge(read("pagat"), {"play": {"runs": kind}, "run": run}))


def test_a_whole_suit_has_every_run() -> None:
    suit = cards("2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC")
    assert len(set(runs_in(suit, with_runs("suited_ascending")))) == 78
    assert len(set(runs_in(suit, with_runs("suited_ascending", wrap=True)))) == 13 * 12


def test_suits_part_runs_where_they_count() -> None:
    hand = cards("5C 6D 7C 7D")
    assert list(runs_in(hand, with_runs("suited_ascending"))) == [cards("6D 7D")]
    lengths = sorted(len(run) for run in runs_in(hand, with_runs("any_suit")))
    assert lengths == [2, 2, 3]


def test_jokers_and_games_without_runs_have_none() -> None:
    assert list(runs_in(cards("JK 2C"), with_runs("any_suit"))) == []
    assert list(runs_in(cards("5C 6C"), load("pagat"))) == []
