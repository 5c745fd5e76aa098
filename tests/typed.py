"""Commands as a person types them."""

from __future__ import annotations

import sys

import pytest

from referee import cli


def told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *words: object
) -> tuple[int, str, str]:
    """The exit code of `referee` with *words*, and what it said on standard output and on standard error."""
    monkeypatch.setattr(sys, "argv", ["referee", *map(str, words)])
    with pytest.raises(SystemExit) as exit_:
        cli.main()
    said = capsys.readouterr()
    return int(exit_.value.code or 0), said.out, said.err
