from __future__ import annotations

from referee.stages import Stages


def test_each_stage_counts_its_spans() -> None:
    ticks = iter([0.0, 1.0, 5.0, 8.0, 10.0, 10.5])
    stages = Stages(clock=lambda: next(ticks))
    for name in ("eyes", "eyes", "own"):
        with stages(name):
            pass

    assert (stages.spans["eyes"].count, stages.spans["eyes"].total_s, stages.spans["eyes"].longest_s) == (
        2,
        4,
        3,
    )
    assert stages.spans["eyes"].mean_s == 2
    assert stages.spans["own"].total_s == 0.5
    assert stages.spans["decode"].mean_s == 0
