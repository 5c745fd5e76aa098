"""A glass that stands on the pile, or where it was, is no card; a card that the eyes miss is one."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from referee.cards import Reading, card
from referee.table.canvas import Canvas
from referee.table.lying import Lying
from referee.table.pile import Pile, What
from referee.table.spots import Spot
from referee.table.view import View
from referee.vision.pixels import Mask
from referee.vision.sighting import Picture, Side
from tests.table.drawn_table import PILE, Laid, World


@pytest.fixture(scope="module")
def canvas() -> Canvas:
    world = World()
    return Canvas(world.table, 3, world.step())


def pile_of(canvas: Canvas, *cards: Laid, packs: int = 1) -> Pile:
    """The *cards*, each a play, where the bare table is black."""
    bare = np.zeros((*canvas.shape, 3), np.uint8)
    return Pile(packs, plays=[[Lying(Reading.sure(one.card), one.quad)] for one in cards], bare=bare)


def laid(dx: float = 0.0, dy: float = 0.0, angle: float = 0.0, name: str = "4D") -> Laid:
    return Laid(card(name), PILE[0] + dx, PILE[1] + dy, angle)


def rectangle(canvas: Canvas, dx: float = 0.0, dy: float = 0.0, angle: float = 0.0) -> Mask:
    return canvas.mask(laid(dx, dy, angle).quad)


def disc(canvas: Canvas, dx: float = 0.0, dy: float = 0.0, across: float = 68.0) -> Mask:
    turns = np.linspace(0, 2 * np.pi, 40)
    x, y = PILE[0] + dx, PILE[1] + dy
    return canvas.mask(tuple((x + across / 2 * np.cos(a), y + across / 2 * np.sin(a)) for a in turns))


def glass(canvas: Canvas, dx: float = 0.0, dy: float = 0.0) -> Mask:
    """A glass and its shadow, which falls aside."""
    return disc(canvas, dx, dy) | disc(canvas, dx + 22, dy + 28)


def specks(canvas: Canvas) -> Mask:
    """Print without paper: all that shows of a white card on a white cloth."""
    pips = [disc(canvas, dx, dy, across=13) for dx in (-18, 18) for dy in (-30, 0, 30)]
    return np.asarray(np.bitwise_or.reduce(pips), np.uint8)


def view(canvas: Canvas, changed: Mask, *spots: Spot, before: Picture | None = None) -> View:
    """The pile where so much has *changed* to what never lay there."""
    was = np.zeros((*changed.shape, 3), np.uint8) if before is None else before
    now = was.copy()
    shows = np.random.default_rng(len(spots) + int(was.any())).integers(40, 255, was.shape, np.uint8)
    now[changed > 0] = shows[changed > 0]
    return View(spots, now, was, changed, canvas, final=True)


def found(where: Laid, p: float = 0.999, times: int = 5) -> Spot:
    reading = Reading.of({where.card: p, card("KS"): (1 - p) / 2})
    return Spot(where.quad, Side.FACE, reading, found=times, looks=5, score=0.9)


def test_a_glass_where_no_card_lies_is_no_card(canvas: Canvas) -> None:
    assert pile_of(canvas).judge(view(canvas, glass(canvas))).what is What.NOTHING


def test_a_lighter_where_no_card_lies_is_no_card(canvas: Canvas) -> None:
    x, y = PILE
    small = canvas.mask(((x, y), (x + 25, y), (x + 25, y + 80), (x, y + 80)))
    assert pile_of(canvas).judge(view(canvas, small)).what is What.NOTHING


@pytest.mark.parametrize("angle", [0, 17, 45, 70])
def test_a_card_that_no_look_found_is_one_all_the_same(canvas: Canvas, angle: float) -> None:
    finding = pile_of(canvas).judge(view(canvas, rectangle(canvas, angle=angle)))
    assert finding.what is What.PLAYED
    assert [new.reading.options for new in finding.new] == [()]


def test_two_cards_that_no_look_found_are_no_glass(canvas: Canvas) -> None:
    fan = rectangle(canvas) | rectangle(canvas, 20, 4, 9)
    assert pile_of(canvas).judge(view(canvas, fan)).what is What.PLAYED


def test_print_alone_is_of_a_card_as_white_as_the_cloth(canvas: Canvas) -> None:
    assert pile_of(canvas).judge(view(canvas, specks(canvas))).what is What.PLAYED


def test_a_glass_that_hides_the_top_card_is_no_card(canvas: Canvas) -> None:
    pile = pile_of(canvas, laid())
    before = view(canvas, rectangle(canvas)).now
    assert pile.judge(view(canvas, glass(canvas, -8, -10), before=before)).what is What.NOTHING


def test_what_hardly_reads_below_a_glass_is_not_played(canvas: Canvas) -> None:
    pile, before = pile_of(canvas, laid()), view(canvas, rectangle(canvas)).now
    misread = found(laid(name="AH"), p=0.6)
    assert pile.judge(view(canvas, glass(canvas), misread, before=before)).what is What.NOTHING
    alone = view(canvas, rectangle(canvas), misread, before=before)
    assert pile.judge(alone).what is What.PLAYED


def test_a_card_plainly_read_is_played_whatever_stands_beside(canvas: Canvas) -> None:
    changed = rectangle(canvas) | glass(canvas, 45, 0)
    assert pile_of(canvas).judge(view(canvas, changed, found(laid(name="AH")))).what is What.PLAYED


def test_what_hardly_reads_below_an_arm_that_stays_is_not_played(canvas: Canvas) -> None:
    pile = pile_of(canvas, laid())
    arm = canvas.mask(((-480.0, -60.0), (PILE[0], -40.0), (PILE[0], 20.0), (-480.0, 0.0)))
    assert pile.judge(view(canvas, arm, found(laid(name="AH"), p=0.6))).what is What.NOTHING


def test_a_glass_taken_away_leaves_the_pile_as_it_lay(canvas: Canvas) -> None:
    pile, before = pile_of(canvas, laid()), view(canvas, rectangle(canvas)).now
    stands = view(canvas, glass(canvas), before=before)
    pile.apply(pile.judge(stands), stands)
    gone = View((found(laid()),), before, stands.now, stands.changed, canvas, final=False)
    assert pile.judge(gone).what is What.NOTHING
    played = View((found(laid(name="9C")),), before, stands.now, stands.changed, canvas, final=True)
    assert pile.judge(played).what is What.PLAYED


def test_a_pile_taken_beside_a_glass_that_came_meanwhile_has_gone(canvas: Canvas) -> None:
    with_glass = view(canvas, glass(canvas, 90, 20)).now
    both = view(canvas, rectangle(canvas), before=with_glass)
    pile = pile_of(canvas, laid())
    assert pile.judge(View((), with_glass, both.now, both.changed, canvas, True)).what is What.EMPTIED


@pytest.mark.parametrize("packs", [1, 2])
def test_cards_that_a_sleeve_drags_along_are_not_played_again(canvas: Canvas, packs: int) -> None:
    seven, nine = laid(name="7H"), laid(12, 8, name="9C")
    moved = found(laid(3, 40, name="7H")), found(laid(14, 48, name="9C"))
    change = [cv2.bitwise_or(canvas.mask(spot.quad), rectangle(canvas)) for spot in moved]
    dragged = view(canvas, np.asarray(np.bitwise_or(*change), np.uint8), *moved)
    pile = pile_of(canvas, seven, nine, packs=packs)
    assert pile.judge(dragged).what is (What.NOTHING if packs == 1 else What.PLAYED)


def test_a_card_laid_upon_cards_that_slip_is_played(canvas: Canvas) -> None:
    slipped, new = found(laid(-15, 0, name="9C")), found(laid(20, 10, name="QD"))
    changed = np.asarray(canvas.mask(slipped.quad) | canvas.mask(new.quad), np.uint8)
    pile = pile_of(canvas, laid(name="9C"))
    finding = pile.judge(view(canvas, changed, slipped, new))
    assert [str(spot.reading.best) for spot in finding.new] == ["QD"]


def test_cards_squared_up_below_the_top_one_are_no_card_upon_it(canvas: Canvas) -> None:
    lower, top = laid(20, 14, name="7H"), laid(name="9C")
    beside, above = rectangle(canvas, 20, 14), canvas.mask(laid(-6, -8).quad)
    rim = above & canvas.mask(top.quad) & ~canvas.mask(laid(5, 7).quad)
    squared = view(canvas, np.asarray((beside & ~canvas.mask(top.quad)) | rim, np.uint8), found(top))
    assert pile_of(canvas, lower, top).judge(squared).what is What.NOTHING
    upon = view(canvas, rectangle(canvas, 20, 14), found(top))
    assert pile_of(canvas, lower, top).judge(upon).what is What.PLAYED
