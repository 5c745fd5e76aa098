"""The law a second time: play from known cards, told plainly and slowly, to hold the engine against.

Written from the rules inventory alone (its rows are named), for six games; it imports nothing of the
referee. A card is its name (`7H`, `10S`, `JK`), a move is what is done and with which cards. `referee eval
rules` loads this file from a checkout and counts moves with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

Move = tuple[str, ...]

ORDER = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")  # P-05, D-02


@dataclass(frozen=True)
class Game:
    """What the ranks do in one game, and what is not as in the others.

    `anywhere` go on anything, `glass` are seen through, `turners` reverse, `skippers` make a player miss a
    turn. `low` has for a rank what must follow it: the highest rank allowed, and those exempt from it.
    """

    anywhere: tuple[str, ...]
    glass: tuple[str, ...] = ()
    turners: tuple[str, ...] = ()
    skippers: tuple[str, ...] = ()
    low: Mapping[str, tuple[str, tuple[str, ...]]] = field(default_factory=dict)
    row_card_goes_along: bool = True  # P-32; not in 001 (D-42) and V-06
    must_play: bool = False
    suited_runs: bool = False  # V-29
    tries_stock: bool = False  # V-41
    five_on_higher: bool = False  # V-40
    no_ten_on_eight: bool = False  # V-25
    glass_alone_is_seven: bool = False  # V-23, D-21, D-22
    joker_between_two: bool = False  # V-27


GAMES = {
    "pagat": Game(anywhere=("2", "10")),  # P-27, P-28, D-01
    "classic001": Game(  # C-22, C-23, C-25, C-26, D-27, D-42
        anywhere=("2", "8", "10"),
        glass=("8",),
        low={"7": ("7", ("8", "10"))},
        row_card_goes_along=False,
    ),
    "gultnieks": Game(  # V-07 to V-12
        anywhere=("2", "8", "10"), glass=("8",), turners=("8",), low={"7": ("7", ("8", "10"))}
    ),
    "guarducci": Game(  # V-22 to V-31, the joker being glass (D-50)
        anywhere=("2", "7", "10", "JK"),
        glass=("7", "JK"),
        skippers=("JK",),
        low={"8": ("7", ("8", "JK"))},
        suited_runs=True,
        no_ten_on_eight=True,
        glass_alone_is_seven=True,
        joker_between_two=True,
    ),
    "duthie": Game(  # X-02, first part
        anywhere=("2", "10", "JK"), glass=("JK",), skippers=("J", "JK"), must_play=True
    ),
    "egilsson": Game(  # V-40, V-41
        anywhere=("2", "10"), low={"5": ("4", ())}, tries_stock=True, five_on_higher=True
    ),
}


def rank_of(card: str) -> str:
    return card if card == "JK" else card[:-1]


def height(rank: str) -> int:
    return ORDER.index(rank)


@dataclass
class Slow:
    """One position. `pile` is the cards, lowest first; the last card of `stock` is drawn first.

    `free`: the next card may be anything, whatever lies there. `out` are the seats in the order they left.
    """

    game: Game
    hands: list[list[str]]
    rows: list[list[str]]
    downs: list[list[str]]
    stock: list[str]
    pile: list[str]
    hand_size: int
    turn: int | None
    direction: int = 1
    free: bool = False
    out: list[int] = field(default_factory=list)

    # -- what may be done ------------------------------------------------------------------------------

    def moves(self) -> set[Move]:
        if self.turn is None:
            return set()
        seat = self.turn
        if not self.hands[seat] and not self.rows[seat]:  # P-34, D-43: one card is turned over, no less
            return {("flip", card) for card in self.downs[seat]}
        layer = self.hands[seat] or self.rows[seat]  # P-26, P-31
        lays = {("lay", *cards) for cards in self.together(layer) if self.may_lie(cards)}
        return lays | self.tries(seat) | self.takes(seat, lays)

    def together(self, layer: list[str]) -> Iterator[tuple[str, ...]]:
        """Every set of equal cards (P-19, D-06), and every run where there are runs."""
        for count in range(1, 5):
            for cards in combinations(sorted(layer), count):
                if len({rank_of(card) for card in cards}) == 1:
                    yield cards
        if self.game.suited_runs:
            yield from self.runs(layer)

    def runs(self, layer: list[str]) -> Iterator[tuple[str, ...]]:
        """Two or more cards of one suit going up without a gap (V-29, D-52); a ten only ends one (V-31)."""
        for first in layer:
            run = [first]
            while first != "JK" and rank_of(run[-1]) not in ("10", "A"):
                next_card = ORDER[height(rank_of(run[-1])) + 1] + first[-1]
                if next_card not in layer:
                    break
                run.append(next_card)
                yield tuple(run)

    def tries(self, seat: int) -> set[Move]:
        return {("try",)} if self.game.tries_stock and self.stock and self.hands[seat] else set()

    def takes(self, seat: int, lays: set[Move]) -> set[Move]:
        """The pile may be taken although one could play (P-23, D-40), never an empty one (D-41)."""
        if not self.pile or (lays and self.game.must_play):
            return set()
        if not self.hands[seat] and self.game.row_card_goes_along:
            return {("take", card) for card in self.rows[seat]}
        return {("take",)}

    def may_lie(self, cards: tuple[str, ...]) -> bool:
        ranks = [rank_of(card) for card in cards]
        below = [rank_of(card) for card in self.pile]
        if not (self.free or self.fits(ranks[0], below)):
            return False
        if len(set(ranks)) == 1:
            return True
        # V-30: each step of a run must be legal
        return all(self.fits(rank, below + ranks[:step]) for step, rank in enumerate(ranks[1:], 1))

    def fits(self, rank: str, below: list[str]) -> bool:
        """Whether a card of *rank* may go on the pile *below*."""
        game = self.game
        if not below:
            return True  # P-25
        seen = [other for other in below if other not in game.glass]  # what lies under the glass
        opaque = seen[-1] if seen else None
        if opaque is None:
            return not game.glass_alone_is_seven or rank in game.anywhere or height(rank) >= height("7")
        if rank == "10" and game.no_ten_on_eight and opaque == "8":
            return False  # also through glass: D-23
        if rank in game.anywhere:
            return True
        if rank == "5" and game.five_on_higher and opaque != "10" and height(opaque) > height("5"):
            return True
        if opaque in game.low:
            highest, exempt = game.low[opaque]
            return rank in exempt or height(rank) <= height(highest)
        return opaque == "2" or height(rank) >= height(opaque)  # P-20, P-27

    # -- what becomes of it ----------------------------------------------------------------------------

    def after(self, move: Move) -> Slow:
        then = self.copied()
        what, cards = move[0], list(move[1:])
        if what == "lay":
            then.lay(cards)
        elif what == "take":
            then.take(cards)
        elif what == "flip":
            then.downs[then.seat].remove(cards[0])
            then.blind(cards[0])
        else:
            then.blind(then.stock.pop())
        return then

    def copied(self) -> Slow:
        hands, rows, downs = ([list(cards) for cards in kind] for kind in (self.hands, self.rows, self.downs))
        here = (self.hand_size, self.turn, self.direction, self.free, list(self.out))
        return type(self)(self.game, hands, rows, downs, list(self.stock), list(self.pile), *here)

    @property
    def seat(self) -> int:
        assert self.turn is not None
        return self.turn

    def lay(self, cards: list[str]) -> None:
        layer = self.hands[self.seat] or self.rows[self.seat]
        for card in cards:
            layer.remove(card)
        self.lie(cards)

    def blind(self, card: str) -> None:
        """A card nobody knew: it lies where it fits (P-35), else it is taken with the pile (P-36, D-34)."""
        if self.may_lie((card,)):
            self.lie([card])
            return
        self.hands[self.seat] += [*self.pile, card]
        self.pile = []
        self.pass_turn()

    def take(self, added: list[str]) -> None:
        """The pile, and with it the card of the row (P-32); the next player leads (P-25, P-33)."""
        for card in added:
            self.rows[self.seat].remove(card)
        self.hands[self.seat] += [*self.pile, *added]
        self.pile = []
        self.pass_turn()

    def lie(self, cards: list[str]) -> None:
        seat = self.seat
        self.pile += cards
        self.free = False
        burns = self.burns()
        if burns:
            self.pile = []
        self.draw(seat)  # P-21, also before the other turn that a burn gives: D-09
        gone = not (self.hands[seat] or self.rows[seat] or self.downs[seat])
        if gone:
            self.out.append(seat)  # P-37
        if burns and not gone:
            return  # P-29, P-30: another turn
        if burns:
            self.pass_turn()  # D-10
        else:
            self.effects([rank_of(card) for card in cards], gone=gone)

    def burns(self) -> bool:
        """A ten on top (P-29), or four of one rank, one upon the other (P-30, D-11, D-12, D-15)."""
        top = [rank_of(card) for card in self.pile[-4:]]
        return top[-1] == "10" or (len(top) == 4 and len(set(top)) == 1)

    def draw(self, seat: int) -> None:
        while len(self.hands[seat]) < self.hand_size and self.stock:  # P-22
            self.hands[seat].append(self.stock.pop())

    def effects(self, ranks: list[str], *, gone: bool) -> None:
        """One reversal a play (D-20), a missed turn a card (D-51); also of a last card (D-55)."""
        if ranks[-1] in self.game.turners:
            self.direction = -self.direction
        between_two = self.game.joker_between_two and len(self.active()) == 2
        if ranks[-1] == "JK" and between_two and not gone:
            self.free = True  # V-27: the same player, anything
            return
        self.pass_turn(len(ranks) if ranks[-1] in self.game.skippers else 0)

    def active(self) -> list[int]:
        return [seat for seat in range(len(self.hands)) if seat not in self.out]

    def pass_turn(self, missed: int = 0) -> None:
        """On to the next player in the direction of play (P-18, D-62), *missed* of them left out."""
        self.free = False
        if len(self.active()) < 2:
            self.turn = None  # P-39
            return
        seat = self.seat
        for _ in range(missed + 1):
            seat = self.neighbour(seat)
        self.turn = seat

    def neighbour(self, seat: int) -> int:
        while True:
            seat = (seat + self.direction) % len(self.hands)
            if seat not in self.out:
                return seat

    def position(self) -> tuple[object, ...]:
        zones = [[sorted(zone) for zone in kind] for kind in (self.hands, self.rows, self.downs)]
        return self.turn, self.direction, zones, self.pile, self.stock, self.out


def opened(game: str, deal: Mapping[str, Any]) -> Slow:
    """The position of *deal*: cards by their names under `hands`, `rows`, `downs`, `stock` and `pile`."""
    hands, rows, downs = ([list(cards) for cards in deal[key]] for key in ("hands", "rows", "downs"))
    stock, pile = list(deal["stock"]), list(deal["pile"])
    return Slow(GAMES[game], hands, rows, downs, stock, pile, hand_size=3, turn=deal["turn"])
