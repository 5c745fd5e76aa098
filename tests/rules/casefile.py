"""Adjudication cases as they lie in `tests/rules/cases`: one file a rule set, one case a line.

A line holds the rows of the inventory it tests (`rows`, and `decided` where a decision settles it), what lies
there (`pile`, `seats` as hand/up/down of each, `known` cards of hands, `also` what else matters), what is
done (`before`, and last `does`: seat, action, where from, cards; `how` for the rest of a swap or draw) and
what is right (`gives` the code, `next` the seat to act, `then` what else is to hold). What is left out is as
usual: three players, a game under way, a stock of twenty, and the turn of the seat that acts.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from referee.rules.laying import LEGAL

CASES = Path(__file__).resolve().parent / "cases"
_SOURCES = ("hand", "up", "down", "stock")

Line = Mapping[str, Any]


def all_cases() -> Iterator[tuple[str, dict[str, Any]]]:
    """Every case, with its name, in the format of `referee rules check`."""
    for path in sorted(CASES.glob("*.toml")):
        for name, line in tomllib.loads(path.read_text(encoding="utf-8")).items():
            yield name, case(name, path.stem, line)


def rows_of(line: Mapping[str, Any]) -> list[str]:
    """The rows of the inventory that a case tests."""
    return list(line["rule_ids"])


def case(name: str, base: str, line: Line) -> dict[str, Any]:
    """One line as a case."""
    action = _action(line["does"], line.get("how", {}))
    state = _state(line, action)
    return {
        "id": name,
        "rule_ids": line["rows"].split(),
        "decided": line.get("decided", "").split(),
        "ruleset": {"base": base, **line.get("with", {})},
        "state": state,
        "before": [_action(each, {}) for each in line.get("before", ())],
        "action": action,
        "expect": _expected(line, state, action),
    }


def _action(does: str, how: Line) -> dict[str, Any]:
    seat, kind, *rest = does.split()
    action: dict[str, Any] = {"seat": int(seat), "type": kind}
    if rest and rest[0] in _SOURCES:
        action["source"] = rest.pop(0)
    more = {key: value.split() if key == "take" else value for key, value in how.items()}
    return {**action, "cards": rest, **more}


def _state(line: Line, action: Line) -> dict[str, Any]:
    turn = line.get("turn", action["seat"])
    known = {seat: cards.split() for seat, cards in line.get("known", {}).items()}
    return {
        "pile": line.get("pile", "").split(),
        "players": line.get("players", 3),
        "turn": None if turn == "nobody" else turn,
        "direction": line.get("direction", 1),
        "hand_known": known or None,
        "stock": line.get("stock", 20),
        "phase": line.get("phase", "play"),
        "zones": {seat: _zones(text) for seat, text in line.get("seats", {}).items()},
        **line.get("also", {}),
    }


def _zones(text: str) -> dict[str, Any]:
    return {zone: _zone(part) for zone, part in zip(("hand", "up", "down"), text.split("/"), strict=True)}


def _zone(text: str) -> int | list[str]:
    return int(text) if text.isdigit() else text.split()


def _expected(line: Line, state: Line, action: Line) -> dict[str, Any]:
    code, following = line["gives"], line.get("next", action["seat"])
    return {
        "legal": code in LEGAL,
        "reason_code": code,
        "burn": "BURN" in code,
        "next_seat": None if following == "nobody" else following,
        "direction": state["direction"],
        "game_over": False,
        **line.get("then", {}),
    }
