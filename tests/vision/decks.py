"""A deck for tests whose features are drawn by lot: of one card nearly the same in each look."""

from __future__ import annotations

import numpy as np

from referee.cards import DECK, Card, card
from referee.vision.faces import Face
from referee.vision.memory import Features, Prototypes, unit
from referee.vision.rectify import Corners, clockwise

SIZE = 32


def features(name: str, look: int = 0, noise: float = 0.1) -> Features:
    """What is common to all cards, what is the card's own, and a little by chance."""
    common = np.abs(np.random.default_rng(99).normal(size=SIZE)) * 2
    own = np.random.default_rng(DECK.index(card(name))).normal(size=SIZE)
    chance = np.random.default_rng([look, DECK.index(card(name))]).normal(size=SIZE)
    return unit(np.asarray(common + own + noise * chance, np.float32))


def prototypes(*names: str) -> Prototypes:
    return Prototypes.of((card(name), features(name)) for name in names)


def whole_deck() -> Prototypes:
    return prototypes(*map(str, DECK))


def at(x: float, y: float) -> Corners:
    return clockwise([[x, y], [x + 60, y], [x + 60, y + 84], [x, y + 84]])


def face(name: str, x: float = 0, y: float = 0, look: int = 0, read_as: str = "", p: float = 0.98) -> Face:
    """The card *name* lying at *x*, *y* px, read as another if told so."""
    belief = np.full(52, (1 - p) / 51, np.float32)
    belief[DECK.index(card(read_as or name))] = p
    return Face(at(x, y), belief, features(name, look), features(name, look + 1000))


def cards_of(text: str) -> set[Card]:
    return {card(name) for name in text.split()}
