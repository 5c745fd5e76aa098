"""Draws the simulated table as its camera sees it: what lies still once, what moves on every frame."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from referee.films.camera import Camera
from referee.films.decks import CARD_SCALE, RIM_MM, Deck, rounded
from referee.films.floor import Place, corners
from referee.films.hands import Hand
from referee.films.motion import Key, Reach, Seen, Track, arm_at, card_at, heading
from referee.films.props import Prop, draw
from referee.films.sprites import Mask, Sprite, Window, darken, paste, warp, window
from referee.table.layout import Point
from referee.vision.sighting import Picture


@dataclass(frozen=True, slots=True)
class Light:
    """Where the light comes from: the shift of a shadow in mm for each mm of height, and how dark it is."""

    fall: Point = (0.35, 0.5)
    depth: float = 0.38


class Renderer:
    """Frames of one film. Pictures are clean: what a sensor adds comes later (`sensor.py`)."""

    def __init__(
        self,
        camera: Camera,
        deck: Deck,
        hands: Sequence[Mapping[str, Hand]],
        background: Picture,
        light: Light,
    ) -> None:
        self._camera, self._deck, self._light = camera, deck, light
        fine = camera.px_per_mm / CARD_SCALE
        self._still = {face: sprite.scaled(min(1.0, fine * 2)) for face, sprite in _sides(deck)}
        self._swift = {face: sprite.scaled(min(1.0, fine * 1.2)) for face, sprite in _sides(deck)}
        self._hands = [
            {pose: hand.scaled(min(1.0, camera.px_per_mm * 1.1 / hand.scale)) for pose, hand in poses.items()}
            for poses in hands
        ]
        self._background = background
        self._blot = _blot(deck.size_mm, camera.px_per_mm)
        self._shown: tuple[tuple[int, int], ...] = ()
        self._table = background

    def exposure(
        self,
        tracks: Sequence[Track],
        reaches: Sequence[Reach],
        t: float,
        span: float,
        props: Sequence[Prop] = (),
    ) -> Picture:
        """The picture of a shutter that opens at *t* for *span* seconds: what moves is smeared."""
        arms = [reach for reach in reaches if reach.span[0] <= t + span and t <= reach.span[1]]
        moving = [number for number, track in enumerate(tracks) if _moves(track, t, t + span)]
        seen = _seen(tracks, t)
        picture = self._drawn(list(seen.items()), arms, t, props)
        if not arms and not moving:
            return picture
        for number in range(1, _SHOTS):
            moment = t + span * number / _SHOTS
            now = {which: card for which, card in seen.items() if which not in moving}
            now.update((which, card) for which in moving if (card := card_at(tracks[which], moment)))
            other = self._drawn(list(now.items()), arms, moment, props)
            share = 1 / (number + 1)
            picture = np.asarray(cv2.addWeighted(picture, 1 - share, other, share, 0.0), np.uint8)
        return picture

    def frame(
        self, tracks: Sequence[Track], reaches: Sequence[Reach], t: float, props: Sequence[Prop] = ()
    ) -> Picture:
        """The picture at time *t*."""
        return self._drawn(list(_seen(tracks, t).items()), reaches, t, props)

    def _drawn(
        self, seen: list[tuple[int, Seen]], reaches: Sequence[Reach], t: float, props: Sequence[Prop]
    ) -> Picture:
        """The picture at *t* of the cards *seen*, by the numbers of their tracks."""
        seen.sort(key=lambda pair: pair[1].order)
        still = [(number, card) for number, card in seen if not card.moving]
        self._lay_still(still)
        picture = self._table.copy()
        for _, card in seen:
            if card.moving:
                self._draw_card(picture, card, moving=True)
        for prop in props:
            if (place := prop.at(t)) is not None:
                draw(picture, prop, place, self._camera, self._light.fall)
        for reach in reaches:
            if (key := arm_at(reach, t)) is not None:
                self._draw_arm(picture, reach, key)
        return picture

    def _lay_still(self, cards: Sequence[tuple[int, Seen]]) -> None:
        now = tuple((number, card.step) for number, card in cards)
        if now == self._shown:
            return
        known = len(self._shown)
        fresh = cards if now[:known] != self._shown else cards[known:]
        if len(fresh) == len(cards):
            self._table = self._background.copy()
        below: Place | None = None
        for _, card in fresh:
            self._draw_card(self._table, card, moving=False, shadow=not _stacked(below, card.place))
            below = card.place
        self._shown = now

    def _draw_card(self, picture: Picture, card: Seen, *, moving: bool, shadow: bool = True) -> None:
        place = card.place
        if shadow:
            self._draw_shadow(picture, place, place.z if moving else 0.0)
        side = card.card if card.face >= 0.5 else None
        sprite = (self._swift if moving else self._still)[side]
        w, h = self._deck.size_mm
        width = (w + 2 * RIM_MM) * max(abs(2 * card.face - 1), 0.06)
        quad = self._camera.project(corners(place, (width, h + 2 * RIM_MM)), place.z + _lift(card.face))
        drawn = warp(sprite, quad, self._camera.size, finer=1 if moving else 2)
        if drawn:
            paste(picture, *drawn)

    def _draw_shadow(self, picture: Picture, place: Place, height: float) -> None:
        """The shadow of a card *height* mm above what it falls on."""
        z, (fx, fy) = height + 1.0, self._light.fall
        w, h = self._deck.size_mm
        soft = 1 + z / 60
        under = Place(place.x + fx * z, place.y + fy * z, place.angle)
        quad = self._camera.project(corners(under, (w * _BLOT * soft, h * _BLOT * soft)), place.z - height)
        drawn = warp(self._blot, quad, self._camera.size)
        if drawn:
            darken(picture, drawn[0], drawn[1].mask, self._light.depth / soft)

    def _draw_arm(self, picture: Picture, reach: Reach, key: Key) -> None:
        hand = self._hands[reach.seat][key.pose]
        mm = hand.quad(key.x, key.y, heading(reach.shoulder, key.x, key.y))
        drawn = warp(hand.sprite, self._camera.project(mm, key.z), self._camera.size)
        if drawn is None:
            return
        self._arm_shadow(picture, drawn, key.z)
        paste(picture, *drawn)

    def _arm_shadow(self, picture: Picture, drawn: tuple[Window, Sprite], z: float) -> None:
        where, sprite = drawn
        step = 4
        fx, fy = (fall * z * self._camera.px_per_mm for fall in self._light.fall)
        reach = round(max(abs(fx), abs(fy))) + 16
        grown = window(
            np.array(
                [[where.x - reach, where.y - reach], [where.x + where.w + reach, where.y + where.h + reach]]
            ),
            self._camera.size,
            0,
        )
        if grown is None:
            return
        small = cv2.resize(
            sprite.mask, (max(1, where.w // step), max(1, where.h // step)), interpolation=cv2.INTER_AREA
        )
        shift = np.array([[1, 0, (where.x - grown.x + fx) / step], [0, 1, (where.y - grown.y + fy) / step]])
        size = (max(1, grown.w // step), max(1, grown.h // step))
        moved = cv2.warpAffine(small, shift, size, borderMode=cv2.BORDER_CONSTANT)
        soft = cv2.resize(cv2.blur(moved, (5, 5)), (grown.w, grown.h), interpolation=cv2.INTER_LINEAR)
        darken(picture, grown, np.asarray(soft, np.uint8), self._light.depth * 0.8)


_BLOT = 1.3
_SHOTS = 4


def _seen(tracks: Sequence[Track], t: float) -> dict[int, Seen]:
    """The cards that are over the table at *t*, by the numbers of their tracks."""
    cards = ((number, card_at(track, t)) for number, track in enumerate(tracks))
    return {number: card for number, card in cards if card is not None}


def _moves(track: Track, t0: float, t1: float) -> bool:
    return any(step.t0 <= t1 and t0 <= step.t1 for step in track.steps)


def _blot(size_mm: tuple[float, float], scale: float) -> Sprite:
    """The soft dark spot under a card, drawn `_BLOT` times the card's size."""
    w, h = (max(8, round(side * scale)) for side in size_mm)
    mask = rounded((w, h), 3.0 * scale)
    dx, dy = round(w * (_BLOT - 1) / 2), round(h * (_BLOT - 1) / 2)
    grown = cv2.copyMakeBorder(mask, dy, dy, dx, dx, cv2.BORDER_CONSTANT)
    soft: Mask = np.asarray(cv2.GaussianBlur(grown, (0, 0), 1.3 * scale), np.uint8)
    return Sprite.cut(np.zeros((*soft.shape, 3), np.uint8), soft)


def _sides(deck: Deck) -> list[tuple[object, Sprite]]:
    return [*deck.faces.items(), (None, deck.back)]


def _stacked(below: Place | None, place: Place) -> bool:
    """Whether a card at *place* lies squarely on the one *below*, where it throws no shadow of its own."""
    if below is None:
        return False
    return abs(below.x - place.x) + abs(below.y - place.y) < 6 and abs(below.angle - place.angle) < 6


def _lift(face: float) -> float:
    return 40.0 * math.sin(math.pi * min(max(face, 0.0), 1.0))
