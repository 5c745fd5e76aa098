"""Short films of one thing each, for tests and for looking at it."""

from __future__ import annotations

from dataclasses import replace

from referee.films.make import Script, Shot, write
from referee.films.plot import Plot


def of_nuisance(kind: str, seed: int = 7, shot: Shot | None = None, plays: int = 6) -> tuple[Script, Shot]:
    """A film of a few brisk plays, six in about twenty seconds, bothered by *kind* (of `nuisances.KINDS`).

    *shot*: how it is made otherwise. Draw it with `make.shoot(script, shot)`.
    """
    plot = Plot(plays=plays, illegal=0.0, idle=0.0, generous=0.0, nuisances=(kind,))
    how = replace(shot or Shot(), tempo="brisk", plot=plot)
    return write(seed, how), how
