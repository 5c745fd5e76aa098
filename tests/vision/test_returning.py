from __future__ import annotations

import numpy as np
import pytest

from referee.vision.frames import SourceError
from referee.vision.returning import Patience, fitted


def test_pauses_grow_and_stay_short_however_long_it_lasts() -> None:
    now, pauses = [0.0], []

    def wait(seconds: float) -> None:
        pauses.append(seconds)
        now[0] += seconds

    patience = Patience(3600.0, lambda: now[0], wait)
    while patience.left():
        pass

    assert pauses[:4] == [0.25, 0.5, 1.0, 1.0]
    assert set(pauses[4:]) == {1.0}
    assert now[0] == pytest.approx(3600.0, abs=2)


def test_a_picture_makes_the_pauses_short_again() -> None:
    pauses: list[float] = []
    patience = Patience(60.0, lambda: 0.0, pauses.append)
    patience.left()
    patience.left()
    patience.renew()
    patience.left()

    assert pauses == [0.25, 0.5, 0.25]


def test_a_picture_of_the_same_shape_is_scaled_and_of_another_refused() -> None:
    picture = np.zeros((1080, 1920, 3), np.uint8)

    assert fitted(picture, (1280, 720), "camera 0").shape == (720, 1280, 3)
    with pytest.raises(SourceError, match="1920 x 1080 instead of 640 x 480"):
        fitted(picture, (640, 480), "camera 0")
