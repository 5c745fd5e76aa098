from __future__ import annotations

import random
import re
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from referee.films import decks
from referee.films.spread import spread
from referee.vision.failure_sheet import COLOURS
from referee.vision.outcomes import Kind
from referee.vision.sighting import Picture, Region, SeenCard
from scripts import draw_where_it_fails
from scripts.draw_where_it_fails import BEGIN, END, EXAMPLES, SHOT, judged, with_tables


class Blind:
    def look(self, picture: Picture, region: Region | None = None) -> list[SeenCard]:
        return []


@pytest.fixture
def page(root: Path) -> str:
    return (root / "docs" / "where-it-fails.md").read_text(encoding="utf-8")


def test_the_pictures_of_the_page_are_those_that_are_drawn_and_small(root: Path, page: str) -> None:
    shown = re.findall(r"\]\((\S+\.(?:jpg|png))\)", page)

    there = {path.name for path in (root / "docs").glob("fails-*")}
    assert {f"{name}.jpg" for name in EXAMPLES} == set(shown) == there
    assert all((root / "docs" / name).stat().st_size < 150_000 for name in shown)


def test_new_tables_take_the_place_of_the_old_ones(page: str) -> None:
    told = with_tables(page, "| new |\n")

    assert told.partition(BEGIN)[2].partition(END)[0] == "\n| new |\n"
    assert told.partition(BEGIN)[0] == page.partition(BEGIN)[0]
    assert told.partition(END)[2] == page.partition(END)[2]
    assert with_tables(told, "| new |\n") == told


def test_the_page_is_linked_where_people_look_for_it(root: Path) -> None:
    assert "(docs/where-it-fails.md)" in (root / "README.md").read_text(encoding="utf-8")
    guide = (root / "docs" / "guides" / "when-it-is-wrong.md").read_text(encoding="utf-8")
    assert "(../where-it-fails.md)" in guide


def test_what_the_eyes_miss_is_marked_in_the_picture() -> None:
    laid = spread(3, decks.BUNDLED, SHOT, cards=2)

    sheet = judged(laid, Blind(), 0.8)

    assert (sheet[: laid.picture.shape[0]] == COLOURS[Kind.UNFOUND]).all(axis=2).any()


def test_of_a_closely_fanned_hand_every_card_shows_a_strip() -> None:
    places = list(draw_where_it_fails._fan(13))
    steps = [np.hypot(b.x - a.x, b.y - a.y) for a, b in pairwise(places)]

    assert all(8 < step < 14 for step in steps)
    assert len(list(draw_where_it_fails._pile(random.Random(1), 9))) == 9
