"""Errors that a person can cause."""

from __future__ import annotations


class UserError(Exception):
    """Something a person can mend. The message is one plain sentence that says what is wrong and what to do.

    The command line prints it and exits with 2; nothing else is caught there.
    """
