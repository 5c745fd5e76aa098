from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import count, pairwise
from pathlib import Path
from random import Random

import numpy as np

from referee.journal.check import complaints
from referee.journal.log import Record
from referee.journal.replay import verify
from referee.trials.cuts import Cut, Run, Stage, Tally, Told, plan
from referee.trials.mjpeg import Fault
from referee.vision.sighting import Picture
from tests.tables import config, setup
from tests.tabletop import FPS, PatchEyes, Tabletop

FASTER = 5.0
SHOWN = 8.0
"""Pictures a second, half of what the film has: a busy machine keeps up as well."""
PLAY = ("CardsPlayed", 0, ("5",))


def told(*times: float) -> tuple[Told, ...]:
    return tuple(Told(t, PLAY) for t in times)


def tally(whole: Run, cut: Run, *cuts: Cut) -> Tally:
    found = Tally()
    found.add(whole, cut, cuts)
    return found


def test_a_play_that_was_watched_and_not_told_is_lost_and_one_in_a_gap_is_not() -> None:
    found = tally(Run(told(10, 30)), Run((), ((9.0, 12.0),)))

    assert [play.t for play in found.lost] == [30]
    assert found.watched == 1


def test_a_play_that_nobody_made_is_invented_but_for_what_a_gap_left_to_compare() -> None:
    found = tally(Run(()), Run(told(10, 30), ((6.0, 9.0),)))

    assert [play.t for play in found.invented] == [30]


def test_a_play_told_a_little_later_is_the_same() -> None:
    assert tally(Run(told(10)), Run(told(11))).whole


def test_how_long_the_picture_stayed_away_is_counted_from_when_the_camera_worked_again() -> None:
    cut = Cut(5.0, 3.0, Fault.HANG)

    assert tally(Run(()), Run((), ((5.1, 9.5),)), cut).back_s == [1.5]
    assert not tally(Run(()), Run((), ((5.1, 12.5),)), cut).whole
    assert tally(Run(()), Run(()), cut).unnoticed == [cut]


def test_cuts_lie_apart_and_within_the_film() -> None:
    cuts = plan(20, 100.0, Random(3))

    assert all(one.until < other.t for one, other in pairwise(cuts))
    assert cuts[-1].until < 100.0


@cache
def pictures() -> tuple[Picture, ...]:
    """A minute of brisk play."""
    table = Tabletop.dealt()
    acts = [table.rest(2.0)]
    for names in ("3C 5H 9S 10C", "4D 6S 8C 10D", "3S 7C JH 10H", "4H 8S QC 10S", "5C 6D KH 2C"):
        acts += [table.play(seat, name) for seat, name in zip((0, 1, 2, 0), names.split(), strict=True)]
        acts += [table.burn(0), table.rest(1.5)]
    return tuple(picture for act in acts for picture in act)


def test_a_stream_that_fails_ten_times_loses_and_invents_nothing_that_was_watched(tmp_path: Path) -> None:
    film = pictures()
    length = len(film) / FPS

    def shown() -> Callable[[float], Picture]:
        noise = count()

        def at(t: float) -> Picture:
            picture = film[min(len(film) - 1, int(t * FPS))].copy()
            picture[:16, :16] += np.uint8(next(noise) % 7)
            return picture

        return at

    stage = Stage(shown, length, SHOWN, config(), setup(), PatchEyes(), FASTER)
    whole = stage.whole()
    cuts = plan(10, length, Random(7), shortest=0.8, longest=1.8)
    found = Tally(span_s=1.8, settled_s=2.0)
    found.add(whole, stage.go(cuts, tmp_path / "cut"), cuts)

    assert (found.lost, found.invented, found.unnoticed) == ([], [], [])
    assert found.watched > 2
    assert complaints(tmp_path / "cut") == []
    assert verify(tmp_path / "cut", PatchEyes()) is None
    with Record(tmp_path / "cut") as record:
        lost = [e.data["type"] for e in record.entries() if e.kind == "event"].count("ViewLost")
    assert lost >= 5
