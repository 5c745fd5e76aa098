import hashlib
from dataclasses import replace
from pathlib import Path

import av
import pytest

from referee.films import truth
from referee.films.floor import FloorError
from referee.films.make import FilmError, Shot, save, shoot, write
from referee.films.plot import Plot
from referee.table.layout import Table

SHORT = Shot(size=(320, 180), fps=5, plot=Plot(plays=2, illegal=0))


def pictures_hash(seed: int) -> str:
    script = write(seed, SHORT)
    digest = hashlib.sha256()
    for picture in shoot(script, SHORT):
        digest.update(picture.tobytes())
    return digest.hexdigest()


def test_the_same_seed_gives_the_same_pictures() -> None:
    assert pictures_hash(4) == pictures_hash(4)


def test_another_seed_gives_another_game() -> None:
    assert write(4, SHORT).truth.events != write(5, SHORT).truth.events


def test_the_same_seed_gives_the_same_truth() -> None:
    assert write(4, SHORT).truth == write(4, SHORT).truth


def test_the_look_of_a_film_does_not_change_its_game() -> None:
    plain, tilted = write(4, SHORT), write(4, replace(SHORT, tilt=20.0, fps=15, size=(640, 360)))
    assert plain.truth.events == tilted.truth.events


def test_a_film_is_written_with_its_table_and_its_truth(tmp_path: Path) -> None:
    script = write(4, SHORT)
    save(script, shoot(script, SHORT), tmp_path)
    with av.open(str(tmp_path / "film.mp4")) as film:
        stream = film.streams.video[0]
        frames = sum(1 for _ in film.decode(stream))
        assert (stream.width, stream.height, stream.codec_context.name) == (320, 180, "h264")
    assert frames == script.count
    assert truth.load(tmp_path / "truth.json").seed == 4
    assert Table.load(tmp_path / "table.json") == script.table


def test_rows_that_do_not_fit_into_the_picture_make_no_film(tmp_path: Path) -> None:
    wide = tmp_path / "wide.toml"
    wide.write_text('base = "pagat"\nplayers.max = 4\n[layout]\ndown = 5\nup = 5\n')
    assert len(write(1, replace(SHORT, rules=str(wide))).stage.floor.spots) == 3
    with pytest.raises(FilmError, match="at most 4 cards with 4 players"):
        write(1, replace(SHORT, rules=str(wide), players=4))


def test_a_beginning_that_films_do_not_have_is_named() -> None:
    with pytest.raises(FilmError, match="breakfast"):
        write(1, replace(SHORT, plot=Plot(start="breakfast")))


def test_too_few_players_make_no_film() -> None:
    with pytest.raises(FloorError, match="2 to 6 players"):
        write(1, replace(SHORT, players=1))
