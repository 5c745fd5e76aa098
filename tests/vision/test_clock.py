from __future__ import annotations

import time

import pytest

from referee.vision import clock


@pytest.mark.parametrize("platform", ["linux", "darwin", "win32"])
def test_the_clock_never_goes_back(platform: str) -> None:
    times = [clock.now(platform) for _ in range(100)]

    assert times == sorted(times)


@pytest.mark.skipif(not hasattr(time, "CLOCK_BOOTTIME"), reason="a clock of Linux")
def test_the_time_asleep_counts() -> None:
    before = time.clock_gettime(time.CLOCK_BOOTTIME)
    assert before <= clock.now("linux") <= time.clock_gettime(time.CLOCK_BOOTTIME)
