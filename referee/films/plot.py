"""What kind of game a film shows."""

from __future__ import annotations

from dataclasses import dataclass

from referee.films.nuisances import GAP

STARTS = ("play", "deal", "pile", "endgame")
"""Where films begin: before the first play, with the deal, with a long pile, with the stock used up."""


@dataclass(frozen=True, slots=True)
class Plot:
    """What kind of game.

    `plays` ends the film after so many (0: at the end of the game), `illegal` is the share of plays that
    break the rules on purpose, `sly` of these the share that break a seldom broken one, `idle` of turns in
    which somebody reaches over the table for nothing, `generous` of turns in which a player takes the pile
    without need, `squared` of sets that are laid squarely one upon another. `nuisances` are kinds of
    `nuisances.KINDS`, each one so many plays after the last as `gap` says (least, most). `start` is one of
    `STARTS`.
    """

    plays: int = 60
    illegal: float = 0.05
    sly: float = 0.0
    idle: float = 0.03
    generous: float = 0.01
    squared: float = 0.0
    nuisances: tuple[str, ...] = ()
    gap: tuple[int, int] = GAP
    start: str = "play"
