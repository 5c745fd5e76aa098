"""Synthetic photographs of cards on tables, with the truth about every card in them."""

from __future__ import annotations

import math
from collections.abc import Callable
from random import Random

import numpy as np
from numpy.typing import NDArray

from referee.training.arrange import Pose, arranged
from referee.training.assets import Assets
from referee.training.backs import drawn_back
from referee.training.decks import FACES
from referee.training.laying import lay
from referee.training.light import Canvas, photographed
from referee.training.tables import clutter, hands_over, table_top
from referee.training.truth import BACK, JOKER, Laid, SceneTruth, Style
from referee.vision.rectify import Corners


def make_scene(
    r: Random, assets: Assets, size: tuple[int, int], card_px: float, n: int, tilt: float = 24.0
) -> SceneTruth:
    """A photograph of *size* (width, height) with about *n* cards about *card_px* wide, drawn from *assets*.

    *tilt* is the spread, in degrees, of the camera's lean from the vertical.
    """
    width, height = size
    canvas = table_top(r, assets, width, height)
    if r.random() < 0.3:
        clutter(r, canvas, assets, card_px)
    style = _style(r, assets, card_px)
    plane = _camera(r, width, height, tilt) @ np.diag([card_px, card_px, 1.0])
    owner = np.zeros((height, width), np.uint16)
    cards = _dealt(r, canvas, owner, style, plane, n, (width / card_px, height / card_px))
    if r.random() < 0.35:
        hands_over(r, canvas, owner, assets, cards, card_px)
    picture = photographed(r, canvas, max(0.5, min(1.6, card_px / 60)))
    return SceneTruth(picture, tuple(cards), owner)


def _dealt(
    r: Random,
    canvas: Canvas,
    owner: NDArray[np.uint16],
    style: Style,
    plane: NDArray[np.float64],
    n: int,
    view: tuple[float, float],
) -> list[Laid]:
    """Paint about *n* cards; those that lie in the picture, bottom to top."""
    names = _names(r)
    cards: list[Laid] = []
    for pose in arranged(r, n, view, style.height) if n else ():
        corners = _corners(r, plane, pose, style.height)
        if corners is not None and len(cards) < 250:
            laid = _drawn(r, style, pose, corners, names, len(cards) + 1)
            if lay(r, canvas, owner, laid, style):
                cards.append(laid)
    return cards


def _names(r: Random) -> Callable[[], str]:
    """Deals the names of a shuffled pack, again and again."""
    pack: list[str] = []

    def deal() -> str:
        if not pack:
            pack.extend(r.sample(FACES, len(FACES)))
        return pack.pop()

    return deal


def _style(r: Random, assets: Assets, card_px: float) -> Style:
    deck, other = assets.any_deck(r), assets.any_deck(r)
    back = drawn_back(r) if r.random() < 0.35 else r.choice(assets.backs)
    return Style(
        deck=deck,
        other=other if r.random() < 0.12 else deck,
        back=back,
        height=r.uniform(1.36, 1.56),
        radius=round(r.uniform(0.02, 0.09), 2),
        margin=0.0 if r.random() < 0.5 else r.uniform(0, 0.05),
        paper=np.array([r.uniform(0.9, 1), r.uniform(0.95, 1), 1], np.float32),
        shadow=r.uniform(0, 0.5),
        shadow_px=r.uniform(0.01, 0.06) * card_px + 0.5,
        shadow_at=(r.gauss(0, 0.03) * card_px, r.gauss(0, 0.03) * card_px),
        inverted=r.random() < 0.04,
        four=r.random() < 0.2,
    )


def _camera(r: Random, width: int, height: int, spread: float) -> NDArray[np.float64]:
    """The homography from the table plane (px at the middle of the view, origin there) to the picture."""
    lean = 0.0 if r.random() < 0.25 else math.radians(min(62.0, abs(r.gauss(0, spread))))
    focal = r.uniform(0.8, 2.0) * max(width, height)
    way = r.uniform(0, 2 * math.pi) if r.random() < 0.5 else r.gauss(0, 0.4)
    c, s = math.cos(way), math.sin(way)
    turn = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    tip = np.array([[1, 0, 0], [0, math.cos(lean), -math.sin(lean)], [0, math.sin(lean), math.cos(lean)]])
    rotation = turn @ tip @ turn.T
    lens = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1]])
    seen: NDArray[np.float64] = lens @ np.stack(
        [rotation[:, 0], rotation[:, 1], np.array([0, 0, focal])], axis=1
    )
    return seen


def _corners(r: Random, plane: NDArray[np.float64], pose: Pose, height: float) -> Corners | None:
    c, s = math.cos(pose.turn), math.sin(pose.turn)
    flat = np.array([[-0.5, -height / 2], [0.5, -height / 2], [0.5, height / 2], [-0.5, height / 2]])
    flat = flat @ np.array([[c, s], [-s, c]]) + (pose.x, pose.y)
    flat += [[r.gauss(0, 0.006), r.gauss(0, 0.006)] for _ in range(4)]
    seen = np.c_[flat, np.ones(4)] @ plane.T
    if seen[:, 2].min() <= abs(seen[:, 2]).max() * 0.15:
        return None  # behind the camera, or stretched to the horizon
    return np.asarray(seen[:, :2] / seen[:, 2:], np.float32)


def _drawn(
    r: Random, style: Style, pose: Pose, corners: Corners, names: Callable[[], str], number: int
) -> Laid:
    if pose.back:
        return Laid(corners, BACK, number, style.back)
    deck = style.deck if r.random() < 0.8 else style.other
    if deck.jokers and r.random() < 0.02:
        return Laid(corners, JOKER, number, r.choice(deck.jokers))
    name = names()
    if style.four:
        return Laid(corners, name, number, deck.four_cornered(name), four_cornered=True)
    return Laid(corners, name, number, deck.faces[name])
