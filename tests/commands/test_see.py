from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import cv2
import pytest
import typer
from typer.testing import CliRunner

from referee.cards import Reading, card
from referee.commands import see
from referee.vision import eyes
from referee.vision.draw import DOUBTFUL
from referee.vision.models import EyesError, Settings
from referee.vision.photos import PhotoError, read_picture
from referee.vision.sighting import Picture, Quad, Region, SeenCard, Side
from tests.pictured import Lying, table, weights

CLEAR: Quad = ((10, 20), (74, 20), (74, 110.04), (10, 110))
SEEN = [
    SeenCard(CLEAR, Side.FACE, Reading(((card("7H"), 0.98), (card("AH"), 0.012), (card("2C"), 0.004))), 0.9),
    SeenCard(CLEAR, Side.FACE, Reading(((card("6S"), 0.5), (card("8S"), 0.45))), 0.8, whole=False),
    SeenCard(CLEAR, Side.FACE, Reading(((card("JK"), 0.97),)), 0.9),
    SeenCard(CLEAR, Side.FACE, Reading(()), 0.9),
    SeenCard(CLEAR, Side.BACK, Reading(()), 0.9),
]


class Scripted:
    """Eyes that see the same in every picture."""

    settings = Settings(sure=0.6)

    def __init__(self, seen: list[SeenCard]) -> None:
        self.seen = seen

    def look(self, picture: Picture, region: Region | None = None) -> list[SeenCard]:
        return self.seen


@pytest.fixture
def app(monkeypatch: pytest.MonkeyPatch) -> typer.Typer:
    monkeypatch.setattr(eyes, "load", lambda *_: Scripted(SEEN))
    return command()


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    cv2.imwrite(str(tmp_path / "table.png"), table(size=(160, 120)))
    return tmp_path / "table.png"


def command() -> typer.Typer:
    app = typer.Typer()
    app.callback()(lambda: None)
    see.register(app)
    return app


def test_a_line_a_card_says_what_it_is_how_sure_where_and_what_else_it_may_be(
    app: typer.Typer, picture: Path
) -> None:
    done = CliRunner().invoke(app, ["see", str(picture)])

    assert done.exit_code == 0
    assert done.stdout.splitlines() == [
        f"{picture}: 7H 0.980 at 42,65 (or AH 0.01)",
        f"{picture}: ?? 0.500 at 42,65 (or 6S 0.50, 8S 0.45)",
        f"{picture}: JK 0.970 at 42,65",
        f"{picture}: ?? 0.000 at 42,65 (nothing is read on it: perhaps it is no card)",
        f"{picture}: back at 42,65",
    ]


def test_a_picture_without_cards_says_so(monkeypatch: pytest.MonkeyPatch, picture: Path) -> None:
    monkeypatch.setattr(eyes, "load", lambda *_: Scripted([]))

    assert CliRunner().invoke(command(), ["see", str(picture)]).stdout == f"{picture}: no cards\n"


def test_json_is_what_the_contract_names(app: typer.Typer, picture: Path, tmp_path: Path) -> None:
    CliRunner().invoke(app, ["see", str(picture), str(picture), "--json", str(tmp_path / "seen.json")])

    first, second = json.loads((tmp_path / "seen.json").read_text(encoding="utf-8"))
    polygon = [[10, 20], [74, 20], [74, 110.0], [10, 110]]
    assert first == second
    assert first == {
        "file": str(picture),
        "cards": [
            {"card": "7H", "p": 0.98, "alternatives": [["AH", 0.012]], "polygon": polygon},
            {"card": "??", "p": 0.5, "alternatives": [["6S", 0.5], ["8S", 0.45]], "polygon": polygon},
            {"card": "JK", "p": 0.97, "alternatives": [], "polygon": polygon},
            {"card": "??", "p": 0.0, "alternatives": [], "polygon": polygon},
        ],
        "backs": [{"polygon": polygon}],
    }


def test_draw_saves_each_picture_with_the_finds_in_it(
    app: typer.Typer, picture: Path, tmp_path: Path
) -> None:
    CliRunner().invoke(app, ["see", str(picture), "--draw", str(tmp_path / "finds" / "today")])

    drawn = read_picture(tmp_path / "finds" / "today" / "table.png")
    assert drawn.shape[1] >= read_picture(picture).shape[1]
    assert (drawn == DOUBTFUL).all(axis=2).any()


def test_pictures_of_one_name_from_two_folders_are_both_drawn(app: typer.Typer, picture: Path) -> None:
    other = picture.parent / "other" / "table.png"
    other.parent.mkdir()
    other.write_bytes(picture.read_bytes())

    CliRunner().invoke(app, ["see", str(picture), str(other), "--draw", str(picture.parent / "finds")])

    assert len(list((picture.parent / "finds").glob("*.png"))) == 2


def test_json_where_nothing_can_be_written_is_told(app: typer.Typer, picture: Path) -> None:
    done = CliRunner().invoke(app, ["see", str(picture), "--json", str(picture / "seen.json")])

    assert "seen.json cannot be written" in str(done.exception)


def test_a_broken_picture_is_told(app: typer.Typer, tmp_path: Path) -> None:
    (tmp_path / "notes.jpg").write_text("no picture", encoding="utf-8")

    done = CliRunner().invoke(app, ["see", str(tmp_path / "notes.jpg")])

    assert isinstance(done.exception, PhotoError)
    assert "notes.jpg is no picture" in str(done.exception)


def test_bad_input_exits_with_two_and_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "notes.jpg").write_text("no picture", encoding="utf-8")
    call = [sys.executable, "-m", "referee", "see", str(tmp_path / "notes.jpg"), "--models", str(tmp_path)]

    done = subprocess.run(call, capture_output=True, text=True, check=False)

    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1
    assert "Traceback" not in done.stderr


def test_the_shipped_eyes_say_what_lies_in_a_picture(tmp_path: Path) -> None:
    folder = weights()
    cards = [Lying("7H", 150, 170, 8, 110), Lying("10D", 400, 180, 90, 110)]
    cv2.imwrite(str(tmp_path / "table.jpg"), table(*cards, size=(560, 360)))

    done = CliRunner().invoke(command(), ["see", str(tmp_path / "table.jpg"), "--models", str(folder)])

    assert {line.split(": ")[1].split()[0] for line in done.stdout.splitlines()} == {"7H", "10D"}


def test_a_model_of_ones_own_that_is_not_there_is_told(picture: Path) -> None:
    with pytest.raises(EyesError, match=r"no model .*mine\.pt"):
        CliRunner().invoke(
            command(), ["see", str(picture), "--trust-model", "mine.pt"], catch_exceptions=False
        )
