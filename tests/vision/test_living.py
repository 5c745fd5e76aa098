from __future__ import annotations

import numpy as np

from referee.resources import demo_dir
from referee.vision.film import Film
from referee.vision.living import Living


def test_a_picture_that_stays_the_same_for_long_is_frozen_and_the_next_ends_it() -> None:
    living = Living(2.0)
    picture = np.zeros((48, 64, 3), np.uint8)
    other = picture.copy()
    other[20, 20, 1] = 1
    told = [(living.take(picture, t), living.frozen) for t in (0.0, 1.0, 1.9, 2.0, 5.0)]

    assert told == [(None, False), (None, False), (None, False), (None, True), (None, True)]
    assert living.take(other, 6.0) == 0.0
    assert not living.frozen


def test_a_real_film_of_a_table_at_rest_is_never_frozen() -> None:
    living = Living()
    frozen = []
    with Film(demo_dir() / "film.mp4") as film:
        for frame in film:
            living.take(frame.picture, frame.t)
            frozen.append(living.frozen)
            if frame.t > 12:
                break

    assert not any(frozen)
