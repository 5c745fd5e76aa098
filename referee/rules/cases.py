"""Adjudication cases: one position, one action, and the ruling that is right."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from referee.cards import UNKNOWN, Card, Rank, Reading, card
from referee.errors import MISREAD, UserError, why
from referee.rules.actions import (
    CardsPlayed,
    Event,
    FaceDownFlipped,
    GameConfigured,
    PileCleared,
    PilePickedUp,
    RowSwapped,
    Source,
    StockDrawn,
)
from referee.rules.case_faults import first_fault
from referee.rules.deals import chosen
from referee.rules.engine import new_game, observe, verify
from referee.rules.laying import LEGAL
from referee.rules.loading import build, merge, read
from referee.rules.ruleset import RuleSet, RuleSetError
from referee.rules.state import Hand, Phase, Play, SeatState, Span, State
from referee.rules.undescribed import undescribed

Json = Mapping[str, Any]


_GIVE = "give a JSON file of adjudication cases, as `referee rules check --help` shows one."


class CasesError(UserError):
    """A file that holds no adjudication cases."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a case went: what differs, nothing where it passed.

    `not_yet` is the game of a case that nobody can judge: the sources name it and leave its rules out.
    """

    id: str
    differs: tuple[str, ...] = ()
    not_yet: str = ""


def load_cases(path: Path) -> list[Json]:
    """The cases of a JSON file; raises `CasesError`."""
    try:
        data = json.loads(path.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        raise CasesError(f"There is no file {path}: check its name.") from None
    except IsADirectoryError:
        raise CasesError(f"{path} is a folder: {_GIVE}") from None
    except MISREAD as error:
        raise CasesError(f"{path} cannot be read ({why(error)}): {_GIVE}") from error
    if not isinstance(data, list) or not all(isinstance(case, dict) and "expect" in case for case in data):
        raise CasesError(f"{path} is no list of cases with what to expect of each: {_GIVE}")
    if not data:
        raise CasesError(f"There is no case in {path}: {_GIVE}")
    return data


def run(cases: Sequence[Json]) -> Iterator[Outcome]:
    """The outcome of each case in turn."""
    for case in cases:
        yield _run(case)


def _run(case: Json) -> Outcome:
    name = str(case.get("id", "?"))
    if fault := first_fault(case):
        return Outcome(name, (f"cannot be read: {fault}",))
    if (base := case["ruleset"]["base"]) in undescribed():
        return Outcome(name, not_yet=base)
    try:
        got = adjudicate(case)
    except (*MISREAD, UserError) as error:
        return Outcome(name, (f"cannot be read: {why(error)}",))
    wanted = case["expect"]
    return Outcome(
        name,
        tuple(
            f"{key}: {got.get(key)!r}, not {value!r}"
            for key, value in wanted.items()
            if got.get(key) != value
        ),
    )


def adjudicate(case: Json) -> dict[str, Any]:
    """What the engine makes of *case*, which has no `first_fault`, under the keys of `expect`.

    `before`, where a case has it, are actions that came between the position and the one to judge. Raises
    `RuleSetError`, or `CasesError` for more cards than there are.
    """
    rules, action = _rules(json.dumps(case["ruleset"], sort_keys=True)), case["action"]
    if (stock := case["state"]["stock"]) > rules.pack:
        raise CasesError(f"`state.stock` is {stock}: the pack has {rules.pack} cards, so write fewer.")
    if action["type"] == "deal":
        return _dealt(rules, case["state"]["players"])
    before, event = position(case, rules), event_of(action)
    for earlier in case.get("before", ()):
        before = observe(before, event_of(earlier))[0]
    code = verify(before, event).code
    after = observe(before, event)[0] if code in LEGAL else before
    return _report(before, after, code, action)


@cache
def _rules(text: str) -> RuleSet:
    data = json.loads(text)
    rules: dict[str, Any] = read(data.pop("base"))
    for dotted, value in data.items():
        *path, last = dotted.split(".")
        over: Any = {last: value}
        for part in reversed(path):
            over = {part: over}
        rules = merge(rules, over)
    return build(rules)


def _dealt(rules: RuleSet, players: int) -> dict[str, Any]:
    flow = {"burn": False, "next_seat": None, "direction": rules.direction0, "game_over": False}
    try:
        return {**flow, "legal": True, "reason_code": "OK", "stock_after": rules.stock_after_deal(players)}
    except RuleSetError:
        return {**flow, "legal": False, "reason_code": "INFEASIBLE"}


def position(case: Json, rules: RuleSet) -> State:
    """The state that *case* describes; what it leaves out is as dealt."""
    data = case["state"]
    state = new_game(GameConfigured(rules.name, data["players"]), rules)
    phase = Phase.PLAY if data["phase"] == "play" else Phase.SWAP
    state = chosen(state) if phase is Phase.PLAY else state
    state = replace(
        state,
        seats=tuple(_seat(data, n, seat) for n, seat in enumerate(state.seats)),
        pile=_pile(data),
        stock=Span(data["stock"], data["stock"]),
        burnt=tuple(card(text) for text in data.get("burned", ())),
        turn=data["turn"],
        direction=data["direction"],
        phase=phase,
        last_player=data.get("last_player"),
        flush=data.get("flush_person"),
        blind_swaps=_swapped(data.get("blind_swaps_done") or {}),
    )
    rank = data.get("starter_rank")
    return replace(state, starter=data.get("starter"), starter_rank=Rank(rank) if rank else None)


def _swapped(done: Mapping[str, int]) -> tuple[int, ...]:
    return tuple(int(seat) for seat, times in done.items() for _ in range(times))


def _seat(data: Json, number: int, dealt: SeatState) -> SeatState:
    zones = data.get("zones", {}).get(str(number), {})
    known = tuple(card(text) for text in (data.get("hand_known") or {}).get(str(number), ()))
    if number in data.get("out", ()):
        return SeatState(Hand(0, 0), (), 0, out=1 + data["out"].index(number))
    hand = _count(zones.get("hand", dealt.hand.lo))
    strict = bool((data.get("strict_pending") or {}).get(str(number)))
    up = _row(zones.get("up", len(dealt.up)))
    down = _count(zones.get("down", dealt.down))
    return SeatState(Hand(hand, hand, known), up, down, picked_up=strict, stacks=_stacks(data, up))


def _stacks(data: Json, row: tuple[Card, ...]) -> tuple[tuple[Card, ...], ...]:
    """The stacks of the seat whose *row* holds them."""
    stacks = (tuple(card(text) for text in stack) for stack in data.get("up_stacks", ()))
    return tuple(stack for stack in stacks if set(stack) <= set(row))


def _count(zone: int | Sequence[str]) -> int:
    return zone if isinstance(zone, int) else len(zone)


def _row(zone: int | Sequence[str]) -> tuple[Card, ...]:
    return (UNKNOWN,) * zone if isinstance(zone, int) else tuple(card(text) for text in zone)


def _pile(data: Json) -> tuple[Play, ...]:
    last = data.get("last_player")
    owner = last if last is not None else 0
    return tuple(Play.sure(owner, [card(text)]) for text in data["pile"])


def event_of(action: Json) -> Event:
    """The event that *action* of a case stands for, but for a deal."""
    seat, kind = action["seat"], action["type"]
    shown = tuple(Reading.sure(card(text)) for text in action.get("cards", ()))
    if kind == "draw":
        return StockDrawn(seat, action["count"], action["count"])
    if kind == "pickup":
        return PilePickedUp(seat, shown)
    if kind == "clear":
        return PileCleared(seat)
    if kind == "swap":
        return _swap(action, shown)
    if kind == "flip" and len(shown) == 1:
        return FaceDownFlipped(seat, shown[0])
    return CardsPlayed(seat, shown, Source(action.get("source", Source.DOWN)))


def _swap(action: Json, laid: tuple[Reading, ...]) -> RowSwapped:
    taken = tuple(Reading.sure(card(text)) for text in action.get("take", ()))
    onto = card(action["onto"]) if "onto" in action else None
    zone = Source(action.get("take_zone", "up"))
    return RowSwapped(action["seat"], laid, taken, zone, action.get("take_from"), onto)


def _report(before: State, after: State, code: str, action: Json) -> dict[str, Any]:
    seat = action["seat"]
    out = [n for n, s in enumerate(after.seats) if s.out and not before.seats[n].out]
    return {
        "legal": code in LEGAL,
        "reason_code": code,
        "burn": after.burns > before.burns,
        "next_seat": after.turn,
        "direction": after.direction,
        "game_over": after.over is not None,
        "draw_due": after.due(seat).hi,
        "out": out,
        "loser": after.over.loser if after.over else None,
        "winner": after.over.winner if after.over else None,
        "places": _places(after),
        "up_after": len(after.seats[seat].up),
        "pile_after": [str(c) for c in after.pile_cards],
        "taken": [str(c) for c in (*before.pile_cards, *_added(before, action))],
        "stock_after": after.stock.hi,
    }


def _added(before: State, action: Json) -> list[Card]:
    taken = action["type"] in ("pickup", "flip") and bool(before.pile)
    return [card(text) for text in action.get("cards", ())] if taken else []


def _places(after: State) -> dict[str, int]:
    last = len(after.seats)
    return {str(n): seat.out or last for n, seat in enumerate(after.seats)}
