from __future__ import annotations

import numpy as np
import pytest

from referee.cards import Reading, card
from referee.films.camera import Camera
from referee.films.eyesight import Eyesight, corner_distances
from referee.films.spread import Spread
from referee.vision.sighting import SeenCard, Side

SQUARE = np.array([[10.0, 10], [70, 10], [70, 100], [10, 100]])
OTHER = SQUARE + np.array([200, 0])
TABLE = Spread(
    np.zeros((200, 400, 3), np.uint8), "deck", ((card("7H"), SQUARE), (card("8C"), OTHER)), Camera((400, 200))
)


def seen(name: str, outline: np.ndarray, p: float = 0.995, whole: bool = True) -> SeenCard:
    a, b, c, d = (tuple(map(float, point)) for point in outline)
    return SeenCard((a, b, c, d), Side.FACE, Reading.of({card(name): p}), 0.9, whole)  # type: ignore[arg-type]


def judged(*cards: SeenCard) -> Eyesight:
    sight = Eyesight()
    sight.add(TABLE, cards, 0.8)
    return sight


def test_a_card_counts_where_it_lies_and_as_what_it_is() -> None:
    sight = judged(seen("7H", SQUARE), seen("8S", OTHER + 2))

    assert (sight.cards, sight.found, sight.right, sight.wrong, sight.stray) == (2, 2, 1, 1, 0)
    assert list(sight.mistakes()) == ["8C as 8S, 1 times"]
    assert (sight.sure, sight.sure_right) == (2, 1)


def test_a_card_read_without_certainty_is_neither_right_nor_wrong() -> None:
    sight = judged(seen("7H", SQUARE, p=0.5))

    assert (sight.found, sight.right, sight.wrong) == (1, 0, 0)


def test_a_card_where_none_lies_is_a_stray() -> None:
    assert judged(seen("7H", SQUARE + 95)).stray == 1


def test_an_index_counts_as_its_card_but_teaches_no_corners() -> None:
    sight = judged(seen("7H", SQUARE * 0.1 + 12, whole=False))

    assert (sight.found, sight.right, sight.corners) == (1, 1, [])


@pytest.mark.parametrize("turn", range(4))
def test_corners_are_compared_whichever_end_is_up(turn: int) -> None:
    assert corner_distances(SQUARE, np.roll(SQUARE + np.array([3, 4]), turn, axis=0)) == pytest.approx(
        [5.0] * 4
    )


def test_counts_of_several_decks_add_up() -> None:
    one, two = judged(seen("7H", SQUARE)), judged(seen("8S", OTHER))
    one.join(two)

    assert (one.cards, one.found, one.right, one.wrong) == (4, 2, 1, 1)
    assert "cards 4 found 0.5000 right 0.2500 wrong 1 " in one.line()
