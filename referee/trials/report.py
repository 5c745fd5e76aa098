"""What `referee eval rules` finds, as it goes and in total."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from referee.rules.loading import load
from referee.trials.games import LONGEST, Fault, games
from referee.trials.perft import Count, Opens, count
from referee.trials.second import NoCheckoutError, second_telling

USUAL_NODES = 1_000_000


@dataclass
class Report:
    """The games played and the positions counted so far; `counted` are the sets of the second telling.

    *nodes* positions of each of these are wished for; `lacking` where there is nothing to count them by.
    """

    nodes: int = 0
    lacking: bool = False
    counted: tuple[str, ...] = ()
    opens: Opens | None = None
    games: int = 0
    ended: int = 0
    events: int = 0
    faults: list[Fault] = field(default_factory=list)
    counts: dict[str, Count] = field(default_factory=dict)

    @classmethod
    def begun(cls, nodes: int | None) -> Report:
        """Nothing yet; None are as many *nodes* as usual, where there is a checkout to count them by.

        Raises `NoCheckoutError` where *nodes* that somebody asked for cannot be counted.
        """
        if nodes == 0:
            return cls()
        try:
            second = second_telling()
        except NoCheckoutError:
            if nodes is not None:
                raise
            return cls(lacking=True)
        return cls(nodes or USUAL_NODES, False, tuple(second.GAMES), second.opened)

    def play(
        self, number: int, seed: int, progress: Callable[[float], None], tell: Callable[[str], None]
    ) -> None:
        """*number* random games; *tell* is told of each that is broken."""
        for record in games(number, seed, progress):
            self.games += 1
            self.ended += record.ended
            self.events += len(record.events)
            self.faults += record.faults
            for fault in record.faults:
                tell(str(fault))

    def count(
        self, name: str, nodes: int, seed: int, progress: Callable[[float], None], tell: Callable[[str], None]
    ) -> None:
        """The moves of the rule set *name*; *tell* is told how many both counted, and where they part."""
        assert self.opens is not None
        found = self.counts[name] = count(load(name), self.opens, nodes, seed, progress)
        apart = f"; they part {found.apart}" if found.apart else ""
        tell(f"{name}: the engine counts {found.ours}, the second telling {found.theirs}{apart}")

    @property
    def differing(self) -> list[str]:
        """The rule sets whose moves differ."""
        return [name for name, found in self.counts.items() if found.apart or found.ours != found.theirs]

    @property
    def broken(self) -> bool:
        """Whether anything does not hold."""
        return bool(self.faults or self.differing)

    @property
    def remarks(self) -> list[str]:
        """What there is to know about the totals: games without an end, and moves that were not counted."""
        cut_off = self.games - self.ended - len(self.faults)
        games = f"{cut_off} game was" if cut_off == 1 else f"{cut_off} games were"
        short = f"{games} not over after {LONGEST} turns and cut off there; all was well until then."
        uncounted = (
            "Moves were not counted: the second telling is among the tests of a checkout; run this in one."
        )
        return [*([short] if cut_off else []), *([uncounted] if self.lacking else [])]

    @property
    def line(self) -> str:
        """The totals in a line."""
        nodes = sum(found.ours for found in self.counts.values())
        played = f"games {self.games} ended {self.ended} events {self.events} broken {len(self.faults)}"
        return f"{played} counted {len(self.counts)} nodes {nodes} differing {len(self.differing)}"

    @property
    def figures(self) -> dict[str, Any]:
        """The same for programs."""
        counts = {
            name: {"engine": found.ours, "second": found.theirs, "apart": found.apart}
            for name, found in self.counts.items()
        }
        played = {"games": self.games, "ended": self.ended, "events": self.events}
        return {
            "total": self.line,
            **played,
            "remarks": self.remarks,
            "broken": [str(fault) for fault in self.faults],
            "counts": counts,
        }
