"""Which of the cards that the eyes find on the pile are new."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from referee.cards import Reading, card
from referee.table.canvas import Canvas
from referee.table.lying import Lying
from referee.table.pile import Pile, What
from referee.table.spots import Spot
from referee.table.view import View
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


def index_spot(dx: float, dy: float, found: int = 2, **readings: float) -> Spot:
    x, y = PILE[0] + dx, PILE[1] + dy
    place = ((x - 5, y - 8), (x + 5, y - 8), (x + 5, y + 8), (x - 5, y + 8))
    pairs = [(card(name.removeprefix("_")), p) for name, p in readings.items()]
    return Spot(place, Side.FACE, Reading.of(pairs), found=found, looks=2, score=0.8, whole=False)


def test_a_firm_index_of_another_rank_at_the_rim_of_the_upper_card_is_a_card_of_its_own(
    canvas: Canvas,
) -> None:
    changed = canvas.mask(quad())
    assert sorted(told(canvas, changed, spot(quad(), KC=0.999), index_spot(-26, -37, _3S=0.95))) == [
        "3S",
        "KC",
    ]
    assert told(canvas, changed, spot(quad(), KC=0.999), index_spot(-26, -37, _3S=0.7)) == ["KC"]
    assert told(canvas, changed, spot(quad(), KC=0.999), index_spot(0, 0, _3S=0.95)) == ["KC"]


def test_an_old_index_of_another_rank_is_no_card_of_the_play(canvas: Canvas) -> None:
    older = index_spot(50, 0, _3S=0.95)
    assert told(canvas, canvas.mask(quad()), spot(quad(), KC=0.999), older) == ["KC"]


def test_a_firm_index_of_the_same_rank_is_a_further_card_wherever_the_boxes_are_drawn(canvas: Canvas) -> None:
    changed = canvas.mask(quad())
    upper = spot(quad(), KC=0.999)
    assert sorted(told(canvas, changed, upper, index_spot(5, 5, KH=0.95))) == ["KC", "KH"]
    assert told(canvas, changed, upper, index_spot(5, 5, KH=0.7)) == ["KC"]


def test_two_boxes_about_one_card_leave_its_rank_in_doubt(canvas: Canvas) -> None:
    picture = np.zeros((*canvas.shape, 3), np.uint8)
    changed = canvas.mask(quad())
    now = picture.copy()
    now[changed > 0] = np.arange(int((changed > 0).sum()) * 3, dtype=np.uint8).reshape(-1, 3)
    spots = (spot(quad(), _8D=0.998), replace(spot(quad(6, 0), _7D=0.998), score=0.3))
    (new,) = Pile().judge(View(spots, now, picture, changed, canvas, final=True)).new
    assert {str(option): round(p, 2) for option, p in new.reading.options} == {"8D": 0.5, "7D": 0.5}


def test_what_hardly_reads_is_no_card_beside_a_box_of_it_that_reads(canvas: Canvas) -> None:
    hardly, sure = spot(quad(), QS=0.45, JC=0.14), replace(spot(quad(2, 11), QC=0.99), score=0.4)
    assert told(canvas, canvas.mask(quad()) | canvas.mask(quad(2, 11)), hardly, sure) == ["QC"]


def test_a_seven_that_looks_like_the_five_below_is_played_and_not_a_seven_taken_back(canvas: Canvas) -> None:
    changed = canvas.mask(quad())
    picture = np.zeros((*canvas.shape, 3), np.uint8)
    now = picture.copy()
    now[changed > 0] = np.arange(int((changed > 0).sum()) * 3, dtype=np.uint8).reshape(-1, 3)
    five, seven = Lying(Reading.sure(card("5H")), quad()), Lying(Reading.sure(card("7S")), quad())
    pile = Pile(plays=[[five], [seven]], below=now)
    view = View((spot(quad(), _7H=0.999),), now, picture, changed, canvas, final=True)
    assert pile.judge(view).what is What.PLAYED
    again = View((spot(quad(), _5H=0.999),), now, picture, changed, canvas, final=True)
    assert pile.judge(again).what is What.RETRACTED


def test_of_one_pack_no_card_is_played_twice(canvas: Canvas) -> None:
    lying = Lying(Reading.sure(card("5D")), quad(60, 0))
    changed = canvas.mask(quad()) | canvas.mask(quad(8, 8))
    misread = spot(quad(8, 8), _5D=0.98)
    assert told(canvas, changed, spot(quad(), _5H=0.999), misread, lying=(lying,)) == ["5H"]
    twice = spot(quad(8, 8), _5H=0.98)
    assert told(canvas, changed, spot(quad(), _5H=0.999), twice) == ["5H"]


def test_a_find_that_comes_and_goes_where_a_new_card_lies_is_that_card(canvas: Canvas) -> None:
    flickering = replace(spot(quad(1, 1), QH=0.86), found=2, looks=6)
    steady = replace(spot(quad(), QD=0.999), found=6, looks=6)
    assert told(canvas, canvas.mask(quad()), steady, flickering) == ["QD"]


def test_a_glass_beside_the_top_card_is_no_card(canvas: Canvas) -> None:
    lying = Lying(Reading.sure(card("8C")), quad())
    picture = np.zeros((*canvas.shape, 3), np.uint8)
    now = picture.copy()
    changed = canvas.mask(quad(80, 0))
    now[changed > 0] = np.arange(int((changed > 0).sum()) * 3, dtype=np.uint8).reshape(-1, 3)
    again = spot(quad(), _8C=0.98)
    glass = View((again,), now, picture, changed, canvas, final=True)
    assert Pile(plays=[[lying]]).judge(glass).what is What.NOTHING
    unread = View((again, spot(quad(80, 0))), now, picture, changed, canvas, final=True)
    assert Pile(plays=[[lying]]).judge(unread).what is What.PLAYED


def test_a_card_plainly_read_on_the_bare_table_is_no_shade(
    canvas: Canvas, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(View, "is_shade", property(lambda _: True))
    changed = canvas.mask(quad())
    assert told(canvas, changed, spot(quad(), AD=0.999)) == ["AD"]
    assert told(canvas, changed, spot(quad(), AD=0.6)) == []
    lying = Lying(Reading.sure(card("8C")), quad())
    assert told(canvas, changed, spot(quad(), AD=0.999), lying=(lying,)) == []


def test_much_change_beside_all_that_is_seen_is_a_card_that_cannot_be_read(canvas: Canvas) -> None:
    lying = Lying(Reading.sure(card("8C")), quad())
    picture = np.zeros((*canvas.shape, 3), np.uint8)
    now = picture.copy()
    changed = canvas.mask(quad(45, 0))
    now[changed > 0] = np.arange(int((changed > 0).sum()) * 3, dtype=np.uint8).reshape(-1, 3)
    view = View((spot(quad(), _8C=0.98),), now, picture, changed, canvas, final=True)
    finding = Pile(plays=[[lying]]).judge(view)
    assert finding.what is What.PLAYED
    assert [new.reading.options for new in finding.new] == [()]


def test_a_card_in_doubt_is_what_a_box_across_it_firmly_reads_that_lies_nowhere_else(canvas: Canvas) -> None:
    doubtful, across = spot(quad(), JD=0.83, JH=0.1), spot(quad(0, 20), KD=0.996)
    changed = canvas.mask(quad())
    assert told(canvas, changed, doubtful, across) == ["KD"]
    firm = spot(quad(), JD=0.99)
    assert told(canvas, changed, firm, across) == ["JD"]


def test_a_second_box_about_a_card_that_lay_there_is_no_further_card_of_the_set(canvas: Canvas) -> None:
    upper, below = spot(quad(20, 0), QS=0.999), spot(quad(-20, 0), _8D=0.99)
    ghost = spot(quad(-28, 2), QD=0.88)
    lying = (Lying(Reading.sure(card("8D")), quad(-20, 0)),)
    changed = canvas.mask(quad(5, 0))
    assert told(canvas, changed, upper, below, ghost, lying=lying) == ["QS"]
    assert sorted(told(canvas, changed, upper, ghost, lying=lying)) == ["QD", "QS"]


def test_a_pile_squared_up_under_its_top_card_is_no_play(canvas: Canvas) -> None:
    nine, top = Lying(Reading.sure(card("9D")), quad(60, 0)), Lying(Reading.sure(card("JH")), quad())
    bare = np.zeros((*canvas.shape, 3), np.uint8)
    now, before = bare.copy(), bare.copy()
    now[canvas.mask(quad()) > 0] = 200
    before[(canvas.mask(quad()) | canvas.mask(quad(60, 0))) > 0] = 200
    pile = Pile(plays=[[nine], [top]], bare=bare)
    view = View.of([spot(quad(2, 1), JH=0.999)], now, before, canvas, final=True)
    assert view.unexplained(view.steady) > 0.5
    assert pile.judge(view).what is What.NOTHING


def test_a_card_that_cannot_be_read_beside_the_top_one_is_still_told(canvas: Canvas) -> None:
    top = Lying(Reading.sure(card("JH")), quad())
    bare = np.zeros((*canvas.shape, 3), np.uint8)
    before = bare.copy()
    before[canvas.mask(quad()) > 0] = 200
    now = before.copy()
    now[canvas.mask(quad(50, 0)) > 0] = 120
    view = View.of([spot(quad(), JH=0.999)], now, before, canvas, final=True)
    finding = Pile(plays=[[top]], bare=bare).judge(view)
    assert finding.what is What.PLAYED
    assert not finding.new[0].reading.options
