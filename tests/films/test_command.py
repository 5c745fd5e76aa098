import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from referee.commands import films
from referee.errors import UserError

RUN = CliRunner()


def make(*words: str) -> Exception | None:
    result = RUN.invoke(films.films, list(words))
    return result.exception if isinstance(result.exception, Exception) else None


def test_as_many_films_are_made_as_asked_for(tmp_path: Path) -> None:
    small = ("--size", "160x90", "--fps", "5", "--plays", "1")
    told = tmp_path / "films.json"
    assert make(str(tmp_path), "--games", "2", "--seed", "9", "--json", str(told), *small) is None
    assert [film["seed"] for film in json.loads(told.read_text())] == [9, 10]
    made = {str(path.relative_to(tmp_path)) for path in tmp_path.glob("*/*")}
    names = ("film.mp4", "recipe", "table.json", "truth.json")
    assert made == {str(Path(game) / name) for game in ("game-000", "game-001") for name in names}


def test_a_film_that_lies_there_is_kept_and_none_is_replaced_by_another(tmp_path: Path) -> None:
    small = [str(tmp_path), "--size", "160x90", "--fps", "5", "--plays", "1"]
    assert make(*small) is None
    film = tmp_path / "game-000" / "film.mp4"
    before = film.stat().st_mtime_ns

    again = RUN.invoke(films.films, [*small, "--games", "2"]).output.splitlines()
    assert [line.endswith("there already") for line in again] == [True, False]
    for other in (("--seed", "8"), ("--crf", "30"), ("--light", "0.8")):
        error = make(*small, "--games", "3", *other)
        assert isinstance(error, UserError)
        assert "game-000 lies a film that was made otherwise" in str(error)
    assert film.stat().st_mtime_ns == before
    assert not (tmp_path / "game-002").exists()


def test_a_film_that_was_not_made_to_its_end_is_told(tmp_path: Path) -> None:
    (tmp_path / "game-001").mkdir()
    (tmp_path / "game-001" / "film.mp4").write_bytes(b"half")
    error = make(str(tmp_path), "--games", "2", "--plays", "1")
    assert "game-001 lies a film" in str(error)
    assert not (tmp_path / "game-000").exists()


@pytest.mark.parametrize("size", ["big", "1280", "1281x720", "10x10"])
def test_a_size_that_is_none_is_one_sentence(tmp_path: Path, size: str) -> None:
    error = make(str(tmp_path), "--size", size)
    assert isinstance(error, UserError)
    assert "size" in str(error)


def test_a_folder_without_decks_is_named(tmp_path: Path) -> None:
    error = make(str(tmp_path), "--assets", str(tmp_path))
    assert isinstance(error, UserError)
    assert "no decks folder" in str(error)


def test_the_films_of_a_benchmark_are_made_and_found_again(tmp_path: Path) -> None:
    (tmp_path / "list.toml").write_text(
        '[all]\nsize = [160, 90]\nfps = 5\nplays = 1\n[[film]]\nname = "a"\nseed = 1\n'
        '[[film]]\nname = "b"\nseed = 2\n'
    )
    words = [str(tmp_path), "--benchmark", str(tmp_path / "list.toml"), "--only", "b"]
    assert "there already" not in RUN.invoke(films.films, words).output
    assert "there already" in RUN.invoke(films.films, words).output
    assert [path.name for path in tmp_path.iterdir() if path.is_dir()] == ["b"]
