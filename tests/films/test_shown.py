from __future__ import annotations

import numpy as np
import pytest

from referee.cards import DECK, Card
from referee.films import shown as module
from referee.films.camera import Camera, Grid
from referee.films.decks import BUNDLED
from referee.films.make import Shot
from referee.films.shown import shown
from referee.films.spread import Spread
from referee.vision.faces import Face
from referee.vision.rectify import clockwise
from referee.vision.sighting import Picture, Region
from tests.vision.decks import face


class Truthful:
    """Sees each card of the lot where it lies, the ones of *mistaken* as others."""

    version = "truthful"

    def __init__(self, lots: list[Spread], mistaken: dict[str, str]) -> None:
        self._lots, self._mistaken = iter(lots), mistaken

    def faces(self, picture: Picture, region: Region | None = None) -> list[Face]:
        return [self._face(str(card), outline) for card, outline in next(self._lots).cards]

    def _face(self, name: str, outline: Grid) -> Face:
        seen = face(name, read_as=self._mistaken.get(name, ""), p=0.9999)
        return Face(clockwise(outline), seen.belief, seen.features, seen.index_features)


def lots() -> list[Spread]:
    place = np.array([[0.0, 0], [60, 0], [60, 84], [0, 84]])

    def lot(cards: tuple[Card, ...]) -> Spread:
        return Spread(
            np.zeros((9, 9, 3), np.uint8),
            BUNDLED,
            tuple((c, place + np.array([70 * k, 0])) for k, c in enumerate(cards)),
            Camera((9, 9)),
        )

    return [lot(DECK[k::4]) for k in range(4)]


@pytest.mark.parametrize(
    ("mistaken", "wrong"), [({}, 0), ({"8C": "8S", "8S": "8C"}, 2)], ids=["all right", "two changed"]
)
def test_what_was_learnt_is_counted_with_what_is_wrong_in_it(
    monkeypatch: pytest.MonkeyPatch, mistaken: dict[str, str], wrong: int
) -> None:
    monkeypatch.setattr(module, "whole_deck", lambda *_: lots())

    learnt = shown(1, BUNDLED, Shot(), Truthful(lots(), mistaken))

    assert learnt.wrong == wrong
    assert learnt.line().startswith(f"enrolled from 4 lots: known 52 of 52 wrong {wrong} machine_s ")
