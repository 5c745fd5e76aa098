"""A table of bots with every card known, and a camera on it that sees as much as a test allows."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass, field

from referee.cards import DECK, Card, Reading
from referee.rules import findings
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
from referee.rules.engine import legal_plays, new_game, observe
from referee.rules.laying import LEGAL, lay_code
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
    rules: str = "pagat"
    players: int = 3
    sight: Sight = field(default_factory=Sight)

    def __post_init__(self) -> None:
        self.rng = random.Random(self.seed)
        deck = list(DECK)
        self.rng.shuffle(deck)
        self.down, self.up, self.hand = (
            [[deck.pop() for _ in range(3)] for _ in range(self.players)] for _ in range(3)
        )
        self.stock = deck
        self.pile: list[Card] = []
        self.burnt: list[Card] = []
        self.state: State = new_game(GameConfigured(self.rules, self.players))
        self.events: list[Event] = []
        self.notices: list[Notice] = []

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
                self.see(RowSeen(seat, read(self.up[seat]), 3))
        self.first = self.rng.randrange(self.players)
        if self.sight.starter:
            self.see(StarterDeclared(self.first))

    def play(self, turns: int = 400) -> Bots:
        self.deal()
        for _ in range(turns):
            if self.state.over:
                break
            self.turn(self.first if self.state.turn is None else self.state.turn)
        return self

    def turn(self, seat: int) -> None:
        layer = self.hand[seat] or self.up[seat]
        if not layer:
            self.flip(seat)
            return
        plays = legal_plays(self.state, seat, layer)
        if plays and (not self.pile or self.rng.random() > 0.02):
            self.lay(seat, self.pick(plays))
        else:
            self.take(seat)

    def pick(self, plays: tuple[tuple[Card, ...], ...]) -> tuple[Card, ...]:
        if self.rng.random() < 0.2:
            return self.rng.choice(plays)
        return min(plays, key=lambda cards: (self.state.rules.height(cards[0].rank) % 12, -len(cards)))

    def lay(self, seat: int, cards: tuple[Card, ...]) -> None:
        from_hand = bool(self.hand[seat])
        layer = self.hand[seat] if from_hand else self.up[seat]
        for card in cards:
            layer.remove(card)
        self.pile += cards
        source = Source.HAND if from_hand else Source.UP
        self.see(CardsPlayed(seat, read(cards), source if self.sight.source else Source.UNKNOWN))
        self.clear(seat)
        self.draw(seat, from_hand)

    def clear(self, seat: int) -> None:
        if self.state.must_go:
            self.burnt += self.pile
            self.pile.clear()
            if self.sight.clears:
                self.see(PileCleared(seat))

    def draw(self, seat: int, from_hand: bool) -> None:
        count = min(max(0, 3 - len(self.hand[seat])), len(self.stock)) if from_hand else 0
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
        added: list[Card] = []
        if not self.hand[seat] and self.state.rules.pickup.faceup == "add_one":
            added = [self.up[seat].pop(self.rng.randrange(len(self.up[seat])))]
        self.hand[seat] += self.pile + added
        self.pile.clear()
        self.see(PilePickedUp(seat, read(added)))

    def flip(self, seat: int) -> None:
        card = self.down[seat].pop()
        fits = lay_code([card], findings.ground(self.state), self.state.rules) in LEGAL
        self.pile.append(card)
        if not fits:
            self.hand[seat] += self.pile
            self.pile.clear()
        self.see(FaceDownFlipped(seat, Reading.sure(card)))
        if not fits and self.sight.confirms_flips:
            self.see(PilePickedUp(seat))
        self.clear(seat)


def read(cards: Iterable[Card]) -> tuple[Reading, ...]:
    """The cards as a perfect eye reads them."""
    return tuple(Reading.sure(card) for card in cards)
