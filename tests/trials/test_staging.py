from __future__ import annotations

from pathlib import Path

from referee.trials.staging import forward
from referee.vision.film import Film
from tests.drawn import picture, write_film


def test_a_film_shows_the_picture_of_a_time_and_its_last_after_the_end(tmp_path: Path) -> None:
    path = write_film(tmp_path / "film.mp4", [picture(n) for n in range(6)])
    frames = [frame.picture for frame in Film(path)]
    shown = forward(path)

    assert all((shown(n / 15 - 0.01) == frames[n]).all() for n in (0, 1, 4))
    assert (shown(9.0) == frames[5]).all()
