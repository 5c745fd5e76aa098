from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, takewhile
from pathlib import Path

import cv2
import pytest

from referee.vision.camera import Camera, lasting_name
from referee.vision.device import Held
from referee.vision.frames import Frame, SourceError
from referee.vision.living import FROZEN_S
from tests.vision.webcam import Webcam

SMALL = {(1280, 720): 30.0}


def camera(webcam: Webcam, patience_s: float = 30.0, held: bool = False) -> Camera:
    return Camera("0", patience_s, webcam.open, webcam.clock, webcam.wait, held=held)


def until(source: Camera, t: float) -> list[Frame]:
    return list(takewhile(lambda frame: frame.t < t, source))


def gaps(frames: list[Frame]) -> Iterator[tuple[float, float]]:
    """Where more than half a second is missing."""
    for one, other in pairwise(frames):
        if other.t - one.t > 0.5:
            yield one.t, other.t


@pytest.mark.parametrize(
    ("gives", "size", "fps"),
    [
        ({(1920, 1080): 30.0, (1280, 720): 60.0}, (1920, 1080), 30.0),
        ({(1920, 1080): 5.0, (1280, 720): 10.0}, (1280, 720), 10.0),
        ({(1280, 720): 30.0, (640, 480): 30.0}, (1280, 720), 30.0),
        ({(640, 480): 25.0}, (640, 480), 25.0),
    ],
)
def test_a_webcam_is_used_in_its_best_mode_as_it_really_gives_it(
    gives: dict[tuple[int, int], float], size: tuple[int, int], fps: float
) -> None:
    source = camera(Webcam(gives))

    assert source.size == size
    assert source.fps == pytest.approx(fps, abs=0.1)
    assert source.told == f"camera 0 gives {size[0]} x {size[1]}, MJPG, {fps:.0f} pictures a second."


def test_a_webcam_gives_the_size_that_the_zones_were_set_for() -> None:
    webcam = Webcam()

    source = Camera("0", 30.0, webcam.open, webcam.clock, webcam.wait, size=(1280, 720))

    assert source.size == (1280, 720)


def test_a_camera_that_gives_no_picture_is_taken_for_busy() -> None:
    webcam = Webcam(SMALL)
    plug = webcam.open

    def dead(text: str) -> cv2.VideoCapture:
        device = plug(text)
        webcam.plugged = False
        return device  # type: ignore[return-value]

    with pytest.raises(SourceError, match="close the other program"):
        Camera("0", open_device=dead, clock=webcam.clock)


@pytest.mark.parametrize("away_s", [4.0, 90.0, 1000.0])
def test_an_unplugged_camera_gives_pictures_within_three_seconds_of_coming_back(away_s: float) -> None:
    webcam = Webcam(SMALL)
    webcam.events = {
        5: lambda one: setattr(one, "plugged", False),
        round(5 + away_s): lambda one: setattr(one, "plugged", True),
    }
    frames = until(camera(webcam, 3600.0), 12 + away_s)

    ((_, back),) = gaps(frames)
    assert 5 + away_s - 2 < back < 5 + away_s + 3
    assert [frame.seq for frame in frames] == list(range(len(frames)))


def test_a_camera_that_stays_away_is_given_up_in_a_sentence() -> None:
    webcam = Webcam(SMALL, events={5: lambda one: setattr(one, "plugged", False)})

    with pytest.raises(SourceError, match="no pictures any more"):
        until(camera(webcam), 1000)


def test_an_unplugged_camera_that_repeats_its_last_picture_is_noticed_and_opened_again() -> None:
    webcam = Webcam(SMALL)

    def freeze(one: Webcam) -> None:
        one.frozen = True

    def thaw(one: Webcam) -> None:
        one.frozen = False

    webcam.events = {5: freeze, 20: thaw}
    frames = until(camera(webcam), 25)

    ((last, back),) = gaps(frames)
    (after,) = (frame for frame in frames if frame.gap_from is not None)
    assert after.t == back
    assert after.gap_from is not None
    # What came while it was frozen was shown for a moment, and is told to be worth nothing.
    assert last - after.gap_from == pytest.approx(FROZEN_S, abs=0.1)
    assert back < 20
    assert len(webcam.opened) >= 3


def test_a_camera_that_comes_back_smaller_shows_the_table_in_the_size_it_had() -> None:
    webcam = Webcam({(1280, 720): 30.0})

    def replug(one: Webcam) -> None:
        one.fps = {(640, 360): 30.0}

    webcam.events = {5: replug}
    frames = until(camera(webcam), 8)

    assert {frame.picture.shape for frame in frames} == {(720, 1280, 3)}


def test_a_camera_that_comes_back_with_another_shape_is_refused_in_a_sentence() -> None:
    webcam = Webcam(SMALL, events={5: lambda one: setattr(one, "fps", {(640, 480): 30.0})})

    with pytest.raises(SourceError, match="640 x 480 instead of 1280 x 720"):
        until(camera(webcam), 8)


def test_hours_asleep_are_not_taken_for_a_camera_that_stays_away() -> None:
    webcam = Webcam(SMALL)

    def sleep(one: Webcam) -> None:
        one.now += 7200
        one.plugged = False
        one.events = {round(one.now + 2): lambda it: setattr(it, "plugged", True)}

    webcam.events = {5: sleep}

    assert until(camera(webcam), 7250)[-1].t > 7240


def test_exposure_focus_and_white_balance_are_held_and_told() -> None:
    webcam = Webcam(SMALL)
    source = camera(webcam, held=True)

    assert source.held == Held({"exposure": 156.0, "focus": 30.0, "white balance": 4600.0})
    assert "Held: exposure 156, focus 30, white balance 4600." in source.told
    assert webcam.values[cv2.CAP_PROP_AUTO_EXPOSURE] == 1.0
    assert webcam.values[cv2.CAP_PROP_AUTOFOCUS] == 0.0


def test_what_a_driver_does_not_hold_is_told() -> None:
    webcam = Webcam(SMALL, refuses={cv2.CAP_PROP_AUTOFOCUS, cv2.CAP_PROP_AUTO_WB})

    assert str(camera(webcam, held=True).held) == (
        "Held: exposure 156. The driver does not hold focus and white balance."
    )


def test_a_camera_that_was_plugged_in_again_is_held_at_the_same_values() -> None:
    webcam = Webcam(SMALL)
    source = camera(webcam, held=True)
    webcam.events = {
        round(webcam.now + 2): lambda one: setattr(one, "plugged", False),
        round(webcam.now + 4): lambda one: setattr(one, "plugged", True),
    }
    until(source, 10)

    assert webcam.values[cv2.CAP_PROP_AUTO_EXPOSURE] == 1.0
    assert webcam.values[cv2.CAP_PROP_EXPOSURE] == 156.0


def test_a_camera_is_known_by_the_name_that_it_has_again_when_it_is_plugged_in_anew(tmp_path: Path) -> None:
    (tmp_path / "video0").write_text("")
    (tmp_path / "video2").write_text("")
    (tmp_path / "v4l/by-id").mkdir(parents=True)
    name = tmp_path / "v4l/by-id/usb-Some_Webcam-video-index0"
    name.symlink_to("../../video2")

    assert lasting_name("2", tmp_path) == str(name)
    assert lasting_name("0", tmp_path) == "0"
    assert lasting_name(str(name), tmp_path) == str(name)
