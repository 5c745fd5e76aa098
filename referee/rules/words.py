"""What the referee says, in the words of a card player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from referee.cards import Card, Rank
from referee.rules.constraint import Limit, by_height, fitting
from referee.rules.ruleset import RuleSet
from referee.rules.state import State

_NAMES = {
    Rank.TWO: "two",
    Rank.THREE: "three",
    Rank.FOUR: "four",
    Rank.FIVE: "five",
    Rank.SIX: "six",
    Rank.SEVEN: "seven",
    Rank.EIGHT: "eight",
    Rank.NINE: "nine",
    Rank.TEN: "ten",
    Rank.JACK: "jack",
    Rank.QUEEN: "queen",
    Rank.KING: "king",
    Rank.ACE: "ace",
    Rank.JOKER: "joker",
    Rank.UNKNOWN: "card",
}
_SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
_COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")


def rank_name(rank: Rank) -> str:
    """`seven`, `king`, ..."""
    return _NAMES[rank]


def a(rank: Rank) -> str:
    """`a seven`, `an eight`."""
    return f"{'an' if rank in (Rank.EIGHT, Rank.ACE) else 'a'} {_NAMES[rank]}"


def full_name(card: Card) -> str:
    """`the queen of hearts`."""
    return f"the {_NAMES[card.rank]}{f' of {_SUITS[card.suit]}' if card.suit else ''}"


def count_word(count: int) -> str:
    """`two` for 2, as far as fingers go."""
    return _COUNTS[count] if count < len(_COUNTS) else str(count)


def plural(rank: Rank) -> str:
    """`sixes`, `sevens`."""
    return f"{_NAMES[rank]}es" if rank is Rank.SIX else f"{_NAMES[rank]}s"


def laid(cards: Sequence[Card]) -> str:
    """What was laid: `The four`, `Two fours`, `These cards`."""
    ranks = {card.rank for card in cards if card.known}
    if len(ranks) != 1:
        return "These cards" if len(cards) > 1 else "This card"
    rank = next(iter(ranks))
    return (
        f"The {_NAMES[rank]}" if len(cards) == 1 else f"{count_word(len(cards)).capitalize()} {plural(rank)}"
    )


@lru_cache(maxsize=4096)
def limit_words(limit: Limit, rules: RuleSet, *, burnt_yet: bool = True) -> str:
    """What may be played next: `anything`, `seven or higher, or a two`."""
    if limit.op == "unknown":
        return "what goes on the pile"
    ranks = fitting(limit, rules, burnt_yet=burnt_yet)
    if limit.op == "none":
        return listed([*map(a, ranks), "nothing: the pile must be taken"])
    if limit.op == "any" or limit.rank is None:
        return "anything" if len(ranks) >= len(rules.rank_order) else listed([a(rank) for rank in ranks])
    extra = [a(rank) for rank in ranks if by_height(rank, limit, rules) != "OK" or rank in limit.exempt]
    bound = _bound(limit, limit.rank, rules)
    return f"{bound}{', or' if len(extra) == 1 else ','} {listed(extra)}" if extra else bound


def _bound(limit: Limit, rank: Rank, rules: RuleSet) -> str:
    name = _NAMES[rank]
    if limit.op == "ge":
        return name if rank is rules.rank_order[-1] else f"{name} or higher"
    return {"gt": f"higher than {name}", "le": f"{name} or lower", "lt": f"lower than {name}"}[limit.op]


def listed(words: Sequence[str], last: str = "or") -> str:
    """`a two`, `a two or a ten`, `a two, a ten or a joker`; another word than `or` before the *last*."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"


SENTENCES: Mapping[str, str] = {
    "TOO_LOW": "{what} {does} not beat {on}.",
    "TOO_HIGH": "{what} {are} too high: {limit}.",
    "NOT_EQUAL_SET": "Cards played together must have the same rank.",
    "JOKER_MIXED": "A joker is not played together with other cards.",
    "NOT_A_RUN": "These cards are neither equal nor in a row.",
    "RUN_SUIT": "A run must be of one suit.",
    "RUN_MIN": "A run takes {shortest_run} cards or more.",
    "RUN_STEP": "Each card of a run must go on the one before it.",
    "RUN_AFTER_TEN": "A card that burns may only end a run.",
    "RUN_TEN": "A card that burns may not be in a run.",
    "LAST_CARD": "{what} may not be {who}'s last.",
    "MUST_TAKE": "{on_first} must be taken with the pile.",
    "STACK_SPLIT": "A stack of face-up cards is played together.",
    "STACK_MISMATCH": "Only an equal card may be laid on a face-up card.",
    "TEN_BLOCKED": "A ten may not go on {on}.",
    "ACE_BLOCKED": "An ace may not go on {on}.",
    "COURT_LOCK": "{what} may not go on {on}.",
    "OUT_OF_TURN": "It is {turn}'s turn, not {who}'s.",
    "WRONG_STARTER": "{turn} starts, not {who}.",
    "LEAD_WRONG": "{who} must lead {lead}.",
    "PLAYER_OUT": "{who} is already out.",
    "WRONG_ZONE": "{who} still has cards that must be played before these.",
    "MULTI_FLIP": "Only one face-down card is turned over at a time.",
    "MUST_FLIP": "{who} must turn over a face-down card before taking the pile.",
    "FLIP_FAIL": "{what} {does} not go on {on}: {who} takes the pile.",
    "STOCK_FAIL": "{what} {does} not go on {on}: {stock_failed}.",
    "EMPTY_PICKUP": "There is no pile to take: {who} must lead a card.",
    "MUST_PLAY": "{who} has a card that goes on the pile and must play it.",
    "MUST_ADD_FACEUP": "One of {who}'s face-up cards goes with the pile.",
    "ADD_ONE_ONLY": "Only one face-up card goes with the pile.",
    "MUST_NOT_ADD": "No face-up card goes with the pile: {who}'s row stays.",
    "LEFT_BEHIND": "{who} must take all of the pile.",
    "OVERDRAW": "{who} may have drawn too many.",
    "DRAW_NOT_DUE": "No draw is due for {who}.",
    "MISSED_REFILL": "{who} may still have to draw.",
    "STRICT_SKIP": "{who} skips this draw after taking the pile.",
    "STOCK_TRY": "A card from the stock may not be tried in this game.",
    "STOCK_EMPTY": "There is no card left in the stock to try.",
    "PHASE": "Swapping is over.",
    "SWAP_COUNT": "A swap gives as many cards as it takes.",
    "SWAP_LIMIT": "{who} has had the one swap there is.",
    "NOT_YOUR_CARDS": "Only your own cards may be swapped.",
    "FLUSH_DUTY": "Clearing the pile is {flusher}'s job.",
    "DECK_FAULT": "I have seen {last} before; please show it.",
    "CLEAR_NOT_DUE": "Nothing has burnt this pile.",
    "BURN_SET": "That makes four {four}: the pile goes.",
    "RUN_BURN": "{who} burns the pile.",
}


@dataclass(frozen=True, slots=True)
class _Parts:
    """What the sentences are put together from, each part made only where a sentence has it."""

    state: State
    seat: int | None
    cards: Sequence[Card]
    of: Limit

    def __getitem__(self, name: str) -> object:
        return getattr(self, name)

    @property
    def what(self) -> str:
        return laid(self.cards)

    @property
    def does(self) -> str:
        return "does" if len(self.cards) == 1 else "do"

    @property
    def are(self) -> str:
        return "is" if len(self.cards) == 1 else "are"

    @property
    def on(self) -> str:
        return f"the {_NAMES[self.of.top]}" if self.of.top else "the pile"

    @property
    def on_first(self) -> str:
        return self.on.capitalize()

    @property
    def who(self) -> str:
        return self.state.name(self.seat)

    @property
    def turn(self) -> str:
        return self.state.name(self.state.turn)

    @property
    def flusher(self) -> str:
        return self.state.name(self.state.flusher)

    @property
    def lead(self) -> str:
        rank = self.state.starter_rank
        return a(rank) if rank else "the card that made the start"

    @property
    def limit(self) -> str:
        return limit_words(self.of, self.state.rules)

    @property
    def shortest_run(self) -> str:
        return count_word(self.state.rules.run.min)

    @property
    def stock_failed(self) -> str:
        keeps = self.state.rules.stock_fail == "keeps_card"
        return f"{self.who} {'keeps it' if keeps else 'takes the pile'}"

    @property
    def last(self) -> str:
        return full_name(self.cards[-1]) if self.cards else "that card"

    @property
    def four(self) -> str:
        return plural(self.cards[-1].rank if self.cards else Rank.UNKNOWN)


def explain(code: str, state: State, seat: int | None, cards: Sequence[Card], limit: Limit) -> str:
    """One sentence that names the card and the rule for a ruling with *code*; nothing where all is well."""
    if sentence := SENTENCES.get(code):
        return sentence.format_map(_Parts(state, seat, cards, limit))
    if "BURN" not in code:
        return ""
    return f"{laid(cards)} burn{'s' if len(cards) == 1 else ''} the pile."


def remedy(code: str, state: State, seat: int | None, count: int) -> str:
    """What to do now about a broken rule."""
    who = state.name(seat)
    special = {
        "EMPTY_PICKUP": f"{who} leads a card.",
        "MUST_FLIP": f"{who} puts the pile back and turns over a card.",
        "MUST_ADD_FACEUP": f"{who} adds one face-up card.",
        "ADD_ONE_ONLY": f"{who} puts all but one back.",
        "MUST_NOT_ADD": f"{who} puts the face-up card back.",
        "MULTI_FLIP": f"{who} turns all but one back.",
        "MUST_PLAY": f"{who} puts the pile back and plays.",
        "PHASE": f"{who} swaps back.",
        "SWAP_COUNT": f"{who} makes it even.",
        "CLEAR_NOT_DUE": "Put the pile back.",
    }
    return special.get(code, f"{who} takes {'it' if count == 1 else 'them'} back.")
