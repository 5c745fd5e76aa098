"""Games as the loop publishes them, at the moments that the phones must show well."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from referee.rules.actions import TableSays

Snapshot = dict[str, Any]


class Table:
    """A house with one snapshot, a few crops, and an ear for what the phones say."""

    def __init__(self, snapshot: Snapshot, crops: Mapping[str, bytes] | None = None) -> None:
        self.now = snapshot
        self.crops = crops or {}
        self.heard: list[TableSays] = []
        self.on_word: Callable[[TableSays], None] = self.heard.append

    def snapshot(self) -> Snapshot:
        return self.now

    def crop(self, id: str) -> bytes | None:  # noqa: A002
        return self.crops.get(id)

    def say(self, word: TableSays, /) -> None:
        self.on_word(word)


def empty(names: tuple[str, ...] = ("Ana", "Ben", "Cem")) -> Snapshot:
    """Dealt, nothing played."""
    return {
        "seq": 5,
        "game": "2026-11-30-1",
        "status": "watching",
        "rules": "pagat",
        "t": 2.5,
        "camera": {"fps": 15.0, "age_s": 0.0, "dropped": 0, "gaps": 0, "unwatched_s": 0.0, "moved_t": None},
        "seats": [seat(place, name, up) for place, (name, up) in enumerate(zip(names, ROWS, strict=False))],
        "turn": None,
        "direction": 1,
        "pile": {"top": None, "count": 0, "cards": []},
        "burnt": 0,
        "must_go": False,
        "stock": [34, 34],
        "plays": [],
        "ruling": None,
        "question": None,
        "over": None,
        "evening": None,
    }


ROWS = (["7H", "QD", "2C"], ["10S", "4D", "??"], ["KC", "3S", "AH"], ["9D", "5C", "8S"])


def seat(place: int, name: str, up: list[str], hand: tuple[int, int] = (3, 3)) -> Snapshot:
    return {"seat": place, "name": name, "hand": list(hand), "up": up, "down": 3, "out": None}


def play(number: int, seat: int, what: str, cards: tuple[str, ...] = (), **more: Any) -> Snapshot:
    """A play number *number*; every card was read with 98.7 %."""
    read = [
        {"card": card, "p": 0.987, "alternatives": [["AH", 0.008]], "crop": f"{number}-{place}"}
        for place, card in enumerate(cards)
    ]
    wall = f"20:{number // 60:02d}:{number % 60:02d}"
    return {
        "id": number,
        "seat": seat,
        "what": what,
        "cards": read,
        "on": None,
        "t": float(number),
        "wall": wall,
    } | {
        "ruling": None,
        **more,
    }


def midgame(names: tuple[str, ...] = ("Ana", "Ben", "Cem")) -> Snapshot:
    """Eleven plays in, Ben to move."""
    table = empty(names)
    table["seats"][2] |= {"hand": [6, 8], "up": []}
    return table | {
        "seq": 41,
        "t": 93.2,
        "turn": {
            "seat": 1,
            "limit": "nine or higher, or a two",
            "ranks": ["2", "9", "10", "J", "Q", "K", "A"],
        },
        "pile": {"top": "9C", "count": 5, "cards": ["5C", "6D", "7H", "7D", "9C"]},
        "burnt": 12,
        "stock": [17, 18],
        "plays": [
            play(93, 0, "played", ("9C",), on="7D"),
            play(86, 2, "played", ("7H", "7D"), on="6D"),
            play(79, 1, "played", ("6D",), on="5C"),
            play(71, 0, "played", ("5C",)),
            play(64, 2, "picked_up", ("3S", "4D", "6S", "KS", "KH", "3H")),
            play(58, 2, "flipped", ("3H",), on="KH"),
        ],
    }


def illegal(names: tuple[str, ...] = ("Ana", "Ben", "Cem")) -> Snapshot:
    """Ben has laid a four of diamonds on a nine."""
    table = midgame(names)
    text, remedy = "The four does not beat the nine.", f"{names[1]} takes it back."
    ruling = {
        "id": 43,
        "level": "illegal",
        "code": "TOO_LOW",
        "seat": 1,
        "cards": ["4D"],
        "rule_ids": ["P-20"],
    }
    ruling |= {"text": text, "remedy": remedy}
    bad = play(99, 1, "played", ("4D",), on="9C", ruling=ruling)
    return table | {"seq": 43, "t": 99.4, "ruling": ruling, "plays": [bad, *table["plays"]]}


def question() -> Snapshot:
    """A card that may be a six or an eight."""
    choices = [{"value": card, "label": card} for card in ("6H", "8H")]
    choices.append({"value": "??", "label": "another card"})
    asked = {
        "id": "q41",
        "text": "Was that a six or an eight?",
        "choices": choices,
        "default": "6H",
        "expires_t": 113.2,
    }
    return midgame() | {"seq": 44, "t": 99.2, "question": asked}


def burn() -> Snapshot:
    """Ben has burnt the pile with a ten."""
    table = midgame()
    plays = [play(99, 1, "played", ("10S",), on="9C"), *table["plays"]]
    turn = {"seat": 1, "limit": "anything", "ranks": [*"23456789", "10", "J", "Q", "K", "A"]}
    return table | {
        "seq": 45,
        "pile": {"top": None, "count": 0, "cards": []},
        "burnt": 18,
        "must_go": True,
        "plays": plays,
        "turn": turn,
    }


def over() -> Snapshot:
    """Cem is the Shithead."""
    table = midgame()
    for place, one in zip((1, 2, None), table["seats"], strict=True):
        one |= {"out": place, "up": [], "down": 0, "hand": [0, 0] if place else [4, 4]}
    return table | {"seq": 90, "status": "ended", "turn": None, "over": {"loser": 2, "winner": None}}


def points(name: str, place: int, points: int, gained: int) -> Snapshot:
    return {"name": name, "place": place, "points": points, "gained": gained, "hands": 3, "lasts": 0}


THREE_HANDS: Snapshot = {
    "hands": 3,
    "standings": [points("Ana", 1, 4, 1), points("Ben", 2, 6, 2), points("Cem", 3, 8, 3)],
    "tea": "Cem",
    "dealer": "Cem",
    "players": ["Ana", "Ben", "Cem"],
    "joining": [],
}


def evening_over() -> Snapshot:
    """The third hand of an evening is over, and one with a long name joins."""
    rows = THREE_HANDS["standings"] + [points("Bartholomäus" * 4, 4, 12, 3)]
    return over() | {"evening": THREE_HANDS | {"standings": rows, "players": ["Bartholomäus" * 4, "Ben"]}}
