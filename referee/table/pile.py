"""What lies on the pile, bottom to top, and what a new rest of it means."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from math import dist

from referee.cards import Reading
from referee.table.additions import CLEAR, SURE, Before, is_firm
from referee.table.geometry import PILE
from referee.table.lying import SAME, Lying, matched, middle
from referee.table.readings import agreement
from referee.table.spots import Spot
from referee.table.things import is_more_than, is_thing
from referee.table.view import LEAST_NEW, PLAIN, View
from referee.vision.pixels import differs
from referee.vision.sighting import Picture, Quad, Side

LEAST_CHANGE = 0.008
"""A pile that changed less than this, in areas of a card, lies as it lay: an eight laid squarely upon another
eight changes no more than a hundredth."""
UNREAD_CHANGE = 0.08
"""So much change, in areas of a card, is a card even when the eyes find none, nor the top card again."""
GONE_CHANGE = 0.25
"""Without a picture of the bare table: so much change, and eyes that find nothing, mean that it has gone."""
CLOTH = 0.15
"""A zone that differs from the bare table by less than this, in areas of a card, is empty."""
NUDGED_MM = 6.0
"""A card found no further than this from where it lay was not moved."""
STILL = 0.1
"""A card of which what shows has changed by less than this lies as it lay."""
COVERED = 0.12
"""A card of whose place at least this share has changed has another upon it, if it was not moved."""


INNER = 0.75
"""The part of a card's sides within which no neighbour that was pushed below it shows."""


class What(StrEnum):
    """What happened to the pile."""

    NOTHING = "nothing"
    UNCLEAR = "unclear"
    PLAYED = "played"
    EMPTIED = "emptied"
    RETRACTED = "retracted"


@dataclass(frozen=True, slots=True)
class Finding:
    """What a rest of the pile means, and the new cards, lowest first; `thing`: what changed was no card."""

    what: What
    new: tuple[Spot, ...] = ()
    thing: bool = False


@dataclass
class Pile:
    """The plays that lie on the pile; pictures of the bare zone, of the pile below the last play, and of it
    before something came that is no card.
    """

    packs: int = 1
    plays: list[list[Lying]] = field(default_factory=list)
    bare: Picture | None = None
    below: Picture | None = None
    clear: Picture | None = None
    _shuffled: bool = False

    @property
    def cards(self) -> list[Lying]:
        """Every card, bottom to top."""
        return [card for play in self.plays for card in play]

    @property
    def readings(self) -> tuple[Reading, ...]:
        """Every card, bottom to top; an unread one on top where nobody saw in which order they were laid."""
        cards = tuple(card.reading for card in self.cards)
        return (*cards, Reading(())) if self._shuffled else cards

    def is_one_play(self, finding: Finding, view: View) -> bool:
        """Whether all that *finding* tells is a play: cards of one rank on those that lay there before."""
        ranks = {spot.reading.best.rank for spot in finding.new}
        if finding.what is not What.PLAYED or len(ranks) != 1 or self._has_stranger(finding, view):
            return False
        again = bool(matched(view.steady, self.cards))
        return not self.cards or again or any(_sticks_out(card, finding.new, view) for card in self.cards)

    def _has_stranger(self, finding: Finding, view: View) -> bool:
        """Whether a card is surely read that neither lay there nor is of the play: one of a play between."""
        fresh = [spot for spot in view.steady if spot.twice and spot.reading.p >= SURE]
        known = [card.reading for card in self.cards] + [spot.reading for spot in finding.new]
        return any(all(agreement(spot.reading, one) < SAME for one in known) for spot in fresh)

    @property
    def _before(self) -> Before:
        covered = len(self.cards) - len(self.plays[-1]) if self.plays else 0
        return Before(self.cards, covered, self.packs)

    def seed(self, spots: Sequence[Spot], now: Picture) -> None:
        """Start, also once more, from what lies there: no order is known."""
        faces = [spot for spot in spots if spot.twice and spot.side is Side.FACE]
        self.plays = [[Lying(spot.reading, spot.quad)] for spot in faces if spot.whole]
        self.bare, self.below, self.clear = self.bare if faces else now, None, None
        self._shuffled = len({card.reading.best.rank for card in self.cards}) > 1

    def judge(self, view: View) -> Finding:
        """What the change since the last rest means. `UNCLEAR` only when not `view.final`: look again."""
        if view.amount < LEAST_CHANGE or self._is_shade(view):
            return Finding(What.NOTHING)
        if self._is_bare(view):
            return self._emptied(view)
        if self._is_clear_again(view):
            return Finding(What.NOTHING, thing=True)
        if self._is_as_below(view):
            return Finding(What.RETRACTED)
        if self._is_moved_along(view):
            return Finding(What.NOTHING if view.final else What.UNCLEAR)
        new, known = self._before.sorted_out(view)
        if new:
            return self._played(new, known, view)
        return self._without_new(view, known)

    def apply(self, finding: Finding, view: View) -> None:
        """Remember the pile as *finding* leaves it."""
        if finding.thing:
            self.clear = view.before
        elif finding.what is not What.NOTHING:
            self.clear = None
        if finding.what is What.PLAYED:
            self.plays.append(
                [
                    Lying(spot.reading, spot.quad if spot.found and spot.whole else None)
                    for spot in finding.new
                ]
            )
            self.below, self._shuffled = view.before, False
        elif finding.what is What.EMPTIED:
            self.plays, self.below, self._shuffled = [], None, False
        elif finding.what is What.RETRACTED:
            self.plays, self.below = self.plays[:-1], None
        if finding.what is What.EMPTIED or (finding.thing and not self.plays):
            self.bare = view.now
        self._follow(view)

    def join(self) -> None:
        """The last two plays were one, laid card by card."""
        self.plays[-2].extend(self.plays.pop())

    def correct(self, play: list[Lying], readings: Sequence[Reading]) -> None:
        """What the cards of *play* are, by what the rest of the table says; it may have gone by now."""
        play[:] = [replace(card, reading=reading) for card, reading in zip(play, readings, strict=True)]

    def _is_shade(self, view: View) -> bool:
        """Whether only the light has changed; not where a card is plainly read on the bare table."""
        return view.is_shade and bool(self.plays or not self._fresh(view))

    def _is_bare(self, view: View) -> bool:
        if self.bare is None:
            return view.final and not view.spots and view.amount >= GONE_CHANGE
        left = view.canvas.change(self.bare, view.now, PILE)
        if left < CLOTH:
            return True
        if not view.final or view.spots:
            return False
        cleared = left < 0.4 * view.canvas.change(self.bare, view.before, PILE)
        return cleared or self._is_bare_beside(self.bare, view)

    def _is_bare_beside(self, bare: Picture, view: View) -> bool:
        """Whether the cards have gone, and what changed looks *bare*: a glass may stand beside."""
        if not self.plays or not all(_gone(card, view) for card in self.cards):
            return False
        return view.canvas.cards(differs(bare, view.now) & view.changed, PILE) < CLOTH

    def _emptied(self, view: View) -> Finding:
        if not view.steady:
            return Finding(What.EMPTIED if self.plays else What.NOTHING)
        return Finding(What.NOTHING if view.final else What.UNCLEAR)

    def _is_as_below(self, view: View) -> bool:
        """Whether the pile looks as it did before the last play, and not as it did after it.

        Not where a card is plainly read that never lay there: from afar a seven looks much like a five.
        """
        if self.below is None or not self.plays or self._fresh(view):
            return False
        left = view.canvas.change(self.below, view.now, PILE)
        return left < CLOTH and left < 0.5 * view.amount

    def _is_clear_again(self, view: View) -> bool:
        """Whether the pile looks as it did before something came that is no card: it was taken away."""
        if self.clear is None or self._fresh(view):
            return False
        return view.canvas.change(self.clear, view.now, PILE) < UNREAD_CHANGE

    def _is_moved_along(self, view: View) -> bool:
        """Whether cards that lay there lie elsewhere now, and nothing is upon the top one.

        A sleeve dragged them along, or somebody squared them up. Of several packs a second one may have come.
        """
        seen = [spot for spot in view.spots if spot.whole and (spot.steady or spot.reading.p >= CLEAR)]
        again = matched(seen, self.cards)
        if self.packs > 1 or len(again) < len(seen) or any(spot.reading.p < SURE for spot in seen):
            return False
        first_of_top = len(self.cards) - len(self.plays[-1]) if self.plays else 0
        top = {which: seen[index] for index, which in again.items() if which >= first_of_top}
        free = any(self._has_moved(which, spot) or _is_free(spot, view) for which, spot in top.items())
        places = [card.place for card in self.cards if card.place is not None]
        return free and view.unexplained(seen, places) < UNREAD_CHANGE

    def _has_moved(self, which: int, spot: Spot) -> bool:
        place = self.cards[which].place
        return place is not None and dist(spot.centre, middle(place)) > NUDGED_MM

    def _fresh(self, view: View) -> bool:
        """Whether a whole card is firmly read that is none of the pile's."""
        firm = [spot for spot in view.spots if spot.whole and is_firm(spot)]
        return len(matched(firm, self.cards)) < len(firm)

    def _played(self, new: list[Spot], known: set[int], view: View) -> Finding:
        there = [spot for spot in new if spot.steady or self._plain(spot, view)]
        if not view.final and (len(there) < len(new) or _doubtful(there, view) or self._fleeting(new, view)):
            return Finding(What.UNCLEAR)
        if not there:
            there = [_less_sure(spot) for spot in new if view.changed_share(spot) >= PLAIN][:1]
        if not there:
            return self._without_new(view, known)
        if view.final and all(spot.reading.p < CLEAR for spot in there) and is_more_than(there, view):
            return Finding(What.NOTHING, thing=True)
        return Finding(What.PLAYED, tuple(there))

    def _fleeting(self, new: Sequence[Spot], view: View) -> bool:
        """Whether one look found a further card where much has changed, and another look did not."""
        seen = [spot for spot in view.spots if not spot.steady and spot.reading.p >= CLEAR]
        unknown = [spot for index, spot in enumerate(seen) if index not in matched(seen, self.cards)]
        return any(spot not in new and view.changed_share(spot) >= PLAIN for spot in unknown)

    def _plain(self, spot: Spot, view: View) -> bool:
        """Whether the pixels or the readings are so clear about *spot* that two looks of many are enough."""
        clear = view.changed_share(spot) >= PLAIN or spot.reading.p >= SURE
        return view.final and spot.whole and spot.twice and clear

    def _without_new(self, view: View, known: set[int]) -> Finding:
        if not view.final:
            return Finding(What.UNCLEAR)
        top = self.plays[-1] if self.plays else []
        first_of_top = len(self.cards) - len(top)
        on_top = [which for which in known if which >= first_of_top]
        as_it_was = view.amount < UNREAD_CHANGE or any(not self._covered(which, view) for which in on_top)
        left = view.unexplained(view.steady, bare=self.bare)
        if as_it_was and (left < PLAIN or self._no_card(on_top, view)):
            return Finding(What.NOTHING)
        if known and not on_top and len(self.plays) > 1 and self._uncovered(view):
            return Finding(What.RETRACTED)
        if is_thing(view, bare=not self.plays):
            return Finding(What.NOTHING, thing=True)
        return Finding(What.PLAYED, (_unread(view),))

    def _no_card(self, on_top: Sequence[int], view: View) -> bool:
        """Whether what has changed is no card: it does not touch the top one, and no look found a card there.

        A glass, or a phone: a card is at least found, if not read.
        """
        again = [spot for spot in view.steady if any(self._is(spot, which) for which in on_top)]
        untouched = any(view.changed_share(spot) < LEAST_NEW for spot in again)
        return untouched and all(view.changed_share(spot) < PLAIN for spot in view.spots)

    def _is(self, spot: Spot, which: int) -> bool:
        return agreement(spot.reading, self.cards[which].reading) >= SAME

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
        if card.place is None or any(dist(spot.centre, middle(card.place)) > NUDGED_MM for spot in again):
            return False
        return view.canvas.share(view.changed, card.place) >= COVERED

    def _follow(self, view: View) -> None:
        """Move the remembered cards to where they were seen again."""
        whole = [spot for spot in view.steady if spot.whole]
        for index, which in matched(whole, self.cards).items():
            self._replace(which, whole[index].quad)

    def _replace(self, which: int, place: Quad) -> None:
        for play in self.plays:
            if which < len(play):
                play[which] = replace(play[which], place=place)
                return
            which -= len(play)


def _less_sure(spot: Spot) -> Spot:
    """*spot*, which a single look found, read half as surely."""
    return replace(spot, reading=Reading.of((card, p / 2) for card, p in spot.reading.options))


def _doubtful(new: Sequence[Spot], view: View) -> bool:
    """Whether another look may tell more: a card is not surely read, or *new* does not explain all change."""
    return any(spot.reading.p < SURE for spot in new) or view.unexplained(new) >= UNREAD_CHANGE


def _sticks_out(card: Lying, above: Sequence[Spot], view: View) -> bool:
    """Whether *card* shows beside those *above* it, as it did before."""
    quads = [spot.quad for spot in above]
    return card.place is not None and view.canvas.share(view.changed, card.place, quads) < STILL


def _is_free(spot: Spot, view: View) -> bool:
    """Whether nothing lies upon *spot*: all but its rim is unchanged."""
    x, y = spot.centre
    inner = tuple((x + INNER * (px - x), y + INNER * (py - y)) for px, py in spot.quad)
    return view.canvas.share(view.changed, inner) < STILL


def _gone(card: Lying, view: View) -> bool:
    return card.place is None or view.canvas.share(view.changed, card.place) >= LEAST_NEW


def _unread(view: View) -> Spot:
    """A card that only the pixels tell of."""
    return Spot(((0.0, 0.0),) * 4, Side.FACE, Reading(()), 0, len(view.spots), 0.0)
