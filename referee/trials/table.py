"""A table with every card known: what may be done by the engine, and what becomes of cards and state."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from referee.cards import Card, Reading
from referee.rules.actions import (
    CardsPlayed,
    Event,
    FaceDownFlipped,
    GameConfigured,
    PileCleared,
    PilePickedUp,
    RowSeen,
    Source,
    StarterDeclared,
    StockDrawn,
)
from referee.rules.engine import legal_plays, new_game, observe, verify
from referee.rules.ruleset import RuleSet
from referee.rules.rulings import Notice
from referee.rules.state import Hand, Phase, Play, SeatState, Span, State
from referee.rules.values import replace
from referee.trials.deals import Cards, Deal

_FAILS = ("FLIP_FAIL", "STOCK_FAIL")


@dataclass(frozen=True)
class Move:
    """What the seat in turn does: `lay` or `flip` cards, `take` the pile and these, `try` the stock."""

    what: str
    cards: Cards = ()

    @property
    def name(self) -> tuple[str, ...]:
        """The move in words."""
        return (self.what, *map(str, self.cards))


@dataclass(frozen=True)
class Table:
    """Where the cards really lie, and what the engine makes of it.

    `events` are what was seen of the last move, and `said` is what the engine said to it.
    """

    state: State
    hands: tuple[Cards, ...]
    rows: tuple[Cards, ...]
    downs: tuple[Cards, ...]
    stock: Cards
    pile: Cards = ()
    burnt: Cards = ()
    events: tuple[Event, ...] = ()
    said: tuple[Notice, ...] = ()

    @property
    def seat(self) -> int | None:
        """Whose turn it is."""
        return self.state.turn

    def layer(self, seat: int) -> Cards:
        """The cards that *seat* chooses from."""
        return self.hands[seat] or self.rows[seat]

    def located(self) -> list[Card]:
        """Every card on the table."""
        zones = (*self.hands, *self.rows, *self.downs, self.stock, self.pile, self.burnt)
        return [card for zone in zones for card in zone]

    def position(self) -> tuple[object, ...]:
        """The game in plain words, to compare with another telling of it."""
        out = sorted((seat.out, n) for n, seat in enumerate(self.state.seats) if seat.out is not None)
        zones = [[_names(zone) for zone in kind] for kind in (self.hands, self.rows, self.downs)]
        pile, stock = [str(card) for card in self.pile], [str(card) for card in self.stock]
        return self.seat, self.state.direction, zones, pile, stock, [n for _, n in out]


def seated(rules: RuleSet, deal: Deal) -> Table:
    """The table of *deal* before the first card, its rows and its starter seen."""
    state = new_game(GameConfigured(rules.name, deal.players), rules)
    table = Table(state, deal.hands, deal.rows, deal.downs, deal.stock)
    for seat, row in enumerate(deal.rows):
        table = see(table, RowSeen(seat, read(row), len(deal.downs[seat])))
    return see(table, StarterDeclared(deal.turn))


def under_way(rules: RuleSet, deal: Deal) -> Table:
    """The table of *deal* in mid-game, each card of the pile played by the seat before the one in turn."""
    state = new_game(GameConfigured(rules.name, deal.players), rules)
    last = (deal.turn - 1) % deal.players
    zones = zip(deal.hands, deal.rows, deal.downs, strict=True)
    state = replace(
        state,
        seats=tuple(SeatState(Hand(len(hand), len(hand)), row, len(down)) for hand, row, down in zones),
        stock=Span(len(deal.stock), len(deal.stock)),
        pile=tuple(Play.sure(last, [card]) for card in deal.pile),
        turn=deal.turn,
        starter=deal.turn,
        phase=Phase.PLAY,
        last_player=last if deal.pile else None,
    )
    return Table(state, deal.hands, deal.rows, deal.downs, deal.stock, deal.pile)


def see(table: Table, event: Event) -> Table:
    """The engine is shown *event*."""
    state, said = observe(table.state, event)
    return replace(table, state=state, events=(*table.events, event), said=(*table.said, *said))


def moves(table: Table) -> tuple[Move, ...]:
    """All that the seat in turn may do, each once."""
    seat = table.seat
    if seat is None:
        return ()
    if not table.layer(seat):
        return _once(Move("flip", (card,)) for card in table.downs[seat])
    layer = sorted(table.layer(seat), key=str)  # equal cards in one order alone
    lays = [Move("lay", cards) for cards in legal_plays(table.state, seat, layer)]
    return _once([*lays, *_tries(table, seat, lays), *_takes(table, seat, lays)])


def _once(moves: Iterable[Move]) -> tuple[Move, ...]:
    return tuple({move.name: move for move in moves}.values())


def _tries(table: Table, seat: int, lays: Sequence[Move]) -> list[Move]:
    how = table.state.rules.stock_try
    allowed = how == "always" or (how == "when_stuck" and not lays)
    return [Move("try")] if allowed and table.stock and table.hands[seat] else []


def _takes(table: Table, seat: int, lays: Sequence[Move]) -> list[Move]:
    rules = table.state.rules.pickup
    if not table.pile or (lays and not rules.voluntary):
        return []
    if rules.faceup == "add_one" and not table.hands[seat] and _taker(table, seat) == seat:
        return [Move("take", (card,)) for card in table.rows[seat]]
    return [Move("take")]


def _taker(table: Table, seat: int) -> int:
    """Who takes the pile that *seat* cannot play on."""
    last = table.state.last_player
    other = table.state.rules.pickup.who_takes == "last_player" and last in table.state.active
    return last if other and last is not None else seat


def after(table: Table, move: Move) -> Table:
    """The table once the seat in turn has made *move*, a burnt pile is moved aside and all have drawn."""
    seat = table.seat
    assert seat is not None
    table = replace(table, events=(), said=())
    if move.what == "lay":
        table = _lay(table, seat, move.cards)
    elif move.what == "take":
        table = _take(table, seat, move.cards)
    elif move.what == "flip":
        downs = _less(table.downs, seat, move.cards)
        event = FaceDownFlipped(seat, Reading.sure(move.cards[0]))
        table = _blind(replace(table, downs=downs), seat, move.cards[0], event)
    else:
        card = table.stock[-1]
        event_ = CardsPlayed(seat, read([card]), Source.STOCK)
        table = _blind(replace(table, stock=table.stock[:-1]), seat, card, event_)
    return _drawn(_cleared(table, seat))


def event_of(table: Table, seat: int, cards: Sequence[Card]) -> CardsPlayed:
    """*seat* lays *cards* of the layer it plays from."""
    return CardsPlayed(seat, read(cards), Source.HAND if table.hands[seat] else Source.UP)


def _lay(table: Table, seat: int, cards: Cards) -> Table:
    event = event_of(table, seat, cards)
    if table.hands[seat]:
        table = replace(table, hands=_less(table.hands, seat, cards))
    else:
        table = replace(table, rows=_less(table.rows, seat, cards))
    return see(replace(table, pile=(*table.pile, *cards)), event)


def _take(table: Table, seat: int, added: Cards) -> Table:
    taker = _taker(table, seat)
    rows = _less(table.rows, seat, added)
    hands = _more(table.hands, taker, (*table.pile, *added))
    return see(replace(table, rows=rows, hands=hands, pile=()), PilePickedUp(taker, read(added)))


def _blind(table: Table, seat: int, card: Card, event: Event) -> Table:
    """A card tried blind: it lies on the pile, or goes into the hand with it or without."""
    code = verify(table.state, event).code
    if code == "STOCK_FAIL" and table.state.rules.stock_fail == "keeps_card":
        return see(replace(table, hands=_more(table.hands, seat, (card,))), event)
    table = see(replace(table, pile=(*table.pile, card)), event)
    if code not in _FAILS:
        return table
    table = replace(table, hands=_more(table.hands, seat, table.pile), pile=())
    return see(table, PilePickedUp(seat))


def _cleared(table: Table, seat: int) -> Table:
    state = table.state
    if not state.must_go:
        return table
    by = seat if state.flusher is None else state.flusher
    return see(replace(table, burnt=(*table.burnt, *table.pile), pile=()), PileCleared(by))


def _drawn(table: Table) -> Table:
    for seat in table.state.active:
        if table.stock and not table.state.waits(seat):
            table = _draw(table, seat)
    return table


def _draw(table: Table, seat: int) -> Table:
    short = table.state.rules.refill_to - len(table.hands[seat])
    count = min(max(0, short), len(table.stock))
    if not count:
        return table
    drawn, left = table.stock[-count:], table.stock[:-count]
    table = replace(table, stock=left, hands=_more(table.hands, seat, drawn))
    return see(table, StockDrawn(seat, count, count))


def _less(zones: tuple[Cards, ...], seat: int, cards: Cards) -> tuple[Cards, ...]:
    left = list(zones[seat])
    for card in cards:
        left.remove(card)
    return (*zones[:seat], tuple(left), *zones[seat + 1 :])


def _more(zones: tuple[Cards, ...], seat: int, cards: Cards) -> tuple[Cards, ...]:
    return (*zones[:seat], (*zones[seat], *cards), *zones[seat + 1 :])


def read(cards: Iterable[Card]) -> tuple[Reading, ...]:
    """The cards as a perfect eye reads them."""
    return tuple(Reading.sure(card) for card in cards)


def _names(cards: Cards) -> list[str]:
    return sorted(str(card) for card in cards)
