"""What people did, as the table saw it or as they said it: the event vocabulary of the rules.

Events are facts, legal or not. A card in an event is a `Reading`, since the camera may be unsure.
Seats are numbered 0..N-1 clockwise as seen from above.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from referee.cards import Card, Rank, Reading


class Source(StrEnum):
    """Where played cards came from."""

    HAND = "hand"
    UP = "up"
    DOWN = "down"
    STOCK = "stock"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class GameConfigured:
    """The table is set: from here the fold starts."""

    rules: str
    players: int
    names: tuple[str, ...] = ()
    dealer: int | None = None


@dataclass(frozen=True)
class RowSeen:
    """The face-up cards and the number of face-down cards of a seat, before play or at any snapshot."""

    seat: int
    up: tuple[Reading, ...]
    down: int


@dataclass(frozen=True)
class RowSwapped:
    """Cards changed places without a play: `laid` came from the hand, `taken` went there.

    `taken_from` is the layer they came from; `other_seat` whose cards they were, where not the seat's own.
    With nothing taken, `onto` is the face-up card that `laid` was stacked on, where that was seen.
    """

    seat: int
    laid: tuple[Reading, ...]
    taken: tuple[Reading, ...]
    taken_from: Source = Source.UP
    other_seat: int | None = None
    onto: Card | None = None


@dataclass(frozen=True)
class StarterDeclared:
    """Who starts, how that is known (`dealt`, `call` or `table`), and the rank that made them the starter."""

    seat: int
    by: str = "table"
    rank: Rank | None = None


@dataclass(frozen=True)
class CardsPlayed:
    """Cards came to rest on the pile, in the order given (lowest first).

    `covered_unread` counts further cards of the play that no picture shows.
    """

    seat: int
    cards: tuple[Reading, ...]
    source: Source = Source.UNKNOWN
    seat_p: float = 1.0
    covered_unread: int = 0


@dataclass(frozen=True)
class FaceDownFlipped:
    """A face-down card was turned over and lies on the pile."""

    seat: int
    card: Reading
    slot: int | None = None
    seat_p: float = 1.0


@dataclass(frozen=True)
class PlayRetracted:
    """The cards of the last play were taken back."""

    seat: int


@dataclass(frozen=True)
class PilePickedUp:
    """The pile went into a seat's hand; `added` are face-up cards of the row that went with it."""

    seat: int
    added: tuple[Reading, ...] = ()
    left_behind: int = 0
    seat_p: float = 1.0


@dataclass(frozen=True)
class PileCleared:
    """The pile was moved aside to the burnt cards."""

    by_seat: int | None = None


@dataclass(frozen=True)
class PileDisturbed:
    """The pile was squared up, spread or knocked: the order of its cards may be lost."""


@dataclass(frozen=True)
class StockDrawn:
    """A hand went from the stock to a seat; between `lo` and `hi` cards were drawn."""

    seat: int
    lo: int
    hi: int


@dataclass(frozen=True)
class StockState:
    """What is seen of the stock: whether any card is left."""

    empty: bool


@dataclass(frozen=True)
class SeatLeft:
    """A player went away in mid-game."""

    seat: int


class Saying(StrEnum):
    """What the table can tell the referee."""

    TAKEN_BACK = "taken_back"
    STANDS = "stands"
    ANSWER = "answer"
    UNANSWERED = "unanswered"
    CORRECTION = "correction"
    UNDO = "undo"
    OUT = "out"
    TURN = "turn"
    POSITION = "position"
    LEAVES = "leaves"
    TAKES_OVER = "takes_over"
    JOINS = "joins"


@dataclass(frozen=True)
class TableSays:
    """A word from the table: an answer to question `ref`, a correction, an overruling.

    `value` is one of the question's choices for ANSWER, its default for UNANSWERED (nobody answered in time:
    a card stays as doubtful as it was), `"yes"`/`"no"` for OUT, a seat number for TURN, how
    the game stands for POSITION, and what becomes of the cards of *seat* for LEAVES: `"out"` or `"stay"`. For
    TAKES_OVER it is the name of who plays on in *seat*, for JOINS that of who plays from the next hand on,
    to the right of *seat* or at the end.
    """

    saying: Saying
    value: str = ""
    seat: int | None = None
    ref: str = ""


@dataclass(frozen=True)
class ViewLost:
    """The camera did not see the table from here on."""


@dataclass(frozen=True)
class ViewRestored:
    """The camera sees the table again; `pile_changed` when more happened than can be told.

    Then `pile` is what is seen of the pile, bottom to top, an empty reading where the top one is not known;
    None where nothing is known of it. It is told also of a pile that lies there at the first sight of all.
    """

    pile_changed: bool = False
    pile: tuple[Reading, ...] | None = None


Event = (
    GameConfigured
    | RowSeen
    | RowSwapped
    | StarterDeclared
    | CardsPlayed
    | FaceDownFlipped
    | PlayRetracted
    | PilePickedUp
    | PileCleared
    | PileDisturbed
    | StockDrawn
    | StockState
    | SeatLeft
    | TableSays
    | ViewLost
    | ViewRestored
)
