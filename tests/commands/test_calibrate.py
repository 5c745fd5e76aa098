from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from referee.films.decks import BUNDLED
from referee.films.laid import four_cards
from referee.films.make import Shot
from referee.table.homography import applied, laid_upon
from referee.table.layout import Table
from referee.table.zoning import corners_of
from referee.vision.pictures import read_picture, save_picture
from tests.pictured import weights
from tests.typed import told


def test_four_cards_on_a_picture_make_a_table_file_that_is_right_to_three_millimetres(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    weights()
    laid = four_cards(21, BUNDLED, Shot(tilt=20.0))
    picture, out = tmp_path / "laid.png", tmp_path / "made" / "table.json"
    save_picture(picture, laid.picture)
    words = (picture, "--players", 4, "--names", "Ana,Ben,Cem,Dee", "-o", out)
    code, said, _ = told(monkeypatch, capsys, "calibrate", *words, "--draw", tmp_path / "drawn")

    assert code == 0
    assert "pass: 4 cards of 63 x 88 mm" in said
    assert "not by where cards lie now" in said
    table = Table.load(out)
    assert [seat.name for seat in table.seats] == ["Ana", "Ben", "Cem", "Dee"]
    zones = corners_of(table)
    here = applied(np.array(table.to_mm), laid.camera.project(zones))
    assert np.linalg.norm(laid_upon(here, zones) - zones, axis=1).max() < 3
    assert read_picture(tmp_path / "drawn" / "table.png").shape[0] > 720


def test_a_table_without_cards_fails_says_what_to_mend_and_writes_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    weights()
    save_picture(tmp_path / "empty.png", np.full((720, 1280, 3), 90, np.uint8))
    words = (tmp_path / "empty.png", "-o", tmp_path / "table.json", "--json", tmp_path / "found.json")
    code, said, _ = told(monkeypatch, capsys, "calibrate", *words)

    assert code == 1
    assert "lay 4 or more" in said
    assert not (tmp_path / "table.json").exists()
    found = json.loads((tmp_path / "found.json").read_text(encoding="utf-8"))
    assert found["passed"] is False
    assert [fault["fault"] for fault in found["faults"]] == ["few cards"]


def test_the_test_alone_wants_five_cards_and_writes_no_file(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    weights()
    save_picture(tmp_path / "laid.png", four_cards(21, BUNDLED, Shot(tilt=20.0)).picture)
    words = (tmp_path / "laid.png", "--check", "-o", tmp_path / "table.json")
    code, said, _ = told(monkeypatch, capsys, "calibrate", *words)

    assert code == 1
    assert "lay 5 or more" in said
    assert not (tmp_path / "table.json").exists()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("nowhere.png",), "nowhere.png"),
        (("0", "--names", "Ana,Ben"), "There are 3 players and 2 names"),
        (("0", "--cards", "huge"), "say poker, bridge, or as in 63x88"),
        (("0", "--cards", "1x2"), "say poker, bridge, or as in 63x88"),
        (("0", "--players", "7"), "'--players'"),
    ],
)
def test_a_mistake_is_told_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], sentence: str
) -> None:
    weights()
    code, _, said = told(monkeypatch, capsys, "calibrate", *words)

    assert code == 2
    assert sentence in said
    assert said.count("\n") == 1


def test_the_sheet_is_written_for_a_printer(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    code, said, _ = told(monkeypatch, capsys, "calibrate", tmp_path / "new" / "sheet.pdf", "--sheet", "A4")

    assert code == 0
    assert "print it at 100 %" in said
    assert (tmp_path / "new" / "sheet.pdf").read_bytes().startswith(b"%PDF-")


@pytest.mark.parametrize(
    ("words", "sentence"), [(("a5", "x.pdf"), "a4 or letter"), (("a4", "x.png"), "a PDF")]
)
def test_a_sheet_that_cannot_be_written_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: tuple[str, str], sentence: str
) -> None:
    code, _, said = told(monkeypatch, capsys, "calibrate", words[1], "--sheet", words[0])

    assert code == 2
    assert sentence in said
