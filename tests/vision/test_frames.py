from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import pytest

from referee.resources import demo_dir
from referee.vision.film import Film
from referee.vision.frames import Ahead, Frame, SourceError, open_source
from tests.drawn import picture, write_film, write_pictures


def frames(count: int, start: int = 0) -> list[Frame]:
    return [Frame(n, n / 15, picture(n)) for n in range(start, start + count)]


def test_a_film_gives_every_frame_with_its_own_time(tmp_path: Path) -> None:
    film = write_film(tmp_path / "film.mp4", [picture(n) for n in range(9)])

    with open_source(str(film)) as source:
        found = list(source)

    assert [frame.seq for frame in found] == list(range(9))
    assert [frame.t for frame in found] == pytest.approx([n / 15 for n in range(9)], abs=1e-5)
    assert found[0].picture.shape == (48, 64, 3)
    assert (source.size, source.fps, source.live) == ((64, 48), 15.0, False)


def test_a_film_can_be_passed_over_twice(tmp_path: Path) -> None:
    film = Film(write_film(tmp_path / "film.mp4", [picture(n) for n in range(4)]))

    first, second = list(film), list(film)

    assert all((a.picture == b.picture).all() for a, b in zip(first, second, strict=True))


def test_a_missing_film_is_refused_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="There is no film"):
        open_source(str(tmp_path / "gone.mp4"))


@pytest.mark.parametrize("content", [b"", b"no film at all " * 40])
def test_an_empty_or_broken_film_is_refused_in_a_sentence(tmp_path: Path, content: bytes) -> None:
    film = tmp_path / "film.mp4"
    film.write_bytes(content)

    with pytest.raises(SourceError, match="no film that can be read"):
        open_source(str(film))


def test_a_film_that_was_copied_in_part_says_so_after_what_it_has(tmp_path: Path) -> None:
    whole = demo_dir() / "film.mp4"
    part = tmp_path / "part.mp4"
    part.write_bytes(whole.read_bytes()[:300_000])
    frames: list[int] = []

    with open_source(str(part)) as source, pytest.raises(SourceError, match=r"breaks off after \d+ pictures"):
        frames += (frame.seq for frame in source)

    assert frames == list(range(len(frames)))
    assert len(frames) > 30


def test_a_film_without_pictures_is_refused(tmp_path: Path) -> None:
    sound = tmp_path / "sound.wav"
    sound.write_bytes(
        b"RIFF\x2c\x00\x00\x00WAVEfmt \x10\x00\x00\x00\x01\x00\x01\x00\x40\x1f\x00\x00\x80\x3e\x00\x00"
        b"\x02\x00\x10\x00data\x08\x00\x00\x00" + bytes(8)
    )

    with pytest.raises(SourceError, match="no pictures in it"):
        open_source(str(sound))


def test_a_folder_of_pictures_is_read_in_counting_order(tmp_path: Path) -> None:
    folder = write_pictures(tmp_path / "table", 11)

    with open_source(str(folder)) as source:
        found = list(source)

    assert len(found) == 11
    assert all((frame.picture == picture(frame.seq)).all() for frame in found)


def test_a_picture_that_is_none_is_named(tmp_path: Path) -> None:
    folder = write_pictures(tmp_path / "table", 2)
    (folder / "2.jpg").write_text("I am a picture, honestly.")

    with pytest.raises(SourceError, match=r"2\.jpg is no picture"):
        list(open_source(str(folder)))


def test_a_picture_of_another_size_is_named(tmp_path: Path) -> None:
    folder = write_pictures(tmp_path / "table", 2)
    cv2.imwrite(str(folder / "2.png"), picture(0, (32, 32)))

    with pytest.raises(SourceError, match="all of one size"):
        list(open_source(str(folder)))


def test_a_folder_without_pictures_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="no pictures in"):
        open_source(str(tmp_path))


def test_a_camera_that_is_not_there_is_refused() -> None:
    with pytest.raises(SourceError, match="camera 97"):
        open_source("97")


def test_an_address_where_nothing_is_is_refused() -> None:
    with pytest.raises(SourceError, match="cannot be opened"):
        open_source("http://127.0.0.1:9/video")


def test_frames_taken_ahead_come_in_order_and_none_is_lost() -> None:
    with Ahead(iter(frames(50)), size=3) as ahead:
        assert [frame.seq for frame in ahead] == list(range(50))


def test_a_live_source_that_is_not_taken_loses_its_oldest_frames() -> None:
    done = threading.Event()

    def camera() -> Iterator[Frame]:
        yield from frames(20)
        done.set()

    with Ahead(camera(), drop=True, size=4) as ahead:
        done.wait(5)
        assert [frame.seq for frame in ahead] == [16, 17, 18, 19]


def test_what_goes_wrong_ahead_is_raised_where_the_frames_are_taken() -> None:
    def breaking() -> Iterator[Frame]:
        yield from frames(2)
        raise SourceError("The camera fell off the lamp.")

    with Ahead(breaking()) as ahead, pytest.raises(SourceError, match="lamp"):
        list(ahead)


def test_frames_ahead_can_be_left_before_the_end() -> None:
    with Ahead(iter(frames(50)), size=2) as ahead:
        assert next(iter(ahead)).seq == 0


def test_who_waits_for_a_frame_is_told_how_long_and_then_gets_it() -> None:
    plugged_in = threading.Event()
    waited: list[float] = []

    def idle(seconds: float) -> None:
        waited.append(seconds)
        plugged_in.set()

    def camera() -> Iterator[Frame]:
        plugged_in.wait(10)
        yield from frames(2)

    with Ahead(camera(), idle=idle) as ahead:
        assert [frame.seq for frame in ahead] == [0, 1]
    assert waited[0] == 0.5


def test_a_dropped_frame_leaves_what_it_knew_of_a_gap_to_the_next() -> None:
    done = threading.Event()

    def camera() -> Iterator[Frame]:
        yield replace(frames(1)[0], gap_from=-3.0)
        yield from frames(6, 1)
        done.set()

    with Ahead(camera(), drop=True, size=3) as ahead:
        done.wait(5)
        assert [(frame.seq, frame.gap_from) for frame in ahead] == [(4, -3.0), (5, None), (6, None)]


def test_frames_that_are_no_longer_wanted_are_ended() -> None:
    over = threading.Event()

    def camera() -> Iterator[Frame]:
        yield from frames(1)
        over.wait(10)

    with Ahead(camera(), end=over.set) as ahead:
        assert next(iter(ahead)).seq == 0
    assert over.is_set()
