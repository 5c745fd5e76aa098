"""The truth about a film: every event with its times, whose turn it was when, and what was planted."""

from __future__ import annotations

import json
from bisect import bisect_right
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from referee.errors import MISREAD, UserError, why
from referee.rules import loading
from referee.rules.actions import (
    CardsPlayed,
    Event,
    FaceDownFlipped,
    PileCleared,
    PilePickedUp,
    RowSwapped,
)
from referee.rules.codec import event_from_json, event_to_json
from referee.rules.ruleset import RuleSet

VERSION = 1
Play = CardsPlayed | FaceDownFlipped | PilePickedUp | PileCleared | RowSwapped
"""The events that the rules judge."""


class TruthError(UserError):
    """A truth file that cannot be used."""


@dataclass(frozen=True, slots=True)
class Happening:
    """One event: its arm comes in at `t0`, its cards lie still at `t1`, the arm is out of the pile's zone at
    `left` (seconds of film time). `legal` and `code` are the ruling it deserves; `planted` is whether a bot
    broke the rules on purpose; `then` is what the table did about an illegal play: `retracted`, `stands`
    or `played_on`. So many of its cards as `hidden` lie squarely under the last one.
    """

    t0: float
    t1: float
    left: float
    event: Event
    legal: bool = True
    code: str = "OK"
    planted: bool = False
    then: str | None = None
    hidden: int = 0

    def to_json(self) -> dict[str, Any]:
        """The happening as `truth.json` has it."""
        times = {"t0": round(self.t0, 3), "t1": round(self.t1, 3), "left": round(self.left, 3)}
        verdict = {"legal": self.legal, "code": self.code, "planted": self.planted, "then": self.then}
        more = {"hidden": self.hidden} if self.hidden else {}
        return {**times, "event": event_to_json(self.event), **verdict, **more}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Happening:
        """The inverse of `to_json`."""
        return cls(**{**data, "event": event_from_json(data["event"])})


@dataclass(frozen=True, slots=True)
class Nuisance:
    """Something of *kind* happened between `t0` and `t1` that is no event (`nuisances.KINDS`)."""

    kind: str
    t0: float
    t1: float


@dataclass(frozen=True, slots=True)
class Turn:
    """From `t` on it was `seat`'s turn (None: the game was over)."""

    t: float
    seat: int | None


@dataclass(frozen=True, slots=True)
class Truth:
    """All that happens in one film.

    `start` is what the table told before it began, `end` its length in seconds,
    `loser` the Shithead when the game was played out. `house` are the data of a rule set that does not come
    with the referee.
    """

    seed: int
    rules: str
    names: tuple[str, ...]
    deck: str
    size: tuple[int, int]
    fps: int
    start: tuple[Event, ...]
    events: tuple[Happening, ...]
    turns: tuple[Turn, ...]
    end: float
    loser: int | None = None
    nuisances: tuple[Nuisance, ...] = ()
    house: dict[str, Any] | None = None

    @property
    def rule_data(self) -> dict[str, Any]:
        """The data of its rule set."""
        return self.house or loading.read(self.rules)

    @property
    def rule_set(self) -> RuleSet:
        """Its rule set."""
        return loading.reopen(self.rule_data)

    @property
    def plays(self) -> int:
        """How many plays it has: all events that the rules judge, draws are none."""
        return sum(isinstance(happening.event, Play) for happening in self.events)

    def turn_at(self, t: float) -> int | None:
        """Whose turn it was at film time *t*."""
        index = bisect_right(self.turns, t, key=lambda turn: turn.t) - 1
        return self.turns[index].seat if index >= 0 else None

    def save(self, path: Path) -> None:
        """Write `truth.json`."""
        data = {
            "version": VERSION,
            "seed": self.seed,
            "rules": self.rules,
            "names": self.names,
            "deck": self.deck,
            "size": self.size,
            "fps": self.fps,
            "start": [event_to_json(event) for event in self.start],
            "events": [happening.to_json() for happening in self.events],
            "turns": [{"t": round(turn.t, 3), "seat": turn.seat} for turn in self.turns],
            "end": {"t": round(self.end, 3), "loser": self.loser},
        }
        if self.nuisances:
            data["nuisances"] = [
                {"kind": one.kind, "t0": round(one.t0, 3), "t1": round(one.t1, 3)} for one in self.nuisances
            ]
        if self.house:
            data["house"] = self.house
        path.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


def load(path: Path) -> Truth:
    """Read `truth.json`. Raises `TruthError` in one plain sentence."""
    try:
        return _truth(json.loads(path.read_text(encoding="utf-8")))
    except FileNotFoundError:
        raise TruthError(f"There is no {path}: a film without its truth cannot be measured.") from None
    except (*MISREAD, UserError) as error:
        raise TruthError(
            f"{path} is no truth file ({why(error)}): make the film again with `referee films make`."
        ) from error


def _truth(data: dict[str, Any]) -> Truth:
    if data["version"] != VERSION:
        raise ValueError(f"version {data['version']} instead of {VERSION}")
    return Truth(
        seed=int(data["seed"]),
        rules=str(data["rules"]),
        names=tuple(map(str, data["names"])),
        deck=str(data["deck"]),
        size=(int(data["size"][0]), int(data["size"][1])),
        fps=int(data["fps"]),
        start=tuple(event_from_json(event) for event in data["start"]),
        events=tuple(Happening.from_json(happening) for happening in data["events"]),
        turns=tuple(Turn(float(turn["t"]), turn["seat"]) for turn in data["turns"]),
        end=float(data["end"]["t"]),
        loser=data["end"]["loser"],
        nuisances=tuple(Nuisance(**one) for one in data.get("nuisances", ())),
        house=data.get("house"),
    )
