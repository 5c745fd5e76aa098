"""The `referee` command from its first moment on, also as `python -m referee`."""

from __future__ import annotations

import sys

STOPPED = 130
"""The exit code of a program that Ctrl-C stopped."""


def main() -> None:
    """Run the command line; Ctrl-C stops it without a word, also while its modules are still loading."""
    try:
        from referee.cli import main as command_line

        command_line()
    except KeyboardInterrupt:
        sys.exit(STOPPED)


if __name__ == "__main__":
    main()
