"""Random games by the rules, and what must hold in every one of them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations

from referee.cards import Card
from referee.rules.actions import Event, Saying, TableSays
from referee.rules.engine import legal_plays, observe, verify
from referee.rules.laying import LEGAL
from referee.rules.loading import load, presets
from referee.rules.ruleset import RuleSet
from referee.rules.rulings import Level, Question, Ruling
from referee.rules.state import State
from referee.rules.values import replace
from referee.trials.deals import dealt, most_players, pack
from referee.trials.table import Move, Table, after, event_of, moves, seated

LONGEST = 400
"""After so many turns a game that has no end yet is cut off."""
_LOOKED_AT = 0.1
"""The share of turns at which more is tried than the move itself: all sets, and undoing."""


@dataclass(frozen=True)
class Fault:
    """An invariant that did not hold: in which game, at which turn, and how."""

    rules: str
    seed: str
    turn: int
    what: str

    def __str__(self) -> str:
        return f"{self.rules}, game {self.seed}, turn {self.turn}: {self.what}"


@dataclass(frozen=True)
class Record:
    """A game that was played: the events, whether it came to its end, and what was broken."""

    rules: RuleSet
    players: int
    events: tuple[Event, ...]
    ended: bool
    faults: tuple[Fault, ...]


def games(count: int, seed: int, tell: Callable[[int], None] = lambda _: None) -> Iterator[Record]:
    """*count* games over all presets in turn; *tell* is told how many are done."""
    sets = [load(name) for name in presets()]
    for number in range(count):
        rules = sets[number % len(sets)]
        yield play(rules, f"{seed}-{number}")
        tell(number + 1)


def play(rules: RuleSet, seed: str) -> Record:
    """One game of *rules*, the same for the same *seed*, stopped at the first broken invariant."""
    rng = random.Random(f"{rules.name} {seed}")
    players = rng.randint(rules.players.min, most_players(rules))
    table = seated(rules, dealt(rules, players, rng))
    events = list(table.events)
    for turn in range(LONGEST):
        open_moves = moves(table)
        if table.state.over or not open_moves:
            break
        broken = _before(table, rng)
        before, table = table, after(table, _chosen(table, open_moves, rng))
        events += table.events
        if broken := broken or _after(before, table, rng):
            return Record(rules, players, tuple(events), False, (Fault(rules.name, seed, turn, broken),))
    ended = table.state.over is not None
    stuck = not ended and not moves(table)
    faults = (Fault(rules.name, seed, turn, "nobody can move, and the game is not over"),) if stuck else ()
    return Record(rules, players, tuple(events), ended, faults)


def _chosen(table: Table, open_moves: tuple[Move, ...], rng: random.Random) -> Move:
    """Mostly the lowest cards and as many as go, now and then anything; seldom the pile without need."""
    lays = [move for move in open_moves if move.what == "lay"]
    chance = rng.random()
    if not lays or chance < 0.01:
        return rng.choice(open_moves)
    return rng.choice(lays) if chance < 0.1 else min(lays, key=lambda move: _dearness(table, move))


def _dearness(table: Table, move: Move) -> tuple[bool, int, int]:
    rules, rank = table.state.rules, move.cards[0].rank
    return rules.effect(rank).special, rules.height(rank), -len(move.cards)


def _before(table: Table, rng: random.Random) -> str:
    """What does not hold before a move: the listed sets are those that are let pass."""
    seat = table.seat
    if seat is None or rng.random() > _LOOKED_AT or not table.layer(seat):
        return ""
    layer = table.layer(seat)[:6]
    listed = {_name(cards) for cards in legal_plays(table.state, seat, layer)}
    for cards in _sets(layer):
        passes = verify(table.state, event_of(table, seat, cards)).code in LEGAL
        if passes != (_name(cards) in listed):
            return f"{' '.join(_name(cards))} is {'let pass' if passes else 'refused'} and listed otherwise"
    return ""


def _sets(layer: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
    for count in (1, 2, 3, 4):
        for cards in combinations(layer, count):
            if len({card.rank for card in cards}) == 1:
                yield cards


def _name(cards: tuple[Card, ...]) -> tuple[str, ...]:
    return tuple(sorted(map(str, cards)))


def _after(before: Table, table: Table, rng: random.Random) -> str:
    """What does not hold after a move that the rules allow."""
    always = _objected(table) or _miscounted(table) or _turn_of_nobody(table.state)
    if always or rng.random() > _LOOKED_AT:
        return always
    return _lost(table) or _not_undone(before, table)


def _objected(table: Table) -> str:
    for notice in table.said:
        if isinstance(notice, Question) or (isinstance(notice, Ruling) and notice.level is not Level.SILENT):
            return f"a move by the rules is answered with {notice}"
    return ""


def _miscounted(table: Table) -> str:
    state = table.state
    if len(state.pile_cards) != len(table.pile) or not state.stock.lo <= len(table.stock) <= state.stock.hi:
        return "pile or stock are counted wrong"
    for seat, here in enumerate(state.seats):
        zones = len(table.rows[seat]), len(table.downs[seat])
        if not here.hand.lo <= len(table.hands[seat]) <= here.hand.hi or zones != (len(here.up), here.down):
            return f"the cards of seat {seat} are counted wrong"
        if (here.out is not None) != (not any((table.hands[seat], *zones))):
            return f"seat {seat} is out with cards, or in without any"
    return ""


def _turn_of_nobody(state: State) -> str:
    if state.over is not None:
        return "" if state.turn is None else "there is a turn after the end"
    out = state.turn is None or state.seats[state.turn].out is not None
    return "it is nobody's turn, or that of a seat that is out" if out else ""


def _lost(table: Table) -> str:
    whole = Counter(table.located()) == Counter(pack(table.state.rules))
    return "" if whole else "cards were lost or doubled"


def _not_undone(before: Table, table: Table) -> str:
    """The move taken back leaves the game as it was, and made again comes to the same."""
    event = table.events[0]
    once = observe(before.state, event)[0]
    back = observe(once, TableSays(Saying.UNDO))[0]
    if core(back) != core(before.state):
        return f"undoing {event} leaves another game"
    return "" if core(observe(back, event)[0]) == core(once) else f"{event} made again comes to another game"


def core(state: State) -> State:
    """The game itself, without the record of what was said and asked."""
    return replace(state, serial=0, announced=None, history=None, asked=None, pending=())
