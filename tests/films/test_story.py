import random

import pytest

from referee.cards import JOKER, Card
from referee.films import dealing, holdings
from referee.films.choreography import Stage
from referee.films.floor import lay_out
from referee.films.make import NAMES, FilmError, Script, Shot, write
from referee.films.motion import card_at
from referee.films.plot import STARTS, Plot
from referee.films.story import Story
from referee.films.tempo import TEMPOS
from referee.films.truth import Happening, Play
from referee.rules import engine, loading
from referee.rules.actions import (
    CardsPlayed,
    FaceDownFlipped,
    GameConfigured,
    PileCleared,
    PilePickedUp,
    PlayRetracted,
    RowSwapped,
    Source,
    StockDrawn,
    TableSays,
)
from referee.rules.position import read_position
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


def opened(
    start: str,
    seed: int = 11,
    *,
    players: int = 3,
    rules: str = "pagat",
    squared: float = 0.0,
    sly: float = 0.0,
) -> Script:
    plot = Plot(plays=0, illegal=0.05, start=start, squared=squared, sly=sly)
    return write(seed, Shot(players=players, rules=rules, tempo="brisk", plot=plot))


def swaps_in(script: Script) -> list[RowSwapped]:
    return [h.event for h in script.truth.events if isinstance(h.event, RowSwapped)]


def followed(script: Script) -> list[tuple[Happening, State]]:
    """Each happening with the state before it, as the engine follows the film from what was told."""
    config, *told = script.truth.start
    assert isinstance(config, GameConfigured)
    state, pairs = engine.new_game(config), []
    for event in told:
        state = engine.observe(state, event)[0]
    for happening in script.truth.events:
        pairs.append((happening, state))
        state = engine.observe(state, happening.event)[0]
    return pairs


@pytest.mark.parametrize("start", STARTS)
def test_the_rules_follow_a_film_wherever_it_begins(start: str) -> None:
    script = opened(start)
    for happening, before in followed(script):
        if isinstance(happening.event, Play):
            assert engine.verify(before, happening.event).code == happening.code
            assert happening.legal != happening.planted
    assert script.truth.loser is not None


def test_the_deal_is_seen_card_by_card_and_then_who_starts() -> None:
    script = opened("deal")
    moment = next(h.t1 for h in script.truth.events if isinstance(h.event, TableSays))
    lie = [card_at(track, moment) for track in script.stage.tracks]
    assert not any(script.truth.turn_at(t) for t in (0.0, moment - 0.1))
    assert sum(seen is not None and seen.face == 1 for seen in lie) == 9
    assert sum(seen is not None and seen.face == 0 for seen in lie) == 9 + 25
    assert sum(card_at(track, 0.0) is not None for track in script.stage.tracks) == 52


def test_cards_are_swapped_before_the_eyes_of_the_camera() -> None:
    script = opened("deal")
    swap = swaps_in(script)[0]
    (shown,) = (h for h in script.truth.events if h.event is swap)
    before, after = ({str(card) for card in row_of(script, swap.seat, t)} for t in (shown.t0, shown.t1))
    assert before - after == {str(reading.best) for reading in swap.taken}
    assert after - before == {str(reading.best) for reading in swap.laid}


def row_of(script: Script, seat: int, t: float) -> list[Card]:
    x, y = script.stage.floor.spots[seat].row
    seen = [card_at(track, t + 0.01) for track in script.stage.tracks]
    faces = [one for one in seen if one is not None and one.face == 1]
    return [one.card for one in faces if abs(one.place.x - x) < 130 and abs(one.place.y - y) < 130]


def test_a_long_pile_lies_there_at_once() -> None:
    script = opened("pile")
    told = script.truth.start[-1]
    assert isinstance(told, TableSays)
    assert len(read_position(told.value).pile_cards) >= 15
    x, y = script.stage.floor.pile
    seen = [card_at(track, 0.0) for track in script.stage.tracks]
    assert sum(s is not None and abs(s.place.x - x) < 60 and abs(s.place.y - y) < 60 for s in seen) >= 15


def test_an_endgame_begins_without_a_stock() -> None:
    for happening in opened("endgame").truth.events:
        assert not isinstance(happening.event, StockDrawn)


def test_players_choose_their_rows_where_the_rules_let_them() -> None:
    laid = swaps_in(opened("deal", rules="pagat_choose3"))
    assert [(event.seat, len(event.laid), event.taken) for event in laid] == [(n, 3, ()) for n in range(3)]


def test_equal_cards_are_stacked_and_played_together_where_the_rules_want_it() -> None:
    script = opened("deal", seed=4, players=5, rules="daly_karma")
    stacked = [event for event in swaps_in(script) if not event.taken]
    assert stacked
    assert all(event.onto is not None and event.onto.rank is event.laid[0].best.rank for event in stacked)


def test_sets_laid_squarely_hide_all_but_one_card() -> None:
    told = opened("play", squared=1.0).truth
    sets = [h for h in told.events if isinstance(h.event, CardsPlayed)]
    assert all(h.hidden == len(h.event.cards) - 1 for h in sets if isinstance(h.event, CardsPlayed))
    assert any(h.hidden for h in sets)


def test_a_seldom_broken_rule_is_broken_where_that_is_asked_for() -> None:
    codes = {h.code for seed in range(6) for h in opened("play", seed, sly=1.0).truth.events if h.planted}
    assert {"STOCK_TRY", "WRONG_ZONE", "NOT_EQUAL_SET"} <= codes


@pytest.mark.parametrize(
    "name", [name for name in loading.presets() if name not in ("duthie", "duthie_reverse")]
)
def test_every_rule_set_makes_a_film_from_the_deal(name: str) -> None:
    rules = loading.load(name)
    truth = opened("deal", 5, players=min(4, rules.players.max), rules=name).truth
    assert truth.plays > 20
    assert all(h.legal != h.planted for h in truth.events)
    assert (truth.loser is not None) == (rules.end.goal == "loser")


@pytest.mark.parametrize("name", ["duthie", "duthie_reverse"])
def test_thrown_starters_make_a_film_after_the_deal_alone(name: str) -> None:
    assert opened("play", rules=name).truth.loser is not None
    with pytest.raises(FilmError, match="after the deal"):
        opened("deal", rules=name)


def test_a_card_of_the_row_is_changed_for_one_of_another_row() -> None:
    script = opened("deal", 3, players=4, rules="classic001_blindswap")
    swap = next(event for event in swaps_in(script) if event.other_seat is not None)
    (shown,) = (h for h in script.truth.events if h.event is swap)
    assert shown.legal
    mine, theirs = str(swap.laid[0].best), str(swap.taken[0].best)
    assert mine in {str(card) for card in row_of(script, swap.other_seat or 0, shown.t1)}
    assert theirs in {str(card) for card in row_of(script, swap.seat, shown.t1)}
