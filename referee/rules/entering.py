"""A hand entered in the middle: the table says how it stands, as a written position."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from urllib.parse import quote, unquote

from referee.cards import Rank
from referee.errors import UserError
from referee.rules.impossible import at_odds
from referee.rules.position import read_position
from referee.rules.ruleset import RuleSetError
from referee.rules.state import State
from referee.rules.words import full_name


class PositionError(UserError):
    """A position that reads and yet cannot be that of the game."""


def entered(state: State, text: str) -> State:
    """The game of *state* as the position *text* has it; one that does not fit changes nothing.

    What was asked and what waited belongs to the game as it was. The rule set that *text* names does not
    matter here, so that a game can be ruled again by others.
    """
    try:
        position = read_position(text, state.rules, state.names)
        refuse_impossible(position, len(state.seats))
    except UserError:
        return state
    dealer = state.dealer if position.dealer is None else position.dealer
    return replace(position, serial=state.serial, dealer=dealer)


def position_of(text: str, game: State) -> State:
    """The position *text* as one of *game*. Raises `UserError` that says what does not read or fit."""
    named, rules = unquote((text.split() or [""])[0]), game.rules
    if named and named != rules.name:
        shown = quote(rules.name, safe="")
        raise PositionError(
            f"The position is one of {named!r} and the game goes by {rules.name!r}: a position begins with "
            f"the rules and the phase, as in '{shown} play ...'; `referee export GAME --position N` prints "
            "one."
        )
    position = read_position(text, rules, game.names)
    refuse_impossible(position, len(game.seats))
    return position


def refuse_impossible(position: State, players: int) -> None:
    """Raise `PositionError` where *position* cannot come up among so many *players*."""
    if len(position.seats) != players:
        raise PositionError(
            f"The position has {len(position.seats)} seats and {players} play: write each of them, "
            "also those who are out."
        )
    fault = _nobody_left(position) or at_odds(position) or _miscounted(position) or _doubled(position)
    if fault:
        raise PositionError(fault)


def _nobody_left(position: State) -> str:
    if position.turn is not None and position.turn not in position.active:
        return f"It is the turn of seat {position.turn + 1}, who is out: say whose turn it is."
    if position.over is None and len(position.active) < 2:
        return "Fewer than two seats hold cards: the hand is over, so begin another."
    return ""


def _miscounted(position: State) -> str:
    try:
        position.rules.stock_after_deal(len(position.seats))
    except RuleSetError as error:
        return f"{error}."
    pack, hands = position.rules.pack, [seat.hand for seat in position.seats]
    lying = sum(len(seat.up) + seat.down for seat in position.seats)
    lying += len(position.pile_cards) + len(position.burnt)
    least = lying + sum(hand.lo for hand in hands) + position.stock.lo
    most = lying + sum(hand.hi for hand in hands) + position.stock.hi
    if least > pack:
        return f"The position has {least} cards and the pack {pack}: take out those that are too many."
    if most < pack:
        return (
            f"{pack - most} cards of the pack are nowhere in the position: burnt:{pack - most}x?? has them."
        )
    return ""


def _doubled(position: State) -> str:
    sure = [reading.best for reading in position.pile_readings if reading.p == 1.0]
    known = [card for seat in position.seats for card in (*seat.up, *seat.hand.known)]
    places = Counter(
        card for card in (*sure, *known, *position.burnt) if card.suit or card.rank is Rank.JOKER
    )
    for card, times in places.items():
        most = position.rules.decks if card.suit else position.rules.jokers
        if times > most:
            return (
                f"There are {times} of {full_name(card)} in the position, and {most} in the pack: correct it."
            )
    return ""
