from __future__ import annotations

import json
import socket
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from referee.commands import doctor
from referee.health import Health, note


@pytest.fixture
def app() -> typer.Typer:
    app = typer.Typer()
    app.callback()(lambda: None)
    doctor.register(app)
    return app


def test_a_taken_port_is_told_and_exits_with_one(app: typer.Typer, tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("", 0))
        taken.listen()
        number = taken.getsockname()[1]
        done = CliRunner().invoke(app, ["doctor", "--port", str(number), "--journal", str(tmp_path)])

    assert done.exit_code == 1
    assert f"{number} is in use  -> " in done.stdout


def test_the_findings_are_written_for_programs_too(app: typer.Typer, tmp_path: Path) -> None:
    CliRunner().invoke(app, ["doctor", "--journal", str(tmp_path), "--json", str(tmp_path / "found.json")])

    found = json.loads((tmp_path / "found.json").read_text(encoding="utf-8"))
    assert {"Python", "OpenVINO", "Weights", "Port"} <= {finding["name"] for finding in found}
    assert {finding["health"] for finding in found} <= set(Health)


def test_a_line_tells_the_name_the_finding_and_the_remedy() -> None:
    told = doctor.line(note("Cameras", "none listed", "Plug one in.")).plain

    assert told == "note  Cameras          none listed  -> Plug one in."
