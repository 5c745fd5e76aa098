"""Which cards that the eyes find on the pile are new: by pixels that changed, by readings, by one pack."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import dist

from referee.table.geometry import distance
from referee.table.lying import SAME, Lying, matched, middle
from referee.table.readings import agreement, either
from referee.table.spots import ACROSS_MM, Spot
from referee.table.view import LEAST_NEW, PLAIN, View

FIRM_NEW = 0.008
"""Of what shows of a new card that is firmly read, and lies nowhere else, at least this share has changed."""
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
ALIKE_INDEX = 0.5
"""A lone index counts as a further card of the play when its rank is so surely that of the others."""
MOVED_MM = 20.0
SURE = 0.97
FELLOW, SURE_RANK = 0.5, 0.985
"""A further card of the rank just laid has to be read so surely, and its rank."""
SURER = 0.75
"""From here on a rank as sure as `CLEAR` is enough."""
WEAK = 0.6
"""A second box about a card is found less surely than so large a share of the first."""
SQUARE_MM = 12.0
"""Cards laid in one go lie further apart, or squarely upon each other: then only the upper is found."""
ACROSS_ONE_MM = 25.0
"""A second box about a card may be drawn so far off its middle, to cards beside it."""
ALL_NEW = 0.5
"""Of a card that nobody covered before so large a share does not change."""
CLEAR = 0.9
"""A card of another rank beside a new one has to be read so surely, and to be plain to see."""


@dataclass(frozen=True)
class Before:
    """The pile as it lay: its *cards*, bottom to top, and how many of them the last play covered."""

    cards: Sequence[Lying]
    covered: int
    packs: int

    def sorted_out(self, view: View) -> tuple[list[Spot], set[int]]:
        """The new cards of *view*, and which of the cards (by index) were seen again."""
        again = matched(view.spots, self.cards)
        other = {
            index
            for index, spot in enumerate(view.spots)
            if index not in again or self._another(spot, again[index], view)
        }
        maybe = [view.spots[index] for index in sorted(other)]
        new = _new_among([spot for spot in maybe if not self._remnant(spot, view)], view)
        if self.packs == 1:
            new = self._each_once(new)
        known = {index: which for index, which in again.items() if index not in other}
        new = _without_doubles(_without_shadows(self._of_one_play(new)), [view.spots[n] for n in known])
        return [_contested(spot, maybe, view) for spot in new], set(known.values())

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

        They were read there anew, and otherwise, rather than played; of the rank of the last play they are
        one of its cards that was overlooked.
        """
        ranks = {card.reading.best.rank for card in self.cards}
        last = {card.reading.best.rank for card in self.cards[self.covered :]}
        rank = new[0].reading.best.rank if new else None
        return [
            spot
            for spot in new
            if spot.reading.best.rank == rank
            or spot.reading.best.rank not in ranks
            or (is_firm(spot) and spot.reading.best.rank not in last)
        ]

    def _remnant(self, spot: Spot, view: View) -> bool:
        """Whether *spot*, which cannot be read, may be what shows of a card that lay there before."""
        if spot.reading.options:
            return False
        places = [card.place for card in self.cards if card.place is not None]
        near = any(dist(spot.centre, middle(place)) <= MOVED_MM for place in places)
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
        share, alike = view.changed_share(spot), agreement(spot.reading, card.reading)
        if which < self.covered and spot.whole and share >= ALL_NEW:
            return True
        return alike < CLEAR and share >= ALL_NEW * alike

    def _untouched(self, card: Lying, spot: Spot, view: View) -> bool:
        """Whether *card* lies as it lay, far from *spot*."""
        reach = MOVED_MM if spot.whole else ACROSS_MM
        if card.place is None or dist(spot.centre, middle(card.place)) <= reach:
            return False
        return view.canvas.share(view.changed, card.place, [spot.quad]) < LEAST_NEW


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
        return share >= (FIRM_NEW if is_firm(spot) else LEAST_NEW)
    here = [other for other in new if other.whole and dist(spot.centre, other.centre) <= SAME_SPOT_MM]
    if here and not spot.steady:
        return False
    alike = spot.reading.rank_p(new[0].reading.best.rank)
    fellow = spot.reading.p >= FELLOW and alike >= (CLEAR if spot.reading.p >= SURER else SURE_RANK)
    if spot.steady and spot.twice and fellow:
        # The boxes of cards in a fan are often drawn over each other: nothing is left beside the one on top.
        return view.changed_share(spot) >= LEAST_NEW
    if alike >= SAME_RANK:
        return share >= LEAST_NEW and alike >= READ
    if any(_about_one_card(spot, other) for other in new):
        return False
    # Another rank: a play of two ranks, or, likelier, an older card that was overlooked.
    return share >= PLAIN and spot.reading.p >= CLEAR


def is_firm(spot: Spot) -> bool:
    """Whether most looks, and two at least, found *spot* and read it surely."""
    return spot.steady and spot.twice and spot.reading.p >= SURE


def _is_new_index(spot: Spot, new: Sequence[Spot], view: View) -> bool:
    """Whether a lone index is of a further card of the play.

    An index misread is far likelier than one of another rank than the card upon it: sets are of one rank.
    """
    share = view.changed_share(spot)
    if not new:
        return share >= INDEX_NEW
    alike = spot.reading.rank_p(new[0].reading.best.rank)
    if alike >= ALIKE_INDEX and share >= INDEX_NEW and _shows_beside(spot, new):
        return True
    # Where the upper card's own index would be, but of another card: the box was drawn across this one.
    firm = spot.steady and spot.twice and spot.reading.p >= CLEAR and share >= ALL_NEW
    return firm and (alike >= CLEAR or all(_at_the_rim(spot, card) for card in new if card.whole))


def _without_shadows(new: Sequence[Spot]) -> list[Spot]:
    """*new* without what hardly reads where another box of the same card reads surely."""
    sure = [spot for spot in new if spot.whole and spot.reading.p >= CLEAR]
    return [
        spot
        for spot in new
        if spot.reading.p >= READ
        or not spot.whole
        or all(dist(spot.centre, other.centre) > SQUARE_MM for other in sure)
    ]


def _without_doubles(new: Sequence[Spot], known: Sequence[Spot]) -> list[Spot]:
    """*new* without a second box about a card that lay there before, beside a card that surely is new."""
    if not any(is_firm(spot) for spot in new):
        return list(new)
    seen = [other for other in known if other.whole and is_firm(other)]
    return [
        spot
        for spot in new
        if is_firm(spot) or all(dist(spot.centre, other.centre) > SQUARE_MM for other in seen)
    ]


def _about_one_card(weak: Spot, strong: Spot) -> bool:
    """Whether *weak* is a second box about the card *strong*: near it, and found far less surely."""
    both = weak.whole and strong.whole and weak.score < WEAK * strong.score
    return both and dist(weak.centre, strong.centre) <= SQUARE_MM


def _contested(spot: Spot, found: Sequence[Spot], view: View) -> Spot:
    """*spot* in doubt where another box about the same card, surely read as another rank, was *found* too."""
    rivals = [
        other
        for other in found
        if other.steady
        and other.reading.p >= CLEAR
        and other.reading.best.rank != spot.reading.best.rank
        and (_about_one_card(other, spot) or _better_read(other, spot, view))
    ]
    if not rivals:
        return spot
    return replace(spot, reading=either(spot.reading, rivals[0].reading))


def _better_read(other: Spot, spot: Spot, view: View) -> bool:
    """Whether *other*, drawn across *spot*, reads firmly what lies nowhere else, where *spot* is in doubt."""
    near = other.whole and dist(other.centre, spot.centre) <= ACROSS_ONE_MM
    return near and is_firm(other) and not is_firm(spot) and view.changed_share(other) >= PLAIN


def _at_the_rim(index: Spot, card: Spot) -> bool:
    """Whether the middle of *index* lies in the outer parts of *card*, or beside it."""
    x, y = card.centre
    core = tuple((x + RIM * (px - x), y + RIM * (py - y)) for px, py in card.quad)
    return distance(index.centre, core) > 0


def _shows_beside(index: Spot, cards: Sequence[Spot]) -> bool:
    """Whether an *index* lies beside *cards*, and so is none of theirs."""
    return all(distance(index.centre, card.quad) > BESIDE_MM for card in cards if card.whole)
