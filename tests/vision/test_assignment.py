from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.vision.assignment import Costs, assigned


def sum_of(costs: Costs, columns: list[int]) -> float:
    return float(sum(costs[row, column] for row, column in enumerate(columns)))


def tried_all(costs: Costs) -> float:
    rows, columns = costs.shape
    return min(sum_of(costs, list(each)) for each in permutations(range(columns), rows))


@st.composite
def tables(draw: st.DrawFn) -> Costs:
    rows = draw(st.integers(1, 5))
    columns = draw(st.integers(rows, 6))
    cells = st.floats(-9, 9) if draw(st.booleans()) else st.integers(-2, 2)
    return np.array(
        draw(st.lists(st.lists(cells, min_size=columns, max_size=columns), min_size=rows, max_size=rows)),
        float,
    )


@given(tables())
def test_the_assignment_costs_no_more_than_any_other(costs: Costs) -> None:
    columns = assigned(costs).tolist()

    assert len(set(columns)) == len(columns)
    assert sum_of(costs, columns) == pytest.approx(tried_all(costs))


def test_rows_that_cannot_each_have_a_column_are_refused() -> None:
    with pytest.raises(ValueError, match="3 rows"):
        assigned(np.zeros((3, 2)))
