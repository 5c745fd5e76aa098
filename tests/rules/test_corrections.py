"""Words from the table that put something right, and words that fit nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.cards import cards
from referee.rules.actions import (
    FaceDownFlipped,
    PileCleared,
    PilePickedUp,
    Saying,
    Source,
    StockDrawn,
    TableSays,
)
from referee.rules.rulings import Ruling
from referee.rules.state import State
from tests.rules.tables import after, play, question, table, unsure
from tests.rules.test_rows_seen import shown


def says(saying: Saying, value: str = "", seat: int | None = None) -> TableSays:
    return TableSays(saying, value, seat)


def same(state: State, word: TableSays) -> bool:
    told, said = after(state, word)
    kept = all(
        getattr(told, name) == getattr(state, name) for name in ("pile", "seats", "turn", "pending", "burnt")
    )
    return kept and not any(isinstance(n, Ruling) for n in said)


@pytest.mark.parametrize("value", ["nonsense", "", "11H"])
def test_a_correction_that_names_no_card_changes_nothing(value: str) -> None:
    state, _ = after(table("5H"), play(0, "7C"))
    told, _ = after(state, says(Saying.CORRECTION, value))
    assert (told.pile_cards, told.turn) == (cards("5H 7C"), 1)


def test_a_flip_is_corrected_to_the_card_it_was() -> None:
    flipped = table("9H", stock=0, hand=0, up="", down=2)
    state, _ = after(flipped, FaceDownFlipped(0, shown("4C")[0]))
    assert state.pile == ()
    state, _ = after(state, says(Saying.CORRECTION, "KC"))
    assert (state.pile_cards, state.turn) == (cards("9H KC"), 1)


def test_a_pick_up_has_no_cards_to_correct() -> None:
    state, _ = after(table("9H"), PilePickedUp(0))
    told, _ = after(state, says(Saying.CORRECTION, "KC"))
    assert (told.pile, told.turn) == ((), 1)


@pytest.mark.parametrize(
    "word",
    [
        says(Saying.CORRECTION, "KC"),
        says(Saying.UNDO),
        says(Saying.STANDS),
        says(Saying.TAKEN_BACK, seat=0),
        says(Saying.OUT, "yes"),
        says(Saying.ANSWER, "yes"),
        says(Saying.TURN, "9"),
        says(Saying.TURN, "²"),
        pytest.param(says(Saying.TURN, "9" * 5000), id="a seat of 5000 digits"),
    ],
)
def test_a_word_that_fits_nothing_changes_nothing(word: TableSays) -> None:
    assert same(table("9H"), word)


def test_who_says_not_to_be_out_holds_a_card() -> None:
    state = table("9H", stock=0, hand=(0, 2), up="", down=0)
    state, _ = after(state, says(Saying.OUT, "no", seat=0))
    assert state.seats[0].hand.lo == 1


def test_an_answer_that_names_no_seat_leaves_the_player() -> None:
    state, said = after(table("5H", players=4), play(2, "9C", seat_p=0.7))
    asked = question(said)
    state, _ = after(state, TableSays(Saying.ANSWER, "nobody", ref=asked.id))
    assert state.pile[-1].seat == 2


def test_an_answer_that_names_no_card_leaves_it_unread() -> None:
    state, said = after(table("7H"), unsure(0, {"6H": 0.5, "8H": 0.48}))
    told, _ = after(state, TableSays(Saying.ANSWER, "nonsense", ref=question(said).id))
    assert not told.pile_cards[-1].known


def test_taking_back_an_illegal_play_keeps_what_was_seen_before_it() -> None:
    state, _ = after(table("9C", turn=1), play(1, "4D"), StockDrawn(1, 1, 1), play(2, "3D"))
    assert len(state.pending) == 3
    state, _ = after(state, says(Saying.TAKEN_BACK, seat=1))
    assert len(state.pending) == 1


def test_a_row_card_told_to_go_with_the_pile_goes_into_the_hand() -> None:
    state = table("9H KD", stock=0, hand=0, up="4C 5D 6S")
    state, said = after(state, play(0, "4C", Source.UP))
    assert question(said).text == "Ana, are you taking the pile?"
    state, _ = after(state, PilePickedUp(0, shown("5D")))
    assert state.seats[0].hand.hi == 4
    assert state.seats[0].up == cards("6S")


def test_a_pile_moved_aside_by_nobody_known_is_gone() -> None:
    state, _ = after(replace(table("9H"), last_player=None), PileCleared(None))
    assert state.pile == ()
