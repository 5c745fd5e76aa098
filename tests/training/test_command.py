from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from referee.commands import train
from referee.errors import UserError
from referee.training.assets import AssetsError
from referee.vision.photos import read_picture


@pytest.fixture
def app() -> typer.Typer:
    app = typer.Typer()
    app.callback()(lambda: None)
    train.register(app)
    return app


def test_scenes_are_drawn_to_be_looked_at_without_torch(
    app: typer.Typer, pictures: Path, tmp_path: Path
) -> None:
    call = [
        "train",
        "scenes",
        str(tmp_path / "scenes"),
        "--assets",
        str(pictures),
        "--n",
        "2",
        "--side",
        "160",
    ]

    done = CliRunner().invoke(app, call)

    assert done.exit_code == 0
    drawn = sorted((tmp_path / "scenes").iterdir())
    assert [path.name for path in drawn] == ["7-0000.png", "7-0001.png"]
    assert read_picture(drawn[0]).shape == (160, 160, 3)


def test_a_folder_that_holds_no_pictures_for_scenes_is_told(app: typer.Typer, tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["train", "scenes", str(tmp_path / "scenes"), "--assets", str(tmp_path)])

    assert isinstance(done.exception, AssetsError)


@pytest.mark.parametrize(
    "call",
    [
        ["detector", "--assets", "a", "--checkpoint", "c", "--minutes", "1"],
        ["reader", "--assets", "a", "--checkpoint", "c", "--minutes", "1"],
        ["index", "--assets", "a", "--checkpoint", "c", "--minutes", "1"],
        ["export", "--detector", "c"],
        ["all", "--minutes", "1"],
    ],
)
def test_training_without_torch_says_what_to_install(app: typer.Typer, call: list[str]) -> None:
    if importlib.util.find_spec("torch"):
        pytest.skip("torch is installed here")

    done = CliRunner().invoke(app, ["train", *call])

    assert isinstance(done.exception, UserError)
    assert "pip install .[train]" in str(done.exception)


def test_what_is_fetched_comes_by_name_and_is_told(
    app: typer.Typer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("resvg_py")
    monkeypatch.setenv("PATH", str(tmp_path))  # no package manager is found
    monkeypatch.setattr("sys.executable", str(tmp_path / "python"))

    done = CliRunner().invoke(app, ["train", "fetch", str(tmp_path / "assets")])

    assert done.exit_code == 0
    assert "The Debian package gnome-cards-data needs the program apt-get, which is not here." in done.output
    assert f"0 decks in {tmp_path / 'assets' / 'decks'}" in done.output


def test_drawing_decks_without_resvg_says_what_to_install(app: typer.Typer, tmp_path: Path) -> None:
    if importlib.util.find_spec("resvg_py"):
        pytest.skip("resvg-py is installed here")

    done = CliRunner().invoke(app, ["train", "fetch", str(tmp_path)])

    assert isinstance(done.exception, UserError)
    assert "pip install .[train]" in str(done.exception)


@pytest.mark.parametrize("name", ["fetch", "all", "scenes", "detector", "reader", "index", "export"])
def test_each_step_of_the_training_has_help_with_an_example(app: typer.Typer, name: str) -> None:
    assert "Example: referee train" in CliRunner().invoke(app, ["train", name, "--help"]).stdout
