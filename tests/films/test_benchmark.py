from dataclasses import replace
from pathlib import Path

import pytest

from referee.films import benchmark, unseen
from referee.films.benchmark import BenchmarkError, Entry
from referee.films.decks import BUNDLED
from referee.films.make import Shot, write
from referee.films.nuisances import KINDS
from referee.films.plot import Plot

SMALL = Shot(size=(160, 90), fps=5, tempo="brisk", plot=Plot(plays=1, illegal=0))


def listed(folder: Path, text: str) -> tuple[Entry, ...]:
    (folder / "list.toml").write_text(text)
    return benchmark.read(str(folder / "list.toml"), None)


@pytest.fixture(scope="module")
def games() -> tuple[Entry, ...]:
    return benchmark.read("games", None)


def test_a_list_says_of_each_film_how_it_is_made(tmp_path: Path) -> None:
    (one,) = listed(
        tmp_path, '[all]\ntempo = "brisk"\n[[film]]\nname = "a"\nseed = 3\nplays = 9\nplayers = 5\n'
    )
    assert (one.name, one.seed, one.shot.tempo, one.shot.plot.plays, one.shot.players) == (
        "a",
        3,
        "brisk",
        9,
        5,
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[[film]]\nseed = 3\n", "lacks 'name'"),
        ('[[film]]\nname = "a"\nseed = 3\nweather = "rain"\n', "no use for weather"),
        ('[[film]]\nname = "a"\nseed = 3\n[[film]]\nname = "a"\nseed = 4\n', "two films of one name"),
        ("film", "no list of films"),
    ],
)
def test_a_list_that_is_none_is_one_sentence(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(BenchmarkError, match=said):
        listed(tmp_path, text)


def test_an_unknown_list_is_named() -> None:
    with pytest.raises(BenchmarkError, match="nowhere"):
        benchmark.read("nowhere", None)


def test_a_film_is_drawn_once(tmp_path: Path) -> None:
    entry = Entry("a", 4, SMALL)
    assert [benchmark.made(entry, tmp_path / "a").drawn for _ in range(2)] == [True, False]


def test_a_film_is_drawn_again_when_its_recipe_changes(tmp_path: Path) -> None:
    benchmark.made(Entry("a", 4, SMALL), tmp_path / "a")
    assert benchmark.made(Entry("a", 4, replace(SMALL, light=0.8)), tmp_path / "a").drawn


def test_a_film_that_was_cut_off_is_drawn_again(tmp_path: Path) -> None:
    entry = Entry("a", 4, SMALL)
    benchmark.made(entry, tmp_path / "a")
    (tmp_path / "a" / "film.mp4").unlink()
    assert benchmark.made(entry, tmp_path / "a").drawn


def test_where_the_pictures_lie_does_not_change_a_recipe_but_whether_there_are_any_does(
    shared: Path, tmp_path: Path
) -> None:
    (tmp_path / "elsewhere").symlink_to(shared / "assets")
    deck = replace(SMALL, deck=BUNDLED)
    bare, here, there = (
        replace(deck, assets=assets) for assets in (None, shared / "assets", tmp_path / "elsewhere")
    )
    assert benchmark.recipe(write(4, here), here) == benchmark.recipe(write(4, there), there)
    assert benchmark.recipe(write(4, here), here) != benchmark.recipe(write(4, bare), bare)


def test_several_films_are_made_at_a_time(tmp_path: Path) -> None:
    entries = [Entry(name, number, SMALL) for number, name in enumerate("ab")]
    made = list(benchmark.make(entries, tmp_path, jobs=2))
    assert {one.entry.name for one in made} == {"a", "b"}
    assert all((tmp_path / name / "film.mp4").is_file() for name in "ab")


def test_some_films_can_be_chosen(games: tuple[Entry, ...]) -> None:
    assert [entry.name for entry in benchmark.chosen(games, ["whole-02"])] == ["whole-02"]
    with pytest.raises(BenchmarkError, match="whole-99"):
        benchmark.chosen(games, ["whole-99"])


def test_the_benchmark_has_forty_films_of_decks_kept_out_of_training(games: tuple[Entry, ...]) -> None:
    assert len(games) == 40
    decks = [entry.shot.deck for entry in games]
    assert set(decks) == set(unseen.DECKS)
    assert max(map(decks.count, unseen.DECKS)) - min(map(decks.count, unseen.DECKS)) <= 1


def test_a_dozen_of_them_are_whole_games_from_the_deal(games: tuple[Entry, ...]) -> None:
    whole = [entry for entry in games if entry.shot.plot.plays == 0 and entry.shot.plot.start == "deal"]
    assert len(whole) == 12


def test_the_others_begin_where_it_gets_hard(games: tuple[Entry, ...]) -> None:
    starts = [entry.shot.plot.start for entry in games]
    assert min(starts.count(start) for start in ("endgame", "pile")) >= 5
    assert sum(entry.shot.players == 6 for entry in games) >= 5
    # The list is older than films of a knocked camera, and stays what it was.
    assert {kind for entry in games for kind in entry.shot.plot.nuisances} == {*KINDS} - {"knocked"}


def test_the_benchmark_has_three_thousand_plays(games: tuple[Entry, ...]) -> None:
    shots = [(entry.seed, replace(entry.shot, deck=BUNDLED)) for entry in games]
    assert sum(write(seed, shot).truth.plays for seed, shot in shots) >= 3000
