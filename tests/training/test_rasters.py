from __future__ import annotations

import gzip

import numpy as np
import pytest
from numpy.typing import NDArray

from referee.training.decks import FACES
from referee.training.rasters import element, finished, parsed, sheet, text_of

BLUE, RED = (255, 0, 0), (0, 0, 255)
HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
PAGE = (
    f'{HEAD} width="75pt" height="75pt"><defs><rect id="paper" width="20" height="30"/></defs>'
    '<g id="behind"><rect x="0" y="0" width="100" height="100" fill="green"/></g>'
    '<g transform="translate(10 10)"><rect id="7_heart" width="20" height="30" fill="red"/>'
    '<use id="8_heart" x="30" xlink:href="#paper" fill="blue"/>'
    '<rect id="back" y="115" width="20" height="30" fill="blue"/></g><g id="nothing"/></svg>'
)


@pytest.fixture
def drawn() -> None:
    pytest.importorskip("resvg_py")


def middle(image: NDArray[np.uint8]) -> tuple[int, ...]:
    return tuple(int(v) for v in image[image.shape[0] // 2, image.shape[1] // 2, :3])


def card(height: int = 300, width: int = 200, alpha: int = 255) -> NDArray[np.uint8]:
    image = np.zeros((height + 40, width + 60, 4), np.uint8)
    image[20:-20, 30:-30] = (80, 90, 100, alpha)
    return image


def test_a_compressed_file_reads_as_one_that_is_not() -> None:
    assert text_of(gzip.compress(b"<svg/>")) == text_of(b"<svg/>") == "<svg/>"


def test_a_sheet_is_cut_into_its_cards(drawn: None) -> None:
    cells = "".join(
        f'<rect x="{x * 10 + 1}" y="{y * 15 + 1}" width="8" height="13" fill="rgb({x * 10},{y * 10},0)"/>'
        for x in range(13)
        for y in range(5)
    )

    cards = sheet(f'{HEAD} viewBox="0 0 130 75">{cells}</svg>')

    assert set(cards) == {*FACES, "JOKER1", "JOKER2", "BACK1"}
    assert middle(cards["AC"]) == (0, 0, 0)
    assert middle(cards["10H"]) == (0, 20, 90)
    assert middle(cards["BACK1"]) == (0, 40, 20)


@pytest.mark.parametrize(("name", "colour"), [("7_heart", RED), ("8_heart", BLUE), ("back", BLUE)])
def test_an_element_is_drawn_alone_wherever_it_lies_and_whatever_it_refers_to(
    drawn: None, name: str, colour: tuple[int, ...]
) -> None:
    image = element(parsed(PAGE), name)

    assert image.shape[0] == 560
    assert image.shape[1] / 560 == pytest.approx(2 / 3, abs=0.04)
    assert middle(image) == colour
    assert (image[..., :3][image[..., 3] == 255] == colour).all()


def test_an_element_that_shows_nothing_is_told(drawn: None) -> None:
    with pytest.raises(ValueError, match="nothing shows nothing"):
        element(parsed(PAGE), "nothing")


def test_a_page_is_as_large_as_it_says() -> None:
    assert parsed(PAGE).get("viewBox") == "0 0 100.0 100.0"


@pytest.mark.parametrize(
    ("svg", "says"), [("cards", "no SVG"), ("<svg/>", "width"), ('<svg width="3parsec"/>', "width")]
)
def test_what_is_no_page_is_told(svg: str, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        parsed(svg)


def test_a_card_is_cut_out_and_made_480_high() -> None:
    done = finished(card())

    assert done is not None
    assert done.shape == (480, 320, 4)
    assert (done[240, 160] == (80, 90, 100, 255)).all()


def test_square_corners_become_round() -> None:
    done = finished(card())

    assert done is not None
    assert [int(done[y, x, 3]) for y in (0, -1) for x in (0, -1)] == [0, 0, 0, 0]
    assert done[0, 160, 3] == 255


def test_a_soft_shadow_is_no_part_of_the_card() -> None:
    image = card()
    image[330:, 30:-30] = (0, 0, 0, 90)
    image[20:-20, 230:] = (0, 0, 0, 90)

    done = finished(image)

    assert done is not None
    assert done.shape[1] == 320


def test_a_picture_without_a_card_gives_none() -> None:
    assert finished(card(alpha=60)) is None
