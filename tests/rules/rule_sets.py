"""Random rule sets: house rules laid over the base game, as mad as the schema allows."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from referee.cards import RANKS
from referee.rules.loading import build, merge, presets, read
from referee.rules.ruleset import RuleSet, RuleSetError

ranks = st.sets(st.sampled_from([str(rank) for rank in RANKS]), min_size=1, max_size=4).map(sorted)

EFFECT: dict[str, st.SearchStrategy[Any]] = {
    "playable": st.sampled_from(["rank", "any", "any_higher"])
    | st.fixed_dictionaries({"any_except": ranks})
    | st.fixed_dictionaries({"only_on": ranks}),
    "reset": st.booleans(),
    "transparent": st.booleans(),
    "on_empty": st.sampled_from(["any", "own_rank"]),
    "burn": st.booleans(),
    "burn_on": ranks,
    "reverse": st.booleans(),
    "skip": st.integers(0, 2),
    "then": st.sampled_from(["le:7", "lt:8", "any"]),
    "then_exempt": ranks,
    "two_player_then": st.just("any"),
    "led_empty": st.just("next_takes"),
    "force_pickup": st.booleans(),
}
TABLES: dict[str, dict[str, st.SearchStrategy[Any]]] = {
    "players": {"max": st.integers(2, 5)},
    "layout": {"down": st.integers(0, 4), "up": st.integers(0, 4), "hand": st.integers(1, 5)},
    "draw": {"when": st.sampled_from(["immediate", "turn_end"]), "strict": st.booleans()},
    "deal": {"style": st.sampled_from(["up_dealt", "choose_from_hand", "daly_stack"])},
    "reverse": {
        "count": st.sampled_from(["per_play", "per_card"]),
        "two_players": st.sampled_from(["flip", "skip"]),
        "on_burn": st.booleans(),
    },
    "skip": {"count": st.sampled_from(["per_card", "per_play"]), "over_self": st.booleans()},
    "transparent": {"on_empty": st.sampled_from(["any", "own_rank"]), "inherits_constraint": st.booleans()},
    "burn": {
        "set_size": st.integers(2, 5),
        "exact": st.booleans(),
        "never": ranks,
        "across_plays": st.booleans(),
        "through_transparent": st.booleans(),
        "ignores_legality": st.sampled_from([True, False, "from_hand"]),
        "replay": st.booleans(),
        "replay_from_table": st.booleans(),
    },
    "play": {"sets": st.booleans(), "runs": st.sampled_from(["none", "suited_ascending", "any_suit"])},
    "run": {
        "min": st.integers(2, 4),
        "step_legal": st.booleans(),
        "ten": st.sampled_from(["ends_and_burns", "forbidden"]),
        "wrap": st.booleans(),
    },
    "up": {"sets": st.booleans()},
    "pickup": {
        "voluntary": st.booleans(),
        "then_play": st.booleans(),
        "next": st.sampled_from(["next", "last_player", "left"]),
        "last_gone": st.sampled_from(["after_picker", "after_last"]),
        "after_flip": st.booleans(),
        "who_takes": st.sampled_from(["self", "last_player"]),
        "faceup": st.sampled_from(["add_one", "leave"]),
    },
    "flip": {"fails_on": st.sampled_from(["unplayable", "too_low"]), "last_must_be_legal": st.booleans()},
    "end": {
        "goal": st.sampled_from(["loser", "winner"]),
        "play_on": st.booleans(),
        "last_effect": st.booleans(),
    },
    "duty": {"flush": st.booleans(), "passes_on": st.booleans()},
}
SINGLE: dict[str, st.SearchStrategy[Any]] = {
    "decks": st.integers(1, 2),
    "direction0": st.sampled_from([1, -1]),
    "compare": st.sampled_from(["ge", "gt"]),
    "stock_try": st.sampled_from(["never", "when_stuck", "always"]),
    "stock_fail": st.sampled_from(["takes_pile", "keeps_card"]),
}


@st.composite
def rule_sets(draw: st.DrawFn) -> RuleSet:
    """A preset with some of its options changed; what contradicts itself is left as the preset has it."""
    data = read(draw(st.sampled_from(presets())))
    for _ in range(draw(st.integers(0, 5))):
        tried = merge(data, draw(_change()))
        data = tried if _sound(tried) else data
    return build(data)


@st.composite
def _change(draw: st.DrawFn) -> dict[str, Any]:
    kind = draw(st.sampled_from(["table", "single", "effect", "jokers"]))
    if kind == "single":
        key = draw(st.sampled_from(sorted(SINGLE)))
        return {key: draw(SINGLE[key])}
    if kind == "jokers":
        return {"jokers": draw(st.integers(1, 2)), "effects": {"JK": {"playable": "any"}}}
    if kind == "effect":
        rank = draw(st.sampled_from([*(str(rank) for rank in RANKS), "JK"]))
        key = draw(st.sampled_from(sorted(EFFECT)))
        return {"effects": {rank: {key: draw(EFFECT[key])}}}
    table = draw(st.sampled_from(sorted(TABLES)))
    key = draw(st.sampled_from(sorted(TABLES[table])))
    return {table: {key: draw(TABLES[table][key])}}


def _sound(data: dict[str, Any]) -> bool:
    try:
        rules = build(data)
        rules.stock_after_deal(max(2, rules.players.min))
    except RuleSetError:
        return False
    return True


def seats_for(rules: RuleSet, wanted: int) -> int:
    """As many players as *wanted*, or as near as *rules* deal to."""
    most = min(rules.players.max, rules.pack // max(1, rules.layout.each))
    return max(rules.players.min, min(wanted, most))
