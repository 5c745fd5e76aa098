import random

import pytest

from referee.cards import JOKER
from referee.films import dealing, holdings
from referee.films.choreography import Stage
from referee.films.floor import lay_out
from referee.films.make import NAMES
from referee.films.plot import Plot
from referee.films.story import Story
from referee.films.tempo import TEMPOS
from referee.films.truth import Happening
from referee.rules import engine, loading
from referee.rules.actions import (
    CardsPlayed,
    FaceDownFlipped,
    GameConfigured,
    PileCleared,
    PilePickedUp,
    PlayRetracted,
    Source,
    StockDrawn,
    TableSays,
)
from referee.rules.rulings import Level
from referee.rules.state import State

SEEDS = range(4)


def story(
    seed: int, *, players: int = 3, rules: str = "pagat", plot: Plot | None = None, tempo: str = "usual"
) -> Story:
    stage = Stage(lay_out(NAMES[:players], random.Random(seed)), random.Random(seed), TEMPOS[tempo])
    told = Story(stage, loading.load(rules), plot or Plot(plays=0, illegal=0.08), random.Random(seed))
    told.tell()
    return told


@pytest.fixture(scope="module")
def stories() -> list[Story]:
    return [story(seed) for seed in SEEDS]


def refereed(told: Story) -> list[tuple[Happening, State]]:
    """Each happening with the state before it, as the engine follows the film."""
    config = told.start[0]
    assert isinstance(config, GameConfigured)
    state = engine.new_game(config)
    for event in told.start[1:]:
        state = engine.observe(state, event)[0]
    pairs = []
    for happening in told.events:
        pairs.append((happening, state))
        state = engine.observe(state, happening.event)[0]
    return pairs


def test_a_game_is_played_to_its_end(stories: list[Story]) -> None:
    assert all(told.state.over is not None and told.state.over.loser is not None for told in stories)


def test_the_engine_rules_on_the_film_as_the_truth_says(stories: list[Story]) -> None:
    for told in stories:
        for happening, before in refereed(told):
            if isinstance(happening.event, CardsPlayed | FaceDownFlipped | PilePickedUp | PileCleared):
                ruling = engine.verify(before, happening.event)
                assert (ruling.level is Level.ILLEGAL) == (not happening.legal)
                assert ruling.code == happening.code


def test_only_planted_plays_break_the_rules(stories: list[Story]) -> None:
    assert all(h.legal != h.planted for told in stories for h in told.events)


def test_some_plays_break_the_rules_and_the_table_does_all_it_may_about_them(stories: list[Story]) -> None:
    assert {h.then for told in stories for h in told.events} == {None, "retracted", "stands", "played_on"}


def test_what_the_table_does_follows_in_the_film(stories: list[Story]) -> None:
    follows = {"retracted": PlayRetracted, "stands": TableSays}
    for told in stories:
        for now, later in zip(told.events, told.events[1:], strict=False):
            if now.then in follows:
                assert isinstance(later.event, follows[now.then])


def test_a_fair_game_has_no_illegal_play() -> None:
    assert all(h.legal for h in story(3, plot=Plot(plays=0, illegal=0)).events)


def test_events_are_in_the_order_of_time_with_a_rest_between(stories: list[Story]) -> None:
    for told in stories:
        for now, later in zip(told.events, told.events[1:], strict=False):
            assert now.t0 <= now.t1 <= now.left <= later.t0


def test_a_film_begins_and_ends_at_rest(stories: list[Story]) -> None:
    for told in stories:
        assert told.events[0].t0 >= 2.5


def test_everybody_draws_up_to_three_while_the_stock_lasts(stories: list[Story]) -> None:
    drawn = [sum(h.event.lo for h in told.events if isinstance(h.event, StockDrawn)) for told in stories]
    assert drawn == [25] * len(stories)


def test_the_truth_about_the_turn_begins_with_the_starter() -> None:
    told = story(1, plot=Plot(plays=3, illegal=0))
    assert (told.turns[0].t, told.turns[0].seat) == (0.0, getattr(told.events[0].event, "seat", None))


def test_films_end_after_the_plays_asked_for() -> None:
    told = story(1, plot=Plot(plays=5, illegal=0))
    laid = [h for h in told.events if isinstance(h.event, CardsPlayed | FaceDownFlipped | PilePickedUp)]
    assert len(laid) == 5


@pytest.mark.parametrize("players", [2, 4, 5])
def test_other_numbers_of_players_come_to_an_end(players: int) -> None:
    assert story(2, players=players).state.over is not None


def test_other_house_rules_come_to_an_end() -> None:
    assert story(2, rules="classic001").state.over is not None


def test_a_three_dealt_face_up_starts_or_else_one_in_the_hand() -> None:
    rules = loading.load("pagat")
    dealt = [dealing.deal(rules, 3, random.Random(n)) for n in range(12)]
    assert {"dealt", "call"} <= {one.by for one in dealt}


def test_every_card_is_dealt_once() -> None:
    stage = Stage(lay_out(NAMES[:3], random.Random(1)), random.Random(1))
    dealt = dealing.deal(loading.load("pagat"), 3, random.Random(1))
    holders, stock = holdings.lay_out(stage, dealt, random.Random(1))
    sources = (Source.HAND, Source.UP, Source.DOWN)
    held = [thing for one in holders for source in sources for thing in one.things(source)]
    assert sorted([*held, *stock]) == list(range(52))
    assert len({track.card for track in stage.tracks}) == 52


def test_brisk_players_play_every_two_to_three_seconds() -> None:
    told = story(3, players=4, plot=Plot(plays=0, illegal=0), tempo="brisk")
    rests = [h.t1 for h in told.events if isinstance(h.event, CardsPlayed | FaceDownFlipped | PilePickedUp)]
    assert 2 < (rests[-1] - rests[0]) / (len(rests) - 1) < 3


def test_six_play_with_jokers() -> None:
    told = story(2, players=6, rules="pagat_six_jokers", plot=Plot(plays=0, illegal=0))
    laid = [
        reading.best for h in told.events if isinstance(h.event, CardsPlayed) for reading in h.event.cards
    ]
    assert told.state.over is not None
    assert JOKER in laid
