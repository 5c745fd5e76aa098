from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from referee import health
from referee.health import Health
from referee.resources import models_dir
from referee.system import Library
from referee.vision.models import fingerprint


@pytest.mark.parametrize(
    ("found", "state"),
    [((3, 10), Health.WRONG), ((3, 11), Health.GOOD), ((3, 13), Health.GOOD), ((3, 14), Health.WRONG)],
)
def test_a_python_is_good_from_3_11_to_3_13(found: tuple[int, int], state: Health) -> None:
    assert health.python(found).health is state


def test_a_missing_library_is_named_with_the_command_that_brings_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda name: name)

    finding = health.libraries((Library("libGL.so.1", {"apt-get": "libgl1"}),))

    assert finding.health is Health.WRONG
    assert finding.says == "libGL.so.1"


def test_openvino_names_its_version_and_processor() -> None:
    finding = health.inference()

    assert finding.health is Health.GOOD
    assert "CPU" in finding.says


def test_the_shipped_weights_open_and_show_their_fingerprint() -> None:
    finding = health.weights(models_dir())

    assert finding.health is Health.GOOD
    assert fingerprint(models_dir())[:12] in finding.says


def test_broken_weights_are_wrong(tmp_path: Path) -> None:
    for file in models_dir().iterdir():
        (tmp_path / file.name).write_bytes(b"broken" if file.name == "reader.bin" else file.read_bytes())

    assert health.weights(tmp_path).health is Health.WRONG


def test_a_folder_without_weights_is_wrong_and_says_how_to_mend_it(tmp_path: Path) -> None:
    finding = health.weights(tmp_path / "nowhere")

    assert finding.health is Health.WRONG
    assert finding.mend


def test_an_absent_film_is_only_a_note(tmp_path: Path) -> None:
    assert health.film(tmp_path).health is Health.NOTE


def test_recordings_are_h264() -> None:
    assert health.recorder().health is Health.GOOD


def test_a_folder_of_ones_own_keeps_a_journal_and_the_probe_leaves_nothing(tmp_path: Path) -> None:
    assert health.journal(tmp_path / "games").health is Health.GOOD
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_a_file_keeps_no_journal(tmp_path: Path) -> None:
    (tmp_path / "games").write_text("")

    assert health.journal(tmp_path / "games").health is Health.WRONG


def test_the_disk_of_a_folder_yet_to_be_made_is_measured(tmp_path: Path) -> None:
    assert "GB free" in health.disk(tmp_path / "yet" / "to" / "be").says


def test_no_camera_is_only_a_note(tmp_path: Path) -> None:
    assert health.cameras(tmp_path).health is Health.NOTE


def test_cameras_are_listed_by_the_name_that_survives_replugging(tmp_path: Path) -> None:
    by_id = tmp_path / "v4l" / "by-id"
    by_id.mkdir(parents=True)
    (by_id / "usb-Some_Webcam-video-index0").write_text("")
    (by_id / "usb-Some_Webcam-video-index1").write_text("")
    (tmp_path / "video0").write_text("")

    assert health.cameras(tmp_path).says == os.fspath(by_id / "usb-Some_Webcam-video-index0")


def test_a_free_port_is_good_and_a_taken_one_is_wrong() -> None:
    with socket.socket() as taken:
        taken.bind(("", 0))
        taken.listen()
        number = taken.getsockname()[1]
        assert health.port(number).health is Health.WRONG
    assert health.port(number).health is Health.GOOD


def test_a_machine_without_a_network_is_told_to_join_one() -> None:
    assert health.address(("127.0.0.1",)).health is Health.NOTE
    assert health.address(("192.168.1.20",)).health is Health.GOOD


@pytest.mark.parametrize(("found", "state"), [((3, 34, 1), Health.WRONG), ((3, 40, 1), Health.GOOD)])
def test_the_journal_needs_a_sqlite_with_strict_tables(found: tuple[int, ...], state: Health) -> None:
    assert health.sqlite(found).health is state


def test_a_port_that_there_cannot_be_is_wrong() -> None:
    assert health.port(-3).health is Health.WRONG
