import random
from itertools import pairwise

import pytest

from referee.cards import card
from referee.films.choreography import Stage
from referee.films.floor import Place, lay_out
from referee.films.make import NAMES
from referee.films.motion import arm_at, card_at


@pytest.fixture
def stage() -> Stage:
    return Stage(lay_out(NAMES[:3], random.Random(1)), random.Random(2))


def test_a_card_laid_from_the_hand_comes_to_rest_on_the_pile(stage: Stage) -> None:
    thing = stage.held_card(card("7H"))
    done = stage.lay(1, [thing])
    seen = card_at(stage.tracks[thing], done.t1)
    assert seen is not None
    assert not seen.moving
    assert (seen.place.x, seen.place.y) == pytest.approx(stage.floor.pile, abs=45)


def test_a_card_in_the_hand_is_not_on_the_table(stage: Stage) -> None:
    thing = stage.held_card(card("7H"))
    stage.wait(1.0)
    done = stage.lay(0, [thing])
    assert card_at(stage.tracks[thing], done.t0 - 0.1) is None


def test_the_arm_leaves_the_pile_after_the_card_lies_still(stage: Stage) -> None:
    done = stage.lay(2, [stage.held_card(card("7H"))])
    assert done.t0 < done.t1 <= done.left <= stage.now


def test_the_cards_of_a_set_are_fanned(stage: Stage) -> None:
    things = [stage.held_card(card(name)) for name in ("7H", "7S", "7D")]
    stage.lay(0, things)
    places = [stage.tracks[thing].steps[-1].end for thing in things]
    assert all(b.x - a.x > 12 for a, b in pairwise(places))


def test_every_step_of_a_card_begins_where_the_last_one_ended(stage: Stage) -> None:
    thing = stage.set_card(card("9C"), stage.floor.spots[0].slot(0, up=False), face_up=False)
    stage.lay(0, [thing])
    stage.pause()
    stage.clear(0)
    steps = stage.tracks[thing].steps
    assert all(a.end == b.start and a.t1 <= b.t0 for a, b in pairwise(steps))


def test_a_blind_card_is_turned_over_on_its_way(stage: Stage) -> None:
    thing = stage.set_card(card("9C"), stage.floor.spots[0].slot(0, up=False), face_up=False)
    done = stage.lay(0, [thing])
    before, after = (card_at(stage.tracks[thing], t) for t in (done.t0, done.t1))
    assert before is not None
    assert after is not None
    assert (before.face, after.face) == (0.0, 1.0)


def test_a_drawn_card_leaves_the_table(stage: Stage) -> None:
    thing = stage.set_card(card("9C"), stage.floor.stock, face_up=False)
    done = stage.draw(1, [thing])
    assert card_at(stage.tracks[thing], done.t1) is None


def test_a_cleared_pile_lies_with_the_burnt_cards(stage: Stage) -> None:
    thing = stage.held_card(card("10H"))
    stage.lay(0, [thing])
    stage.clear(0)
    end = stage.tracks[thing].steps[-1].end
    assert (end.x, end.y) == pytest.approx((stage.floor.burnt.x, stage.floor.burnt.y), abs=50)
    assert stage.pile == []


def test_a_pile_that_is_picked_up_is_gone(stage: Stage) -> None:
    things = [stage.held_card(card(name)) for name in ("4H", "9S")]
    stage.lay(0, things)
    done = stage.pick_up(1)
    assert all(card_at(stage.tracks[thing], done.t1) is None for thing in things)


def test_a_card_taken_back_to_the_row_lies_in_its_slot(stage: Stage) -> None:
    home = stage.floor.spots[0].slot(2, up=True)
    thing = stage.set_card(card("4H"), home, face_up=True)
    stage.lay(0, [thing])
    stage.take_back(0, [thing], [home])
    assert stage.tracks[thing].steps[-1].end == home
    assert stage.pile == []


def test_a_gesture_moves_no_card(stage: Stage) -> None:
    thing = stage.set_card(card("4H"), Place(0, 0), face_up=True)
    stage.gesture(1)
    assert len(stage.tracks[thing].steps) == 1


def test_the_arm_is_over_the_table_only_while_it_acts(stage: Stage) -> None:
    done = stage.lay(0, [stage.held_card(card("7H"))])
    reach = stage.reaches[0]
    assert arm_at(reach, (done.t0 + done.t1) / 2) is not None
    assert arm_at(reach, stage.now + 0.01) is None
