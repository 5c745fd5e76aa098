from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from referee.cards import Reading, card, cards
from referee.errors import UserError
from referee.rules import loading
from referee.rules.actions import Event, GameConfigured
from referee.rules.engine import new_game, observe
from referee.rules.entering import refuse_impossible
from referee.rules.notation import NotationError
from referee.rules.position import at_rest, read_position, show_position
from referee.rules.ruleset import RuleSet
from referee.rules.rulings import GameOver
from referee.rules.state import Hand, Phase, Play, SeatState, Span, State
from tests.rules.bots import Bots, Sight
from tests.rules.refused import refusal
from tests.rules.rule_sets import rule_sets, seats_for
from tests.rules.strategies import events
from tests.rules.tables import table

games = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
PAGAT = "pagat play 1:3/4C,9D,KH/3 2:2-3(7H)/3x??/3 3:out1 pile:1=7D;2=9S,9C turn:3"


def comes_back(state: State) -> None:
    line = show_position(state)
    assert "\n" not in line
    again = read_position(line, state.rules, state.names)
    assert again == at_rest(state)
    assert show_position(again) == line


def is_accepted(state: State) -> None:
    again = read_position(show_position(state), state.rules, state.names)
    refuse_impossible(again, len(state.seats))


class Entering(Bots):
    """Bots of whose game the position after every single event is entered again."""

    def see(self, event: Event) -> None:
        super().see(event)
        is_accepted(self.state)


def states(bots: Bots, turns: int) -> Iterator[State]:
    bots.deal()
    for _ in range(turns):
        yield bots.state
        if bots.state.over or bots.stuck:
            return
        bots.turn(bots.first if bots.state.turn is None else bots.state.turn)


@pytest.mark.parametrize("name", loading.presets())
def test_every_position_of_a_game_comes_back_as_it_went(name: str) -> None:
    rules = loading.load(name)
    for seed in range(2):
        for state in states(Bots(seed, rules, seats_for(rules, 2 + seed), Sight("wide")), 120):
            comes_back(state)


@pytest.mark.parametrize("name", loading.presets())
def test_every_position_that_the_referee_writes_is_accepted_by_it(name: str) -> None:
    rules = loading.load(name)
    sights = (Sight(confirms_flips=False), Sight("wide"), Sight("none"))
    for seed, sight in enumerate(sights):
        for _ in states(Entering(seed, rules, seats_for(rules, 2 + seed), sight), 40):
            pass


@games
@given(st.integers(0, 10**6), rule_sets())
def test_positions_by_house_rules_come_back_too(seed: int, rules: RuleSet) -> None:
    for state in states(Bots(seed, rules, seats_for(rules, 2 + seed % 4)), 40):
        comes_back(state)
        is_accepted(state)


def test_cards_that_left_the_row_are_in_no_stack_of_a_position() -> None:
    stacked = replace(table("7H").seats[0], up=cards("4C 4D 9S"), stacks=(cards("4C 4D"), cards("9S 9H")))
    state = table("7H").with_seat(0, stacked)
    assert at_rest(state).seats[0].stacks == (cards("4C 4D"),)
    comes_back(state)


def test_a_hand_counted_too_low_holds_what_was_seen_going_into_it() -> None:
    state = table("7H")
    state = state.with_seat(0, replace(state.seats[0], hand=Hand(1, 1, cards("4C 5D"))))
    assert "1:1-2(4C,5D)/" in show_position(state)
    comes_back(state)


@games
@given(st.sampled_from(loading.presets()), st.lists(events, max_size=25))
def test_whatever_people_do_the_position_comes_back(name: str, story: list[Event]) -> None:
    rules = loading.load(name)
    state = new_game(GameConfigured(name, seats_for(rules, 3)), rules)
    for event in story:
        state, _ = observe(state, event)
    comes_back(state)


def test_every_part_of_a_state_is_in_its_position_or_left_out_on_purpose() -> None:
    other = State(
        rules=loading.load("guarducci"),
        names=("Ana", "Ben"),
        seats=(
            SeatState(Hand(2, 4, cards("7H 8D")), cards("4C 4D ??"), 3, None, True, (cards("4C 4D"),)),
            SeatState(Hand(0, 0), (), 0, out=2),
            SeatState(Hand(1, 1), (), 2, out=0),
        ),
        stock=Span(3, 9),
        stock_gone=True,
        pile=(Play.sure(0, cards("9S 9D")), Play(1, (Reading.of({card("7C"): 0.61, card("AC"): 0.3}),))),
        burnt=cards("10H ?? ??"),
        burns=4,
        turn=0,
        direction=-1,
        phase=Phase.OVER,
        dealer=1,
        starter=2,
        starter_rank=loading.load("pagat").starter.rank,
        last_player=2,
        free_lead=True,
        burning=(Play.sure(2, cards("10H")),),
        taking=1,
        flush=0,
        drew=(0, 1),
        drew_undue=(1,),
        draws_seen=7,
        draws_missed=2,
        blind_swaps=(0, 0, 2),
        over=GameOver(0, None),
    )
    plain = State(other.rules, (), (), Span(0, 0))
    left_out = {"serial", "announced", "pending", "asked", "history"}
    same = {f.name for f in fields(State) if getattr(other, f.name) == getattr(plain, f.name)}
    assert same == left_out | {"rules"}
    comes_back(other)


def test_what_is_left_out_is_as_it_mostly_is() -> None:
    state = read_position(PAGAT)
    assert state.stock == Span(52 - 9 - 9 - 3, 52 - 9 - 8 - 3)
    assert (state.last_player, state.direction, state.burns) == (1, 1, 0)
    assert state.seats[2] == SeatState(Hand(0, 0), (), 0, out=1)
    assert state.seats[1].hand == Hand(2, 3, (card("7H"),))


def test_a_position_reads_by_other_rules_than_it_names() -> None:
    assert read_position(PAGAT, loading.load("classic001")).rules.name == "classic001"


def test_a_rule_set_with_blanks_in_its_name_is_one_word() -> None:
    rules = replace(loading.load("pagat"), name="as at home")
    comes_back(replace(table("7H"), rules=rules))


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ("", "Line 1, column 1: expected a rule set, as pagat, and there is nothing."),
        ("pagat", "Line 1, column 6: expected a phase: swap, play, over, and there is nothing."),
        ("pagat dance", "Line 1, column 7: expected a phase: swap, play, over, and found 'dance'."),
        ("pagat play", "Line 1, column 11: expected a seat, as 1:3/4C,9D,KH/3, and there is nothing."),
        ("pagat play 2:3/-/3", "Line 1, column 12: expected seat 1, and found '2'."),
        ("pagat play 1:3/9Z/3", "Line 1, column 16: expected a card, as 7H, 10S, AC, JK or ??"),
        ("pagat play 1:3/-/x", "Line 1, column 18: expected a whole number, and found 'x'."),
        ("pagat play 1:4-3/-/0", "Line 1, column 14: expected how many cards are in the hand"),
        ("pagat play 1:3/-", "Line 1, column 14: expected hand/row/face-down"),
        ("pagat play 1:3(7H/-/3", "Line 1, column 14: expected cards in brackets"),
        ("pagat play 1:3/-/-1", "Line 1, column 18: expected a count of face-down cards"),
        ("pagat play 1:3/-/3/asleep", "Line 1, column 20: expected out1, left, skips or stack(4C,4D)"),
        ("pagat play 1:out0", "Line 1, column 14: expected a place from 1 on"),
        ("pagat play 1:3/-/3 turn:2", "Line 1, column 25: expected a seat from 1 to 1, and found '2'."),
        ("pagat play 1:3/-/3 way:up", "Line 1, column 24: expected clockwise or anticlockwise"),
        ("pagat play 1:3/-/3 turn:1 turn:1", "Line 1, column 27: expected turn: only once"),
        ("pagat play 1:3/-/3 moon:1", "Line 1, column 20: expected one of pile:, burnt:, stock:"),
        ("pagat play 1:3/-/3 stock:9-3", "Line 1, column 26: expected a count, as 20 or 18-20"),
        ("pagat play 1:3/-/3 stock:9,lost", "Line 1, column 28: expected gone"),
        ("pagat play 1:3/-/3 starter-rank:1", "Line 1, column 33: expected a rank, as 3, 10 or K"),
        ("pagat play 1:3/-/3 free-lead:so", "Line 1, column 30: expected yes or no"),
        ("pagat play 1:3/-/3 burns:-1", "Line 1, column 26: expected a count"),
        ("pagat play 1:3/-/3\npile:1=7H@2", "Line 2, column 11: expected a probability between 0 and 1"),
        ("pagat play 1:3/-/3 pile:1=7H@1.1.1", "Line 1, column 30: expected a probability"),
    ],
)
def test_a_mistake_is_told_with_its_place_and_what_was_expected(wrong: str, told: str) -> None:
    with pytest.raises(NotationError) as caught:
        read_position(wrong)
    assert str(caught.value).startswith(told)


def test_a_rule_set_that_is_not_there_is_told_with_its_place() -> None:
    with pytest.raises(UserError, match=r"^Line 1, column 1: There is no rule set 'moon'"):
        read_position("moon play 1:3/-/3")


@settings(games, max_examples=300)
@given(st.data())
def test_garbage_in_a_position_is_one_plain_sentence(data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(PAGAT)))
    end = data.draw(st.integers(start, len(PAGAT)))
    junk = data.draw(
        st.text(max_size=6) | st.sampled_from([":", "/", "-", "x", "@", "|", "=", ";", "9x", "("])
    )
    told = refusal(read_position, PAGAT[:start] + junk + PAGAT[end:])
    assert told is None or (told.startswith("Line ") and "\n" not in told)
