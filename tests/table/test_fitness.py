from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from referee.cards import Reading, card
from referee.films.camera import Camera
from referee.table import fitness
from referee.table.fitness import Fault, Remark
from referee.table.plane import Plane
from referee.vision.conditions import Conditions
from referee.vision.sighting import SeenCard, Side

SIZE = (1280, 720)
GOOD = Conditions(230.0, 0.0, (), 0.7)
CORNERS = np.array([[-400.0, -200.0], [400.0, -200.0], [400.0, 200.0], [-400.0, 200.0]])


def plane(view: float = 980.0, tilt: float = 10.0) -> Plane:
    to_mm = Camera(SIZE, view=view, tilt=tilt).to_mm()
    cards = np.zeros((4, 4, 2))
    return Plane(to_mm, (63.0, 88.0), SIZE, cards, np.zeros((4, 4)), to_mm[None])


def seen(p: float, x: float, y: float) -> SeenCard:
    quad = ((x - 30, y - 40), (x + 30, y - 40), (x + 30, y + 40), (x - 30, y + 40))
    return SeenCard(quad, Side.FACE, Reading(((card("7H"), p), (card("AH"), 1 - p))), 0.9)


def faults(remarks: list[Remark]) -> list[Fault]:
    return [remark.fault for remark in remarks]


def test_four_cards_are_needed() -> None:
    (remark,) = fitness.few([seen(1, 0, 0)] * 3)

    assert remark.text.startswith("3 cards lie whole in the picture: lay 4 or more")
    assert not list(fitness.few([seen(1, 0, 0)] * 4))
    assert faults(list(fitness.few([seen(1, 0, 0)] * 4, 5))) == [Fault.FEW]


def test_good_light_is_not_remarked_upon() -> None:
    assert list(fitness.light(GOOD, SIZE)) == []


@pytest.mark.parametrize(
    ("found", "fault", "what"),
    [
        (replace(GOOD, paper=60.0), Fault.DARK, "white paper shows at 60 of 255"),
        (replace(GOOD, full=0.9), Fault.BRIGHT, "shorten the exposure"),
        (replace(GOOD, glare=((1200.0, 40.0),)), Fault.GLARE, "A lamp mirrors at the top right"),
    ],
)
def test_what_is_wrong_with_the_light_is_told(found: Conditions, fault: Fault, what: str) -> None:
    (remark,) = fitness.light(found, SIZE)

    assert remark.fault is fault
    assert what in remark.text


def test_a_blurred_picture_is_out_of_focus_and_one_that_changes_hunts() -> None:
    assert list(fitness.focus([0.7, 0.72], 82)) == []
    assert faults(list(fitness.focus([2.0, 2.1], 82))) == [Fault.FOCUS]
    assert faults(list(fitness.focus([0.8, 1.9, 0.9], 82))) == [Fault.HUNTING]


def test_the_camera_is_too_far_where_cards_get_small() -> None:
    (remark,) = fitness.view(plane(view=1900.0), CORNERS)

    assert remark.fault is Fault.FAR
    assert "choose a higher resolution than 1280 x 720" in remark.text
    assert list(fitness.view(plane(), CORNERS)) == []


def test_the_camera_looks_too_far_aside() -> None:
    assert faults(list(fitness.view(plane(view=700, tilt=45.0), CORNERS / 2))) == [Fault.TILT]
    assert list(fitness.view(plane(view=800, tilt=34.0), CORNERS / 2)) == []


def test_a_plane_that_may_be_off_is_unsure() -> None:
    sure = plane()
    off = np.diag([1.02, 1.0, 1.0]) @ sure.to_mm

    assert list(fitness.sure(sure, CORNERS)) == []
    assert faults(list(fitness.sure(replace(sure, others=off[None]), CORNERS))) == [Fault.PLANE]


def test_a_covered_card_matters_only_where_fewer_than_four_are_left() -> None:
    off = np.zeros((5, 4))
    off[0, 2] = 6.0
    four = replace(plane(), cards=np.full((4, 4, 2), 100.0), off_mm=off[:4])
    five = replace(plane(), cards=np.full((5, 4, 2), 100.0), off_mm=off)

    assert faults(list(fitness.sure(four, CORNERS))) == [Fault.MISFIT]
    assert list(fitness.sure(five, CORNERS)) == []


def test_cards_that_are_not_read_are_told_with_their_place() -> None:
    (remark,) = fitness.reading([seen(0.5, 100, 360), seen(0.99, 900, 360)], 0.9, SIZE)

    assert remark.text.startswith("A card is not read at the left")
    assert remark.spots == ((100.0, 360.0),)
    assert fitness.where((640, 360), SIZE) == "in the middle"


def test_what_looks_like_a_card_and_reads_as_none_is_told_apart() -> None:
    nothing = replace(seen(0.0, 1200, 360), reading=Reading(()))
    odd, unread = fitness.reading([nothing, seen(0.5, 100, 360)], 0.9, SIZE)

    assert odd.text.startswith("Something at the right looks like a card")
    assert odd.spots == ((1200.0, 360.0),)
    assert unread.text.startswith("A card is not read at the left")
