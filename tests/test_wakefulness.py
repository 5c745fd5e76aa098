from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable

import pytest

from referee import health
from referee.health import Health
from referee.wakefulness import keeper, kept_awake, works


def having(*names: str) -> Callable[[str], str | None]:
    return lambda name: f"/bin/{name}" if name in names else None


def test_linux_asks_its_session_for_as_long_as_this_process_lives() -> None:
    command = keeper("linux", having("systemd-inhibit", "tail"), 123)

    assert command[:2] == ("/bin/systemd-inhibit", "--what=idle:sleep")
    assert command[-4:] == ("/bin/tail", "--pid=123", "-f", os.devnull)


def test_a_mac_uses_what_it_brings() -> None:
    assert keeper("darwin", having("caffeinate"), 123) == ("/bin/caffeinate", "-i", "-w", "123")


@pytest.mark.parametrize("platform", ["linux", "darwin", "freebsd14"])
def test_a_machine_without_the_means_is_left_as_it_is(platform: str) -> None:
    assert keeper(platform, having()) == ()
    with kept_awake(platform, having()):
        pass


@pytest.mark.skipif(sys.platform == "win32", reason="needs programs of Unix")
def test_a_program_that_is_not_there_or_fails_never_stops_a_game() -> None:
    with kept_awake("darwin", having("caffeinate")):
        pass
    assert not works(("/nowhere/caffeinate",))
    assert not works((sys.executable, "-c", "raise SystemExit(1)"), 20)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs tail of Linux")
def test_what_keeps_awake_ends_when_the_process_has_gone() -> None:
    child = subprocess.Popen((sys.executable, "-c", ""))
    *_, tail, pid, follow, null = keeper("linux", having("systemd-inhibit", "tail"), child.pid)
    with subprocess.Popen(("tail", pid, "-s", "0.05", follow, null)) as waiting:
        child.wait()
        assert waiting.wait(20) == 0
    assert tail == "/bin/tail"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps itself awake")
def test_doctor_says_whether_the_machine_stays_awake() -> None:
    assert health.wakefulness((sys.executable, "-c", "import time; time.sleep(60)")).health is Health.GOOD
    assert health.wakefulness(()).health is Health.NOTE
