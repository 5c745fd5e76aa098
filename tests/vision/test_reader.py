from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from referee.cards import card
from referee.vision.models import EyesError
from referee.vision.reader import (
    BACK,
    CARDS,
    INDEX_UNREADABLE,
    UNREADABLE,
    CardReader,
    IndexReader,
    softmax,
    tempered,
)
from referee.vision.rectify import Corners, clockwise
from tests.pictured import Lying, table, weights
from tests.vision.tiny_networks import ANYWHERE, logits_for, write_classifier, write_reader

CARD = clockwise([[100, 100], [190, 110], [178, 234], [88, 224]])
NAMES = ("2H", "4S", "6C", "7D", "9S", "10H", "JC", "QD", "KS", "AH")


def constant_reader(tmp_path: Path, places: tuple[float, ...] = ANYWHERE) -> CardReader:
    answers = [logits_for("7H", 55), np.array(places, np.float32)]
    return CardReader(write_reader(tmp_path / "reader.xml", answers, (160, 128)))


@pytest.fixture(scope="module")
def reader() -> CardReader:
    return CardReader(weights() / "reader.xml")


@pytest.fixture(scope="module")
def index_reader() -> IndexReader:
    return IndexReader(weights() / "index.xml")


def dealt() -> list[Lying]:
    return [
        Lying(name, 110 + 180 * (k % 5), 170 + 300 * (k // 5), 37 * k, 110) for k, name in enumerate(NAMES)
    ]


def upper_left_index(lying: Lying) -> Corners:
    """Where the committed deck prints rank and suit, in the picture."""
    across, down = lying.corners[1] - lying.corners[0], lying.corners[3] - lying.corners[0]
    shares = ((0.02, 0.03), (0.16, 0.03), (0.16, 0.26), (0.02, 0.26))
    return clockwise([lying.corners[0] + u * across + v * down for u, v in shares])


def test_a_card_that_fills_its_crop_stays_where_it_is(tmp_path: Path) -> None:
    (first,) = constant_reader(tmp_path).read(table(), [CARD])

    # Read in two passes, of which the second leaves less room around the card than these places say.
    assert np.allclose(first.corners.mean(axis=0), CARD.mean(axis=0), atol=0.5)
    assert np.linalg.norm(first.corners[0] - first.corners[1]) < np.linalg.norm(CARD[0] - CARD[1])


def test_places_that_make_no_card_leave_the_corners_as_they_were(tmp_path: Path) -> None:
    crossed = (-0.7, -0.8, 0.7, 0.8, 0.7, -0.8, -0.7, 0.8)

    (read,) = constant_reader(tmp_path, crossed).read(table(), [CARD])

    assert np.allclose(read.corners, CARD)


def test_the_posterior_is_one_of_55_that_sums_to_one(tmp_path: Path) -> None:
    (read,) = constant_reader(tmp_path).read(table(), [CARD])

    assert read.posterior.shape == (UNREADABLE + 1,)
    assert read.posterior.sum() == pytest.approx(1, abs=1e-5)
    assert CARDS[int(read.posterior.argmax())] == card("7H")


def test_many_cards_are_read_in_their_order(tmp_path: Path) -> None:
    boxes = [np.asarray(CARD + k, np.float32) for k in range(35)]

    reads = constant_reader(tmp_path).read(table(), boxes)

    middles = np.stack([read.corners.mean(axis=0) for read in reads])
    assert np.allclose(middles, np.stack([box.mean(axis=0) for box in boxes]), atol=0.5)


def test_nothing_to_read_is_read_as_nothing(tmp_path: Path) -> None:
    index = IndexReader(write_reader(tmp_path / "index.xml", [logits_for("7H", 53)], (64, 64)))

    assert constant_reader(tmp_path).read(table(), []) == []
    assert index.read(table(), []).shape == (0, 53)


def test_an_index_gives_a_posterior_of_53(tmp_path: Path) -> None:
    index = IndexReader(write_reader(tmp_path / "index.xml", [logits_for("10S", 53)], (64, 64)))

    (posterior,) = index.read(table(), [CARD])

    assert CARDS[int(posterior.argmax())] == card("10S")
    assert posterior.sum() == pytest.approx(1, abs=1e-5)


def test_features_are_the_same_whichever_end_of_the_card_is_up(tmp_path: Path) -> None:
    path = write_classifier(tmp_path / "reader.xml", 55, (160, 128), places=8)
    lying = clockwise(dealt()[0].corners)

    one, other = CardReader(path).read(table(*dealt()), [lying, np.roll(lying, 2, axis=0)])

    assert one.features.shape == (3,)
    assert np.allclose(one.features, other.features, atol=0.05)


def test_an_index_has_features_where_the_weights_give_them(tmp_path: Path) -> None:
    telling = IndexReader(write_classifier(tmp_path / "index.xml", 53, (64, 64)))
    silent = IndexReader(write_reader(tmp_path / "silent.xml", [logits_for("7H", 53)], (64, 64)))

    assert telling.read_with_features(table(), [CARD])[1].shape == (1, 3)
    assert telling.read_with_features(table(), [])[1].shape == (0, 3)
    assert silent.read_with_features(table(), [CARD])[1].shape == (1, 0)


@pytest.mark.parametrize("make", ["card", "index"])
def test_a_temperature_below_one_makes_readers_surer(tmp_path: Path, make: str) -> None:
    def p(temperature: float) -> float:
        if make == "card":
            answers = [np.float32(2) * (logits_for("7H", 55) > 0), np.array(ANYWHERE, np.float32)]
            path = write_reader(tmp_path / f"{temperature}.xml", answers, (160, 128))
            return float(CardReader(path, temperature).read(table(), [CARD])[0].posterior.max())
        path = write_reader(
            tmp_path / f"{temperature}.xml", [np.float32(2) * (logits_for("7H", 53) > 0)], (64, 64)
        )
        return float(IndexReader(path, temperature).read(table(), [CARD]).max())

    assert p(0.5) > p(1.0) > p(2.0)


def test_a_temperature_keeps_the_order_and_the_sum() -> None:
    posterior = np.array([[0.6, 0.3, 0.1]], np.float32)

    surer = tempered(posterior, 0.8)

    assert surer.sum() == pytest.approx(1)
    assert surer[0, 0] / surer[0, 1] == pytest.approx(2**1.25)
    assert np.allclose(tempered(posterior, 1.0), posterior)


def test_missing_weights_are_told(tmp_path: Path) -> None:
    with pytest.raises(EyesError, match=r"reader\.xml"):
        CardReader(tmp_path / "reader.xml")


def test_softmax_makes_probabilities_even_of_huge_logits() -> None:
    made = softmax(np.array([[1000, 0, 0], [0, 0, 0]], np.float32))

    assert np.allclose(made, np.array([[3, 0, 0], [1, 1, 1]]) / 3)


def test_cards_of_a_deck_never_trained_on_are_read(reader: CardReader) -> None:
    reads = reader.read(table(*dealt()), [clockwise(lying.corners) for lying in dealt()])

    right = sum(
        CARDS[int(read.posterior.argmax())] == card(name) for read, name in zip(reads, NAMES, strict=True)
    )
    assert right >= 9


def test_corners_that_are_a_little_off_come_right(reader: CardReader) -> None:
    shifted = [clockwise(lying.corners + np.float32(6)) for lying in dealt()]

    reads = reader.read(table(*dealt()), shifted)

    off = [
        np.abs(read.corners.mean(axis=0) - lying.corners.mean(axis=0)).max()
        for read, lying in zip(reads, dealt(), strict=True)
    ]
    assert np.median(off) < 3


def test_a_back_is_read_as_a_back(reader: CardReader) -> None:
    lying = Lying("BACK1", 300, 300, 20, 110)

    (read,) = reader.read(table(lying), [clockwise(lying.corners)])

    assert int(read.posterior.argmax()) == BACK


def test_indexes_of_a_deck_never_trained_on_are_read(index_reader: IndexReader) -> None:
    posteriors = index_reader.read(table(*dealt()), [upper_left_index(lying) for lying in dealt()])

    right = sum(
        int(row.argmax()) == CARDS.index(card(name)) for row, name in zip(posteriors, NAMES, strict=True)
    )
    assert right >= 9


def test_bare_cloth_is_no_index(index_reader: IndexReader) -> None:
    (posterior,) = index_reader.read(table(), [clockwise([[300, 300], [316, 300], [316, 330], [300, 330]])])

    assert int(posterior.argmax()) == INDEX_UNREADABLE
