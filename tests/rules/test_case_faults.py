from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.rules.case_faults import first_fault
from referee.rules.cases import run
from tests.rules.casefile import all_cases

CASE: dict[str, Any] = {
    "ruleset": {"base": "pagat"},
    "state": {
        "pile": ["9H"],
        "players": 3,
        "turn": 1,
        "direction": 1,
        "stock": 20,
        "phase": "play",
        "zones": {"1": {"hand": 3, "up": ["4C", "??", "KH"], "down": 3}},
    },
    "action": {"seat": 1, "type": "play", "source": "hand", "cards": ["4D"]},
    "expect": {"legal": False, "next_seat": 1},
}


def changed(place: str, value: object) -> dict[str, Any]:
    *parts, last = place.split(".")
    case: dict[str, Any] = {**CASE, **{part: {**CASE[part]} for part in parts}}
    (case[parts[0]] if parts else case)[last] = value
    return case


def lacking(part: str, key: str) -> Mapping[str, Any]:
    return {**CASE, part: {name: value for name, value in CASE[part].items() if name != key}}


def test_the_cases_that_are_kept_have_no_fault() -> None:
    assert not [name for name, case in all_cases() if first_fault(case)]


@pytest.mark.parametrize(
    ("place", "value", "told"),
    [
        ("ruleset", "pagat", '`ruleset` is "pagat": write a table with a base'),
        ("ruleset.base", None, "`ruleset.base` is null: write the name of a rule set"),
        ("befor", [], "there is no key `befor`; the keys there are ruleset, state,"),
        ("before", [{"seat": 1}], "it lacks `before[0].type`: write one of play, flip,"),
        ("expect", {}, "`expect` is {}: write a table of what is right, with one key at least."),
        ("state.piel", [], "there is no key `state.piel`; the keys there are players, phase,"),
        ("state.a\nb", [], "there is no key `state.a\\nb`; the keys"),
        ("state.players", "3", '`state.players` is "3": write a whole number from 1 to 60.'),
        ("state.phase", "sleep", '`state.phase` is "sleep": write one of deal, swap, blind_swap, start,'),
        ("state.stock", -2, "`state.stock` is -2: write a whole number from 0 on."),
        ("state.stock", float("nan"), "`state.stock` is NaN: write a whole number from 0 on."),
        ("state.stock", True, "`state.stock` is true: write a whole number from 0 on."),
        ("state.direction", 2, "`state.direction` is 2: write 1 for clockwise or -1."),
        ("state.direction", True, "`state.direction` is true: write 1 for clockwise or -1."),
        ("state.turn", 3, "`state.turn` is 3: write a seat, counted from 0 to 2, or null"),
        ("state.turn", -1, "`state.turn` is -1: write a seat, counted from 0 to 2, or null"),
        ("state.pile", "7H", '`state.pile` is "7H": write a list of cards'),
        ("state.pile", ["14H"], '`state.pile` is ["14H"]: write a list of cards'),
        ("state.pile", [7], "`state.pile` is [7]: write a list of cards"),
        ("state.zones", {"3": {"hand": 3}}, '`state.zones` is {"3": {"hand": 3}}: write a table as'),
        ("state.zones", {"1": {"lap": 3}}, '`state.zones` is {"1": {"lap": 3}}: write a table as'),
        ("state.zones", {"1": {"up": ["9Z"]}}, '`state.zones` is {"1": {"up": ["9Z"]}}: write a table as'),
        ("state.zones", {"1": 3}, '`state.zones` is {"1": 3}: write a table as'),
        ("state.zones", [], "`state.zones` is []: write a table as"),
        ("state.out", [0, 3], "`state.out` is [0, 3]: write a list of seats from 0 on"),
        ("state.starter_rank", "1", '`state.starter_rank` is "1": write null, or a rank: 2, 3,'),
        (
            "state.pile",
            ["7H"] * 30 + ["Z"],
            f"`state.pile` is {str(['7H'] * 30)[:60]}...: write".replace("'", '"'),
        ),
        ("action.type", "juggle", '`action.type` is "juggle": write one of play, flip, pickup,'),
        ("action.seat", 3, "`action.seat` is 3: write a seat, counted from 0 to 2."),
        ("action.source", "pocket", '`action.source` is "pocket": write one of hand, up, down, stock,'),
        ("action.cards", [], "`action.cards` is empty, and a play shows a card at least: write"),
        ("action.onto", "9Z", '`action.onto` is "9Z": write a card'),
        ("expect.nextseat", 2, "there is no key `expect.nextseat`; the keys there are legal, reason_code,"),
        ("expect.legal", 0, "`expect.legal` is 0: write true or false."),
        ("expect.next_seat", 3, "`expect.next_seat` is 3: write a seat, counted from 0 to 2, or null"),
    ],
)
def test_the_key_at_fault_is_named_with_what_it_may_be(place: str, value: object, told: str) -> None:
    (outcome,) = run([changed(place, value)])
    assert outcome.differs[0].startswith(f"cannot be read: {told}")


@pytest.mark.parametrize(
    ("part", "key", "told"),
    [
        ("ruleset", "base", "it lacks `ruleset.base`: write the name of a rule set"),
        ("state", "players", "it lacks `state.players`: write a whole number"),
        ("state", "turn", "it lacks `state.turn`: write a seat"),
        ("action", "seat", "it lacks `action.seat`: write a seat"),
        ("action", "source", "it lacks `action.source`, which a play needs: write one of hand,"),
        ("action", "cards", "it lacks `action.cards`, which a play needs: write a list of cards"),
    ],
)
def test_a_key_that_is_lacking_is_named(part: str, key: str, told: str) -> None:
    assert first_fault(lacking(part, key)).startswith(told)


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-2, 99)
    | st.floats()
    | st.sampled_from(["7H", "play", "0", "\ud800"]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("012") | st.text(max_size=2), inner)
    ),
    max_leaves=4,
)


@given(st.sampled_from(["ruleset", "state", "action", "expect", "before"]), st.data())
def test_whatever_stands_in_a_case_is_one_plain_sentence_or_reads(part: str, data: st.DataObject) -> None:
    inside = sorted(CASE.get(part, {})) and data.draw(st.sampled_from(["", *sorted(CASE.get(part, {}))]))
    place = f"{part}.{inside}" if inside else part
    (outcome,) = run([changed(place, data.draw(json_values))])
    assert all("\n" not in told and told.isprintable() for told in outcome.differs)
