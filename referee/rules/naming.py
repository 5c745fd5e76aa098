"""What a rule set is called: what its file says, and else as the file."""

from __future__ import annotations

import json
from typing import Any

from referee.rules.rulefiles import RuleFile, presets
from referee.rules.ruleset import RuleSetError

_ANOTHER = 'give yours a name of its own, as `name = "house"`'


def with_names(file: RuleFile) -> dict[str, Any]:
    """The data of *file* with a name and a title of its own: those of its base are another game's.

    What was recorded by a name has to be told from other games, and the name has to go in a line of text.
    Raises `RuleSetError`.
    """
    own = {"name": file.path.stem, "title": f"House rules of {file.path.name}"} if "base" in file.data else {}
    data = {**own, **file.data}
    if not file.preset:
        for key in ("name", "title", "also"):
            for text in _texts(data.get(key)):
                _check_line(file, key, text)
        if data.get("name") in presets():
            raise RuleSetError(f"{file.called}: {data['name']} comes with the referee; {_ANOTHER}")
    return data


def _texts(value: object) -> list[str]:
    """The texts of *value*; what is none is told where the whole file is checked."""
    return [text for text in (value if isinstance(value, list) else [value]) if isinstance(text, str)]


def _check_line(file: RuleFile, key: str, text: str) -> None:
    if text and text.isprintable() and text == text.strip():
        return
    said = json.dumps(text, ensure_ascii=not text.isprintable())[:60]
    raise RuleSetError(
        f"{file.called}: `{key}` = {said} must be one line of visible characters; write another `{key}`"
    )
