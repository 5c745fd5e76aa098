"""Whether a table can be refereed as the camera sees it, and if not, what to mend."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from referee.table.homography import Numbers
from referee.table.layout import Point
from referee.table.plane import Plane
from referee.vision.conditions import Conditions
from referee.vision.sighting import SeenCard, Side

LEAST_CARDS = 4
WANTED_MM = 3.0
"""The zones are known to so many millimetres, or the cards lie too badly to tell."""
MISFIT_MM = 1.5
"""A card with a side further off than this is covered, bent, or not of the size that the others have."""
DARK, LIT = 90.0, 0.8
"""Paper less bright than this is dark; with so much of the cards as bright as it gets print is lost."""
SOFT = 0.02
"""Sides softer than this share of a card's width are out of focus: reading suffers from there on."""
HUNTING = 1.3
"""By this factor softness changes while the table rests where the focus moves."""
LEAST_PX = 50.0
"""Cards narrower than this are read badly."""
MOST_TILT = 37.0
"""The guide says 35 degrees; the rest is what the measurement may be off."""


class Fault(StrEnum):
    """What may be wrong."""

    FEW = "few cards"
    PLANE = "plane unsure"
    MISFIT = "card does not fit"
    ROOM = "no room"
    DARK = "too dark"
    BRIGHT = "too bright"
    GLARE = "glare"
    FOCUS = "out of focus"
    HUNTING = "focus hunting"
    FAR = "too far"
    TILT = "tilted too much"
    UNREAD = "not read"


@dataclass(frozen=True, slots=True)
class Remark:
    """One fault: what is wrong and what to do, in a sentence, and where in the picture (px)."""

    fault: Fault
    text: str
    spots: tuple[Point, ...] = ()


def few(cards: Sequence[SeenCard], wanted: int = LEAST_CARDS) -> Iterator[Remark]:
    """Whether too few whole *cards* lie in the picture."""
    if len(cards) < wanted:
        seen = {0: "No card lies", 1: "1 card lies"}.get(len(cards), f"{len(cards)} cards lie")
        yield Remark(
            Fault.FEW, f"{seen} whole in the picture: lay {wanted} or more, apart, towards the corners."
        )


def light(found: Conditions, size: tuple[int, int]) -> Iterator[Remark]:
    """What is wrong with the light."""
    if 0 < found.paper < DARK:
        yield Remark(
            Fault.DARK,
            f"It is too dark: white paper shows at {found.paper:.0f} of 255, {DARK:.0f} are needed; "
            "switch on more light or lengthen the exposure.",
        )
    if found.full > LIT:
        yield Remark(
            Fault.BRIGHT,
            f"It is too bright: {100 * found.full:.0f} % of the cards are as white as it gets; "
            "shorten the exposure.",
        )
    if found.glare:
        places = _places(found.glare, size)
        yield Remark(Fault.GLARE, f"A lamp mirrors {places}: move the lamp or cover it.", found.glare)


def focus(soft: Sequence[float], card_px: float) -> Iterator[Remark]:
    """What is wrong with the focus, from how *soft* each picture of one rest is (px)."""
    told = [sigma for sigma in soft if sigma > 0]
    if not told:
        return
    if max(told) > HUNTING * min(told) and max(told) > SOFT * card_px / HUNTING:
        yield Remark(
            Fault.HUNTING,
            f"The camera hunts for focus: edges are {min(told):.1f} to {max(told):.1f} px soft while nothing "
            "moves; switch its autofocus off.",
        )
    elif min(told) > SOFT * card_px:
        yield Remark(
            Fault.FOCUS,
            f"The picture is not sharp: edges are {min(told):.1f} px soft, {SOFT * card_px:.1f} at most are "
            "good; set the focus, or wipe the lens.",
        )


def view(plane: Plane, corners: Numbers) -> Iterator[Remark]:
    """Whether the camera sees the zones, whose *corners* (mm) these are, large enough and from above."""
    widths = plane.card_px(corners)
    least = int(np.argmin(widths))
    if widths[least] < LEAST_PX:
        spot = plane.px(corners[least : least + 1])[0]
        at = (float(spot[0]), float(spot[1]))
        yield Remark(
            Fault.FAR,
            f"A card shows {widths[least]:.0f} px wide {where(at, plane.size)}, {LEAST_PX:.0f} are needed: "
            f"hang the camera lower, or choose a higher resolution than {plane.size[0]} x {plane.size[1]}.",
            (at,),
        )
    if plane.tilt > MOST_TILT:
        yield Remark(
            Fault.TILT,
            f"The camera looks {plane.tilt:.0f} degrees aside: hang it more above the middle, 35 degrees are "
            "the most.",
        )


def sure(plane: Plane, corners: Numbers) -> Iterator[Remark]:
    """Whether the plane is known well enough where the zones lie (*corners*, mm), by cards that fit it."""
    off = plane.sure_mm(corners)
    if off > WANTED_MM:
        yield Remark(
            Fault.PLANE,
            f"The table is known to {off:.1f} mm only, {WANTED_MM:.0f} are needed: lay the cards further "
            "apart, one towards each corner, and more of them.",
        )
    odd = [
        card for card, sides in zip(plane.cards, plane.off_mm, strict=True) if np.abs(sides).max() > MISFIT_MM
    ]
    if len(plane.cards) - len(odd) < LEAST_CARDS <= len(plane.cards):
        spots = tuple((float(x), float(y)) for x, y in np.mean(odd, axis=1))
        places = _places(spots, plane.size)
        yield Remark(
            Fault.MISFIT,
            f"Cards do not fit together, so {places}: lay {LEAST_CARDS} or more of one deck flat and "
            "uncovered.",
            spots,
        )


def reading(cards: Sequence[SeenCard], least: float, size: tuple[int, int]) -> Iterator[Remark]:
    """Whether faces are not read with a probability of *least*, or hardly look like any card."""
    unread = [card for card in cards if card.side is Side.FACE and card.reading.p < least]
    if odd := tuple(card.centre for card in unread if not card.reading.options):
        yield Remark(
            Fault.UNREAD,
            f"Something {_places(odd, size)} looks like a card and nothing is read on it: take it away if it "
            "is none.",
            odd,
        )
    spots = tuple(card.centre for card in unread if card.reading.options)
    if spots:
        number = "A card is" if len(spots) == 1 else f"{len(spots)} cards are"
        yield Remark(
            Fault.UNREAD,
            f"{number} not read {_places(spots, size)}: mend the light and the focus there, or show the deck "
            "once with `referee enroll`.",
            spots,
        )


def _places(spots: Sequence[Point], size: tuple[int, int]) -> str:
    return " and ".join(dict.fromkeys(where(spot, size) for spot in spots))


def where(spot: Point, size: tuple[int, int]) -> str:
    """Where in a picture of *size* a *spot* is, in words."""
    across = ("left", "", "right")[min(2, max(0, int(3 * spot[0] / size[0])))]
    down = ("top", "", "bottom")[min(2, max(0, int(3 * spot[1] / size[1])))]
    place = " ".join(word for word in (down, across) if word)
    return f"at the {place}" if place else "in the middle"
