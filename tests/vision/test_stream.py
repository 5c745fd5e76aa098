"""Streams from a real server on this machine, four times as fast as they claim."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from itertools import count

import numpy as np
import pytest

from referee.trials.mjpeg import Fault, MjpegCamera
from referee.vision.frames import Frame, SourceError, open_source
from referee.vision.sighting import Picture
from referee.vision.stream import Stream

FASTER = 4


def clock() -> float:
    return FASTER * time.monotonic()


def wait(seconds: float) -> None:
    time.sleep(seconds / FASTER)


@pytest.fixture
def camera() -> Iterator[MjpegCamera]:
    number = count()

    def shown(_: float) -> Picture:
        noise = np.random.default_rng(next(number))
        return noise.integers(0, 255, (48, 64, 3), np.uint8)

    with MjpegCamera(shown, 30 * FASTER) as camera:
        yield camera


def stream(camera: MjpegCamera, patience_s: float = 60.0) -> Stream:
    return Stream(camera.address, patience_s, clock, wait)


def after(frames: Iterator[Frame], t: float) -> Frame:
    return next(frame for frame in frames if frame.t > t)


@pytest.mark.parametrize("lengths", [True, False])
def test_a_network_camera_is_followed_whether_it_tells_the_length_of_its_pictures_or_not(
    lengths: bool,
) -> None:
    with MjpegCamera(
        lambda t: np.full((48, 64, 3), int(t * 900) % 250, np.uint8), 60, lengths=lengths
    ) as camera:
        source = open_source(camera.address)
        assert isinstance(source, Stream)
        with source:
            frames = iter(source)
            assert [next(frames).seq for _ in range(10)] == list(range(10))
            assert source.size == (64, 48)


@pytest.mark.parametrize("fault", [Fault.CUT, Fault.HANG])
def test_a_stream_that_was_cut_or_hung_goes_on_when_its_source_does(
    camera: MjpegCamera, fault: Fault
) -> None:
    with stream(camera) as source:
        frames = iter(source)
        last = after(frames, 1.0)
        camera.fault = fault
        mended_after(camera, 8.0)
        for frame in frames:
            if frame.t - last.t > 4.0:
                break
            last = frame
        assert frame.seq == last.seq + 1


def mended_after(camera: MjpegCamera, seconds: float) -> None:
    """Mend *camera* after *seconds*."""

    def mend() -> None:
        camera.fault = Fault.NONE

    threading.Timer(seconds / FASTER, mend).start()


def test_a_frozen_stream_gives_no_frames_until_it_moves_and_says_since_when(camera: MjpegCamera) -> None:
    with stream(camera) as source:
        frames = iter(source)
        after(frames, 1.0)
        camera.fault = Fault.FREEZE
        mended_after(camera, 9.0)
        told = next(frame for frame in frames if frame.gap_from is not None)

    assert told.gap_from is not None
    assert told.t - told.gap_from > 5.0


def test_a_stream_that_comes_back_larger_shows_the_table_in_the_size_it_had(camera: MjpegCamera) -> None:
    with stream(camera) as source:
        frames = iter(source)
        last = after(frames, 0.5)
        camera.fault = Fault.CUT
        camera.size = (128, 96)
        mended_after(camera, 2.0)
        assert after(frames, last.t + 2.0).picture.shape == (48, 64, 3)


def test_a_stream_that_comes_back_turned_is_refused_in_a_sentence(camera: MjpegCamera) -> None:
    with stream(camera) as source:
        frames = iter(source)
        after(frames, 0.5)
        camera.size = (48, 64)
        camera.fault = Fault.CUT
        mended_after(camera, 1.0)
        with pytest.raises(SourceError, match="48 x 64 instead of 64 x 48"):
            after(frames, 1000.0)


def test_a_stream_that_stays_away_is_given_up_in_a_sentence(camera: MjpegCamera) -> None:
    with stream(camera, patience_s=3.0) as source:
        frames = iter(source)
        after(frames, 0.2)
        camera.fault = Fault.CUT
        with pytest.raises(SourceError, match="ended and did not come back for 3 s"):
            after(frames, 1000.0)


def test_a_stream_that_is_no_longer_wanted_ends(camera: MjpegCamera) -> None:
    with stream(camera) as source:
        frames = iter(source)
        next(frames)
        source.end()
        assert len(list(frames)) <= 1
