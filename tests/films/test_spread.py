from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from referee.cards import DECK, cards
from referee.films.decks import BUNDLED
from referee.films.make import Shot
from referee.films.spread import poor, several, spread, whole_deck

SHOT = Shot()


def test_the_same_seed_lays_the_same_cards() -> None:
    one, two, other = (spread(seed, BUNDLED, SHOT, cards=4) for seed in (3, 3, 4))

    assert np.array_equal(one.picture, two.picture)
    assert [card for card, _ in one.cards] != [card for card, _ in other.cards]


def test_cards_lie_apart_and_wholly_in_the_picture() -> None:
    laid = spread(5, BUNDLED, SHOT)
    height, width = laid.picture.shape[:2]

    assert len(laid.cards) >= 10
    assert len({card for card, _ in laid.cards}) == len(laid.cards)
    canvas = np.zeros((height, width), np.uint8)
    for _, outline in laid.cards:
        assert (outline >= 0).all()
        assert (outline[:, 0] < width).all()
        assert (outline[:, 1] < height).all()
        one = np.zeros_like(canvas)
        cv2.fillPoly(one, [outline.round().astype(np.int32)], (1,))
        canvas += one
    assert (canvas > 1).mean() < 0.0005


def test_the_card_is_where_its_corners_are() -> None:
    laid = spread(6, BUNDLED, SHOT)
    for _, outline in laid.cards:
        inside = np.zeros(laid.picture.shape[:2], np.uint8)
        middle = outline.mean(axis=0)
        cv2.fillPoly(inside, [((outline - middle) * 0.9 + middle).round().astype(np.int32)], (255,))
        assert cv2.mean(laid.picture, inside)[1] > 120


def test_a_whole_deck_is_shown_in_lots_each_card_once() -> None:
    lots = list(whole_deck(3, BUNDLED, replace(SHOT, size=(640, 360)), lot=26))
    shown = [card for lot in lots for card, _ in lot.cards]

    assert sorted(map(str, shown)) == sorted(map(str, DECK))


def test_cards_that_are_dealt_are_those_that_lie() -> None:
    assert [str(card) for card, _ in spread(7, BUNDLED, SHOT, 2, cards("7H 8C KS")).cards] == ["7H", "8C"]


def test_a_table_photographed_again_has_the_same_cards_and_other_noise() -> None:
    first, second = several(3, BUNDLED, SHOT, 2)

    assert [card for card, _ in first.cards] == [card for card, _ in second.cards]
    assert not np.array_equal(first.picture, second.picture)
    assert np.abs(first.picture.astype(float) - second.picture).mean() < 6
    assert np.array_equal(first.picture, spread(3, BUNDLED, SHOT).picture)


def test_a_poor_webcam_shows_the_cards_smaller_and_darker() -> None:
    usual, bad = spread(3, BUNDLED, SHOT), spread(3, BUNDLED, poor(SHOT))

    def width(outline: np.ndarray) -> float:
        return float(np.linalg.norm(outline[1] - outline[0]))

    assert 45 < np.median([width(outline) for _, outline in bad.cards]) < 65
    assert bad.picture.mean() < 0.7 * usual.picture.mean()


def test_a_view_that_was_asked_for_stays_that_of_a_poor_webcam() -> None:
    assert poor(replace(SHOT, view=800)).view == 800
