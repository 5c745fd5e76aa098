"""What is told of a table that nobody watched for a while."""

from __future__ import annotations

import pytest

from referee.rules.actions import CardsPlayed, Event, RowSeen, StockDrawn, ViewRestored
from tests.table.drawn_table import PILE, STOCK, World
from tests.table.test_interpreter import dealt, in_short


@pytest.fixture
def world() -> World:
    world = dealt()
    world.play(0, "6S")
    world.play(1, "7H")
    world.told()
    return world


def pile_of(event: Event) -> list[str]:
    assert isinstance(event, ViewRestored)
    return [str(reading.best) for reading in event.pile or ()]


def test_a_table_that_lies_as_it_lay_is_seen_again_and_nothing_else(world: World) -> None:
    world.unseen(lambda: world.wait(5))
    world.wait(2)
    assert world.told() == [ViewRestored()]


def test_a_play_that_nobody_saw_is_told_and_nobody_is_named_surely(world: World) -> None:
    world.unseen(lambda: world.play(2, "9H"))
    world.wait(2)
    restored, play = world.told()
    assert restored == ViewRestored()
    assert isinstance(play, CardsPlayed)
    assert [str(reading.best) for reading in play.cards] == ["9H"]
    assert play.seat_p <= 0.5


def test_an_arm_that_came_before_the_cut_names_nobody_surely_either(world: World) -> None:
    # The arm is seen coming, and the picture is gone before it lays anything.
    world.arms = [((510.0, -90.0), PILE)]
    world.step()
    world.step()
    world.arms = []
    world.unseen(lambda: world.play(0, "9H"))
    world.wait(2)
    play = world.told()[-1]
    assert isinstance(play, CardsPlayed)
    assert play.seat_p <= 0.5


def test_two_plays_that_nobody_saw_are_not_made_one(world: World) -> None:
    def twice() -> None:
        world.play(2, "9H")
        world.put("JH", 60, 0)

    world.unseen(twice)
    world.wait(2)
    (restored,) = world.told()
    assert isinstance(restored, ViewRestored)
    assert restored.pile_changed
    assert {"9H", "JH"} <= set(pile_of(restored))
    # Which of them lies on top nobody saw.
    assert pile_of(restored)[-1] == "??"


def test_a_pile_that_is_gone_is_told_as_it_is_and_not_what_became_of_it(world: World) -> None:
    world.unseen(lambda: world.take_pile(2))
    world.wait(2)
    assert world.told() == [ViewRestored(pile_changed=True, pile=())]


def test_a_pile_taken_unseen_and_begun_again_is_told_as_it_lies(world: World) -> None:
    def twice() -> None:
        world.take_pile(2)
        world.play(0, "4S")

    world.unseen(twice)
    world.wait(2)
    (restored,) = world.told()
    assert isinstance(restored, ViewRestored)
    assert restored.pile_changed
    assert pile_of(restored) == ["4S"]


def test_a_pile_burnt_unseen_upon_an_empty_table_is_no_silent_turn(world: World) -> None:
    world.take_pile(2)
    world.told()

    def burn() -> None:
        world.play(0, "10S")
        world.burn(0)

    world.unseen(burn)
    world.wait(2)
    assert ViewRestored(pile_changed=True, pile=()) in world.told()


def test_a_burn_of_which_the_end_was_not_seen_is_still_a_burn(world: World) -> None:
    world.play(2, "10H")
    world.told()
    # The pile has gone, its owner's arm is over the burnt cards, and the picture is lost.
    door = (510.0, -90.0)
    for tip in (PILE, PILE, PILE):
        world.arms = [(door, tip)]
        world.step()
    for laid in world.on_pile():
        laid.x, laid.y = 225.0, -165.0
    for _ in range(9):
        world.arms = [(door, (225.0, -165.0))]
        world.step()
    world.arms = []
    world.unseen(lambda: world.wait(3))
    world.wait(2)
    assert "2 clears" in in_short(world.told())


def test_a_row_that_changed_unseen_is_told_as_it_lies_and_is_no_part_of_the_next_play(world: World) -> None:
    world.unseen(lambda: world.take_back(0, "9D"))
    world.wait(2)
    told = world.told()
    (row,) = (event for event in told if isinstance(event, RowSeen))
    assert {str(reading.best) for reading in row.up} == {"3C", "QS"}
    world.play(0, "9C")
    assert in_short(world.told()) == ["0 plays 9C"]


def test_a_hand_at_the_stock_before_and_after_a_cut_draws_nothing_that_was_seen(world: World) -> None:
    world.arms = [((40.0, 300.0), STOCK)]
    world.step()
    world.unseen(lambda: world.wait(3))
    world.step()
    world.arms = []
    world.wait(2)
    assert not any(isinstance(event, StockDrawn) for event in world.told())


def test_plays_after_a_gap_are_told_as_surely_as_before(world: World) -> None:
    world.unseen(lambda: world.wait(5))
    world.wait(2)
    world.told()
    world.play(2, "9H")
    (play,) = world.told()
    assert isinstance(play, CardsPlayed)
    assert play.seat_p > 0.9
