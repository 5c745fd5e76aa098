from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
import typer

from referee import __version__, cli
from referee.errors import UserError
from referee.saving import MADE


def referee(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "referee", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_help_lists_the_commands() -> None:
    done = referee("--help")

    assert done.returncode == 0
    assert "doctor" in done.stdout


def test_the_version_is_the_packages_version() -> None:
    assert referee("--version").stdout.strip() == f"referee {__version__}"


def test_an_unknown_command_is_refused_without_a_traceback() -> None:
    done = referee("shuffle")

    assert done.returncode == 2
    assert "shuffle" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_users_mistake_becomes_one_sentence_and_exit_code_two(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    app = typer.Typer()

    @app.command()
    def play() -> None:
        raise UserError("There is no card table here: bring one.")

    monkeypatch.setattr(cli, "app", app)
    monkeypatch.setattr(cli, "_register", lambda _: None)
    monkeypatch.setattr(sys, "argv", ["referee"])

    with pytest.raises(SystemExit) as exit_:
        cli.main()

    assert exit_.value.code == 2
    assert capsys.readouterr().err == "referee: There is no card table here: bring one.\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("words", [("rules", "list"), ("--version",), ("--help",)])
def test_what_cannot_be_said_is_refused_without_a_traceback(
    monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], unbuffered: str
) -> None:
    monkeypatch.setenv("PYTHONUNBUFFERED", unbuffered)
    with Path("/dev/full").open("w") as full:
        command = [sys.executable, "-m", "referee", *words]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)

    assert done.returncode == 2
    assert done.stderr.startswith("referee: What there is to say cannot be written (No space left on device)")
    assert done.stderr.count("\n") == 1


@pytest.mark.skipif(sys.platform == "win32", reason="the shell is that of POSIX")
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_reader_who_has_heard_enough_is_let_go(monkeypatch: pytest.MonkeyPatch, unbuffered: str) -> None:
    monkeypatch.setenv("PYTHONUNBUFFERED", unbuffered)
    command = f"{sys.executable} -m referee rules list | true"

    done = subprocess.run(command, shell=True, stderr=subprocess.PIPE, text=True, check=False)

    assert done.stderr == ""


def test_nobody_to_write_to_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["referee", "--version"])
    monkeypatch.setattr(sys, "stdout", None)

    with pytest.raises(SystemExit) as exit_:
        cli.main()

    assert exit_.value.code == 0


def test_another_failure_stays_one(monkeypatch: pytest.MonkeyPatch) -> None:
    app = typer.Typer()

    @app.command()
    def play() -> None:
        raise OSError("the table fell over")

    monkeypatch.setattr(cli, "app", app)
    monkeypatch.setattr(cli, "_register", lambda _: None)
    monkeypatch.setattr(sys, "argv", ["referee"])

    with pytest.raises(OSError, match="fell over"):
        cli.main()


@pytest.mark.parametrize("module", ["typer", "referee.commands.demo", "cv2"])
def test_ctrl_c_while_modules_load_stops_without_a_word(module: str) -> None:
    script = f"""
import signal, sys
class CtrlC:
    def find_spec(self, name, *_):
        if name == "{module}":
            signal.raise_signal(signal.SIGINT)
sys.meta_path.insert(0, CtrlC())
signal.signal(signal.SIGINT, signal.default_int_handler)  # a background job ignores it
from referee.__main__ import main
main()
"""
    command = [sys.executable, "-c", script, "demo", "--help"]

    done = subprocess.run(command, capture_output=True, text=True, check=False)

    assert (done.returncode, done.stderr) == (130, "")


def test_the_doctor_comes_also_where_opencv_does_not_load(tmp_path: Path) -> None:
    script = "import sys; sys.modules['cv2'] = None; from referee.cli import main; main()"
    command = [sys.executable, "-c", script, "doctor", "--journal", str(tmp_path)]

    done = subprocess.run(command, capture_output=True, text=True, check=False)

    assert "Traceback" not in done.stderr
    assert "OpenVINO" in done.stdout


def test_every_command_has_help_with_an_example() -> None:
    cli._register()
    command = typer.main.get_command(cli.app)

    without = [name for name, each in _commands(command) if f"Example: referee {name}" not in _help(each)]

    assert without == []


def test_every_option_that_writes_a_file_says_that_it_makes_folders() -> None:
    cli._register()
    command = typer.main.get_command(cli.app)
    writing = [
        (name, str(getattr(option, "help", "")))
        for name, each in _commands(command)
        for option in getattr(each, "params", ())
        if {"--json", "-o", "--draw"} & set(option.opts)
    ]

    assert len(writing) > 10
    assert [name for name, help_ in writing if MADE not in help_] == []


def _commands(command: object, path: tuple[str, ...] = ()) -> list[tuple[str, object]]:
    """Every command and group below *command*, and itself, each with its words."""
    children = getattr(command, "commands", {})
    below = [found for name, child in children.items() for found in _commands(child, (*path, name))]
    return [(" ".join(path), command), *below]


def _help(command: object) -> str:
    return str(getattr(command, "help", "") or "") + str(getattr(command, "epilog", ""))
