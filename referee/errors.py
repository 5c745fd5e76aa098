"""Errors that a person can cause."""

from __future__ import annotations

import json

MISREAD = (OSError, ValueError, LookupError, TypeError, AttributeError, OverflowError, RecursionError)
"""What reading a file of another kind, or one written by hand, may raise."""

_PYTHONS = ("invalid literal", "could not convert", "cannot convert", "not enough values", "too many values")
"""How Python's own sentences about values begin; other such sentences are ours."""


class UserError(Exception):
    """Something a person can mend. The message is one plain sentence that says what is wrong and what to do.

    The command line prints it and exits with 2; nothing else is caught there.
    """


def why(error: BaseException) -> str:
    """What *error* of `MISREAD` says of a file, in plain words instead of Python's."""
    text = str(error)
    if isinstance(error, OSError):
        return error.strerror or "it cannot be read"
    if isinstance(error, json.JSONDecodeError):
        return f"line {error.lineno} is no JSON"
    if isinstance(error, UnicodeError):
        return "it is no text"
    if isinstance(error, KeyError):
        return f"it lacks {text}"
    ours = isinstance(error, ValueError | UserError) and not text.startswith(_PYTHONS)
    return text if ours else "its parts are not of the right kind"
