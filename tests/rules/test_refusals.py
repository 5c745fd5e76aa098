from __future__ import annotations

from typing import Any

import pytest

from referee.rules.loading import build, load, merge, presets, read
from referee.rules.ruleset import RuleSetError


def house(over: dict[str, Any]) -> None:
    build(merge(read("pagat"), over))


@pytest.mark.parametrize(
    ("over", "reason"),
    [
        ({"decks": 0}, "`decks` is 0; it must be 1 or more"),
        ({"decks": 10**12}, "`decks` is 1000000000000; it must be 20 or less"),
        ({"jokers": -1}, "`jokers` is -1"),
        ({"jokers": 99}, "`jokers` is 99; it must be 20 or less"),
        ({"players": {"max": 99}}, "`players.max` is 99; it must be 20 or less"),
        (
            {"players": {"max": 9}},
            "need 81 cards and there are 52; set `players.max` to 5,",
        ),
        (
            {"layout": {"hand": 5}},
            "5 players with 11 cards each .* `players.max` to 4, deal fewer",
        ),
        (
            {"players": {"min": 7, "max": 9}},
            "7 players .* need 63 cards and there are 52; deal",
        ),
        ({"draw": {"refill_to": 53}}, "`draw.refill_to` is 53; it must be 52 or less"),
        ({"flip": {"count": 5}}, "`flip.count` is 5; it must be 3 or less"),
        ({"swap": {"blind": 5}}, "`swap.blind` is 5; it must be 3 or less"),
        ({"run": {"min": 14}}, "`run.min` is 14; it must be 13 or less"),
        ({"players": {"min": 1}}, "players.min"),
        ({"players": {"min": 4, "max": 3}}, "at least 4 and at most 3"),
        ({"layout": {"down": -3}}, "layout.down"),
        ({"layout": {"up": -3}}, "layout.up"),
        ({"layout": {"hand": 0}}, "layout.hand"),
        ({"layout": {"hand": 50}}, "2 players with 56 cards each need 112 cards and there are 52"),
        ({"draw": {"refill_to": -1}}, "draw.refill_to"),
        ({"swap": {"blind": -1}}, "swap.blind"),
        ({"burn": {"set_size": 1}}, "burn.set_size"),
        ({"burn": {"set_size": 5}}, "there are only 4 of a rank"),
        ({"run": {"min": 1}}, "run.min"),
        ({"flip": {"count": 0}}, "flip.count"),
        ({"pickup": {"next_min_active": 1}}, "next_min_active"),
        ({"rank_order": ["2", "2"]}, "each rank from 2 to A once"),
        ({"rank_order": ["JK", "A"]}, "each rank from 2 to A once"),
        ({"rank_order": ["3", "4"]}, "leaves out 5"),
        ({"layout": {"up": 0}, "swap": {"blind": 1}}, "needs face-up cards"),
        ({"layout": {"up": 0}, "swap": {"onto_others": True}}, "needs face-up cards"),
        ({"deal": {"topup": True}}, "deal.topup"),
        ({"up": {"stack_group": True}}, "up.stack_group"),
        ({"effects": {"??": {"burn": True}}}, "no rank"),
        ({"effects": {"JK": {"reverse": True}}}, "no joker in the pack; set `jokers`"),
        ({"jokers": 2}, "`jokers` are in the pack and have no place in the order"),
        ({"jokers": 2, "effects": {"JK": {"skip": 1}}}, "say where they go"),
        ({"jokers": 2, "effects": {"JK": {"playable": {"only_on": ["9"]}}}}, "say where they go"),
        ({"effects": {"9": {"only_beaten_by": ["JK"]}}}, "`effects.9.only_beaten_by` names jokers"),
        ({"effects": {"9": {"then": "le:9", "then_exempt": ["JK"]}}}, "`effects.9.then_exempt` names"),
        ({"effects": {"9": {"burn": True, "burn_on": ["8", "JK"]}}}, "`effects.9.burn_on` names jokers"),
        ({"effects": {"9": {"playable": {"any_except": ["JK"]}}}}, "`effects.9.playable` names jokers"),
        ({"burn": {"never": ["JK"]}}, "`burn.never` names jokers and there are none in the pack"),
        ({"effects": {"8": {"transparent": True, "as": "2"}}}, "no value of its own"),
        ({"effects": {"8": {"transparent": True, "then": "le:7"}}}, "sets no limit"),
        ({"effects": {"8": {"reset": True, "then": "le:7"}}}, "take out one"),
        ({"effects": {"8": {"mix": True}}}, "must be see-through"),
        ({"effects": {"10": {"led_empty": "next_takes"}}}, "cannot be taken"),
        ({"effects": {"10": {"force_pickup": True}}}, "cannot be taken"),
        ({"effects": {"9": {"burn_on": ["8"]}}}, "set `burn`, or take out `burn_on`"),
        ({"effects": {"9": {"then_exempt": ["8"]}}}, "in spite of `then` or `force_pickup`"),
        ({"effects": {"8": {"skip": 99}}}, "`skip` is 99; it must be 20 or less"),
        ({"effects": {"8": {"skip": -1}}}, "`skip` is -1"),
        ({"effects": {"8": {"playable": {}}}}, "either `any_except` or `only_on`"),
        (
            {"effects": {"8": {"playable": {"any_except": ["2"], "only_on": ["3"]}}}},
            "either `any_except` or `only_on`",
        ),
    ],
)
def test_what_cannot_be_played_is_refused_with_the_reason(over: dict[str, Any], reason: str) -> None:
    with pytest.raises(RuleSetError, match=reason):
        house(over)


@pytest.mark.parametrize("name", presets())
def test_every_preset_deals_to_its_fewest_and_refuses_too_many(name: str) -> None:
    rules = load(name)
    assert rules.stock_after_deal(rules.players.min) >= 0
    with pytest.raises(RuleSetError):
        rules.stock_after_deal(rules.players.max + 1)


@pytest.mark.parametrize(
    ("name", "players", "cards"),
    [("classic001_four", 5, 60), ("finland4", 5, 55), ("pagat", 6, 54)],
)
def test_more_cards_than_the_pack_has_are_not_dealt(name: str, players: int, cards: int) -> None:
    with pytest.raises(RuleSetError, match=f"need {cards} cards"):
        load(name).stock_after_deal(players)


@pytest.mark.parametrize("goes", ["any", {"any_except": ["A", "JK"]}])
def test_jokers_go_where_the_house_says(goes: object) -> None:
    house({"jokers": 2, "effects": {"JK": {"playable": goes}, "9": {"only_beaten_by": ["9", "JK"]}}})


def test_another_pack_seats_more() -> None:
    house({"decks": 2, "players": {"max": 9}})


def test_the_rank_order_may_leave_out_what_goes_on_anything() -> None:
    house({"rank_order": ["3", "4", "5", "6", "7", "8", "9", "J", "Q", "K", "A"]})
