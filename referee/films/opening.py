"""How a film begins: the cards lie dealt, or the deal and the swapping are seen, or a game is under way."""

from __future__ import annotations

from collections.abc import Iterator

from referee.cards import Card
from referee.films import dealing, holdings
from referee.films.acts import Acts
from referee.films.dealing import Dealt
from referee.films.floor import Place
from referee.films.holdings import Holding
from referee.films.truth import Turn
from referee.rules import engine
from referee.rules.actions import RowSeen, Saying, Source, StarterDeclared, TableSays
from referee.rules.position import show_position

_LONG_PILE = 15
_BLIND = 0.5
_STACK_MM = 15.0


def dealt(game: Acts) -> None:
    """The cards lie dealt, swapped and with a starter when the film begins."""
    cards = dealing.deal(game.rules, len(game.stage.floor.spots), game.rng)
    for row, hand in zip(cards.up, cards.hand, strict=True):
        if dealing.wants_to_swap(game.rng):
            for laid, taken in dealing.swaps(row, hand, game.rules):
                row[row.index(taken)], hand[hand.index(laid)] = laid, taken
    game.held, game.stock = holdings.lay_out(game.stage, cards, game.rng)
    starter = StarterDeclared(cards.starter, cards.by, cards.rank)
    game.start = (game.config, *_rows(game), starter)
    for event in game.start[1:]:
        game.state = engine.observe(game.state, event)[0]
    game.turns.append(Turn(0.0, game.state.turn))


def stacked(game: Acts) -> None:
    """The rows lie stacked by all who can when the film begins, and the table tells so (V-13)."""
    for seat in range(len(game.held)):
        _stack(game, seat)
    midway(game)


def filmed(game: Acts) -> None:
    """The film shows the deal, the swapping, and who says that he starts."""
    cards = dealing.deal(game.rules, len(game.stage.floor.spots), game.rng)
    game.turns.append(Turn(0.0, None))
    game.stage.wait(1.5)
    _deal_out(game, cards)
    for event in _rows(game):
        game.state = engine.observe(game.state, event)[0]
    seats = range(len(game.held))
    for seat in seats if game.rules.swap.blind else ():
        _swap_blind(game, seat)
    for seat in seats:
        _prepare(game, seat)
    game.stage.wait(game.rng.uniform(0.8, 1.5))
    game.say(TableSays(Saying.TURN, str(cards.starter)))
    game.stage.wait(1.0)


def midway(game: Acts) -> None:
    """The film begins now: what was before is forgotten, and the table tells how the game stands."""
    game.stage.cut()
    word = TableSays(Saying.POSITION, show_position(game.state))
    game.start = (game.config, word)
    game.state = engine.observe(engine.new_game(game.config, game.rules), word)[0]
    game.events, game.turns, game.plays = [], [Turn(0.0, game.state.turn)], 0


def far_enough(game: Acts) -> bool:
    """Whether the game has come to where its film is to begin."""
    state = game.state
    if state.pending or state.must_go or state.turn is None or state.taking is not None:
        return False
    if game.plot.start == "pile":
        return len(game.stage.pile) >= _LONG_PILE and len(state.active) == len(state.seats)
    hands = [len(game.held[seat].hand) for seat in state.active]
    return not game.stock and min(hands) <= 1 and max(hands) <= 6


def _rows(game: Acts) -> list[RowSeen]:
    return [
        RowSeen(seat, game.readings(held.things(Source.UP)), len(held.things(Source.DOWN)))
        for seat, held in enumerate(game.held)
    ]


def _deal_out(game: Acts, cards: Dealt) -> None:
    """The dealer deals from the stock's place: face down, face up, each one by one, then the hands."""
    stage, rng = game.stage, game.rng
    order = list(_order(cards, choosing=game.rules.deal.style == "choose_from_hand"))
    things = holdings.stock(stage, [*cards.stock, *(card for _, _, card in reversed(order))], rng)
    game.stock, game.held = things[: len(cards.stock)], tuple(Holding() for _ in stage.floor.spots)
    singles, packets = list[tuple[int, Place, bool]](), list[tuple[int, list[int]]]()
    for (seat, layer, _), thing in zip(order, reversed(things[len(cards.stock) :]), strict=True):
        held, up = game.held[seat], layer is Source.UP
        if layer is Source.HAND:
            held.hand.append(thing)
            continue
        row = held.up if up else held.down
        place = stage.floor.spots[seat].slot(len(row), up=up)
        singles.append((thing, holdings.near(place, rng, 0.3 * up), up))
        row.append(thing)
    packets = [(seat, held.hand) for seat, held in enumerate(game.held) if held.hand]
    stage.deal(rng.randrange(len(game.held)), singles, packets)
    stage.pause()


def _order(cards: Dealt, *, choosing: bool) -> Iterator[tuple[int, Source, Card]]:
    """The cards as they are dealt, to which seat's layer."""
    shown = Source.HAND if choosing else Source.UP
    for layer, rows in ((Source.DOWN, cards.down), (shown, cards.up)):
        for index in range(len(rows[0])):
            yield from ((seat, layer, row[index]) for seat, row in enumerate(rows))
    for seat, hand in enumerate(cards.hand):
        yield from ((seat, Source.HAND, card) for card in hand)


def _prepare(game: Acts, seat: int) -> None:
    """What *seat* does with its cards before the first play."""
    style = game.rules.deal.style
    if style == "choose_from_hand":
        _choose(game, seat)
    elif style == "daly_stack":
        _stack(game, seat)
    elif dealing.wants_to_swap(game.rng):
        row, hand = (
            [game.card(thing) for thing in game.held[seat].things(source)]
            for source in (Source.UP, Source.HAND)
        )
        if pairs := dealing.swaps(row, hand, game.rules):
            game.swap(seat, _flattened(pairs))


def _swap_blind(game: Acts, seat: int) -> None:
    """Every other player has an eye on a card of somebody else's row (C-36)."""
    others = [n for n in range(len(game.held)) if n != seat]
    if game.rng.random() < _BLIND:
        slots = range(game.rules.layout.up)
        game.swap_blind(seat, game.rng.choice(others), game.rng.choice(slots), game.rng.choice(slots))


def _flattened(pairs: list[tuple[Card, Card]]) -> list[tuple[Card, Card]]:
    """*pairs* without those that take a card back which an earlier one laid."""
    laid = {card for card, _ in pairs}
    return [(card, taken) for card, taken in pairs if taken not in laid]


def _choose(game: Acts, seat: int) -> None:
    hand = game.held[seat].hand
    cards = dealing.best([game.card(thing) for thing in hand], game.rules.layout.up)
    spot = game.stage.floor.spots[seat]
    places = [holdings.near(spot.slot(n, up=True), game.rng, 0.3) for n in range(len(cards))]
    game.put_down(seat, game.find(hand, cards), places, None)


def _stack(game: Acts, seat: int) -> None:
    """Lay equal cards of the hand upon those of the row, and draw, as long as there are any (V-13)."""
    while pair := _equal(game, seat):
        thing, under = pair
        below = game.stage.where(under)
        out = game.stage.floor.spots[seat].outward
        place = Place(below.x - out[0] * _STACK_MM, below.y - out[1] * _STACK_MM, below.angle, below.z + 0.3)
        game.put_down(seat, [thing], [place], game.card(under))
        game.draw(seat)


def _equal(game: Acts, seat: int) -> tuple[int, int] | None:
    """A card of the hand, and the uppermost equal one of the row."""
    held = game.held[seat]
    for thing in held.hand:
        for under in reversed(held.things(Source.UP)):
            if game.card(thing).rank is game.card(under).rank:
                return thing, under
    return None
