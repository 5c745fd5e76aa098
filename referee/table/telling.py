"""What a change of the pile was, told with all that is known: where cards came from and went to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from referee.cards import Card, Reading
from referee.rules.actions import (
    CardsPlayed,
    Event,
    FaceDownFlipped,
    PileCleared,
    PilePickedUp,
    PlayRetracted,
    Source,
)
from referee.table.lying import Lying
from referee.table.pile import Finding, Pile, What
from referee.table.readings import agreement, multiplied, without
from referee.table.rows import Change, Rows
from referee.table.spots import Spot
from referee.table.who import Doer
from referee.vision.sighting import Picture

NOBODY = -1
MAYBE_SAME = 0.02
"""A card that left the row may be one of those played when their readings agree this much."""


@dataclass(frozen=True, slots=True)
class Found:
    """A change of the pile at *t*, stirred up *since* a time by *doer*; `before` is what lay there.

    `play` are the cards that were laid, as the pile has them. Nothing moved there any more from `calm_t` on.
    """

    finding: Finding
    doer: Doer
    since: float
    t: float
    before: Sequence[Lying]
    play: list[Lying] = field(default_factory=list)
    calm_t: float = 0.0


@dataclass
class Teller:
    """Remembers who laid what lies on the pile and which cards are burnt, of *packs* packs."""

    pile: Pile
    rows: Mapping[int, Rows]
    packs: int = 1
    _laid_by: list[int] = field(default_factory=list)
    _burnt: dict[Card, float] = field(default_factory=dict)

    def seed(self, spots: Sequence[Spot], now: Picture) -> None:
        """Start with a pile that lies there already."""
        self.pile.seed(spots, now)
        self._laid_by = [NOBODY] * len(self.pile.plays)

    def tell(self, found: Found, row: Change, *, burnt: bool) -> Event:
        """The event that *found* is; *row*: what changed in the doer's row, *burnt*: cards were burnt."""
        if found.finding.what is What.PLAYED:
            return self._played(found, row)
        if found.finding.what is What.RETRACTED:
            return PlayRetracted(self._laid_by.pop())
        laid_by, self._laid_by = self._laid_by, []
        if burnt:
            self._burn(found.before)
            return PileCleared(found.doer.seat)
        if laid_by == [found.doer.seat]:
            return PlayRetracted(found.doer.seat)
        return PilePickedUp(found.doer.seat, added=row.lost_up, seat_p=found.doer.p)

    def _played(self, found: Found, row: Change) -> Event:
        seat, seat_p = found.doer.seat, found.doer.p
        told = _told_by_row([spot.reading for spot in found.finding.new], row)
        readings = tuple(without(reading, self._elsewhere(found.play)) for reading in told)
        self.pile.correct(found.play, readings)
        self._laid_by.append(seat)
        if row.lost_down and len(readings) == 1:
            return FaceDownFlipped(seat, readings[0], row.lost_down[0], seat_p)
        # Other numbers are of two things that happened: a row comes to rest later than the pile.
        flipped = len(row.lost_down) == len(readings)
        source = Source.DOWN if flipped else _source(len(readings), row)
        return CardsPlayed(seat, readings, source, seat_p)

    def _burn(self, cards: Sequence[Lying]) -> None:
        for card in cards:
            if card.reading.p >= 0.5:
                surest = max(card.reading.p, self._burnt.get(card.reading.best, 0.0))
                self._burnt[card.reading.best] = surest

    def _elsewhere(self, than: list[Lying]) -> dict[Card, float]:
        """How surely each card lies somewhere else *than* in that play."""
        if self.packs > 1:
            return {}
        lying = [card.reading for play in self.pile.plays if play is not than for card in play]
        lying += [slot.up for rows in self.rows.values() for slot in rows.slots if slot.up is not None]
        elsewhere = dict(self._burnt)
        for reading in lying:
            for card, p in reading.options:
                elsewhere[card] = max(p, elsewhere.get(card, 0.0))
        return elsewhere


def _source(played: int, row: Change) -> Source:
    if not row.lost_up:
        return Source.HAND
    return Source.UP if len(row.lost_up) == played else Source.UNKNOWN


def _told_by_row(readings: Sequence[Reading], row: Change) -> list[Reading]:
    """*readings* made surer by the cards that left the row."""
    told = []
    left = list(row.lost_up)
    for reading in readings:
        same = max(left, key=lambda lost: agreement(lost, reading), default=None)
        if same is not None and agreement(same, reading) > MAYBE_SAME:
            left.remove(same)
            reading = multiplied(same, reading)
        told.append(reading)
    return told
