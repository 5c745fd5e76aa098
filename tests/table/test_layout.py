"""A table file is read as it was written, and refused in one sentence where it cannot be used."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from referee.table.layout import Table, TableError
from tests.table.drawn_table import table


def test_a_table_file_comes_back_as_it_was_saved(tmp_path: Path) -> None:
    table().save(tmp_path / "table.json")
    assert Table.load(tmp_path / "table.json") == table()


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("to_mm", [[0, 0, 0], [0, 0, 0], [0, 0, 0]]),
        ("to_mm", [[float("nan"), 0, 0], [0, 1, 0], [0, 0, 1]]),
        ("to_mm", [[1, 0, 0], [0, 1, 0]]),
        ("pile", [[0, 0], [1, float("inf")], [2, 2]]),
        ("stock", [[0, 0], [1, 1]]),
        ("card_mm", [63]),
        ("card_mm", [0, 0]),
        ("card_mm", [63, -88]),
        ("pile", [[5, 5], [5, 5], [5, 5]]),
        ("pile", [[0, 0], [10, 10], [20, 20], [30, 30]]),
        ("burnt", [[0, 0], [10, 10], [10, 0], [0, 10]]),
    ],
)
def test_numbers_that_make_no_table_are_refused(tmp_path: Path, key: str, value: object) -> None:
    path = tmp_path / "table.json"
    table().save(path)
    path.write_text(json.dumps({**json.loads(path.read_text()), key: value}))
    with pytest.raises(TableError, match="is no table file"):
        Table.load(path)


def test_a_missing_table_file_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(TableError, match="referee calibrate --help"):
        Table.load(tmp_path / "none.json")
