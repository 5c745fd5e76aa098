from __future__ import annotations

import shutil
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from referee.journal.log import JournalError
from referee.journal.video import Recorder, read_back, record
from referee.vision.frames import Frame
from tests.drawn import picture

TIMES = (10.0, 10.07, 10.2, 10.2, 11.3)
FRAMES = [Frame(n, t, picture(n, (65, 49))) for n, t in enumerate(TIMES)]


def test_the_loop_sees_what_the_recording_shows(tmp_path: Path) -> None:
    path = tmp_path / "video.mp4"
    seen = list(record(iter(FRAMES), Recorder(path, (65, 49), 15)))
    shown = list(read_back(path))

    assert len(seen) == len(shown) == len(FRAMES)
    assert [(frame.seq, frame.t) for frame in seen] == [(frame.seq, frame.t) for frame in shown]
    assert all(np.array_equal(a.picture, b.picture) for a, b in zip(seen, shown, strict=True))


def test_the_times_of_the_camera_are_kept(tmp_path: Path) -> None:
    seen = list(record(iter(FRAMES), Recorder(tmp_path / "video.mp4", (65, 49), 15, 40, 3.0)))

    assert [frame.seq for frame in seen] == [40, 41, 42, 43, 44]
    assert [frame.t for frame in seen] == pytest.approx([3.0, 3.07, 3.2, 3.2, 4.3], abs=1e-4)
    assert all(a.t < b.t for a, b in pairwise(seen))


def test_frames_that_were_given_are_on_the_disk_although_the_file_was_never_finished(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path / "video.mp4", (65, 49), 15)
    seen = [shown for frame in FRAMES for shown in recorder.add(frame)]
    recorder.sync()
    shutil.copy(tmp_path / "video.mp4", tmp_path / "cut.mp4")
    recorder.close()

    shown = list(read_back(tmp_path / "cut.mp4"))

    assert len(seen) == len(FRAMES) - 1
    assert [frame.seq for frame in shown][: len(seen)] == [frame.seq for frame in seen]


def test_a_recording_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="cannot be written"):
        Recorder(tmp_path / "gone" / "video.mp4", (64, 48), 15)


def test_a_recording_that_has_ended_is_on_the_disk_whoever_asks_for_it(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path / "video.mp4", (64, 48), 15.0)
    for frame in FRAMES:
        recorder.add(frame)
    recorder.finish()
    recorder.sync()

    assert len(list(read_back(tmp_path / "video.mp4"))) == len(FRAMES)


def test_since_when_nobody_watched_is_told_in_the_time_of_the_recording(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path / "video.mp4", (64, 48), 15.0, first_seq=7, first_t=100.0)
    frames = [replace(FRAMES[0], t=5.0), replace(FRAMES[1], t=9.0, gap_from=6.0)]
    shown = [*recorder.add(frames[0]), *recorder.add(frames[1]), *recorder.finish()]

    assert [(frame.seq, frame.t, frame.gap_from) for frame in shown] == [(7, 100.0, None), (8, 104.0, 101.0)]
