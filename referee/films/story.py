"""A whole simulated game: bots play through the rules engine, now and then against it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from referee.cards import Card, Reading
from referee.films import bots, holdings
from referee.films.arms import Done
from referee.films.bots import Intent
from referee.films.choreography import Stage
from referee.films.nuisances import GAP, Nuisances
from referee.films.truth import Happening, Turn
from referee.rules import engine
from referee.rules.actions import (
    CardsPlayed,
    Event,
    FaceDownFlipped,
    GameConfigured,
    PileCleared,
    PilePickedUp,
    PlayRetracted,
    RowSeen,
    Saying,
    Source,
    StarterDeclared,
    StockDrawn,
    TableSays,
)
from referee.rules.ruleset import RuleSet
from referee.rules.rulings import Level, Ruling
from referee.rules.state import State

READ_PHONE_S = 3.0


@dataclass(frozen=True, slots=True)
class Plot:
    """What kind of game.

    `plays` ends the film after so many (0: at the end of the game), `illegal` is the share of plays that
    break the rules on purpose, `idle` of turns in which somebody reaches over the table for nothing,
    `generous` of turns in which a player takes the pile without need. `nuisances` are kinds of
    `nuisances.KINDS`, each one so many plays after the last as `gap` says (least, most).
    """

    plays: int = 60
    illegal: float = 0.05
    idle: float = 0.03
    generous: float = 0.01
    nuisances: tuple[str, ...] = ()
    gap: tuple[int, int] = GAP


class Story:
    """One game being played. `tell` plays it; then `start`, `events` and `turns` are the truth about it."""

    def __init__(
        self,
        stage: Stage,
        rules: RuleSet,
        plot: Plot,
        rng: random.Random,
        bother: random.Random | None = None,
    ) -> None:
        self._stage, self._rules, self._plot, self._rng = stage, rules, plot, rng
        self.nuisances = Nuisances(stage, plot.nuisances, plot.gap, bother or random.Random(0))
        self.events: list[Happening] = []
        self.turns: list[Turn] = []
        self._plays = 0
        names = tuple(spot.name for spot in stage.floor.spots)
        config = GameConfigured(rules.name, len(names), names)
        self.state = engine.new_game(config, rules)
        dealt = holdings.deal(stage, rules, rng)
        self._held, self._stock = dealt.holdings, dealt.stock
        self.start: tuple[Event, ...] = (config, *self._rows(), StarterDeclared(dealt.starter, dealt.by))
        for event in self.start[1:]:
            self.state = engine.observe(self.state, event)[0]
        self.turns.append(Turn(0.0, self.state.turn))

    def tell(self) -> None:
        """Play until the game is over or the plot's number of plays is reached."""
        self._stage.wait(2.5)
        while self.state.turn is not None and not (self._plot.plays and self._plays >= self._plot.plays):
            self._bother(self.state.turn)
            if self._rng.random() < self._plot.idle and not self._stage.rushed:
                self._stage.gesture(self._rng.randrange(len(self._held)))
                self._stage.pause()
            self._stage.beat()
            intent = self._planted() if self._rng.random() < self._plot.illegal else None
            if intent is None:
                self._act(self.state.turn, self.state)
            else:
                self._break_rules(intent)
        self._stage.wait(3.0)

    def _bother(self, seat: int) -> None:
        if not self._stage.rushed:
            self.nuisances.before(self._plays, seat, self._held[seat].hand, len(self._stock))

    def _rows(self) -> list[RowSeen]:
        return [
            RowSeen(seat, self._readings(held.things(Source.UP)), len(held.things(Source.DOWN)))
            for seat, held in enumerate(self._held)
        ]

    def _act(self, seat: int, view: State) -> None:
        """The seat takes its turn by the rules, as *view* has them."""
        held = self._held[seat]
        source = held.source
        if source is Source.DOWN:
            self._flip(seat)
            return
        things = held.things(source)
        plays = engine.legal_plays(view, seat, [self._card(thing) for thing in things])
        choice = bots.choose(plays, self._rules, self._rng)
        if choice is None or (self._stage.pile and self._rng.random() < self._plot.generous):
            self._pick_up(seat, source)
        else:
            self._lay(Intent(seat, self._find(things, choice), source))
            self._after_play(seat)

    def _lay(self, intent: Intent, *, then: str | None = None) -> list[tuple[str, int]]:
        homes = self._held[intent.seat].drop(intent.things)
        done = self._stage.lay(intent.seat, intent.things)
        self._plays += 1
        self._note(done, self._event(intent), then=then)
        self._stage.pause()
        return homes

    def _flip(self, seat: int) -> None:
        held = self._held[seat]
        thing = self._rng.choice(held.things(Source.DOWN))
        ((_, slot),) = held.drop([thing])
        done = self._stage.lay(seat, [thing])
        self._plays += 1
        code = self._note(done, FaceDownFlipped(seat, self._readings([thing])[0], slot))
        self._stage.pause()
        if code == "FLIP_FAIL":
            self._pick_up(seat, Source.DOWN)
        else:
            self._after_play(seat)

    def _pick_up(self, seat: int, source: Source) -> None:
        held = self._held[seat]
        added: list[int] = []
        if source is Source.UP and self._rules.pickup.faceup == "add_one":
            added = [self._rng.choice(held.things(Source.UP))]
        held.drop(added)
        held.hand.extend([*self._stage.pile, *added])
        done = self._stage.pick_up(seat, added)
        self._plays += 1
        self._note(done, PilePickedUp(seat, self._readings(added)))
        self._stage.pause()

    def _after_play(self, seat: int) -> None:
        """Move a burnt pile aside, then fill the hand up."""
        if self.state.must_go:
            self._note(self._stage.clear(seat), PileCleared(seat))
            self._stage.pause()
        self._draw(seat)

    def _draw(self, seat: int) -> None:
        held = self._held[seat]
        wanted = self._rules.draw.refill_to or self._rules.layout.hand
        count = min(wanted - len(held.hand), len(self._stock))
        if count > 0:
            taken = [self._stock.pop() for _ in range(count)]
            held.hand.extend(taken)
            done = self._stage.draw(seat, taken[::-1])
            self._note(done, StockDrawn(seat, count, count))
            if self.nuisances.crossing and self.state.turn not in (seat, None):
                self._stage.overlap(done)
                self.nuisances.crossed(self._stage.now, done.t1)
            else:
                self._stage.pause()

    def _planted(self) -> Intent | None:
        """A play that the engine would surely call illegal."""
        turn = self.state.turn
        if turn is None:
            return None
        for intent in bots.mischief(turn, self._held, self.state.active, self._card, self._rng):
            if engine.verify(self.state, self._event(intent)).level is Level.ILLEGAL:
                return intent
        return None

    def _break_rules(self, intent: Intent) -> None:
        then = self._rng.choices(("retracted", "played_on", "stands"), (2, 1, 1))[0]
        after = self._stood(self._seen(self._event(intent)))
        if then == "played_on" and (after.must_go or after.turn is None):
            then = "stands"
        homes = self._lay(intent, then=then)
        if then == "retracted":
            self._take_back(intent, homes)
        elif then == "stands":
            self._let_stand(intent.seat)
        else:
            self._play_on(intent.seat)

    def _take_back(self, intent: Intent, homes: Sequence[tuple[str, int]]) -> None:
        self._stage.wait(READ_PHONE_S + self._rng.uniform(0, 1.5))
        spot = self._stage.floor.spots[intent.seat]
        places = [spot.slot(slot, up=row == "up") if row != "hand" else None for row, slot in homes]
        done = self._stage.take_back(intent.seat, intent.things, places)
        self._held[intent.seat].restore(intent.things, homes)
        self._note(done, PlayRetracted(intent.seat))
        self._stage.pause()
        if self.state.turn is not None:
            self._act(self.state.turn, self.state)

    def _let_stand(self, seat: int) -> None:
        self._stage.wait(READ_PHONE_S)
        now = self._stage.now
        self._note(Done(now, now, now), TableSays(Saying.STANDS))
        self._stage.pause()
        self._after_play(seat)

    def _play_on(self, seat: int) -> None:
        self._draw(seat)
        self._stage.wait(self._rng.uniform(0.5, 1.5))
        after = self._stood(self.state)
        if after.turn is not None:
            self._act(after.turn, after)

    def _stood(self, state: State) -> State:
        return engine.observe(state, TableSays(Saying.STANDS))[0]

    def _seen(self, event: Event) -> State:
        return engine.observe(self.state, event)[0]

    def _note(self, done: Done, event: Event, then: str | None = None) -> str:
        """Write *event* down with what it deserves, let the engine follow; its code."""
        ruling = engine.verify(self.state, event) if isinstance(event, _RULED) else _FINE
        legal = ruling.level is not Level.ILLEGAL
        self.events.append(
            Happening(
                done.t0, done.t1, done.left, event, legal, ruling.code, planted=then is not None, then=then
            )
        )
        self.state = self._seen(event)
        if self.turns[-1].seat != self.state.turn:
            self.turns.append(Turn(done.t1, self.state.turn))
        return ruling.code

    def _event(self, intent: Intent) -> CardsPlayed:
        return CardsPlayed(intent.seat, self._readings(intent.things), intent.source)

    def _card(self, thing: int) -> Card:
        return self._stage.tracks[thing].card

    def _readings(self, things: Sequence[int]) -> tuple[Reading, ...]:
        return tuple(Reading.sure(self._card(thing)) for thing in things)

    def _find(self, things: Sequence[int], cards: Sequence[Card]) -> tuple[int, ...]:
        """Those of *things* that are *cards*: a set in the order it is held, a run in its own."""
        wanted, found = Counter(cards), list[int]()
        for thing in things:
            if wanted[self._card(thing)] > 0:
                wanted[self._card(thing)] -= 1
                found.append(thing)
        if len({card.rank for card in cards}) > 1:
            found.sort(key=lambda thing: cards.index(self._card(thing)))
        return tuple(found)


_RULED = CardsPlayed | FaceDownFlipped | PilePickedUp | PileCleared
_FINE = Ruling(Level.SILENT, "OK", None)
