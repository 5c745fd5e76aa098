"""Drawn decks that are shown to be learnt, with the truth beside what was learnt."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from referee.cards import DECK, Card
from referee.enrolling import Learner
from referee.films.camera import Grid
from referee.films.make import Shot
from referee.films.spread import Spread, whole_deck
from referee.vision.faces import Face
from referee.vision.fusion import shared
from referee.vision.memory import DeckMemory
from referee.vision.showing import Showing


@dataclass(frozen=True)
class Lots:
    """What was learnt from a drawn deck: `wrong` cards under a wrong name, in `seconds` of the machine's."""

    memory: DeckMemory
    lots: int
    wrong: int
    seconds: float

    def line(self) -> str:
        """The same in words."""
        known = len(self.memory.known)
        return (
            f"enrolled from {self.lots} lots: known {known} of {len(DECK)} wrong {self.wrong} "
            f"machine_s {self.seconds:.1f}"
        )


def shown(seed: int, deck: str, shot: Shot, eyes: Learner) -> Lots:
    """Show all cards of *deck* to *eyes*, in lots of thirteen, each on a table of its own."""
    showing, truth, seconds = Showing(), dict[int, Card | None](), 0.0
    for laid in whole_deck(seed, deck, shot):
        began = time.perf_counter()
        faces = eyes.faces(laid.picture)
        showing.take(faces)
        seconds += time.perf_counter() - began
        truth.update({id(face): _card_at(face, laid) for face in faces})
    return Lots(showing.memory(deck, eyes.version), showing.looks, _wrong(showing, truth), seconds)


def _wrong(showing: Showing, truth: Mapping[int, Card | None]) -> int:
    return sum(any(truth[id(face)] != card for face in known.faces) for card, known in showing.known.items())


def _card_at(face: Face, laid: Spread) -> Card | None:
    best = max(laid.cards, key=lambda lying: _overlap(face, lying[1]))
    return best[0] if _overlap(face, best[1]) > 0.5 else None


def _overlap(face: Face, outline: Grid) -> float:
    return shared(face.corners, outline.astype(np.float32))
