"""How an evening stands: the points of all its hands, and who plays, deals and makes the tea."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from referee.rules.evening import Evening, next_players, session_of
from referee.rules.scoring import Standing, gained, standings
from referee.rules.session import Session


def scores_json(evening: Evening) -> dict[str, Any]:
    """The hands that were played to their end, and the next one, for phones and programs.

    Who has played no hand yet has no place: missing one counts as its last, and would otherwise be a lead.
    `tea` and `dealer` are known once a hand is over; `joining` play the next hand and not this one.
    """
    session, players = session_of(evening), next_players(evening)
    playing = {evening.hand.name(seat) for seat in range(len(evening.hand.seats))}
    return {
        "hands": len(session.results),
        "standings": [_row(row, session) for row in standings(replace(session, players=()))],
        "tea": session.forfeit,
        "dealer": session.dealer if session.results else None,
        "players": list(players),
        "joining": [name for name in players if name not in playing],
    }


def _row(row: Standing, session: Session) -> dict[str, Any]:
    return {
        "name": row.name,
        "place": row.place,
        "points": row.points,
        "gained": gained(row.name, session.results[-1]),
        "hands": row.hands,
        "lasts": row.lasts,
    }
