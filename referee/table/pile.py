"""What lies on the pile, bottom to top, and what a new rest of it means."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from math import dist

import cv2
import numpy as np

from referee.cards import Reading
from referee.table.canvas import Canvas
from referee.table.geometry import PILE, distance
from referee.table.readings import agreement
from referee.table.spots import ACROSS_MM, Spot
from referee.vision.pixels import Mask, differs, is_shade
from referee.vision.sighting import Picture, Quad, Side

LEAST_CHANGE = 0.008
"""A pile that changed less than this, in areas of a card, lies as it lay: an eight laid squarely upon another
eight changes no more than a hundredth."""
FIRM_NEW = 0.008
"""Of what shows of a new card that is firmly read, and lies nowhere else, at least this share has changed."""
LEAST_NEW = 0.06
"""Of what shows of a new card at least this share has changed: white paper often lies on white paper."""
INDEX_NEW = 0.04
"""Of an index that shows alone at least this share has changed if its card is new."""
READ = 0.5
"""A reading less sure than this, of a card beside a new one, may be of what shows of a covered one."""
BESIDE_MM = 2.0
RIM = 0.7
"""Indexes lie outside the middle of a card, which is so large a share of its sides."""
SAME_SPOT_MM = 5.0
"""So near under another hardly anything shows of a card: a find there that comes and goes is of the other."""
SAME_RANK = 0.3
UNREAD_CHANGE = 0.08
"""So much change, in areas of a card, is a card even when the eyes find none, nor the top card again."""
GONE_CHANGE = 0.25
"""Without a picture of the bare table: so much change, and eyes that find nothing, mean that it has gone."""
CLOTH = 0.15
"""A zone that differs from the bare table by less than this, in areas of a card, is empty."""
SAME = 0.4
"""Readings that agree more than this are of the same card."""
MOVED_MM = 20.0
NUDGED_MM = 6.0
"""A card found no further than this from where it lay was not moved."""
COVERED = 0.12
"""A card of whose place at least this share has changed has another upon it, if it was not moved."""
SURE = 0.97
FELLOW = 0.75
"""A further card of the rank just laid has to be read so surely, its rank as surely as `CLEAR`."""
ALL_NEW = 0.5
"""Of a card that nobody covered before so large a share does not change."""
CLEAR = 0.9
"""A card of another rank beside a new one has to be read so surely, and to be plain to see."""
PLAIN = 0.3
"""Where so large a share of what shows of a card is new, it is there though the eyes often miss it."""


class What(StrEnum):
    """What happened to the pile."""

    NOTHING = "nothing"
    UNCLEAR = "unclear"
    PLAYED = "played"
    EMPTIED = "emptied"
    RETRACTED = "retracted"


@dataclass(frozen=True, slots=True)
class Finding:
    """What a rest of the pile means, and the new cards, lowest first."""

    what: What
    new: tuple[Spot, ...] = ()


@dataclass(frozen=True, slots=True)
class Lying:
    """A card of the pile where it was last seen (mm); `place` is None for a card nobody has seen."""

    reading: Reading
    place: Quad | None

    @property
    def centre(self) -> tuple[float, float] | None:
        """The middle of the card."""
        return None if self.place is None else _middle(self.place)


@dataclass(frozen=True, slots=True)
class View:
    """The pile at a new rest: what the eyes found, this picture, the last rest's, and where they differ."""

    spots: Sequence[Spot]
    now: Picture
    before: Picture
    changed: Mask
    canvas: Canvas
    final: bool

    @classmethod
    def of(cls, spots: Sequence[Spot], now: Picture, before: Picture, canvas: Canvas, final: bool) -> View:
        """The view, with the difference worked out."""
        faces = [spot for spot in spots if spot.side is Side.FACE]
        return cls(faces, now, before, differs(before, now), canvas, final)

    @property
    def amount(self) -> float:
        """How much has changed, in areas of a card."""
        return self.canvas.cards(self.changed, PILE)

    @property
    def is_shade(self) -> bool:
        """Whether only the light has changed."""
        zone = self.canvas.masks[PILE]
        return is_shade(self.before, self.now, np.bitwise_and(self.changed, zone))

    @property
    def steady(self) -> list[Spot]:
        """What most looks found."""
        return [spot for spot in self.spots if spot.steady]

    def changed_share(self, spot: Spot, beside: Sequence[Spot] = ()) -> float:
        """How much of what shows of *spot* *beside* other cards has changed."""
        return self.canvas.share(self.changed, spot.quad, [other.quad for other in beside])

    def unexplained(self, by: Sequence[Spot]) -> float:
        """How much has changed beside the cards *by*, in areas of a card."""
        left = self.changed.copy()
        for spot in by:
            left[cv2.dilate(self.canvas.mask(spot.quad), np.ones((5, 5), np.uint8)) > 0] = 0
        return self.canvas.cards(left, PILE)


@dataclass
class Pile:
    """The plays that lie on the pile, and pictures of the bare zone and of the pile below the last play."""

    packs: int = 1
    plays: list[list[Lying]] = field(default_factory=list)
    bare: Picture | None = None
    below: Picture | None = None

    @property
    def cards(self) -> list[Lying]:
        """Every card, bottom to top."""
        return [card for play in self.plays for card in play]

    def seed(self, spots: Sequence[Spot], now: Picture) -> None:
        """Start from what lies there: no order is known."""
        faces = [spot for spot in spots if spot.twice and spot.side is Side.FACE]
        self.plays = [[Lying(spot.reading, spot.quad)] for spot in faces if spot.whole]
        self.bare = None if faces else now

    def judge(self, view: View) -> Finding:
        """What the change since the last rest means. `UNCLEAR` only when not `view.final`: look again."""
        if view.amount < LEAST_CHANGE or view.is_shade:
            return Finding(What.NOTHING)
        if self._is_bare(view):
            return self._emptied(view)
        if self._is_as_below(view):
            return Finding(What.RETRACTED)
        new, known = self._sorted_out(view)
        if new:
            return self._played(new, known, view)
        return self._without_new(view, known)

    def apply(self, finding: Finding, view: View) -> None:
        """Remember the pile as *finding* leaves it."""
        if finding.what is What.PLAYED:
            self.plays.append(
                [
                    Lying(spot.reading, spot.quad if spot.found and spot.whole else None)
                    for spot in finding.new
                ]
            )
            self.below = view.before
        elif finding.what is What.EMPTIED:
            self.plays, self.bare, self.below = [], view.now, None
        elif finding.what is What.RETRACTED:
            self.plays, self.below = self.plays[:-1], None
        self._follow(view)

    def correct(self, readings: Sequence[Reading]) -> None:
        """What the cards of the last play are, by what the rest of the table says."""
        play = self.plays[-1]
        self.plays[-1] = [
            replace(card, reading=reading) for card, reading in zip(play, readings, strict=True)
        ]

    def _is_bare(self, view: View) -> bool:
        if self.bare is None:
            return view.final and not view.spots and view.amount >= GONE_CHANGE
        left = view.canvas.change(self.bare, view.now, PILE)
        if left < CLOTH:
            return True
        return view.final and not view.spots and left < 0.4 * view.canvas.change(self.bare, view.before, PILE)

    def _emptied(self, view: View) -> Finding:
        if not view.steady:
            return Finding(What.EMPTIED if self.plays else What.NOTHING)
        return Finding(What.NOTHING if view.final else What.UNCLEAR)

    def _is_as_below(self, view: View) -> bool:
        """Whether the pile looks as it did before the last play, and not as it did after it."""
        if self.below is None or not self.plays:
            return False
        left = view.canvas.change(self.below, view.now, PILE)
        return left < CLOTH and left < 0.5 * view.amount

    def _sorted_out(self, view: View) -> tuple[list[Spot], set[int]]:
        """The new cards, and which of the pile's cards were seen again."""
        again = _matched(view.spots, self.cards)
        other = {
            index
            for index, spot in enumerate(view.spots)
            if index not in again or self._another(spot, again[index], view)
        }
        maybe = [view.spots[index] for index in sorted(other)]
        new = _new_among([spot for spot in maybe if not self._remnant(spot, view)], view)
        if self.packs == 1:
            new = self._each_once(new)
        return self._of_one_play(new), {which for index, which in again.items() if index not in other}

    def _each_once(self, new: Sequence[Spot]) -> list[Spot]:
        """*new* without cards that are surely among the others of *new*, or lie on the pile: one pack."""
        kept: list[Spot] = []
        for spot in new:
            known = [other.reading for other in kept]
            if kept:
                known += [card.reading for card in self.cards]
            if not any(agreement(spot.reading, reading) >= SAME for reading in known):
                kept.append(spot)
        return kept

    def _of_one_play(self, new: list[Spot]) -> list[Spot]:
        """*new* without cards of another rank than the first if that rank lies on the pile already.

        They were read there anew, and otherwise, rather than played.
        """
        ranks = {card.reading.best.rank for card in self.cards}
        rank = new[0].reading.best.rank if new else None
        return [
            spot
            for spot in new
            if spot.reading.best.rank == rank or spot.reading.best.rank not in ranks or _firm(spot)
        ]

    def _remnant(self, spot: Spot, view: View) -> bool:
        """Whether *spot*, which cannot be read, may be what shows of a card that lay there before."""
        if spot.reading.options:
            return False
        places = [card.place for card in self.cards if card.place is not None]
        near = any(dist(spot.centre, _middle(place)) <= MOVED_MM for place in places)
        return (
            near and view.changed_share(spot, [other for other in view.steady if other is not spot]) < PLAIN
        )

    def _another(self, spot: Spot, which: int, view: View) -> bool:
        """Whether *spot*, though it reads as the card *which*, is another one.

        Far off, while that card lies untouched; or where all is new, though that card was covered, or the
        readings are in doubt: a club is easily read as the spade that lies below it.
        """
        card = self.cards[which]
        if self._untouched(card, spot, view):
            return True
        covered = bool(self.plays) and which < len(self.cards) - len(self.plays[-1])
        doubtful = agreement(spot.reading, card.reading) < CLEAR
        return (doubtful or (covered and spot.whole)) and view.changed_share(spot) >= ALL_NEW

    def _untouched(self, card: Lying, spot: Spot, view: View) -> bool:
        """Whether *card* lies as it lay, far from *spot*."""
        reach = MOVED_MM if spot.whole else ACROSS_MM
        if card.place is None or dist(spot.centre, _middle(card.place)) <= reach:
            return False
        return view.canvas.share(view.changed, card.place, [spot.quad]) < LEAST_NEW

    def _played(self, new: list[Spot], known: set[int], view: View) -> Finding:
        there = [spot for spot in new if spot.steady or self._plain(spot, view)]
        if not view.final and (len(there) < len(new) or _doubtful(there, view)):
            return Finding(What.UNCLEAR)
        if not there:
            there = [_less_sure(spot) for spot in new if view.changed_share(spot) >= PLAIN][:1]
        if not there:
            return self._without_new(view, known)
        return Finding(What.PLAYED, tuple(there))

    def _plain(self, spot: Spot, view: View) -> bool:
        """Whether the pixels are so clear about *spot* that two looks of many are enough."""
        return view.final and spot.whole and spot.twice and view.changed_share(spot) >= PLAIN

    def _without_new(self, view: View, known: set[int]) -> Finding:
        if not view.final:
            return Finding(What.UNCLEAR)
        top = self.plays[-1] if self.plays else []
        first_of_top = len(self.cards) - len(top)
        on_top = [which for which in known if which >= first_of_top]
        as_it_was = view.amount < UNREAD_CHANGE or any(not self._covered(which, view) for which in on_top)
        if as_it_was and view.unexplained(view.steady) < PLAIN:
            return Finding(What.NOTHING)
        if known and not on_top and len(self.plays) > 1 and self._uncovered(view):
            return Finding(What.RETRACTED)
        return Finding(What.PLAYED, (_unread(view),))

    def _uncovered(self, view: View) -> bool:
        """Whether the pile looks more as it did before the last play than as it did after it."""
        if self.below is None:
            return False
        left = view.canvas.change(self.below, view.now, PILE)
        return left < 0.6 * view.amount and all(_gone(card, view) for card in self.plays[-1])

    def _covered(self, which: int, view: View) -> bool:
        """Whether a card that was seen again, where it lay, has another upon it that the eyes do not find."""
        card = self.cards[which]
        again = [spot for spot in view.steady if agreement(spot.reading, card.reading) >= SAME]
        if card.place is None or any(dist(spot.centre, _middle(card.place)) > NUDGED_MM for spot in again):
            return False
        return view.canvas.share(view.changed, card.place) >= COVERED

    def _follow(self, view: View) -> None:
        """Move the remembered cards to where they were seen again."""
        whole = [spot for spot in view.steady if spot.whole]
        for index, which in _matched(whole, self.cards).items():
            self._replace(which, whole[index].quad)

    def _replace(self, which: int, place: Quad) -> None:
        for play in self.plays:
            if which < len(play):
                play[which] = replace(play[which], place=place)
                return
            which -= len(play)


def _new_among(maybe: Sequence[Spot], view: View) -> list[Spot]:
    """Those of *maybe* where something new shows that the others, surer to be new, do not explain."""
    new: list[Spot] = []
    for spot in sorted(maybe, key=lambda spot: (not spot.whole, not spot.steady, -_newness(spot, view))):
        if _is_new_card(spot, new, view) if spot.whole else _is_new_index(spot, new, view):
            new.append(spot)
    return new


def _newness(spot: Spot, view: View) -> float:
    """How much speaks for *spot* as the new card: what changed there, and how surely it reads."""
    return view.changed_share(spot) * (0.05 + spot.reading.p) * spot.score


def _is_new_card(spot: Spot, new: Sequence[Spot], view: View) -> bool:
    """Whether *spot* is new: beside *new* cards it has to be read, or boxes drawn across them would count."""
    share = view.changed_share(spot, new)
    if not new:
        return share >= (FIRM_NEW if _firm(spot) else LEAST_NEW)
    here = [other for other in new if other.whole and dist(spot.centre, other.centre) <= SAME_SPOT_MM]
    if here and not spot.steady:
        return False
    alike = spot.reading.rank_p(new[0].reading.best.rank)
    if spot.steady and spot.twice and spot.reading.p >= FELLOW and alike >= CLEAR:
        # The boxes of cards in a fan are often drawn over each other: nothing is left beside the one on top.
        return view.changed_share(spot) >= LEAST_NEW
    if alike >= SAME_RANK:
        return share >= LEAST_NEW and alike >= READ
    # Another rank: a play of two ranks, or, likelier, an older card that was overlooked.
    return share >= PLAIN and spot.reading.p >= CLEAR


def _firm(spot: Spot) -> bool:
    return spot.steady and spot.twice and spot.reading.p >= SURE


def _is_new_index(spot: Spot, new: Sequence[Spot], view: View) -> bool:
    """Whether a lone index is of a further card of the play.

    An index misread is far likelier than one of another rank than the card upon it: sets are of one rank.
    """
    share = view.changed_share(spot)
    if not new or spot.reading.rank_p(new[0].reading.best.rank) >= SAME_RANK:
        return share >= INDEX_NEW and _shows_beside(spot, new)
    # Where the upper card's own index would be, but of another rank: the box was drawn across this card.
    firm = spot.steady and spot.twice and spot.reading.p >= CLEAR
    return firm and share >= ALL_NEW and all(_at_the_rim(spot, card) for card in new if card.whole)


def _at_the_rim(index: Spot, card: Spot) -> bool:
    """Whether the middle of *index* lies in the outer parts of *card*, or beside it."""
    x, y = card.centre
    core = tuple((x + RIM * (px - x), y + RIM * (py - y)) for px, py in card.quad)
    return distance(index.centre, core) > 0


def _shows_beside(index: Spot, cards: Sequence[Spot]) -> bool:
    """Whether an *index* lies beside *cards*, and so is none of theirs."""
    return all(distance(index.centre, card.quad) > BESIDE_MM for card in cards if card.whole)


def _matched(spots: Sequence[Spot], cards: Sequence[Lying]) -> dict[int, int]:
    """Which spot (by index) is which card of the pile: pairs that read the same, the nearest first."""
    pairs = sorted(
        (_far(spot, card), index, which)
        for index, spot in enumerate(spots)
        for which, card in enumerate(cards)
        if agreement(spot.reading, card.reading) >= SAME
    )
    matched: dict[int, int] = {}
    for _, index, which in pairs:
        if index not in matched and which not in matched.values():
            matched[index] = which
    return matched


def _far(spot: Spot, card: Lying) -> float:
    return 999.0 if card.place is None else dist(spot.centre, _middle(card.place))


def _less_sure(spot: Spot) -> Spot:
    """*spot*, which a single look found, read half as surely."""
    return replace(spot, reading=Reading.of((card, p / 2) for card, p in spot.reading.options))


def _doubtful(new: Sequence[Spot], view: View) -> bool:
    """Whether another look may tell more: a card is not surely read, or *new* does not explain all change."""
    return any(spot.reading.p < SURE for spot in new) or view.unexplained(new) >= UNREAD_CHANGE


def _gone(card: Lying, view: View) -> bool:
    return card.place is None or view.canvas.share(view.changed, card.place) >= LEAST_NEW


def _unread(view: View) -> Spot:
    """A card that only the pixels tell of."""
    return Spot(((0.0, 0.0),) * 4, Side.FACE, Reading(()), 0, len(view.spots), 0.0)


def _middle(place: Quad) -> tuple[float, float]:
    return (sum(x for x, _ in place) / 4, sum(y for _, y in place) / 4)
