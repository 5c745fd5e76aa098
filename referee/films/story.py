"""A whole simulated game: bots play through the rules engine, now and then against it."""

from __future__ import annotations

import random
from collections.abc import Sequence

from referee.films import bots, opening
from referee.films.acts import Acts, Home
from referee.films.bots import Intent
from referee.films.choreography import Stage
from referee.films.floor import Place
from referee.films.plot import Plot
from referee.rules import engine
from referee.rules.actions import PlayRetracted, Saying, Source, TableSays
from referee.rules.ruleset import RuleSet
from referee.rules.rulings import Level
from referee.rules.state import State

READ_PHONE_S = 3.0
LONGEST = 600
"""No film has more plays: a game that will not end is left there."""


class Story(Acts):
    """One game being played. `tell` plays it; then `start`, `events` and `turns` are the truth about it."""

    def __init__(
        self,
        stage: Stage,
        rules: RuleSet,
        plot: Plot,
        rng: random.Random,
        bother: random.Random | None = None,
    ) -> None:
        super().__init__(stage, rules, plot, rng, bother or random.Random(0))
        self._careful = False
        if plot.start == "deal":
            opening.filmed(self)
        else:
            opening.dealt(self)
            if rules.deal.style == "daly_stack":
                opening.stacked(self)

    def skip(self) -> bool:
        """Play unseen until the film is to begin; whether the game came there."""
        self._careful = self.plot.start == "pile"
        while not self._over and self.plays < LONGEST and not opening.far_enough(self):
            self._turn()
        self._careful = False
        if self._over or not opening.far_enough(self):
            return False
        opening.midway(self)
        return True

    def tell(self) -> None:
        """Play until the game is over or the plot's number of plays is reached."""
        self.stage.wait(2.5)
        most = self.plot.plays or LONGEST
        while self.state.turn is not None and not self._over and self.plays < most:
            self._bother(self.state.turn)
            if self.rng.random() < self.plot.idle and not self.stage.rushed:
                self.stage.gesture(self.rng.randrange(len(self.held)))
                self.stage.pause()
            alone = not self.stage.rushed
            self.stage.beat()
            intent = self._planted() if self.rng.random() < self.plot.illegal and alone else None
            if intent is None:
                self._turn()
            else:
                self._break_rules(intent)
        self.stage.wait(3.0)

    @property
    def _over(self) -> bool:
        """Whether nothing goes on: the game is over, or who is to play can neither lay nor take anything."""
        return self.state.turn is None or self._stuck

    _stuck = False

    def _turn(self) -> None:
        if self.state.turn is not None:
            self._act(self.state.turn, self.state)

    def _bother(self, seat: int) -> None:
        if not self.stage.rushed:
            self.nuisances.before(self.plays, seat, self.held[seat].hand, len(self.stock))

    def _act(self, seat: int, view: State) -> None:
        """The seat takes its turn by the rules, as *view* has them."""
        held = self.held[seat]
        source = held.source
        if source is Source.DOWN:
            self.flip(seat)
            return
        things = held.things(source)
        plays = engine.legal_plays(view, seat, [self.card(thing) for thing in things])
        if self._careful:
            plays = bots.sparing(plays, self.rules, view.pile_ranks)
        choice = bots.choose(plays, self.rules, self.rng)
        if choice is None and self._may_try(seat):
            self.try_stock(seat)
        elif choice is None and not self.stage.pile:
            self._stuck = True
        elif choice is None or (self._may_take and self.rng.random() < self.plot.generous):
            self._take(seat, source)
        else:
            self.lay(Intent(seat, self.find(things, choice), source))
            self.after_play(seat)

    @property
    def _may_take(self) -> bool:
        return bool(self.stage.pile) and self.rules.pickup.voluntary and not self._careful

    def _may_try(self, seat: int) -> bool:
        """Whether *seat*, which cannot play, tries the top card of the stock."""
        allowed = self.rules.stock_try != "never" and self.rules.stock_fail == "takes_pile"
        return allowed and bool(self.stock and self.held[seat].hand) and self.rng.random() < 0.7

    def _take(self, seat: int, source: Source) -> None:
        """The pile goes to *seat*, or to who laid last where the rules want that (X-02)."""
        last = self.state.last_player
        if self.rules.pickup.who_takes == "last_player" and last in self.state.active and last is not None:
            self.pick_up(last, Source.HAND if last != seat else source)
        else:
            self.pick_up(seat, source)

    def _planted(self) -> Intent | None:
        """A play that the engine would surely call illegal."""
        turn = self.state.turn
        if turn is None:
            return None
        sly = bool(self.plot.sly) and self.rng.random() < self.plot.sly
        found = bots.mischief(turn, self.held, self.state.active, self.card, self.rng)
        for intent in bots.sly(turn, self.held, self.stock, self.card, self.rng) if sly else found:
            if engine.verify(self.state, self.event(intent)).level is Level.ILLEGAL:
                return intent
        return None

    def _break_rules(self, intent: Intent) -> None:
        then = self.rng.choices(("retracted", "played_on", "stands"), (2, 1, 1))[0]
        after = self.stood(self.seen(self.event(intent)))
        if then == "played_on" and (after.must_go or after.turn is None or after.taking is not None):
            then = "stands"
        homes = self.lay(intent, then=then)
        if then == "retracted":
            self._take_back(intent, homes)
        elif then == "stands":
            self._let_stand(intent.seat)
        else:
            self._play_on(intent.seat)

    def _take_back(self, intent: Intent, homes: Sequence[Home]) -> None:
        self.stage.wait(READ_PHONE_S + self.rng.uniform(0, 1.5))
        places = [self._home(intent.seat, *home) for home in homes]
        face_up = intent.source not in (Source.DOWN, Source.STOCK)
        done = self.stage.take_back(intent.seat, intent.things, places, face_up=face_up)
        if intent.source is Source.STOCK:
            self.stock.extend(intent.things)
        else:
            self.held[intent.seat].restore(intent.things, homes)
        self.note(done, PlayRetracted(intent.seat))
        self.stage.pause()
        self.stage.beat()
        self._turn()

    def _home(self, seat: int, row: str, slot: int) -> Place | None:
        if row == "hand":
            return None
        if row == "stock":
            stock = self.stage.floor.stock
            return Place(stock.x, stock.y, stock.angle, len(self.stock) * 0.3)
        return self.stage.floor.spots[seat].slot(slot, up=row == "up")

    def _let_stand(self, seat: int) -> None:
        self.stage.wait(READ_PHONE_S)
        self.say(TableSays(Saying.STANDS))
        self.stage.pause()
        if self.state.taking == seat and self.stage.pile:
            self.pick_up(seat, Source.DOWN)
        else:
            self.after_play(seat)

    def _play_on(self, seat: int) -> None:
        self.draw(seat)
        self.stage.wait(self.rng.uniform(0.5, 1.5))
        after = self.stood(self.state)
        if after.turn is not None:
            self._act(after.turn, after)
