from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from referee.cards import DECK, Reading, card
from referee.confirmed import learn, undisputed
from referee.hosting import host
from referee.journal import store
from referee.journal.log import Entry, Journal, JournalError
from referee.journal.sightings import cards_to_json
from referee.rules import codec
from referee.rules.actions import CardsPlayed, Event, PlayRetracted, Saying, Source, TableSays
from referee.rules.rulings import Level, Ruling
from referee.setting_up import Wish
from referee.vision.faces import Face
from referee.vision.fusion import Belief
from referee.vision.sighting import Picture, Region, SeenCard, Side
from tests.tables import NAMES, film
from tests.tabletop import PatchEyes
from tests.vision.decks import cards_of, features


def played(name: str, p: float = 0.99) -> CardsPlayed:
    return CardsPlayed(0, (Reading.of({card(name): p}),), Source.HAND)


def entries(*happened: Event | Ruling) -> list[Entry]:
    """What *happened*, each play after a look at its card."""
    made: list[Entry] = []
    for one in happened:
        frame = len(made)
        if isinstance(one, Ruling):
            made.append(Entry(frame, 0.0, "", "notice", codec.notice_to_json(one)))
            continue
        if isinstance(one, CardsPlayed):
            seen = SeenCard(QUAD, Side.FACE, one.cards[0], 0.9)
            made.append(Entry(frame, 0.0, "", "sighting", {"frame": frame, "cards": cards_to_json([seen])}))
        made.append(Entry(frame + 1, 0.0, "", "event", codec.event_to_json(one)))
    return made


QUAD = ((10.0, 20.0), (50.0, 20.0), (50.0, 76.0), (10.0, 76.0))
ILLEGAL = Ruling(Level.ILLEGAL, "TOO_LOW", 0)
FINE = Ruling(Level.SILENT, "OK", 0)


@pytest.mark.parametrize(
    ("happened", "learnt"),
    [
        ((played("7H"), FINE, played("8C")), "7H 8C"),
        ((played("7H"), ILLEGAL, played("8C")), "8C"),
        ((played("7H"), PlayRetracted(0), played("8C")), "8C"),
        ((played("7H"), TableSays(Saying.CORRECTION, "9H"), played("8C")), "8C"),
        ((played("7H"), TableSays(Saying.OUT, "no", 1), played("8C")), "7H 8C"),
        ((played("7H", 0.9), played("8C")), "8C"),
    ],
    ids=["in silence", "called illegal", "taken back", "corrected", "another word", "read with doubt"],
)
def test_only_plays_that_stood_undisputed_teach(happened: tuple[Event | Ruling, ...], learnt: str) -> None:
    assert {sight.card for sight in undisputed(entries(*happened))} == cards_of(learnt)


class LearningEyes(PatchEyes):
    """Sees, of the drawn table, the cards to be learnt as well."""

    def faces(self, picture: Picture, region: Region | None = None) -> list[Face]:
        seen = [one for one in self.look(picture) if one.reading.options]
        return [
            Face(np.array(one.quad, np.float32), belief(one.reading), told, told)
            for one in seen
            if len(told := features(str(one.reading.best)))
        ]


def belief(reading: Reading) -> Belief:
    row = np.zeros(52, np.float32)
    row[DECK.index(reading.best)] = reading.p
    return row


def test_a_recorded_game_teaches_the_cards_that_were_played(tmp_path: Path) -> None:
    games = tmp_path / "games"
    wish = Wish(
        str(film(tmp_path)), games=games, names=NAMES, starter="Ana", port=None, real_time=False, stay=False
    )
    host(wish, lambda: (PatchEyes(), "patches"), lambda _: None)

    memory = learn(next(store.summaries(games)).folder, LearningEyes(), "kitchen")

    assert cards_of("5C 7D 9S 8C") <= memory.known <= cards_of("5C 7D 9S 10H 4C 4D 8C")
    assert np.allclose(memory.cards.features[0], features(str(DECK[memory.cards.places[0]])))


def test_a_game_that_was_not_begun_is_told(tmp_path: Path) -> None:
    Journal.create(tmp_path / "game").close()

    with pytest.raises(JournalError, match="no game was begun"):
        learn(tmp_path / "game", LearningEyes(), "kitchen")


def test_a_card_that_was_seen_only_by_its_index_teaches_nothing() -> None:
    look, play = entries(played("7H"))
    (seen,) = look.data["cards"]

    hidden = replace(look, data={"frame": 0, "cards": [{**seen, "whole": False}]})

    assert list(undisputed([hidden, play])) == []
    assert [sight.quad for sight in undisputed([look, play])] == [QUAD]
