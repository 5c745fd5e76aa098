"""Looks at a zone between two rests, and what an arm that passes over it does to them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from referee.cards import Reading, card
from referee.table.calm import LOOKS, Watched
from referee.table.canvas import Canvas
from referee.table.geometry import PILE
from referee.vision.scene import Scene
from referee.vision.sighting import SeenCard, Side
from tests.table.drawn_table import World

SEVEN = SeenCard(((0.0, 0.0),) * 4, Side.FACE, Reading.sure(card("7H")), 0.9)


class Pile:
    """The zone of the pile, its last rest long ago, over which arms come and go."""

    def __init__(self) -> None:
        world = World()
        self.scene = world.step()
        self.canvas = Canvas(world.table, 3, self.scene)
        self.zone = Watched(PILE, settled=self.scene.small)
        self.t = 0.0
        self.arm()
        world.put("7H")
        self.scene = replace(world.step(), busy=np.zeros_like(self.scene.busy))
        self.rest()

    def arm(self) -> None:
        self._update(replace(self.scene, busy=np.full_like(self.scene.busy, 255)))

    def rest(self) -> None:
        for _ in range(4):
            self._update(self.scene)

    def _update(self, scene: Scene) -> None:
        self.t += 0.1
        self.zone.update(replace(scene, frame=replace(scene.frame, t=self.t)), self.canvas)


@pytest.fixture
def pile() -> Pile:
    pile = Pile()
    assert pile.zone.wants_look(pile.t)
    pile.zone.look(pile.t, [SEVEN])
    return pile


def test_looks_add_up_where_an_arm_has_only_passed(pile: Pile) -> None:
    pile.arm()
    assert pile.zone.looks == []
    pile.rest()
    assert pile.zone.looks == [[SEVEN]]
    pile.zone.look(pile.t, [SEVEN])
    assert len(pile.zone.looks) == LOOKS


def test_where_something_has_changed_the_zone_is_looked_at_anew(pile: Pile) -> None:
    pile.arm()
    pile.scene = replace(pile.scene, small=np.full_like(pile.scene.small, 200))
    pile.rest()
    assert pile.zone.looks == []


def test_what_was_seen_before_nobody_watched_counts_no_more(pile: Pile) -> None:
    pile.zone.stir(pile.t, pile.t + 0.1)
    pile.rest()
    assert pile.zone.looks == []


def test_a_zone_that_was_understood_is_looked_at_anew(pile: Pile) -> None:
    pile.zone.settle(pile.scene.small, pile.t)
    pile.arm()
    pile.rest()
    assert pile.zone.looks == []
