"""Drawn frames of a whole picture size through the watcher."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import cv2
import numpy as np
import pytest

from referee.vision.frames import Frame
from referee.vision.scene import Activity, Scene, Watcher
from referee.vision.sighting import Picture

SIZE = (1280, 720)
FPS = 15


class Film:
    """Frames drawn one after another, and the scenes the watcher makes of them."""

    def __init__(self) -> None:
        self._noise = np.random.default_rng(4)
        grain = self._noise.integers(60, 110, (30, 50, 3)).astype(np.uint8)
        self.table: Picture = np.asarray(cv2.resize(grain, SIZE, interpolation=cv2.INTER_CUBIC), np.uint8)
        self._speckles = [self._noise.integers(0, 7, (720, 1280, 3)).astype(np.uint8) for _ in range(3)]
        self._watcher = Watcher()
        self._count = 0

    def show(self, draw: Callable[[Picture], object] = lambda _: None, gain: float = 1.0) -> Scene:
        picture = self.table.copy()
        draw(picture)
        lit = np.asarray(cv2.convertScaleAbs(picture, alpha=gain), np.uint8)
        noisy = np.asarray(cv2.add(lit, self._speckles[self._count % 3]), np.uint8)
        frame = Frame(self._count, self._count / FPS, noisy)
        self._count += 1
        return self._watcher.update(frame)

    def last_of(self, frames: int, draw: Callable[[Picture], object] = lambda _: None) -> Scene:
        return list(self.shown(frames, draw))[-1]

    def shown(self, frames: int, draw: Callable[[Picture], object] = lambda _: None) -> Iterator[Scene]:
        for _ in range(frames):
            yield self.show(draw)


@pytest.fixture
def film() -> Film:
    film = Film()
    film.last_of(12)
    return film


def arm(x: int, y: int, colour: tuple[int, int, int] = (120, 150, 200)) -> Callable[[Picture], object]:
    return lambda picture: cv2.line(picture, (640, 760), (x, y), colour, 100)


def card(picture: Picture, x: int = 600, y: int = 300) -> None:
    cv2.rectangle(picture, (x, y), (x + 80, y + 112), (235, 235, 235), -1)
    cv2.circle(picture, (x + 40, y + 56), 18, (40, 40, 200), -1)


def test_a_table_on_which_nothing_happens_comes_to_rest() -> None:
    film = Film()
    scenes = list(film.shown(8))
    assert scenes[1].activity is Activity.MOVING
    assert scenes[-1].activity is Activity.REST
    assert scenes[-1].still_s == pytest.approx(7 / FPS)


def test_an_arm_is_seen_with_where_it_comes_in_and_where_its_hand_is(film: Film) -> None:
    scene = film.show(arm(640, 350))
    assert scene.activity is Activity.ARM
    assert len(scene.arms) == 1
    assert scene.arms[0].entry == pytest.approx(90, abs=6)
    assert scene.arms[0].tip == pytest.approx((640, 310), abs=30)


def test_a_dark_sleeve_is_an_arm_too(film: Film) -> None:
    assert film.show(arm(640, 350, (15, 15, 15))).activity is Activity.ARM


def test_an_arm_as_dark_as_the_table_is_seen_by_what_it_covers(film: Film) -> None:
    film.table[:] = (40, 45, 60)

    def row(picture: Picture) -> None:
        card(picture, 600, 560)

    def over(picture: Picture) -> None:
        row(picture)
        arm(640, 350, (25, 30, 45))(picture)

    film.last_of(15, row)
    scene = film.last_of(12, over)
    assert scene.activity is Activity.ARM
    assert scene.arms[0].tip == pytest.approx((640, 310), abs=30)


def test_a_faint_shadow_from_the_border_is_no_arm(film: Film) -> None:
    film.table[:] = (90, 90, 90)
    film.last_of(15)
    assert film.last_of(8, arm(640, 350, (78, 78, 78))).activity is not Activity.ARM


def test_two_arms_are_two(film: Film) -> None:
    def both(picture: Picture) -> None:
        arm(700, 400)(picture)
        cv2.line(picture, (-40, 300), (400, 330), (120, 150, 200), 90)

    entries = sorted(arm.entry for arm in film.show(both).arms)
    assert entries == [pytest.approx(90, abs=8), pytest.approx(186, abs=8)]


def test_arms_that_touch_are_still_two(film: Film) -> None:
    def both(picture: Picture) -> None:
        arm(640, 350)(picture)
        cv2.line(picture, (-40, 350), (640, 350), (120, 150, 200), 90)

    assert len(film.show(both).arms) == 2


def test_an_arm_that_lies_still_stays_an_arm(film: Film) -> None:
    assert film.last_of(90, arm(640, 350)).activity is Activity.ARM


def test_an_arm_that_lies_still_over_a_card_stays_an_arm(film: Film) -> None:
    film.last_of(15, lambda picture: card(picture, 600, 500))

    def over(picture: Picture) -> None:
        card(picture, 600, 500)
        arm(640, 350)(picture)

    assert film.last_of(90, over).activity is Activity.ARM


def test_the_table_rests_again_when_the_arm_has_gone(film: Film) -> None:
    film.last_of(40, arm(640, 350))
    assert film.last_of(8).activity is Activity.REST


def test_a_card_that_was_laid_is_no_arm_and_is_told_as_changed_once(film: Film) -> None:
    film.last_of(5, arm(640, 350))
    scenes = list(film.shown(15, card))
    assert scenes[-1].activity is Activity.REST
    told = [scene.changed for scene in scenes if scene.changed]
    assert len(told) == 1
    (quad,) = told[0]
    xs, ys = [x for x, _ in quad], [y for _, y in quad]
    assert (min(xs), min(ys), max(xs), max(ys)) == pytest.approx((600, 300, 680, 412), abs=20)


def test_a_card_at_the_border_of_the_picture_is_no_arm_for_long(film: Film) -> None:
    assert film.last_of(45, lambda picture: card(picture, 600, 650)).activity is Activity.REST


def test_an_arm_in_the_first_picture_leaves_no_ghost() -> None:
    film = Film()
    film.last_of(15, arm(640, 350))
    assert film.last_of(40).activity is Activity.REST


def test_a_soft_shadow_that_stays_is_no_arm(film: Film) -> None:
    shade = np.ones((720, 1280, 1), np.float32)
    cv2.line(shade, (640, 760), (640, 350), (0.6,), 160)
    soft = cv2.GaussianBlur(shade, (0, 0), 30)[:, :, None]

    def shadow(picture: Picture) -> None:
        picture[:] = (picture * soft).astype(np.uint8)

    assert film.last_of(45, shadow).activity is Activity.REST


def test_drifting_exposure_is_rest(film: Film) -> None:
    scenes = [film.show(gain=1 - 0.004 * step) for step in range(60)]
    assert {scene.activity for scene in scenes} == {Activity.REST}


def test_a_lamp_that_is_switched_on_is_rest_after_a_while(film: Film) -> None:
    scenes = [film.show(gain=1.8) for _ in range(60)]
    assert scenes[-1].activity is Activity.REST


def test_a_shaking_camera_is_rest(film: Film) -> None:
    table = film.table
    activities = set()
    for step in range(30):
        film.table = np.roll(table, ((step * 7) % 3 - 1, (step * 5) % 3 - 1), axis=(0, 1))
        activities.add(film.show(card).activity)
    assert film.show(card).activity is Activity.REST


def test_frames_of_another_size_start_afresh(film: Film) -> None:
    small = Frame(99, 9.0, np.zeros((360, 640, 3), np.uint8))
    assert film._watcher.update(small).activity is Activity.MOVING


def test_the_same_frames_make_the_same_scenes() -> None:
    one, other = Film(), Film()
    for step in range(20):
        first, second = (film.show(arm(640, 700 - 20 * step)) for film in (one, other))
        assert (first.activity, first.arms, first.still_s) == (second.activity, second.arms, second.still_s)


def beside_the_border(picture: Picture) -> None:
    """A row of cards that ends a little short of the border."""
    for x in (500, 570, 640):
        card(picture, x, 720 - 112 - 6)


def test_a_row_of_cards_beside_the_border_is_no_arm_for_long(film: Film) -> None:
    assert film.last_of(45, beside_the_border).arms == ()


def test_a_row_beside_the_border_comes_to_rest_while_others_play(film: Film) -> None:
    def busy_elsewhere(picture: Picture) -> None:
        beside_the_border(picture)
        x = 300 + 40 * (film._count % 3)
        cv2.line(picture, (x, -40), (x, 200), (120, 150, 200), 90)

    scene = film.last_of(45, busy_elsewhere)
    assert len(scene.arms) == 1
    assert scene.arms[0].entry > 180


def test_where_a_card_was_taken_away_at_the_border_is_no_arm_even_for_a_moment(film: Film) -> None:
    film.last_of(45, lambda picture: card(picture, 600, 720 - 112))
    film.last_of(4, arm(640, 500))
    assert film.last_of(6).arms == ()
