from __future__ import annotations

from rich.console import Console

from referee.bench import Delay, Speed
from referee.commands import bench
from referee.stages import Stage
from referee.trials.speed import RulesSpeed

SPEED = Speed(frames=300, wall_s=10.0, stages={"scene": Stage(300, 3.0, 0.05), "eyes": Stage(60, 6.0, 0.2)})
DELAY = Delay(plays=4, seconds=(0.2, 0.4, 0.9))


def test_the_table_has_a_row_a_stage() -> None:
    console = Console(width=100)
    with console.capture() as printed:
        console.print(bench.stages_table(SPEED))

    rows = [" ".join(row.replace("│", " ").split()) for row in printed.get().splitlines()]
    assert "eyes 20.00 67% 60 100.0 200.0" in rows


def test_the_whole_path_in_a_line() -> None:
    assert bench.whole(SPEED) == "whole path: 300 frames in 10.0 s, 30.0 frames a second"


def test_the_way_to_the_phone_in_a_line() -> None:
    line = bench.delays(DELAY)

    assert line.startswith("from rest to phone: p50 0.40 s, p95 ")
    assert line.endswith("longest 0.90 s, 3 of 4 plays")


def test_a_phone_that_heard_nothing_is_said_so() -> None:
    assert bench.delays(Delay(4, ())) == "from rest to phone: a phone heard of none of 4 plays"


def test_the_rules_in_a_line() -> None:
    line = bench.rules_line(RulesSpeed(10_000, 0.5))

    assert line == "rules: 20000 verified events a second (10000 of whole games, one core)"


def test_the_figures_for_programs() -> None:
    figures = bench.figures(SPEED, DELAY, RulesSpeed(10_000, 0.5))

    assert figures["path"]["fps"] == 30.0
    assert figures["phone"]["heard"] == 3
    assert figures["rules"]["per_s"] == 20_000
