"""Where the data of a rule set stand: in a preset, or in a TOML file beside the one that names it."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Any

from referee.rules.faults import TOO_MUCH
from referee.rules.ruleset import RuleSetError
from referee.rules.undescribed import undescribed

PRESETS = Path(__file__).resolve().parent / "presets"
_GUIDE = 'write base = "pagat" and below it what you play otherwise (`referee rules schema` lists the keys)'


@dataclass(frozen=True, slots=True)
class RuleFile:
    """A rule file as it was read: what it is called in sentences, where it lies, and what stands in it."""

    called: str
    path: Path
    data: dict[str, Any]

    @property
    def preset(self) -> bool:
        """Whether it comes with the referee."""
        return self.resolved.parent == PRESETS

    @property
    def resolved(self) -> Path:
        """Where it lies, however it was named."""
        return self.path.resolve()


@cache
def presets() -> tuple[str, ...]:
    """The names of the rule sets that come with the referee."""
    return tuple(sorted(path.stem for path in PRESETS.glob("*.toml")))


def rule_file(name: str, beside: Path | None = None) -> RuleFile:
    """The preset *name*, or the `.toml` file: in the folder *beside*, else in the working folder.

    Raises `RuleSetError`.
    """
    if name in presets():
        return RuleFile(name, PRESETS / f"{name}.toml", tomllib.loads(_preset(name)))
    if not name.endswith(".toml"):
        raise RuleSetError(_unknown(name))
    try:
        path = _found(name, beside)
        return RuleFile(str(path), path, _data(path))
    except OSError as error:
        raise RuleSetError(f"{name} cannot be read: {error.strerror}") from error


@cache
def _preset(name: str) -> str:
    return (PRESETS / f"{name}.toml").read_text(encoding="utf-8")


def _found(name: str, beside: Path | None) -> Path:
    for path in (*([beside / name] if beside else []), Path(name)):
        if path.is_dir():
            raise RuleSetError(f"{path} is a folder; give a .toml file")
        if path.exists():
            return path
    raise RuleSetError(f"There is no file {name}; check its name, or see `referee rules list`")


def _data(path: Path) -> dict[str, Any]:
    try:
        # Some editors put a byte order mark before the first line.
        data = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except UnicodeDecodeError as error:
        raise RuleSetError(f"{path} is no TOML file but something that is no text; {_GUIDE}") from error
    except tomllib.TOMLDecodeError as error:
        place = str(error).rpartition("(at ")[2].rstrip(")").replace("end of document", "its end")
        raise RuleSetError(f"{path} is no TOML file: it goes wrong at {place}; {_GUIDE}") from error
    except (RecursionError, ValueError) as error:
        raise RuleSetError(f"{path} is no rule file: {TOO_MUCH}; {_GUIDE}") from error
    if not data:
        raise RuleSetError(f"{path} is empty; {_GUIDE}")
    return data


def _unknown(name: str) -> str:
    """Why there is no rule set *name*, and what it might have been."""
    for key, game in undescribed().items():
        if name.casefold() in (key, game.title.casefold()):
            return f"{game.title}: {game.reason}; write its rules as a .toml file and give that"
    known = {name: name for name in presets()}
    known |= {other.casefold(): name for name in presets() for other in rule_file(name).data.get("also", ())}
    meant = "".join(f" (did you mean {known[it]}?)" for it in get_close_matches(name.casefold(), known, 1))
    return f"There is no rule set {name!r}{meant}; choose one of {', '.join(presets())}, or give a .toml file"
