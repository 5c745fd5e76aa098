"""Who gets what, each thing once, at the least cost in all: the Hungarian method by shortest paths."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Costs = NDArray[np.float64]
Places = NDArray[np.int64]


def assigned(costs: Costs) -> Places:
    """The column of each row of *costs* (rows x columns, finite, no more rows than columns).

    No two rows get the same column, and the sum of the costs is the least there is.
    """
    rows, columns = costs.shape
    if rows > columns:
        raise ValueError(f"{rows} rows cannot have a column each of {columns}")
    row_of, offs, reach = np.full(columns, -1), np.zeros(rows), np.zeros(columns)
    for row in range(rows):
        _let_in(row, costs, row_of, offs, reach)
    column_of = np.zeros(rows, np.int64)
    taken = np.flatnonzero(row_of >= 0)
    column_of[row_of[taken]] = taken
    return column_of


def _let_in(row: int, costs: Costs, row_of: Places, offs: Costs, reach: Costs) -> None:
    """Give *row* a column and move others on, along the cheapest path; *offs* and *reach* are the prices."""
    columns = len(row_of)
    least, came, done = np.full(columns, np.inf), np.full(columns, -1), np.zeros(columns, bool)
    path, at, here = 0.0, -1, row
    while True:
        step = path + costs[here] - offs[here] - reach
        better = ~done & (step < least)
        least[better], came[better] = step[better], at
        at = int(np.where(done, np.inf, least).argmin())
        path, done[at] = float(least[at]), True
        if row_of[at] < 0:
            break
        here = int(row_of[at])
    passed = np.flatnonzero(done & (row_of >= 0))
    offs[row] += path
    offs[row_of[passed]] += path - least[passed]
    reach[done] -= path - least[done]
    while at >= 0:
        before = int(came[at])
        row_of[at] = row if before < 0 else row_of[before]
        at = before
