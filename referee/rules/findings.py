"""What may be wrong with an action: each rule looked at by itself, with the probability that it is broken."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from referee.cards import Card, Rank, Reading
from referee.rules.actions import CardsPlayed, FaceDownFlipped, PilePickedUp, Source
from referee.rules.layers import RELIABLE, apart
from referee.rules.laying import LEGAL, Ground
from referee.rules.overlooked import may_have_turned
from referee.rules.stacks import splits
from referee.rules.state import Doubt, Phase, SeatState, State
from referee.rules.turn import next_seat
from referee.rules.worlds import Outlook, outlook

EVEN = 0.5
LIKELY = 0.9
CLEAR = 0.95
"""Above this nobody asks whose arm it was."""
_BLIND = {Source.DOWN: "FLIP_FAIL", Source.STOCK: "STOCK_FAIL"}


@dataclass(frozen=True, slots=True)
class Finding:
    """A rule perhaps broken: its code, how probably, and the question that would settle it."""

    code: str
    p: float
    doubt: Doubt | None = None


def turn(state: State, seat: int, seat_p: float, code: str = "OK") -> list[Finding]:
    """Whether *seat* may act at all.

    While a burnt pile has not been seen leaving, the next seat's play may mean that it never burnt.
    """
    if state.seats[seat].out is not None:
        return [Finding("PLAYER_OUT", min(seat_p, LIKELY), Doubt.WHO)]
    if state.turn is None or seat == state.turn or _jumps_in(state, code):
        return []
    if state.phase is Phase.SWAP:
        return [Finding("WRONG_STARTER", seat_p, Doubt.WHO)]
    if state.must_go and seat == next_seat(state, state.turn):
        return [Finding("OUT_OF_TURN", min(seat_p, LIKELY), Doubt.STILL_THERE)]
    if seat_p < 1.0 or state.turn in state.drew_undue:
        missed = Doubt.DIRECTION if may_have_turned(state, seat) else Doubt.MISSED
        doubt = missed if seat_p > CLEAR else Doubt.WHO
        return [Finding("OUT_OF_TURN", min(seat_p, LIKELY), doubt)]
    return [Finding("OUT_OF_TURN", seat_p, Doubt.WHO)]


def as_seen(p: float, seat_p: float) -> float:
    """*p* of what follows from turns or from the number of cards in a hand, no surer than a camera is.

    It overlooks a play, or a card under another of its set, more often than anybody breaks such a rule. A
    certain *seat_p* is a fact told by the table, which overlooks nothing.
    """
    return p if seat_p == 1.0 else min(p, LIKELY)


def extends(state: State, event: CardsPlayed) -> bool:
    """Whether the cards join the set that the same seat has just laid, before anybody did anything else."""
    if not state.pile or event.seat != state.last_player or event.seat in (state.turn, *state.drew):
        return False
    ranks = {reading.best.rank for reading in (*state.pile[-1].readings, *event.cards)}
    effect = state.rules.effect(next(iter(ranks)))
    plain = not (effect.reverse or effect.skip) and Rank.UNKNOWN not in ranks
    return len(ranks) == 1 and plain and state.rules.play.sets and state.over is None


def _jumps_in(state: State, code: str) -> bool:
    return state.rules.burn.out_of_turn and code == "BURN_SET"


def ground(state: State, seat: int | None = None, source: Source = Source.HAND, count: int = 1) -> Ground:
    """What *seat* lays the next *count* cards on, from the layer *source*."""
    rules = state.rules
    leads = state.phase is Phase.SWAP and rules.lead.must_be_starter_card
    careful = rules.end.last_card_special == "forbidden" and seat is not None
    return Ground(
        state.pile_ranks,
        state.free_lead,
        state.burns > 0,
        state.starter_rank if leads else None,
        source is Source.HAND,
        source is Source.UP and not rules.up.sets,
        careful and seat is not None and _sheds_all(state, seat, source, count),
    )


def _sheds_all(state: State, seat: int, source: Source, count: int) -> bool:
    """Whether *seat* has no card left after laying *count* from *source*."""
    here = state.seats[seat]
    held = {Source.HAND: here.hand.lo, Source.UP: len(here.up), Source.DOWN: here.down}
    elsewhere = sum(number for layer, number in held.items() if layer is not source)
    return not elsewhere and held.get(source, -1) == count and not state.stock.hi


def laying(state: State, seat: int, readings: Sequence[Reading], covered: int, source: Source) -> Outlook:
    """How laying *readings* may turn out; covered cards are taken to be of the same rank."""
    everything = (*readings, *(tuple(readings[-1:]) * covered)) if covered else readings
    on = ground(state, seat, source, len(everything))
    fails = _BLIND.get(source, "")
    if source is Source.DOWN and not state.rules.flip.last_must_be_legal:
        fails = "OK" if _sheds_all(state, seat, source, len(everything)) else fails
    return outlook(everything, state.pile_readings, on, state.rules, fails=fails)


def zone(state: State, event: CardsPlayed, seen: Source) -> list[Finding]:
    """Whether the layer *event* plays from is the one in use; *seen* is the source as the camera gave it."""
    here = state.seats[event.seat]
    if event.source is Source.STOCK:
        return _stock_try(state, event.seat)
    if event.source is Source.DOWN:
        many = len(event.cards) + event.covered_unread > state.rules.flip.count
        flips = [Finding("MULTI_FLIP", as_seen(1.0, event.seat_p), Doubt.FACE_UP)] if many else []
        return [*flips, *_before_flip(state, here, event.seat_p)]
    if event.source is Source.UP and state.rules.up.stack_group and splits(here, event.cards):
        return [Finding("STACK_SPLIT", 1.0)]
    if event.source is Source.HAND or not here.hand.hi or _row_is_open(state, event):
        return []
    p = _holds_hand(state, here) if seen is Source.UP else EVEN
    return [Finding("WRONG_ZONE", as_seen(p, event.seat_p), Doubt.HAND_EMPTY)]


def _row_is_open(state: State, event: CardsPlayed) -> bool:
    """Whether the row may be played from beside a hand: at any time (D-64), or with its last cards (D-07)."""
    if state.rules.zones.up_early:
        return True
    here = state.seats[event.seat]
    row, rest = apart(here, event.cards)
    return state.rules.zones.mix and bool(row) and len(rest) == here.hand.hi and not state.stock.lo


def _holds_hand(state: State, here: SeatState) -> float:
    """How surely a hand that may hold cards does.

    With a stock to draw from there is no doubt. A mere count may be wrong, and a card seen going there may
    have left again unread, under another of its rank.
    """
    if not here.hand.lo:
        return EVEN
    return 1.0 if state.stock.lo or here.hand.lo >= state.rules.refill_to else LIKELY


def _before_flip(state: State, here: SeatState, seat_p: float) -> list[Finding]:
    if here.hand.hi:
        return [Finding("WRONG_ZONE", as_seen(_holds_hand(state, here), seat_p), Doubt.HAND_EMPTY)]
    return [Finding("WRONG_ZONE", LIKELY, Doubt.ROW_EMPTY)] if here.up else []


def _stock_try(state: State, seat: int) -> list[Finding]:
    if state.rules.stock_try == "never":
        return [Finding("STOCK_TRY", 1.0)]
    if not state.stock.hi:
        return [Finding("STOCK_EMPTY", 1.0)]
    stuck = state.rules.stock_try == "always" or not _fits_for_sure(state, seat)
    return [] if stuck else [Finding("STOCK_TRY", 1.0)]


def _fits_for_sure(state: State, seat: int) -> bool:
    """Whether a card that everybody knows *seat* to have in use may be laid."""
    here = state.seats[seat]
    source, layer = (Source.HAND, here.hand.known) if here.hand.hi else (Source.UP, here.up)
    return any(_lays(state, seat, card, source) for card in layer if card.known)


def _lays(state: State, seat: int, card: Card, source: Source) -> bool:
    return laying(state, seat, [Reading.sure(card)], 0, source).illegal[1] == 0.0


def flip(state: State, event: FaceDownFlipped) -> list[Finding]:
    """Whether a face-down card may be turned over now."""
    return _before_flip(state, state.seats[event.seat], event.seat_p)


def pickup(state: State, event: PilePickedUp) -> list[Finding]:
    """Whether the pile may be taken, and with which face-up cards.

    Nothing is seen of taking nothing: a pile seen going is one that was overlooked, hardly an offence.
    """
    stuck = _stuck(state, event.seat)
    here = state.seats[stuck]
    if not state.pile and state.rules.pickup.empty_pile == "forbidden":
        return [Finding("EMPTY_PICKUP", LIKELY)]
    if not here.hand.hi and not here.up and here.down and not state.rules.pickup.facedown_voluntary:
        return [Finding("MUST_FLIP", LIKELY, Doubt.HELD)]
    must_play = not state.rules.pickup.voluntary and _fits_for_sure(state, stuck)
    return [*([Finding("MUST_PLAY", 1.0)] if must_play else []), *_added(state, here, event)]


def takes(state: State, seat: int, seat_p: float) -> list[Finding]:
    """Whether *seat* is the one to take the pile: the seat in turn, or who laid last (X-02)."""
    if seat == _last_player(state):
        return []
    return turn(state, seat, seat_p)


def _last_player(state: State) -> int | None:
    """The seat that takes the pile for another that is stuck, where the rules know that."""
    last = state.last_player if state.rules.pickup.who_takes == "last_player" else None
    return last if last in state.active else None


def _stuck(state: State, seat: int) -> int:
    """The seat that cannot play where *seat* takes the pile."""
    turn = state.turn
    return turn if turn is not None and seat == _last_player(state) else seat


def _added(state: State, here: SeatState, event: PilePickedUp) -> list[Finding]:
    wanted = state.rules.pickup.faceup == "add_one" and not here.hand.lo and bool(here.up)
    wanted = wanted and _stuck(state, event.seat) == event.seat
    if event.added and not wanted:
        return [_needless(state, here, event.seat_p)]
    if len(event.added) > 1:
        return [Finding("ADD_ONE_ONLY", 1.0)]
    missing = wanted and not here.hand.hi and not event.added
    return [Finding("MUST_ADD_FACEUP", LIKELY, Doubt.ADDED)] if missing else []


def _needless(state: State, here: SeatState, seat_p: float) -> Finding:
    """A face-up card went along though there were other cards to play, or so a count of the hand says."""
    if state.rules.pickup.faceup != "add_one" or not here.hand.lo:
        return Finding("MUST_NOT_ADD", 1.0)
    return Finding("MUST_NOT_ADD", as_seen(_holds_hand(state, here), seat_p), Doubt.HAND_EMPTY)


def deck(state: State, seat: int, readings: Sequence[Reading]) -> list[Finding]:
    """Whether a card is one that was seen to lie elsewhere."""
    sure = [reading for reading in readings if reading.p >= RELIABLE and reading.best.suit]
    elsewhere = _elsewhere(state, seat, {reading.best.rank for reading in sure}) if sure else []
    for reading in sure:
        if _times(reading.best, elsewhere) >= state.rules.decks:
            return [Finding("DECK_FAULT", reading.p)]
    return []


def _elsewhere(state: State, seat: int, ranks: set[Rank]) -> list[Card]:
    """The cards known to lie in no layer of *seat* and not in the stock, among them all those of *ranks*."""
    plays = [play.readings for play in state.pile if not ranks.isdisjoint(play.ranks)]
    seen = [reading.best for readings in plays for reading in readings if reading.p >= RELIABLE]
    seen += state.burnt
    for n, here in enumerate(state.seats):
        if n != seat:
            seen += here.hand.known
            seen += here.up
    return seen


def _times(card: Card, cards: Sequence[Card]) -> int:
    rank, suit = card.rank, card.suit  # a third of the time that comparing whole cards takes
    return len([each for each in cards if each.rank is rank and each.suit is suit])


def legal_code(view: Outlook) -> str:
    """The outcome to go on with if the play is let pass."""
    return view.best[0] if view.best[0] in LEGAL else "OK"
