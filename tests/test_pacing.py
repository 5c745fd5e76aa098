from __future__ import annotations

from referee.pacing import paced, thinned
from referee.vision.frames import Frame
from tests.tables import pictures


def test_a_fast_camera_is_thinned_out() -> None:
    frames = [Frame(n, n / 30, pictures()[0]) for n in range(60)]

    assert [frame.seq for frame in thinned(frames)] == list(range(0, 60, 2))
    assert len(list(thinned(frames[::2]))) == 30


def test_a_film_for_phones_keeps_its_own_pace_and_what_is_known_passes_at_once() -> None:
    now = [100.0]
    waits: list[float] = []

    def wait(seconds: float) -> None:
        waits.append(round(seconds, 6))
        now[0] += seconds

    frames = [Frame(n, n * 0.5, pictures()[0]) for n in range(5)]
    list(paced(iter(frames), known=1, clock=lambda: now[0], wait=wait))

    assert waits == [0.5, 0.5]
