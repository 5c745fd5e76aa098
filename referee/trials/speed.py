"""How many events the rules take in a second."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from referee.rules.actions import GameConfigured
from referee.rules.engine import new_game, observe
from referee.trials.games import Record, games

_GAMES = 87
_PASSES = 3


@dataclass(frozen=True)
class RulesSpeed:
    """So many events of whole games were verified and folded in so much time of one processor."""

    events: int
    cpu_s: float

    @property
    def per_s(self) -> float:
        """Events a second."""
        return self.events / self.cpu_s if self.cpu_s else 0.0


def measure_rules(count: int = _GAMES) -> RulesSpeed:
    """The fastest of a few passes over *count* random games of all presets.

    Time of the processor, not of the clock: who else uses the machine does not count.
    """
    played = list(games(count, seed=0))
    fastest = min(_timed(played) for _ in range(_PASSES))
    return RulesSpeed(sum(len(record.events) for record in played), fastest)


def _timed(played: Sequence[Record]) -> float:
    began = time.process_time()
    for record in played:
        state = new_game(GameConfigured(record.rules.name, record.players), record.rules)
        for event in record.events:
            state, _ = observe(state, event)
    return time.process_time() - began
