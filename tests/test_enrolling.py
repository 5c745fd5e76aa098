from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from referee.cards import DECK
from referee.enrolling import Rests, progress, show
from referee.vision.faces import Face
from referee.vision.film import Film
from referee.vision.frames import Frame, Source
from referee.vision.pictures import Pictures
from referee.vision.scene import Activity, Scene
from referee.vision.showing import Showing
from referee.vision.sighting import Picture, Region
from tests.drawn import write_pictures
from tests.tables import film
from tests.vision.decks import face

LOTS = [[str(card) for card in DECK[k::4]] for k in range(4)]


class Dealt:
    """Sees one lot after the other, whatever the picture."""

    version = "dealt"

    def __init__(self, lots: Sequence[Sequence[str]]) -> None:
        self._lots = list(lots)
        self.looks = 0

    def faces(self, picture: Picture, region: Region | None = None) -> list[Face]:
        self.looks += 1
        lot = self._lots.pop(0) if self._lots else []
        return [face(name, 70 * k) for k, name in enumerate(lot)]


def shown(source: Source, eyes: Dealt) -> tuple[Showing, list[str]]:
    showing, lines = Showing(), list[str]()
    show(source, eyes, showing, lines.append)
    return showing, lines


def test_every_picture_of_a_folder_is_a_lot_until_all_cards_are_known(tmp_path: Path) -> None:
    eyes = Dealt(LOTS)
    showing, lines = shown(Pictures(write_pictures(tmp_path / "lots", 6)), eyes)

    assert showing.missing == ()
    assert eyes.looks == 4
    assert [line.partition(" cards")[0] for line in lines] == ["13 of 52", "26 of 52", "39 of 52"]


def test_after_each_lot_the_missing_cards_are_told(tmp_path: Path) -> None:
    showing, lines = shown(Pictures(write_pictures(tmp_path / "lots", 1)), Dealt([LOTS[0]]))

    assert lines == [progress(showing)]
    assert "still missing: 3C 4C 5C 7C" in lines[0]


def test_a_film_is_looked_at_when_it_is_at_rest(tmp_path: Path) -> None:
    eyes = Dealt([])
    with Film(film(tmp_path)) as source:
        shown(source, eyes)

    assert 10 <= eyes.looks <= 12


def test_ctrl_c_is_the_end_of_the_source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Tired(Dealt):
        def faces(self, picture: Picture, region: Region | None = None) -> list[Face]:
            if self.looks == 1:
                raise KeyboardInterrupt
            return super().faces(picture, region)

    showing, _ = shown(Pictures(write_pictures(tmp_path / "lots", 3)), Tired(LOTS))

    assert len(showing.known) == 13


def scene(t: float, activity: Activity = Activity.REST) -> Scene:
    small = np.zeros((9, 16, 3), np.uint8)
    return Scene(Frame(0, t, small), activity, (), 1.0, (), small, small[..., 0])


def test_a_rest_is_looked_at_once_and_where_there_is_doubt_a_second_time() -> None:
    rests = Rests()
    times = [0.0, 0.1, 0.5, 0.8, 1.0, 2.0]
    assert [rests.wants(scene(t)) for t in times] == [True, False, False, False, False, False]

    rests.doubt = True

    assert [rests.wants(scene(t)) for t in times] == [False, False, False, True, False, False]


def test_the_next_rest_is_looked_at_again() -> None:
    rests = Rests()

    wanted = [
        rests.wants(scene(k, kind)) for k, kind in enumerate([Activity.REST, Activity.ARM, Activity.REST])
    ]

    assert wanted == [True, False, True]
