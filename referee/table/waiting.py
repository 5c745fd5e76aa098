"""Changes of the pile that wait to be told until the zones that say more of them have come to rest."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from math import inf

from referee.rules.actions import Event
from referee.table.geometry import BURNT, Area, Zone
from referee.table.pile import What
from referee.table.rows import Change
from referee.table.telling import Found, Teller
from referee.table.view import View
from referee.table.who import Hands

PATIENCE_S = 2.5
"""So long a change of the pile waits for the row of who made it to come to rest."""
BURNT_PATIENCE_S = 8.0
"""So long a pile that has gone waits for the burnt cards to come to rest."""


class Waiting:
    """What happened to the pile and is not told yet, and how the rows changed meanwhile.

    *stirred*: whether something moves in a zone that has not been at rest since a time. `begun`: whether a
    card has been played. `burnt_t`: when cards last came to rest in the burnt zone, in seconds.
    """

    def __init__(self, teller: Teller, hands: Hands, stirred: Callable[[Zone, float], bool]) -> None:
        self._teller, self._hands, self._stirred = teller, hands, stirred
        self._founds: list[Found] = []
        self._row_changes: dict[int, list[tuple[float, Change]]] = {}
        self.begun = False
        self.burnt_t = -1.0

    @property
    def is_empty(self) -> bool:
        """Whether everything is told that happened to the pile."""
        return not self._founds

    def add(self, found: Found, view: View) -> None:
        """The pile changed by *found*, as *view* shows: a play of its own, or the rest of the one before."""
        if self._goes_on(found):
            self._go_on(found, view)
            return
        pile = self._teller.pile
        pile.apply(found.finding, view)
        play = pile.plays[-1] if found.finding.what is What.PLAYED else []
        self._founds.append(replace(found, play=play))

    def row_changed(self, seat: int, change: Change, t: float) -> None:
        """The row of *seat* came to rest at *t* with *change* against how it lay."""
        self._row_changes.setdefault(seat, []).append((t, change))

    def told(self, t: float, forced: bool = False) -> list[Event]:
        """What the pile's changes were, as far as the zones that say more of each rest; *forced*: all."""
        events: list[Event] = []
        while self._founds and (forced or self._can_tell(self._founds[0], t)):
            found, self.begun = self._founds.pop(0), True
            row = _all_of(self._row_changes.pop(found.doer.seat, []))
            events.append(self._teller.tell(found, row, burnt=self.burnt_t >= found.since))
        return events

    def told_before_gap(self, t: float) -> tuple[Event, ...]:
        """All but a pile that had gone, which waits on: burnt cards will still say whether it was burnt."""
        last = self._founds[-1] if self._founds else None
        if last is None or last.finding.what is not What.EMPTIED:
            return tuple(self.told(t, forced=True))
        self._founds.pop()
        told = tuple(self.told(t, forced=True))
        self._founds.append(replace(last, t=t))
        return told

    def unexplained(self, t: float) -> Iterator[tuple[int, Change]]:
        """Seats whose row changed, and how, and no play has come in time to explain it.

        Cards dealt into a row are told at once, or an exchange soon after would be taken for part of that.
        """
        for seat, changes in list(self._row_changes.items()):
            dealt = not self.begun and not any(change.lost_up or change.lost_down for _, change in changes)
            if dealt or t - changes[-1][0] > PATIENCE_S:
                yield seat, _all_of(self._row_changes.pop(seat))

    def _goes_on(self, found: Found) -> bool:
        """Whether *found* belongs to the play before it: laid card by card by an arm that never withdrew."""
        first = self._founds[-1] if self._founds else None
        return (
            first is not None
            and first.finding.what is found.finding.what is What.PLAYED
            and first.doer.seat == found.doer.seat
            and self._hands.stayed(found.doer.seat, first.t, found.since)
        )

    def _go_on(self, found: Found, view: View) -> None:
        first = self._founds.pop()
        self._teller.pile.apply(found.finding, view)
        self._teller.pile.join()
        both = replace(found.finding, new=(*first.finding.new, *found.finding.new))
        self._founds.append(
            replace(found, finding=both, since=first.since, before=first.before, play=first.play)
        )

    def _can_tell(self, found: Found, t: float) -> bool:
        waited = t - found.t
        if found.finding.what is What.EMPTIED and len(self._founds) > 1:
            return True
        if found.finding.what is What.EMPTIED and self._stirred(BURNT, inf) and waited <= BURNT_PATIENCE_S:
            return False
        # A card comes from the row before it lies on the pile, but may go along with the pile after it.
        since = found.calm_t if found.finding.what is What.PLAYED else inf
        return not self._stirred(Zone(Area.ROWS, found.doer.seat), since) or waited > PATIENCE_S


def _all_of(changes: Sequence[tuple[float, Change]]) -> Change:
    return sum((change for _, change in changes), Change())
