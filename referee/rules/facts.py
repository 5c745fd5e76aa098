"""What is seen besides actions: draws, rows, the stock, people leaving, a view that was lost."""

from __future__ import annotations

from referee.cards import UNKNOWN, Card, Reading
from referee.rules.actions import (
    Event,
    PileDisturbed,
    RowSeen,
    SeatLeft,
    StarterDeclared,
    StockDrawn,
    StockState,
    ViewRestored,
)
from referee.rules.constraint import ANYTHING
from referee.rules.deals import choose, chosen
from referee.rules.layers import refilled
from referee.rules.rulings import Level, Ruling
from referee.rules.state import NONE, Hand, Phase, Play, SeatState, Span, State
from referee.rules.turn import end, next_seat, stopped
from referee.rules.values import replace
from referee.rules.words import explain

LEFT = 0
_TRUSTED = 5


def take_in(state: State, event: Event) -> tuple[State, list[Ruling]]:
    """The state after a fact that is no action; whatever does not concern the rules changes nothing."""
    if isinstance(event, StockDrawn):
        return drawn(state, event)
    if isinstance(event, StockState):
        return _stock_seen(state, event.empty), []
    if isinstance(event, RowSeen):
        return _row(state, event), []
    if isinstance(event, StarterDeclared):
        return _starter(state, event), []
    if isinstance(event, SeatLeft):
        return left(state, event.seat), []
    return _view(state, event), []


def drawn(state: State, event: StockDrawn) -> tuple[State, list[Ruling]]:
    """A draw fills the hand up; more than was due is doubted, never counted on.

    A hand over the place where no stock is left draws nothing.
    """
    if state.stock_gone:
        return state, []
    state = _stock_after_all(state, event)
    code, due = draw_code(state, event), state.due(event.seat)
    here = state.seats[event.seat]
    lo, hi = min(event.lo, event.hi), max(event.lo, event.hi)
    span = _filled(here.hand, lo, hi, due, state.rules.refill_to)
    changed = replace(here, hand=here.hand.sized(span), picked_up=False)
    undue = (event.seat,) if code == "DRAW_NOT_DUE" else ()
    state = replace(
        state,
        seats=state.seats_with(event.seat, changed),
        stock=state.stock.plus(-hi, -min(lo, due.hi)),
        drew=(*state.drew, event.seat),
        drew_undue=(*state.drew_undue, *undue),
        draws_seen=state.draws_seen + 1,
    )
    return state, [] if code == "OK" else [_doubted(state, code, event.seat)]


def _stock_after_all(state: State, event: StockDrawn) -> State:
    """Nobody draws from an empty stock: one that was only thought empty is not."""
    if state.stock.hi or not event.lo:
        return state
    return replace(state, stock=Span(event.lo, max(event.lo, event.hi)))


def _filled(hand: Hand, lo: int, hi: int, due: Span, refill: int) -> Span:
    if lo > due.hi:
        return Span(max(hand.lo, min(hand.lo + lo, refill)), max(hand.hi, refill) + lo)
    top = max(hand.hi, refill)
    return Span(max(hand.lo, min(hand.lo + lo, refill)), min(hand.hi + hi, top))


def draw_code(state: State, event: StockDrawn) -> str:
    """`OK`, or the code of the rule about drawing that is broken if the count is right."""
    due = state.due(event.seat)
    if event.lo > 0 and state.seats[event.seat].picked_up and not due.hi:
        return "STRICT_SKIP"
    if event.lo > 0 and not due.hi:
        return "DRAW_NOT_DUE"
    if event.lo > due.hi:
        return "OVERDRAW"
    return "MISSED_REFILL" if event.hi < due.lo else "OK"


def missed(state: State, seat: int) -> tuple[State, list[Ruling]]:
    """Seats that surely owe a draw while *seat* acts. Said only where the camera seldom misses a draw."""
    short = state.short if state.stock.lo else []
    owing = [n for n in short if n != seat and state.due(n).lo > 0]
    if not owing:
        return state, []
    watched = state.draws_seen >= _TRUSTED * (1 + state.draws_missed)
    state = replace(state, draws_missed=state.draws_missed + len(owing))
    return state, [_doubted(state, "MISSED_REFILL", n) for n in owing] if watched else []


def _doubted(state: State, code: str, seat: int) -> Ruling:
    text = explain(code, state, seat, (), ANYTHING)
    return Ruling(Level.SUSPICIOUS, code, seat, (), state.rules.rows(code), text, "", 1.0)


def _stock_seen(state: State, empty: bool) -> State:
    """An empty stock may have gone into the hands unseen; one that is there has a card at least."""
    if empty:
        return counted(replace(refilled(state), stock=NONE, stock_gone=True))
    return replace(state, stock_gone=False, stock=Span(max(1, state.stock.lo), max(1, state.stock.hi)))


def counted(state: State) -> State:
    """With no stock left the hands hold what lies nowhere else; where that fits their ends, they close in."""
    if state.stock.hi or any(seat.out == LEFT for seat in state.seats):
        return state
    hands = [seat.hand for seat in state.seats]
    total = _in_hands(state)
    low, high = sum(hand.lo for hand in hands), sum(hand.hi for hand in hands)
    if not low <= total <= high:
        return state
    spans = [Span(max(h.lo, total - high + h.hi), min(h.hi, total - low + h.lo)) for h in hands]
    seats = (
        replace(s, hand=s.hand.sized(span)) if s.out is None else s
        for s, span in zip(state.seats, spans, strict=True)
    )
    return replace(state, seats=tuple(seats))


def _in_hands(state: State) -> int:
    table = sum(len(seat.up) + seat.down for seat in state.seats)
    return state.rules.pack - table - len(state.pile_cards) - len(state.burnt)


def _row(state: State, event: RowSeen) -> State:
    here = state.seats[event.seat]
    if here.out is not None:
        return state
    down = min(event.down, state.rules.layout.down)
    if state.phase is Phase.SWAP:
        seen = _likely(event.up)
        if state.rules.deal.style == "choose_from_hand":
            here = choose(here, seen)
        return state.with_seat(event.seat, replace(here, up=_known_over(here.up, seen), down=down))
    up = _later_row(here, event.up)
    return state.with_seat(event.seat, replace(here, up=up, down=down, hand=_repaid(here, len(up))))


def _known_over(old: tuple[Card, ...], new: tuple[Card, ...]) -> tuple[Card, ...]:
    """*new* as the row lies; an unread card stays what it was where the row did not change otherwise."""
    if len(old) != len(new):
        return new
    missing = list(old)
    for card in new:
        if card in missing:
            missing.remove(card)
    unread = sum(not card.known for card in new)
    if len(missing) != unread:
        return new
    rest = iter(missing)
    return tuple(card if card.known else next(rest) for card in new)


def _later_row(here: SeatState, seen: tuple[Reading, ...]) -> tuple[Card, ...]:
    cards = _likely(seen)
    if len(cards) >= len(here.up):
        return _known_over(here.up, cards)
    return tuple(card for card in here.up if card in cards) if _all_in(cards, here.up) else cards


def _likely(seen: tuple[Reading, ...]) -> tuple[Card, ...]:
    """The cards that are likelier than not; the unknown card for the others."""
    return tuple(reading.best if reading.p >= 0.5 else UNKNOWN for reading in seen)


def _all_in(cards: tuple[Card, ...], row: tuple[Card, ...]) -> bool:
    return all(card in row for card in cards)


def _repaid(here: SeatState, now: int) -> Hand:
    """A play put down to the hand came from the row, or the other way round: the hand's ends give way."""
    gone = len(here.up) - now
    if gone > 0:
        return replace(here.hand, hi=here.hand.hi + gone)
    return replace(here.hand, lo=max(0, here.hand.lo + gone))


def _starter(state: State, event: StarterDeclared) -> State:
    if state.phase is not Phase.SWAP or state.seats[event.seat].out is not None:
        return state
    return replace(state, starter=event.seat, starter_rank=event.rank, turn=event.seat)


def left(state: State, seat: int) -> State:
    """*seat* went away: its cards stay where they are, and nobody plays them."""
    if state.seats[seat].out is not None or state.over:
        return state
    state = end(state.with_seat(seat, replace(state.seats[seat], out=LEFT)))
    moved = replace(state, turn=next_seat(state, seat)) if state.turn == seat else state
    return stopped(moved)


def _view(state: State, event: Event) -> State:
    if isinstance(event, ViewRestored) and (event.pile_changed or _goes_on_already(state, event)):
        return _blinded(state, event.pile)
    if isinstance(event, PileDisturbed):
        return replace(state, burning=())
    return state


def _goes_on_already(state: State, event: ViewRestored) -> bool:
    """Whether a pile lies there though nobody was seen playing."""
    return state.phase is Phase.SWAP and bool(event.pile)


def _blinded(state: State, seen: tuple[Reading, ...] | None) -> State:
    """Anything may have happened: who is to play and how many are in each hand is open.

    Of the pile there is what was *seen*; below it and in its stead lies what nobody knows.
    """
    owner = state.last_player if state.last_player is not None else 0
    pile = () if seen == () else tuple(Play(owner, (reading,)) for reading in (Reading(()), *(seen or ())))
    begun = state.phase is not Phase.SWAP or not pile
    state = state if begun else replace(chosen(state), phase=Phase.PLAY)
    seats = tuple(_opened(state, here, begun) if here.out is None else here for here in state.seats)
    stock = Span(0, state.stock.hi)
    return replace(state, seats=seats, pile=pile, stock=stock, turn=None, taking=None, burning=(), pending=())


def _opened(state: State, here: SeatState, begun: bool) -> SeatState:
    """A seat that may have taken the pile since; where nobody saw the game begin, any cards at all."""
    most = here.hand.hi + len(state.pile_cards) if begun else state.rules.pack
    return replace(here, hand=Hand(0, most))
