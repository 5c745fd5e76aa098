import cv2
import numpy as np
import pytest

from referee.cards import card
from referee.films import decks
from referee.films.camera import Camera
from referee.films.decks import Deck
from referee.films.floor import Place
from referee.films.motion import Step, Track
from referee.films.render import Light, Renderer
from referee.vision.sighting import Picture

CAMERA = Camera((640, 360), tilt=10)
GREEN: Picture = np.full((360, 640, 3), (40, 90, 40), np.uint8)


@pytest.fixture(scope="module")
def deck() -> Deck:
    return decks.load(decks.BUNDLED)


@pytest.fixture
def renderer(deck: Deck) -> Renderer:
    return Renderer(CAMERA, deck, [], GREEN, Light())


def lying(place: Place, face: float = 1.0, order: int = 0) -> Track:
    return Track(card("7H"), [Step(-1, -0.5, place, place, (face, face), order)])


def white(picture: Picture) -> tuple[float, float]:
    """The middle of what is as white as a card."""
    ys, xs = np.nonzero(picture.min(axis=2) > 200)
    return float(xs.mean()), float(ys.mean())


def test_a_card_is_drawn_where_the_table_file_says(renderer: Renderer) -> None:
    place = Place(120.0, -60.0, 25.0)
    px = CAMERA.project(np.array([[place.x, place.y]]))[0]
    assert white(renderer.frame([lying(place)], [], 1.0)) == pytest.approx(px, abs=1.5)


def test_a_card_on_top_hides_what_lies_below(renderer: Renderer) -> None:
    below, above = lying(Place(0, 0), order=1), lying(Place(0, 0), face=0.0, order=2)
    only = Renderer.frame(renderer, [above], [], 1.0)
    both = renderer.frame([below, above], [], 1.0)
    assert np.array_equal(only[170:190, 310:330], both[170:190, 310:330])


def test_a_frame_does_not_depend_on_the_frames_before_it(renderer: Renderer, deck: Deck) -> None:
    moving = Track(card("7H"), [Step(0.0, 1.0, Place(-200, 0), Place(100, 50), (1.0, 1.0), 3)])
    tracks = [lying(Place(0, 0)), moving]
    for t in (0.2, 0.9, 2.0, 0.4):
        seen = renderer.frame(tracks, [], t)
    fresh = Renderer(CAMERA, deck, [], GREEN, Light()).frame(tracks, [], 0.4)
    assert np.array_equal(seen, fresh)


def test_what_moves_is_smeared_and_what_lies_still_is_not(renderer: Renderer) -> None:
    still = [lying(Place(0, 0))]
    assert np.array_equal(renderer.exposure(still, [], 1.0, 0.05), renderer.frame(still, [], 1.0))
    moving = [Track(card("7H"), [Step(0.0, 1.0, Place(-200, 0), Place(200, 0), (1.0, 1.0), 0)])]
    sharp = cv2.Laplacian(renderer.frame(moving, [], 0.5), cv2.CV_64F).var()
    assert cv2.Laplacian(renderer.exposure(moving, [], 0.5, 0.05), cv2.CV_64F).var() < sharp


def test_a_card_throws_a_shadow(renderer: Renderer) -> None:
    picture = renderer.frame([lying(Place(0, 0))], [], 1.0)
    assert (picture < GREEN.min(axis=(0, 1)) - 8).any()
