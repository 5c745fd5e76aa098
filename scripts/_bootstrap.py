"""What scripts/demo, scripts/test and scripts/check do, with nothing but the standard library.

Makes `.venv` in the repository, installs the project there (again only when pyproject.toml has changed),
then starts what was asked for: `python scripts/_bootstrap.py demo|test|check [ARGUMENTS...]`.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
STAMP = VENV / "referee-install.json"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
LIMIT_MINUTES = float(os.environ.get("REFEREE_TEST_MINUTES", "12"))

CHECKS = (
    ("lint", ("ruff", "check", ".")),
    ("format", ("ruff", "format", "--check", ".")),
    ("types", ("mypy",)),
    ("imports", ("lint-imports", "--no-logo")),
)

sys.path.insert(0, str(ROOT))


def main(arguments: Sequence[str]) -> int:
    """Install what is needed, run what was asked for, return its exit status."""
    task, *rest = arguments or ("demo",)
    _name_missing_libraries()
    _install("" if task == "demo" else "[dev]")
    if task == "demo":
        return _run([PYTHON, "-m", "referee", "demo", *rest])
    if task == "check":
        return check()
    checked = check()
    return _pytest(rest) or checked


def check() -> int:
    """Run every check, also after one has failed; 1 when any has."""
    failed = [name for name, command in CHECKS if _run([BIN / command[0], *command[1:]])]
    if failed:
        print(f"scripts/check: {', '.join(failed)} failed", file=sys.stderr)
    return 1 if failed else 0


def _pytest(arguments: Sequence[str]) -> int:
    try:
        return _run([PYTHON, "-m", "pytest", *arguments], timeout=LIMIT_MINUTES * 60)
    except subprocess.TimeoutExpired:
        print(
            f"scripts/test: the tests took longer than {LIMIT_MINUTES:g} minutes and were stopped; "
            "REFEREE_TEST_MINUTES sets another limit.",
            file=sys.stderr,
        )
        return 1


def _install(extra: str) -> None:
    wanted = _fingerprint()
    have = _stamp()
    if have.get("fingerprint") == wanted and extra in ("", have.get("extra")) and _works():
        return
    started = time.monotonic()
    print(f"Installing the referee{extra} into {VENV.name} (once; needs the network) ...", flush=True)
    STAMP.unlink(missing_ok=True)
    if not _works():
        _make_venv()
    extra = extra or have.get("extra", "")
    pip = (PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    if _run([*pip, "--editable", f".{extra}"]):
        _stop("The installation failed: see pip's message above, mend it (often the network), run again.")
    STAMP.write_text(json.dumps({"fingerprint": wanted, "extra": extra}), encoding="utf-8")
    print(f"Installed in {time.monotonic() - started:.0f} s.", flush=True)


def _make_venv() -> None:
    if importlib.util.find_spec("ensurepip") is None:
        _stop(f"{sys.executable} cannot make environments: run `sudo apt-get install python3-venv`.")
    if _run([sys.executable, "-m", "venv", "--clear", VENV]):
        _stop(f"The environment {VENV} could not be made: see the message above.")


def _fingerprint() -> str:
    version = ".".join(map(str, sys.version_info[:2]))
    text = f"{ROOT}\n{version}\n{(ROOT / 'pyproject.toml').read_text(encoding='utf-8')}"
    return hashlib.sha256(text.encode()).hexdigest()


def _stamp() -> dict[str, str]:
    try:
        return dict(json.loads(STAMP.read_text(encoding="utf-8")))
    except (OSError, ValueError):
        return {}


def _works() -> bool:
    """Whether the environment is there, of this Python's version, and has pip (a half-made one has not)."""
    probe = f"import pip, sys; sys.exit(sys.version_info[:2] != {sys.version_info[:2]})"
    try:
        return subprocess.run([PYTHON, "-c", probe], capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def _name_missing_libraries() -> None:
    from referee.system import missing_libraries, remedy

    missing = missing_libraries()
    if missing:
        _stop(remedy(missing))


def _run(command: Sequence[str | Path], timeout: float | None = None) -> int:
    return subprocess.run([str(part) for part in command], cwd=ROOT, check=False, timeout=timeout).returncode


def _stop(sentence: str) -> None:
    print(sentence, file=sys.stderr)
    sys.exit(2)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
