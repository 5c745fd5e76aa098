from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.training import arrange
from referee.training.arrange import ARRANGEMENTS, Group, Placed, arranged

KINDS = [kind for kind, _ in ARRANGEMENTS]
VIEW = (8.0, 6.0)


def group(seed: int, n: int = 6, turn: float = 0.0) -> Group:
    return Group(n, 0.0, 0.0, turn, 1.4, Random(seed))


def distances(placed: Placed) -> list[float]:
    return [math.dist(a, b) for k, (a, _) in enumerate(placed) for b, _ in placed[:k]]


@given(st.integers(0, 2**32), st.integers(1, 30))
@settings(max_examples=40, deadline=None)
def test_about_as_many_cards_as_asked_for_lie_somewhere_near_the_view(seed: int, n: int) -> None:
    poses = arranged(Random(seed), n, VIEW, 1.4)

    assert n <= len(poses) <= n + 2
    assert all(abs(pose.x) < 30 and abs(pose.y) < 30 for pose in poses)


@given(st.integers(0, 2**32))
@settings(max_examples=20, deadline=None)
def test_the_same_seed_lays_the_same_cards(seed: int) -> None:
    assert arranged(Random(seed), 9, VIEW, 1.4) == arranged(Random(seed), 9, VIEW, 1.4)


@pytest.mark.parametrize("kind", KINDS)
def test_every_arrangement_turns_with_its_group(kind: Callable[[Group], Placed]) -> None:
    flat, turned = kind(group(5)), kind(group(5, turn=math.pi / 2))

    assert len(flat) == len(turned)
    for ((x, y), angle), ((u, v), other) in zip(flat, turned, strict=True):
        assert (u, v) == pytest.approx((-y, x), abs=1e-9)
        assert other - angle == pytest.approx(math.pi / 2)


@pytest.mark.parametrize("seed", range(6))
def test_the_cards_of_a_grid_do_not_lie_on_one_another(seed: int) -> None:
    placed = arrange.grid(group(seed, 9))

    assert min(distances(placed)) > 0.85


@pytest.mark.parametrize("seed", range(6))
def test_a_stack_lies_squarely_and_a_pile_does_not_spread_far(seed: int) -> None:
    assert max(distances(arrange.stack(group(seed)))) < 0.6
    assert max(distances(arrange.pile(group(seed)))) < 2.5


@pytest.mark.parametrize("seed", range(6))
def test_each_card_of_a_fan_is_turned_by_the_same_step(seed: int) -> None:
    angles = [angle for _, angle in arrange.fan(group(seed))]
    steps = [b - a for a, b in pairwise(angles)]

    assert max(steps) - min(steps) < 1e-9
    assert math.radians(3) <= abs(steps[0]) <= math.radians(14)


@pytest.mark.parametrize("seed", range(6))
def test_a_tight_row_leaves_a_strip_of_each_card(seed: int) -> None:
    placed = arrange.tight_row(group(seed, 4))
    steps = [math.dist(a, b) for (a, _), (b, _) in pairwise(placed)]

    assert all(step < 1.0 for step in steps)


def test_a_group_of_one_is_one_card_where_the_group_is() -> None:
    assert arrange.single(Group(1, 2.0, 3.0, 0.5, 1.4, Random(1))) == [((2.0, 3.0), 0.5)]


def test_backs_lie_mostly_in_stacks_and_faces_elsewhere() -> None:
    poses = [pose for seed in range(60) for pose in arranged(Random(seed), 10, VIEW, 1.4)]

    assert 0.05 < sum(pose.back for pose in poses) / len(poses) < 0.5
