"""Which of the cards that the eyes find on the pile are new."""

from __future__ import annotations

import numpy as np
import pytest

from referee.cards import Reading, card
from referee.table.canvas import Canvas
from referee.table.pile import Lying, Pile, View, What
from referee.table.spots import Spot
from referee.vision.pixels import Mask
from referee.vision.sighting import Quad, Side
from tests.table.drawn_table import PILE, World


@pytest.fixture(scope="module")
def canvas() -> Canvas:
    world = World()
    return Canvas(world.table, 3, world.step())


def quad(dx: float = 0.0, dy: float = 0.0, height: float = 88.0) -> Quad:
    x, y = PILE[0] + dx, PILE[1] + dy
    half = height / 2
    return ((x - 31.5, y - half), (x + 31.5, y - half), (x + 31.5, y + half), (x - 31.5, y + half))


def spot(place: Quad, **readings: float) -> Spot:
    pairs = [(card(name.removeprefix("_")), p) for name, p in readings.items()]
    return Spot(place, Side.FACE, Reading.of(pairs), found=2, looks=2, score=0.9)


def told(canvas: Canvas, changed: Mask, *spots: Spot, lying: tuple[Lying, ...] = ()) -> list[str]:
    picture = np.zeros((*changed.shape, 3), np.uint8)
    now = picture.copy()
    now[changed > 0] = np.arange(int((changed > 0).sum()) * 3, dtype=np.uint8).reshape(-1, 3)
    pile = Pile(plays=[[each] for each in lying])
    finding = pile.judge(View(spots, now, picture, changed, canvas, final=True))
    return [str(new.reading.best) for new in finding.new] if finding.what is What.PLAYED else []


def test_a_set_is_whole_though_the_upper_box_is_drawn_over_the_lower_card(canvas: Canvas) -> None:
    upper, lower = spot(quad(0, 4, 110), _8D=0.999), spot(quad(0, 4, 104), _8C=0.94)
    changed = canvas.mask(quad(0, 0, 104))
    assert sorted(told(canvas, changed, upper, lower)) == ["8C", "8D"]


def test_an_older_card_of_another_rank_that_comes_to_light_is_not_played_again(canvas: Canvas) -> None:
    upper, older = spot(quad(), _10H=0.999), spot(quad(40, 0), _7H=0.99)
    assert told(canvas, canvas.mask(quad()), upper, older) == ["10H"]


def test_an_eight_laid_squarely_upon_an_eight_is_seen(canvas: Canvas) -> None:
    changed = np.zeros_like(canvas.mask(quad()))
    y, x = (int(v.mean()) for v in np.nonzero(canvas.mask(quad())))
    changed[y - 1 : y + 2, x - 2 : x + 2] = 255
    lying = Lying(Reading.sure(card("8S")), quad())
    assert told(canvas, changed, spot(quad(), _8C=0.999), lying=(lying,)) == ["8C"]
    assert told(canvas, changed, spot(quad(), _8S=0.999), lying=(lying,)) == []


def test_a_card_that_may_be_one_below_is_new_where_all_is_new(canvas: Canvas) -> None:
    lying = Lying(Reading.of({card("7C"): 0.9, card("7S"): 0.1}), quad())
    doubtful = spot(quad(5, 5), _7C=0.6, _7S=0.39)
    assert told(canvas, canvas.mask(quad(5, 5)), doubtful, lying=(lying,)) == ["7C"]


def test_a_card_read_as_one_that_lies_covered_is_new_where_all_is_new(canvas: Canvas) -> None:
    seven, nine = Lying(Reading.sure(card("7C")), quad()), Lying(Reading.sure(card("9H")), quad())
    again = spot(quad(5, 5), _7C=0.999)
    assert told(canvas, canvas.mask(quad(5, 5)), again, lying=(seven, nine)) == ["7C"]
