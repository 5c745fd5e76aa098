from dataclasses import replace

import pytest

from referee.films.figures import GameScore, Miss, bounds, rule_of_three, total, wilson

SCORE = GameScore(
    plays=4,
    right=4,
    illegal=1,
    caught=1,
    false_calls=0,
    questions=0,
    turn_s=20.0,
    judged_s=20.0,
    perfect=True,
    delays=(0.4, 0.4, 0.4, 0.4),
    misses=(),
    frames=300,
    seconds=10.0,
)


def test_the_last_line_names_every_figure() -> None:
    line = total([SCORE, replace(SCORE, frames=0, seconds=0.0)])
    assert line == (
        "games 2 plays 8 right 8 illegal 2 caught 2 false_calls 0 questions 0 turn_right 1.0000 "
        "perfect_games 2 fps 30.0 delay_p95_s 0.40"
    )


def test_bounds_say_how_sure_the_shares_are() -> None:
    lines = bounds([SCORE])
    assert lines[0] == "plays right: 4 of 4, 1.000 (95 %: 0.510 to 1.000)"
    assert lines[2] == "false calls: 0 in 3 legal plays, at most 1.0000 of them (95 %)"


def test_nothing_seen_in_three_hundred_trials_may_be_one_in_a_hundred() -> None:
    assert rule_of_three(300) == pytest.approx(0.01)


def test_wilson_bounds_enclose_the_share() -> None:
    low, high = wilson(9, 10)
    assert 0 <= low < 0.9 < high <= 1
    assert wilson(0, 0) == (0.0, 1.0)


def test_a_miss_is_a_line_that_says_what_and_when() -> None:
    miss = Miss(61.25, "CardsPlayed seat 1 6H", "CardsPlayed seat 1 8H", "cards")
    assert "61.2" in str(miss)
    assert "6H" in str(miss)
    assert "8H" in str(miss)


def test_the_delay_is_that_of_all_but_the_slowest_twentieth() -> None:
    slow = replace(SCORE, delays=(0.1,) * 19 + (9.0,))
    assert total([slow]).endswith("delay_p95_s 9.00")
    assert total([replace(SCORE, delays=(0.1,) * 39 + (9.0,))]).endswith("delay_p95_s 0.10")
