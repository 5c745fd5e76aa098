from fractions import Fraction
from pathlib import Path

import av
import pytest

from referee.films import decks, truth
from referee.films.make import Shot, write
from referee.films.plot import Plot
from referee.films.truth import Truth
from referee.resources import demo_dir
from referee.rules import engine
from referee.rules.actions import CardsPlayed, FaceDownFlipped, GameConfigured, PileCleared, PilePickedUp
from referee.rules.rulings import Level
from referee.table.layout import Table


@pytest.fixture(scope="module")
def told() -> Truth:
    return truth.load(demo_dir() / "truth.json")


def test_the_bundled_film_is_small_enough_for_the_package() -> None:
    assert (demo_dir() / "film.mp4").stat().st_size < 8_000_000


def test_it_is_of_the_bundled_deck(told: Truth) -> None:
    assert told.deck == decks.BUNDLED


def test_it_has_a_burn_a_pick_up_and_two_illegal_plays(told: Truth) -> None:
    kinds = [type(happening.event) for happening in told.events]
    assert sum(kind in (CardsPlayed, FaceDownFlipped) for kind in kinds) >= 40
    assert PileCleared in kinds
    assert PilePickedUp in kinds
    assert sum(not happening.legal for happening in told.events) == 2


def test_its_pictures_are_those_of_the_truth_and_the_table(told: Truth) -> None:
    with av.open(str(demo_dir() / "film.mp4")) as film:
        stream = film.streams.video[0]
        assert (stream.width, stream.height) == told.size == (1280, 720)
        assert (stream.codec_context.name, stream.pix_fmt) == ("h264", "yuv420p")
        assert stream.average_rate == Fraction(told.fps)
        assert stream.frames == int(told.end * told.fps)
    assert Table.load(demo_dir() / "table.json").picture_size == told.size


def test_the_rules_say_of_it_what_its_truth_says(told: Truth) -> None:
    config = told.start[0]
    assert isinstance(config, GameConfigured)
    state = engine.new_game(config)
    for event in told.start[1:]:
        state = engine.observe(state, event)[0]
    for happening in told.events:
        illegal = engine.verify(state, happening.event).level is Level.ILLEGAL
        assert illegal == (not happening.legal)
        state = engine.observe(state, happening.event)[0]


def test_it_is_the_game_that_its_recipe_writes(told: Truth, tmp_path: Path) -> None:
    shot = Shot(deck=decks.BUNDLED, flaws=0.8, plot=Plot(plays=44))
    write(told.seed, shot).truth.save(tmp_path / "truth.json")
    assert (tmp_path / "truth.json").read_text() == (demo_dir() / "truth.json").read_text()
