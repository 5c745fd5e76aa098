from pathlib import Path

import av
import pytest

from referee.errors import UserError
from referee.films import clips
from referee.films.figures import Miss
from referee.resources import demo_dir

FAILURES = (
    Miss(40.0, "CardsPlayed seat 1 6H", "CardsPlayed seat 1 8H", "cards"),
    Miss(1.0, "CardsPlayed seat 1 7H", "nothing", "missed"),
)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    return clips.save(demo_dir() / "film.mp4", 15, FAILURES, tmp_path_factory.mktemp("clips"))


def test_each_failure_has_a_clip_of_a_few_seconds(made: list[Path]) -> None:
    assert [path.name for path in made] == ["001-cards-40s.mp4", "002-missed-1s.mp4"]
    for path, seconds in zip(made, (6.0, 4.0), strict=True):
        with av.open(str(path)) as clip:
            frames = sum(1 for _ in clip.decode(video=0))
        assert frames / 15 == pytest.approx(seconds, abs=0.2)


def test_what_was_true_and_what_was_seen_stands_under_the_pictures_and_beside_them(made: list[Path]) -> None:
    with av.open(str(made[0])) as clip:
        picture = next(clip.decode(video=0)).to_ndarray(format="bgr24")
    assert picture.shape[0] > 720
    assert (picture[725:] > 150).any()
    text = made[0].with_suffix(".txt").read_text()
    assert "was: CardsPlayed seat 1 6H" in text
    assert "noted: CardsPlayed seat 1 8H" in text


def test_a_place_where_no_clip_can_be_written_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UserError, match="cannot be written"):
        clips.save(demo_dir() / "film.mp4", 15, FAILURES, tmp_path / "file")
