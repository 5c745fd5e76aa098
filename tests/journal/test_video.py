from __future__ import annotations

import shutil
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
