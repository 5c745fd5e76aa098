from __future__ import annotations

import numpy as np

from referee.cards import card
from referee.vision.fusion import Belief
from referee.vision.naming import named
from referee.vision.reader import CARDS


def belief(**told: float) -> Belief:
    row = np.full(52, (1 - sum(told.values())) / 52, np.float32)
    for name, p in told.items():
        row[CARDS.index(card(name.lstrip("_")))] += p
    return row


def names(*beliefs: Belief) -> list[str]:
    return [str(CARDS[one.place]) for one in named(beliefs)]


def test_a_club_that_is_read_as_a_spade_comes_right_beside_the_spade() -> None:
    club, spade = belief(_8S=0.93, _8C=0.05), belief(_8S=0.998, _8C=0.001)

    assert names(club, spade) == ["8C", "8S"]


def test_a_club_that_is_read_as_a_spade_passes_for_it_while_the_spade_has_not_been_shown() -> None:
    assert names(belief(_8S=0.93, _8C=0.05)) == ["8S"]


def test_a_clear_card_stands() -> None:
    (told,) = named([belief(_7H=0.98)])

    assert told.stands
    assert told.support > 0.97


def test_two_cards_that_could_change_names_do_not_stand() -> None:
    both = named([belief(_8S=0.5, _8C=0.48), belief(_8S=0.51, _8C=0.47)])

    assert [one.stands for one in both] == [False, False]


def test_a_card_without_support_for_what_is_left_gets_no_name() -> None:
    first, second = named([belief(_7H=0.999), belief(_7H=0.9999)])

    assert sorted([first.stands, second.stands]) == [False, True]
    assert -1 in (first.place, second.place)


def test_no_cards_have_no_names() -> None:
    assert named([]) == []
