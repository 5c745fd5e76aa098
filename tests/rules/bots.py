"""A table of bots with every card known, and a camera on it that sees as much as a test allows."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass, field

from referee.cards import DECK, JOKER, Card, Reading
from referee.rules.actions import (
    CardsPlayed,
    Event,
    FaceDownFlipped,
    GameConfigured,
    PileCleared,
    PilePickedUp,
    RowSeen,
    Saying,
    Source,
    StarterDeclared,
    StockDrawn,
    StockState,
    TableSays,
)
from referee.rules.engine import legal_plays, new_game, observe, verify
from referee.rules.loading import load
from referee.rules.ruleset import RuleSet
from referee.rules.rulings import Level, Notice, Question, Ruling
from referee.rules.state import State


@dataclass
class Sight:
    """How much the camera sees."""

    draws: str = "exact"
    source: bool = True
    clears: bool = True
    rows: bool = True
    confirms_flips: bool = True
    starter: bool = True


@dataclass
class Bots:
    """The truth of a game, and the state that the engine makes of what is seen of it."""

    seed: int
    rules: str | RuleSet = "pagat"
    players: int = 3
    sight: Sight = field(default_factory=Sight)

    def __post_init__(self) -> None:
        self.rng = random.Random(self.seed)
        self.set = load(self.rules) if isinstance(self.rules, str) else self.rules
        layout, deck = self.set.layout, self.pack
        self.rng.shuffle(deck)
        self.down, self.up, self.hand = (
            [[deck.pop() for _ in range(size)] for _ in range(self.players)]
            for size in (layout.down, layout.up, layout.hand)
        )
        self.stock = deck
        self.pile: list[Card] = []
        self.burnt: list[Card] = []
        self.state: State = new_game(GameConfigured(self.set.name, self.players), self.set)
        self.events: list[Event] = []
        self.notices: list[Notice] = []
        self.stuck = False

    @property
    def pack(self) -> list[Card]:
        """Every card of the game."""
        return [*DECK * self.set.decks, *[JOKER] * self.set.jokers]

    def see(self, event: Event) -> None:
        self.state, notices = observe(self.state, event)
        self.events.append(event)
        self.notices += notices
        for notice in notices:
            if isinstance(notice, Question):
                self.answer(notice)

    def answer(self, question: Question) -> None:
        kind = question.id.split("-")[0]
        seat = self.state.asked.card if self.state.asked and kind == "out" else self.state.turn or 0
        held = self.hand[seat] if kind == "out" else []
        value = "no" if kind == "out" and held else question.default
        self.see(TableSays(Saying.ANSWER, value, ref=question.id))

    @property
    def loud(self) -> list[Notice]:
        """Whatever is more than an announcement."""
        return [
            n
            for n in self.notices
            if isinstance(n, Question) or (isinstance(n, Ruling) and n.level is not Level.SILENT)
        ]

    @property
    def located(self) -> list[Card]:
        zones = (*self.down, *self.up, *self.hand, self.stock, self.pile, self.burnt)
        return [card for zone in zones for card in zone]

    def deal(self) -> None:
        if self.sight.rows:
            for seat in range(self.players):
                self.see(RowSeen(seat, read(self.up[seat]), len(self.down[seat])))
        self.first = self.rng.randrange(self.players)
        if self.sight.starter:
            self.see(StarterDeclared(self.first))

    def play(self, turns: int = 400) -> Bots:
        self.deal()
        for _ in range(turns):
            if self.state.over or self.stuck:
                break
            self.turn(self.first if self.state.turn is None else self.state.turn)
        return self

    def layer(self, seat: int) -> list[Card]:
        """The cards that *seat* chooses from: its hand, or its row when the hand is empty."""
        return self.hand[seat] or self.up[seat]

    def turn(self, seat: int) -> None:
        layer = self.layer(seat)
        if not layer:
            self.flip(seat)
            return
        plays = legal_plays(self.state, seat, layer)
        if self.tries_stock(seat, plays):
            self.try_stock(seat)
        elif plays and (not self.pile or not self.gives_up()):
            self.lay(seat, self.pick(plays))
        elif self.pile:
            self.take(seat)
        else:
            self.stuck = True

    def gives_up(self) -> bool:
        return self.set.pickup.voluntary and self.rng.random() < 0.02

    def tries_stock(self, seat: int, plays: tuple[tuple[Card, ...], ...]) -> bool:
        if not self.stock or not self.pile or not self.hand[seat]:
            return False
        always = self.set.stock_try == "always" and self.rng.random() < 0.1
        return always or (self.set.stock_try == "when_stuck" and not plays)

    def pick(self, plays: tuple[tuple[Card, ...], ...]) -> tuple[Card, ...]:
        if self.rng.random() < 0.2:
            return self.rng.choice(plays)
        return min(plays, key=lambda cards: (self.state.rules.height(cards[0].rank) % 12, -len(cards)))

    def lay(self, seat: int, cards: tuple[Card, ...]) -> None:
        from_hand = bool(self.hand[seat])
        layer = self.layer(seat)
        for card in cards:
            layer.remove(card)
        self.pile += cards
        source = Source.HAND if from_hand else Source.UP
        self.see(CardsPlayed(seat, read(cards), source if self.sight.source else Source.UNKNOWN))
        self.clear(seat)
        self.draw_all()

    def clear(self, seat: int) -> None:
        if self.state.must_go:
            self.burnt += self.pile
            self.pile.clear()
            if self.sight.clears:
                self.see(PileCleared(self.state.flusher if self.state.flusher is not None else seat))

    def draw_all(self) -> None:
        """Every seat that is short fills its hand up, unless the rules let it wait."""
        for seat in self.state.active:
            if not self.state.waits(seat):
                self.draw(seat)

    def draw(self, seat: int) -> None:
        count = min(max(0, self.set.refill_to - len(self.hand[seat])), len(self.stock))
        for _ in range(count):
            self.hand[seat].append(self.stock.pop())
        drawn = count and self.seen_draw(count)
        if drawn:
            self.see(StockDrawn(seat, *drawn))
        if count and not self.stock and self.sight.draws != "none":
            self.see(StockState(True))

    def seen_draw(self, count: int) -> tuple[int, int] | None:
        draws = self.sight.draws
        if draws == "exact":
            return count, count
        if draws == "wide":
            return max(0, count - 1), count + 1
        return (1, 3) if draws == "some" and self.rng.random() < 0.5 else None

    def take(self, seat: int) -> None:
        last = self.state.last_player
        other = self.set.pickup.who_takes == "last_player" and last in self.state.active
        taker = last if other and last is not None else seat
        added: list[Card] = []
        if taker == seat and not self.hand[seat] and self.set.pickup.faceup == "add_one":
            added = [self.up[seat].pop(self.rng.randrange(len(self.up[seat])))]
        self.hand[taker] += self.pile + added
        self.pile.clear()
        self.see(PilePickedUp(taker, read(added)))
        self.draw_all()

    def try_stock(self, seat: int) -> None:
        card = self.stock.pop()
        self.try_blind(seat, card, CardsPlayed(seat, read([card]), Source.STOCK))
        if not self.stock and self.sight.draws != "none":
            self.see(StockState(True))

    def flip(self, seat: int) -> None:
        card = self.down[seat].pop()
        self.try_blind(seat, card, FaceDownFlipped(seat, Reading.sure(card)))

    def try_blind(self, seat: int, card: Card, event: Event) -> None:
        code = verify(self.state, event).code
        keeps = code == "STOCK_FAIL" and self.set.stock_fail == "keeps_card"
        fails = code in ("FLIP_FAIL", "STOCK_FAIL") and not keeps
        self.pile.append(card)
        if keeps:
            self.hand[seat].append(self.pile.pop())
        if fails:
            self.hand[seat] += self.pile
            self.pile.clear()
        self.see(event)
        if fails and self.sight.confirms_flips:
            self.see(PilePickedUp(seat))
        self.clear(seat)
        self.draw_all()


def read(cards: Iterable[Card]) -> tuple[Reading, ...]:
    """The cards as a perfect eye reads them."""
    return tuple(Reading.sure(card) for card in cards)
