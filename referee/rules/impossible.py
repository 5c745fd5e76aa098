"""Why a position cannot come up in a game by its rules, whatever cards lie where."""

from __future__ import annotations

from collections import Counter

from referee.cards import Card
from referee.rules.state import Phase, SeatState, State
from referee.rules.turn import end
from referee.rules.values import replace


def at_odds(position: State) -> str:
    """A sentence on what in *position* contradicts itself or the deal; empty where nothing does."""
    by_seat = (_of_seat(position, seat) for seat in range(len(position.seats)))
    first = next(filter(None, by_seat), "")
    return first or _begun(position) or _places(position) or _ended(position) or _waiting(position)


def _of_seat(position: State, seat: int) -> str:
    here, who = position.seats[seat], f"Seat {seat + 1}"
    most = position.rules.layout.down
    if len(here.hand.known) > here.hand.hi:
        known = len(here.hand.known)
        return f"{who} has a hand of {here.hand.hi} and {known} cards known in it: count it again."
    if here.down > most:
        return f"{who} has {here.down} cards face down, and {most} are dealt: write {most} at most."
    if here.out and _holds(here):
        return f"{who} is out and holds cards: take them away, or write left for who went away with them."
    if _is_bare(position, here):
        return (
            f"{who} holds nothing and is not out: write the place, as {seat + 1}:out{_next_place(position)}."
        )
    return _stacks(position, here, who)


def _holds(here: SeatState) -> bool:
    return bool(here.hand.lo or here.up or here.down)


def _is_bare(position: State, here: SeatState) -> bool:
    """Whether a seat in the game has no card, and no draw to come: none comes once other layers are gone."""
    layers = position.rules.layout.up + position.rules.layout.down
    draws = position.stock.hi and not layers
    return here.out is None and not here.hand.hi and not here.up and not here.down and not draws


def _next_place(position: State) -> int:
    return 1 + sum(1 for seat in position.seats if seat.out)


def _stacks(position: State, here: SeatState, who: str) -> str:
    rules = position.rules
    if here.stacks and rules.deal.style != "daly_stack" and not rules.swap.onto_others:
        return f"{who} has a stack, and by {rules.name} none are laid: take out stack(...)."
    for card, times in _counted(here).items():
        if times > here.up.count(card):
            return f"{who} has {card} in a stack and not in the row: write it in both."
    return ""


def _counted(here: SeatState) -> Counter[Card]:
    return Counter(card for stack in here.stacks for card in stack)


def _begun(position: State) -> str:
    """The pile where nobody has played, and burns of which nothing is left."""
    lying = any(card.known for card in position.pile_cards)
    if position.phase is Phase.SWAP and (lying or position.burning):
        return "Nobody has played in the phase swap, and a card was on the pile: write the phase play."
    gone = len(position.burnt) + sum(len(play.readings) for play in position.burning)
    if position.burns > gone:
        return (
            f"The pile has burnt {position.burns} times and {gone} cards are burnt: correct burnt: or burns:."
        )
    return ""


def _places(position: State) -> str:
    places = sorted(seat.out for seat in position.seats if seat.out)
    for place, found in enumerate(places, 1):
        if found > place:
            return f"Somebody is out as number {found} and nobody as number {place}: count the places from 1."
        if found < place:
            return f"Two are out as number {found}: give each a place of its own."
    return ""


def _ended(position: State) -> str:
    """The end that the rules see, and the one that is written."""
    said = position.over
    over = end(replace(position, over=None)).over
    if (position.phase is Phase.OVER) != (said is not None):
        return "The phase over and the word end: go together: write both, or neither."
    if said == over:
        return ""
    if over is None:
        return (
            f"{len(position.active)} seats are still in: the hand goes on, so write play and take out end:."
        )
    told = "/".join("-" if seat is None else str(seat + 1) for seat in (over.loser, over.winner))
    return f"By {position.rules.name} the hand is over: write the phase over and end:{told}."


def _waiting(position: State) -> str:
    """The turn and the pile to take belong to seats that can have them."""
    if position.over is not None and position.turn is not None:
        return "The hand is over, so it is nobody's turn: take out turn:."
    taking = position.taking
    if taking is None:
        return ""
    if taking not in position.active:
        return f"Seat {taking + 1} has a pile to take and is not in the game: take out taking:."
    if not position.pile and not position.seats[taking].hand.hi:
        return (
            f"Seat {taking + 1} has a pile to take and none lies there or is in the hand: take out taking:."
        )
    return ""
