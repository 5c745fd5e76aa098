"""What the simulated players do at the table, one thing after another, and the truth about each."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

from referee.cards import Card, Reading
from referee.films.arms import Done
from referee.films.bots import Intent
from referee.films.choreography import Stage
from referee.films.floor import Place
from referee.films.holdings import Holding
from referee.films.nuisances import Nuisances
from referee.films.plot import Plot
from referee.films.truth import Happening, Turn
from referee.rules import engine
from referee.rules.actions import (
    CardsPlayed,
    Event,
    FaceDownFlipped,
    GameConfigured,
    PileCleared,
    PilePickedUp,
    RowSwapped,
    Saying,
    Source,
    StockDrawn,
    TableSays,
)
from referee.rules.ruleset import RuleSet
from referee.rules.rulings import Level, Ruling
from referee.rules.state import State

Home = tuple[str, int]


class Acts:
    """A game in progress: who holds what, what the rules make of it, and what has happened.

    `start`, `events` and `turns` are the truth about it.
    """

    def __init__(
        self, stage: Stage, rules: RuleSet, plot: Plot, rng: random.Random, bother: random.Random
    ) -> None:
        self.stage, self.rules, self.plot, self.rng = stage, rules, plot, rng
        self.nuisances = Nuisances(stage, plot.nuisances, plot.gap, bother)
        self.events: list[Happening] = []
        self.turns: list[Turn] = []
        self.plays = 0
        self.held: tuple[Holding, ...] = ()
        self.stock: list[int] = []
        names = tuple(spot.name for spot in stage.floor.spots)
        self.config = GameConfigured(rules.name, len(names), names)
        self.state = engine.new_game(self.config, rules)
        self.start: tuple[Event, ...] = (self.config,)

    def lay(self, intent: Intent, *, then: str | None = None) -> list[Home]:
        """Lay cards on the pile; where each was. *then*: what the table will do about an illegal play."""
        homes = self._given(intent)
        squared = bool(self.plot.squared and len(intent.things) > 1 and self.rng.random() < self.plot.squared)
        done = self.stage.lay(intent.seat, intent.things, squared=squared)
        self.plays += 1
        hidden = len(intent.things) - 1 if squared else 0
        self.note(done, self.event(intent), then=then, hidden=hidden)
        self.stage.pause()
        return homes

    def flip(self, seat: int) -> None:
        """Turn a face-down card over, and take the pile where it does not fit."""
        thing = self.rng.choice(self.held[seat].things(Source.DOWN))
        ((_, slot),) = self.held[seat].drop([thing])
        done = self.stage.lay(seat, [thing])
        self.plays += 1
        code = self.note(done, FaceDownFlipped(seat, self.readings([thing])[0], slot))
        self.stage.pause()
        if code == "FLIP_FAIL":
            self.pick_up(seat, Source.DOWN)
        else:
            self.after_play(seat)

    def try_stock(self, seat: int) -> None:
        """Turn the top card of the stock over onto the pile, and take that where it does not fit."""
        done = self.stage.lay(seat, [thing := self.stock.pop()])
        self.plays += 1
        code = self.note(done, CardsPlayed(seat, self.readings([thing]), Source.STOCK))
        self.stage.pause()
        if code == "STOCK_FAIL":
            self.pick_up(seat, Source.STOCK)
        else:
            self.after_play(seat)

    def pick_up(self, seat: int, source: Source) -> None:
        """Take the pile, with a card of the row where the rules want one."""
        held = self.held[seat]
        added: list[int] = []
        if source is Source.UP and self.rules.pickup.faceup == "add_one":
            added = [self.rng.choice(held.things(Source.UP))]
        held.drop(added)
        held.hand.extend([*self.stage.pile, *added])
        done = self.stage.pick_up(seat, added)
        self.plays += 1
        self.note(done, PilePickedUp(seat, self.readings(added)))
        self.stage.pause()

    def after_play(self, seat: int) -> None:
        """Move a burnt pile aside, then fill the hand up."""
        if self.state.must_go:
            by = seat if self.state.flusher is None else self.state.flusher
            self.note(self.stage.clear(by), PileCleared(by))
            self.stage.pause()
        self.draw(seat)

    def draw(self, seat: int) -> None:
        """Draw what is due."""
        count = min(self.stood(self.state).due(seat).lo, len(self.stock))
        if count <= 0:
            return
        taken = [self.stock.pop() for _ in range(count)]
        self.held[seat].hand.extend(taken)
        done = self.stage.draw(seat, taken[::-1])
        self.note(done, StockDrawn(seat, count, count))
        if self.nuisances.crossing and self.state.turn not in (seat, None):
            self.stage.overlap(done)
            self.nuisances.crossed(self.stage.now, done.t1)
        else:
            self.stage.pause()

    def swap(self, seat: int, pairs: Sequence[tuple[Card, Card]]) -> None:
        """Put cards of the hand into the row for cards of that."""
        held = self.held[seat]
        laid = [self._of(held.hand, card) for card, _ in pairs]
        taken = [self._of(held.things(Source.UP), card) for _, card in pairs]
        slots = [held.up.index(thing) for thing in taken]
        held.drop(laid)
        for thing, slot in zip(laid, slots, strict=True):
            held.up[slot] = thing
        held.hand.extend(taken)
        done = self.stage.swap(seat, laid, taken)
        self.note(done, RowSwapped(seat, self.readings(laid), self.readings(taken)))
        self.stage.pause()

    def swap_blind(self, seat: int, other: int, slot: int, other_slot: int) -> None:
        """Change a card of the row for one of another's row (C-36)."""
        row, rows = self.held[seat].up, self.held[other].up
        mine, theirs = row[slot], rows[other_slot]
        if mine is None or theirs is None:
            return
        row[slot], rows[other_slot] = theirs, mine
        done = self.stage.exchange(seat, mine, theirs)
        laid, taken = self.readings([mine]), self.readings([theirs])
        self.note(done, RowSwapped(seat, laid, taken, other_seat=other))
        self.stage.pause()

    def put_down(self, seat: int, things: Sequence[int], places: Sequence[Place], onto: Card | None) -> None:
        """Lay cards of the hand face up into the row for nothing, at *places*; *onto* a card of it."""
        held = self.held[seat]
        held.drop(things)
        held.up.extend(things)
        done = self.stage.put_down(seat, things, places)
        self.note(done, RowSwapped(seat, self.readings(things), (), onto=onto))
        self.stage.pause()

    def note(self, done: Done, event: Event, then: str | None = None, hidden: int = 0) -> str:
        """Write *event* down with what it deserves, let the engine follow; its code."""
        ruling = engine.verify(self.state, event) if isinstance(event, _RULED) else _FINE
        legal = ruling.level is not Level.ILLEGAL
        planted = then is not None
        self.events.append(
            Happening(done.t0, done.t1, done.left, event, legal, ruling.code, planted, then, hidden)
        )
        self.state = self.seen(event)
        if self.turns[-1].seat != self.state.turn:
            self.turns.append(Turn(done.t1, self.state.turn))
        return ruling.code

    def say(self, word: TableSays) -> None:
        """Somebody says *word*."""
        now = self.stage.now
        self.note(Done(now, now, now), word)

    def stood(self, state: State) -> State:
        """*state* with its illegal plays let stand."""
        return engine.observe(state, TableSays(Saying.STANDS))[0]

    def seen(self, event: Event) -> State:
        """The state after *event*."""
        return engine.observe(self.state, event)[0]

    def event(self, intent: Intent) -> CardsPlayed | FaceDownFlipped:
        """What laying *intent* is."""
        readings = self.readings(intent.things)
        if intent.source is Source.DOWN and len(readings) == 1:
            slot = self.held[intent.seat].down
            where = slot.index(intent.things[0]) if intent.things[0] in slot else None
            return FaceDownFlipped(intent.seat, readings[0], where)
        return CardsPlayed(intent.seat, readings, intent.source)

    def card(self, thing: int) -> Card:
        """Which card *thing* is."""
        return self.stage.tracks[thing].card

    def readings(self, things: Sequence[int]) -> tuple[Reading, ...]:
        """*things* as perfect eyes read them."""
        return tuple(Reading.sure(self.card(thing)) for thing in things)

    def find(self, things: Sequence[int], cards: Sequence[Card]) -> tuple[int, ...]:
        """Those of *things* that are *cards*: a set in the order it is held, a run in its own."""
        wanted, found = Counter(cards), list[int]()
        for thing in things:
            if wanted[self.card(thing)] > 0:
                wanted[self.card(thing)] -= 1
                found.append(thing)
        if len({card.rank for card in cards}) > 1:
            found.sort(key=lambda thing: cards.index(self.card(thing)))
        return tuple(found)

    def _of(self, things: Sequence[int], card: Card) -> int:
        return self.find(things, [card])[0]

    def _given(self, intent: Intent) -> list[Home]:
        if intent.source is Source.STOCK:
            self.stock.remove(intent.things[0])
            return [("stock", 0)]
        return self.held[intent.seat].drop(intent.things)


_RULED = CardsPlayed | FaceDownFlipped | PilePickedUp | PileCleared | RowSwapped
_FINE = Ruling(Level.SILENT, "OK", None)
