from __future__ import annotations

import json
import re
import sys
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from referee import cli, terminal
from referee.cards import Reading, cards
from referee.films import decks, unseen
from referee.films.make import Shot
from referee.films.spread import poor, spread
from referee.films.truth import Happening, Truth, Turn
from referee.rules.actions import CardsPlayed, Event, PileCleared, PilePickedUp, PlayRetracted, Source
from referee.vision import eyes
from referee.vision.models import Settings
from referee.vision.sighting import Picture, Region, SeenCard, Side
from tests.tables import film, setup
from tests.tabletop import FPS, SIZE, PatchEyes

LAST_LINE = (
    r"games 1 plays 9 right 8 illegal 1 caught 1 false_calls 0 questions 0 turn_right \d\.\d+ "
    r"perfect_games [01] fps \d+\.\d delay_p95_s \d\.\d\d"
)


def played(seat: int, names: str) -> CardsPlayed:
    return CardsPlayed(seat, tuple(Reading.sure(known) for known in cards(names)), Source.HAND)


def truth() -> Truth:
    """What happens in the drawn film: an act each 1.8 seconds, from the second on."""
    acts: tuple[Event, ...] = (
        played(0, "5C"),
        played(1, "7D"),
        played(2, "3H"),
        PlayRetracted(2),
        played(2, "9S"),
        played(0, "10H"),
        PileCleared(0),
        played(0, "4C 4D"),
        PilePickedUp(1),
        played(2, "8C"),
    )
    turns = (0, 1, 2, 2, 2, 0, 0, 0, 1, 2, 0)
    times = [2.0 + 1.8 * number for number in range(len(acts) + 1)]
    return Truth(
        seed=1,
        rules="pagat",
        names=("Ana", "Ben", "Cem"),
        deck="drawn",
        size=SIZE,
        fps=FPS,
        start=setup(),
        events=tuple(_happening(t, event) for t, event in zip(times, acts, strict=False)),
        turns=tuple(Turn(t, seat) for t, seat in zip([0.0, *(t + 0.4 for t in times)], turns, strict=False)),
        end=20.0,
    )


def _happening(t: float, event: Event) -> Happening:
    low = event == played(2, "3H")
    then = "retracted" if low else None
    return Happening(t, t + 0.4, t + 0.6, event, not low, "TOO_LOW" if low else "OK", low, then)


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    monkeypatch.setattr(terminal, "load_eyes", lambda *_: (PatchEyes(), "patches"))
    return monkeypatch


def test_a_film_is_measured_against_its_truth(
    told: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "game-000").mkdir()
    film(tmp_path / "game-000")
    *right, last_play = truth().events
    wrong = replace(last_play, event=played(2, "7C"))
    replace(truth(), events=(*right, wrong)).save(tmp_path / "game-000" / "truth.json")
    figures = tmp_path / "eval.json"
    clips = tmp_path / "failures"
    words = ["referee", "eval", "games", str(tmp_path), "--json", str(figures), "--failures", str(clips)]
    told.setattr(sys, "argv", words)

    with pytest.raises(SystemExit) as exit_:
        cli.main()

    *told_before, last = capsys.readouterr().out.splitlines()
    assert not exit_.value.code
    assert any(line.startswith("true, seen as:") for line in told_before)
    (clip,) = (clips / "game-000").glob("*.mp4")
    assert "was: CardsPlayed seat 2 7C" in clip.with_suffix(".txt").read_text()
    assert re.fullmatch(LAST_LINE, last), last
    assert json.loads(figures.read_text())["total"] == last


def test_a_folder_without_films_is_refused(
    told: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told.setattr(sys, "argv", ["referee", "eval", "games", str(tmp_path)])

    with pytest.raises(SystemExit) as exit_:
        cli.main()

    assert exit_.value.code == 2
    assert "There are no films" in capsys.readouterr().err


def test_pictures_without_cards_are_counted_with_what_is_seen_on_them(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    blank = np.full((240, 320, 3), (60, 110, 70), np.uint8)
    for name in ("a.png", "b.png", "c.jpg"):
        cv2.imwrite(str(tmp_path / name), blank)
    monkeypatch.setattr(sys, "argv", ["referee", "eval", "empty", str(tmp_path), "--all"])

    with pytest.raises(SystemExit) as exit_:
        cli.main()

    assert not exit_.value.code
    assert capsys.readouterr().out.strip() == "pictures 3 cards_read 0 per_hundred 0.00 seen 0"


def test_a_folder_without_pictures_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["referee", "eval", "empty", str(tmp_path)])

    with pytest.raises(SystemExit) as exit_:
        cli.main()

    assert exit_.value.code == 2
    assert "There are no pictures in" in capsys.readouterr().err


@pytest.fixture
def labels(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A photograph of which the eyes see the 7H alone, and its label."""
    monkeypatch.setattr(eyes, "load", lambda _: SeesSeven())
    cv2.imwrite(str(tmp_path / "a.png"), np.full((240, 320, 3), 90, np.uint8))
    entries = [{"card": "7H", "box": None}, {"card": "8C", "box": [10, 10, 60, 80]}]
    row = {"file": "a.png", "source": "desk", "complete": True, "box_kind": "card", "cards": entries}
    (tmp_path / "labels.json").write_text(json.dumps([row]))
    return tmp_path / "labels.json"


class SeesSeven:
    settings = Settings(sure=0.8)

    def look(self, picture: Picture, region: Region | None = None) -> list[SeenCard]:
        quad = ((100.0, 100.0), (150.0, 100.0), (150.0, 170.0), (100.0, 170.0))
        return [SeenCard(quad, Side.FACE, Reading.sure(cards("7H")[0]), 0.9)]


def test_photographs_with_mistakes_are_saved_and_their_tables_told_before_the_totals(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], labels: Path
) -> None:
    folder = labels.parent / "fails"
    monkeypatch.setattr(sys, "argv", ["referee", "eval", "photos", str(labels), "--failures", str(folder)])

    with pytest.raises(SystemExit) as exit_:
        cli.main()

    told = capsys.readouterr().out
    assert not exit_.value.code
    assert sorted(path.name for path in folder.iterdir()) == ["a.png", "failures.md", "failures.tsv"]
    assert (folder / "failures.tsv").read_text().splitlines()[1] == "a.png\tdesk\t8C\tnot found\t\t50"
    assert told.startswith((folder / "failures.md").read_text())
    assert told.splitlines()[-1].startswith("photos 1 cards 2 recall 0.5000 ")


def test_a_folder_for_failures_that_cannot_be_made_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], labels: Path
) -> None:
    folder = labels / "fails"
    monkeypatch.setattr(sys, "argv", ["referee", "eval", "photos", str(labels), "--failures", str(folder)])

    with pytest.raises(SystemExit) as exit_:
        cli.main()

    assert exit_.value.code == 2
    assert "cannot be written" in capsys.readouterr().err


def test_cards_laid_apart_are_read_deck_by_deck(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], shared: Path
) -> None:
    monkeypatch.setattr(unseen, "DECKS", (decks.BUNDLED,))
    assets = ["--assets", str(shared / "assets"), "--pictures", "1"]
    monkeypatch.setattr(sys, "argv", ["referee", "eval", "tables", *assets])

    with pytest.raises(SystemExit) as exit_:
        cli.main()

    lines = capsys.readouterr().out.splitlines()
    assert not exit_.value.code
    assert lines[0].startswith(f"{decks.BUNDLED}: cards 1")
    assert lines[-1] == lines[0].removeprefix(f"{decks.BUNDLED}: ")
    right = float(re.findall(r"right ([\d.]+)", lines[-1])[0])
    assert right > 0.8


def test_readings_of_several_pictures_of_a_table_are_told_beside_those_of_the_first_alone(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    looked = TurnsBlind()
    monkeypatch.setattr(eyes, "load", lambda _: looked)
    monkeypatch.setattr(unseen, "DECKS", (decks.BUNDLED,))
    options = ["--assets", str(tmp_path), "--pictures", "1", "--frames", "3", "--poor"]
    monkeypatch.setattr(sys, "argv", ["referee", "eval", "tables", *options])

    with pytest.raises(SystemExit) as exit_:
        cli.main()

    *_, first, last = capsys.readouterr().out.splitlines()
    assert not exit_.value.code
    assert looked.looks == 3
    assert re.match(r"the first picture alone: cards 1\d found 0\.0000 right 0\.0000 ", first)
    assert re.match(r"cards 1\d found 0\.[01]\d* right 0\.[01]\d* wrong 0 ", last)
    assert " found 0.0000" not in last


class TurnsBlind:
    """Sees nothing at first, then always one card, the first that `spread` lays."""

    settings = Settings(sure=0.8)

    def __init__(self) -> None:
        self.looks = 0

    def look(self, picture: Picture, region: Region | None = None) -> list[SeenCard]:
        self.looks += 1
        known, outline = spread(1, decks.BUNDLED, poor(Shot())).cards[0]
        a, b, c, d = (tuple(map(float, point)) for point in outline)
        card = SeenCard((a, b, c, d), Side.FACE, Reading.sure(known), 0.9)  # type: ignore[arg-type]
        return [] if self.looks == 1 else [card]


@pytest.mark.parametrize("view", ["-5", "0", "wide", "nan"])
def test_a_view_that_no_camera_has_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path, view: str
) -> None:
    monkeypatch.setattr(sys, "argv", ["referee", "eval", "tables", "--assets", str(tmp_path), "--view", view])

    with pytest.raises(SystemExit) as exit_:
        cli.main()

    assert exit_.value.code == 2
    assert "view" in capsys.readouterr().err


def test_cuts_need_a_film(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["referee", "eval", "cuts", str(tmp_path)])
    with pytest.raises(SystemExit) as stopped:
        cli.main()

    assert stopped.value.code == 2
    assert "There are no films" in capsys.readouterr().err
