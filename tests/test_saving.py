from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from referee.errors import UserError
from referee.saving import refuse_file, refuse_folder, save


def test_a_folder_is_made_for_what_is_written(tmp_path: Path) -> None:
    save(tmp_path / "a" / "b.txt", b"new")
    assert (tmp_path / "a" / "b.txt").read_bytes() == b"new"


def test_a_full_disk_leaves_what_was_there_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = tmp_path / "kept.txt"
    save(kept, b"old")

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(UserError, match="No space left"):
        save(kept, b"new")
    assert kept.read_bytes() == b"old"
    assert [path.name for path in tmp_path.iterdir()] == ["kept.txt"]


def test_a_file_keeps_who_may_read_it(tmp_path: Path) -> None:
    mine = tmp_path / "mine.txt"
    mine.write_bytes(b"old")
    mine.chmod(0o640)
    save(mine, b"new")
    assert mine.stat().st_mode & 0o777 == 0o640


def test_a_place_that_cannot_be_written_is_refused_before_and_nothing_is_left_there(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"old")
    for path in (tmp_path, tmp_path / "file" / "new.json"):
        with pytest.raises(UserError, match="cannot be written"):
            refuse_file(path)
    with pytest.raises(UserError, match="cannot be written"):
        refuse_folder(tmp_path / "file")

    for path in (tmp_path / "file", tmp_path / "new" / "a.json"):
        refuse_file(path)
    refuse_folder(tmp_path / "new" / "folder")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
    assert (tmp_path / "file").read_bytes() == b"old"
