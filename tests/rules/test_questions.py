from __future__ import annotations

from collections.abc import Sequence

import pytest

from referee.cards import Reading, card, cards
from referee.rules.actions import (
    CardsPlayed,
    FaceDownFlipped,
    PileCleared,
    PilePickedUp,
    Saying,
    Source,
    StockDrawn,
    StockState,
    TableSays,
)
from referee.rules.engine import allowed, observe, verify
from referee.rules.rulings import Level, Notice, PileMustGo, PlayerOut, TurnAnnounced
from referee.rules.state import Span, State
from tests.rules.tables import after, asked, play, question, ruling, table, unsure


def answer(state: State, value: str) -> tuple[State, list[Notice]]:
    assert state.asked is not None
    after_answer, said = observe(state, TableSays(Saying.ANSWER, value, ref=state.asked.question.id))
    return after_answer, list(said)


SIX_OR_EIGHT = {"6H": 0.6, "8H": 0.4}


def test_a_doubtful_card_is_asked_about_when_it_matters() -> None:
    _state, said = after(table("7C"), unsure(0, SIX_OR_EIGHT))
    assert ruling(said).level is Level.ASK
    assert question(said).text == "Was that a six or an eight?"
    assert [c.value for c in question(said).choices] == ["6H", "8H", "??"]
    assert question(said).default == "8H"


def test_a_doubtful_card_is_not_asked_about_where_both_go() -> None:
    _, said = after(table("5C"), unsure(0, SIX_OR_EIGHT))
    assert ruling(said).level is Level.SILENT
    assert not asked(said)


def test_until_the_answer_the_game_goes_on_as_if_the_default_held() -> None:
    state, _ = after(table("7C"), unsure(0, SIX_OR_EIGHT))
    assert (state.turn, state.pile_cards) == (1, cards("7C 8H"))
    settled, said = answer(state, "8H")
    assert (settled.turn, settled.pile_cards, settled.asked) == (1, cards("7C 8H"), None)
    assert not asked(said)


def announced(said: Sequence[Notice]) -> list[int]:
    return [notice.seat for notice in said if isinstance(notice, TurnAnnounced)]


def test_nobody_is_told_to_play_on_while_a_play_that_is_probably_broken_is_asked_about() -> None:
    before, _ = after(table("5C"), play(0, "7C"))
    state, said = after(before, unsure(1, SIX_OR_EIGHT))
    assert announced(said) == []
    assert allowed(state) == allowed(before)
    assert announced(answer(state, "8H")[1]) == [2]


def test_where_the_play_is_probably_fine_the_next_is_told_at_once() -> None:
    _, said = after(table("5C"), play(0, "7C"), unsure(1, {"6H": 0.4, "8H": 0.6}))
    assert announced(said) == [2]


def test_a_table_that_plays_on_before_the_answer_is_told_whose_turn_it_is() -> None:
    state, _ = after(table("5C"), play(0, "7C"), unsure(1, SIX_OR_EIGHT))
    state, said = after(state, StockDrawn(1, 1, 1))
    assert announced(said) == []
    state, said = after(state, play(2, "KH"))
    assert (announced(said), state.asked is None) == ([0], False)


def test_where_nobody_answers_the_next_is_told_to_play_after_all() -> None:
    state, _ = after(table("5C"), play(0, "7C"), unsure(1, SIX_OR_EIGHT))
    assert state.asked is not None
    word = TableSays(Saying.UNANSWERED, state.asked.question.default, ref=state.asked.question.id)
    assert announced(observe(state, word)[1]) == [2]


def unanswered(state: State) -> State:
    assert state.asked is not None
    question = state.asked.question
    after_all, said = observe(state, TableSays(Saying.UNANSWERED, question.default, ref=question.id))
    assert all(isinstance(notice, TurnAnnounced) for notice in said)
    return after_all


def test_a_card_that_nobody_names_in_time_stays_as_doubtful_as_it_was_read() -> None:
    state, _ = after(table("7C"), unsure(0, SIX_OR_EIGHT))
    state = unanswered(state)
    assert (state.turn, state.asked) == (1, None)
    assert state.pile_readings[-1] == Reading.of({card("6H"): 0.6, card("8H"): 0.4})


def test_a_play_on_a_card_that_nobody_named_is_asked_about_and_not_called() -> None:
    state, _ = after(table("7C"), unsure(0, SIX_OR_EIGHT))
    _, said = after(unanswered(state), play(1, "7D"))
    assert ruling(said).level is Level.ASK
    assert question(said).text == "Was the card underneath a six or an eight?"


def test_a_play_on_a_card_that_was_named_is_called() -> None:
    state, _ = after(table("7C"), unsure(0, SIX_OR_EIGHT))
    _, said = after(answer(state, "8H")[0], play(1, "7D"))
    assert (ruling(said).level, ruling(said).code) == (Level.ILLEGAL, "TOO_LOW")


def test_a_card_that_nobody_named_is_left_alone_where_it_lies_no_more() -> None:
    state, _ = after(table("7C"), unsure(0, SIX_OR_EIGHT), PilePickedUp(1), play(1, "9D"), play(2, "9S"))
    assert unanswered(state).pile_cards == cards("9D 9S")


def test_an_answer_against_the_play_makes_it_illegal() -> None:
    state, _ = after(table("7C"), unsure(0, SIX_OR_EIGHT))
    state, said = answer(state, "6H")
    assert (ruling(said).level, ruling(said).code) == (Level.ILLEGAL, "TOO_LOW")
    assert (state.turn, state.pile_cards) == (0, cards("7C"))
    now = allowed(state)
    assert now is not None
    assert now.seat == 0


def test_whoever_knows_better_can_say_so_and_nothing_is_judged_by_a_card_that_nobody_saw() -> None:
    state, _ = after(table("7C"), unsure(0, {"6H": 0.6, "KH": 0.3}))
    state, _ = answer(state, "??")
    assert [str(one) for one in state.pile_cards] == ["7C", "??"]
    _, said = after(state, play(1, "9D"))
    assert ruling(said).level is not Level.ILLEGAL


def test_the_card_that_fits_is_among_the_two_that_are_named() -> None:
    _, said = after(table("7C"), unsure(0, {"4H": 0.4, "5H": 0.35, "8H": 0.2}))
    assert [c.value for c in question(said).choices] == ["4H", "8H", "??"]
    assert question(said).default == "8H"


def test_an_answer_after_the_next_play_judges_both_again() -> None:
    state, _ = after(table("7C"), unsure(0, SIX_OR_EIGHT), play(1, "9D"))
    assert state.asked is not None
    state, said = answer(state, "6H")
    assert ruling(said).level is Level.ILLEGAL
    assert (state.turn, state.pile_cards) == (2, cards("7C 6H 9D"))


def test_an_answer_to_another_question_changes_nothing() -> None:
    state, _ = after(table("7C"), unsure(0, SIX_OR_EIGHT))
    assert after(state, TableSays(Saying.ANSWER, "6H", ref="card-99"))[0].turn == 1


def test_a_nearly_sure_illegal_card_is_still_asked_about() -> None:
    got = verify(table("9C"), unsure(0, {"4H": 0.99}))
    assert got.level is Level.ASK
    assert verify(table("9C"), unsure(0, {"4H": 0.9999})).level is Level.ILLEGAL


def test_suits_that_are_unsure_do_not_weaken_a_rank() -> None:
    assert verify(table("9C"), unsure(0, {"4H": 0.6, "4D": 0.4})).level is Level.ILLEGAL


def test_that_a_play_would_be_legal_makes_its_card_no_likelier() -> None:
    got = verify(table("9C"), unsure(0, {"4H": 0.999, "10H": 0.001}))
    assert got.p == pytest.approx(0.999)
    assert got.level is Level.ILLEGAL


def test_a_possible_burn_is_asked_about() -> None:
    state, said = after(table("8C"), unsure(0, {"10H": 0.6, "JH": 0.4}))
    assert question(said).text == "Was that a ten or a jack?"
    assert state.turn == 0
    assert answer(state, "JH")[0].turn == 1


def test_an_unread_card_may_be_any() -> None:
    state, said = after(table("9C"), CardsPlayed(0, (Reading(()),), Source.HAND))
    assert question(said).text == "Which card was that?"
    assert len(question(said).choices) >= 13
    assert state.turn == 1
    assert ruling(answer(state, "4")[1]).code == "TOO_LOW"


def test_an_unread_pile_accuses_nobody() -> None:
    state, _ = after(table("??"), play(0, "3D"))
    assert state.turn == 1


def test_a_doubtful_pile_is_asked_about() -> None:
    before, said = after(table("5C"), unsure(0, SIX_OR_EIGHT), play(1, "7C"))
    assert question(said).text == "Was the card underneath a six or an eight?"
    assert question(said).default == "6H"
    assert ruling(answer(before, "8H")[1]).code == "TOO_LOW"


def test_crossed_arms_are_asked_about() -> None:
    state, said = after(table("5H", turn=1), play(2, "KD", seat_p=0.7))
    assert question(said).text == "Who played the king?"
    assert [c.label for c in question(said).choices] == ["Cem", "Ben"]
    assert state.turn == 2
    assert ruling(answer(state, "2")[1]).code == "OUT_OF_TURN"
    assert answer(state, "1")[0].turn == 2


def test_a_play_out_of_turn_may_mean_that_one_was_overlooked() -> None:
    state, said = after(table("5H", turn=1), play(2, "KD", seat_p=0.9999))
    assert question(said).text == "Has Ben played already?"
    assert (state.turn, state.pile_cards) == (0, cards("5H ?? KD"))
    assert ruling(answer(state, "no")[1]).code == "OUT_OF_TURN"
    assert answer(state, "yes")[0].turn == 0


def test_a_camera_asks_for_an_overlooked_play_two_seats_on_as_well() -> None:
    state, said = after(table("5H", turn=1), play(0, "KD", seat_p=0.9999))
    assert (ruling(said).level, ruling(said).code) == (Level.ASK, "OUT_OF_TURN")
    assert question(said).text == "Has Ben played already?"
    _, said = answer(state, "no")
    assert (ruling(said).level, ruling(said).code) == (Level.ILLEGAL, "OUT_OF_TURN")


def test_what_the_table_tells_two_seats_on_is_out_of_turn() -> None:
    _, said = after(table("5H", turn=1), play(0, "KD"))
    assert (ruling(said).level, ruling(said).code) == (Level.ILLEGAL, "OUT_OF_TURN")


def test_a_count_of_the_hand_by_a_camera_accuses_nobody() -> None:
    told = table("5H", hand=3, stock=10)
    _, said = after(told, FaceDownFlipped(0, Reading.sure(card("KD")), 0))
    assert (ruling(said).level, ruling(said).code) == (Level.ILLEGAL, "WRONG_ZONE")
    state, said = after(told, FaceDownFlipped(0, Reading.sure(card("KD")), 0, seat_p=0.9999))
    assert (ruling(said).level, question(said).text) == (Level.ASK, "Ana, is your hand empty?")
    _, said = answer(state, "no")
    assert (ruling(said).level, ruling(said).code) == (Level.ILLEGAL, "WRONG_ZONE")


def test_an_empty_hand_that_is_confirmed_opens_the_row() -> None:
    before = table("6H", up="KS 4D 5D", hand=(0, 2), stock=0)
    state, said = after(before, play(0, "KS", Source.UP))
    assert question(said).text == "Ana, is your hand empty?"
    assert state.seats[0].hand.span == Span(0, 0)
    state, said = answer(state, "no")
    assert (ruling(said).level, ruling(said).code) == (Level.ILLEGAL, "WRONG_ZONE")
    assert state.turn == 0


def test_a_low_card_from_the_row_may_be_the_one_that_goes_with_the_pile() -> None:
    before = table("QH", up="4D 5D", hand=0, stock=0)
    state, said = after(before, play(0, "4D", Source.UP))
    assert question(said).text == "Ana, are you taking the pile?"
    state, said = after(state, PilePickedUp(0))
    assert ruling(said).level is Level.SILENT
    assert state.asked is None
    assert (state.turn, state.seats[0].hand.span, state.seats[0].up) == (1, Span(2, 2), cards("5D"))


def test_a_low_card_from_the_row_is_illegal_if_the_pile_is_not_taken() -> None:
    state, _ = after(table("QH", up="4D 5D", hand=0, stock=0), play(0, "4D", Source.UP))
    state, said = answer(state, "no")
    assert (ruling(said).level, ruling(said).code) == (Level.ILLEGAL, "TOO_LOW")
    assert state.seats[0].up == cards("4D 5D")


def test_a_missing_face_up_card_is_asked_about() -> None:
    state, said = after(table("QH", up="4D 5D", hand=0, stock=0), PilePickedUp(0))
    assert question(said).text == "Ana, did a face-up card go with the pile?"
    assert (len(state.seats[0].up), state.seats[0].hand.span) == (1, Span(2, 2))
    assert ruling(answer(state, "no")[1]).code == "MUST_ADD_FACEUP"


def test_a_hand_that_was_miscounted_owes_no_face_up_card() -> None:
    state, _ = after(table("QH", up="4D 5D", hand=0, stock=0), PilePickedUp(0))
    state, said = answer(state, "held")
    assert (ruling(said).level, ruling(said).code) == (Level.SILENT, "OK")
    assert (state.seats[0].up, state.seats[0].hand.span) == (cards("4D 5D"), Span(2, 2))


def test_a_face_up_card_that_went_along_by_a_mere_count_of_the_hand_is_asked_about() -> None:
    before = table("QH", up="4D 5D", hand=1, stock=0)
    state, said = after(before, PilePickedUp(0, (Reading.sure(card("4D")),)))
    assert question(said).text == "Ana, was your hand empty?"
    assert state.seats[0].up == cards("5D")
    assert ruling(answer(state, "no")[1]).code == "MUST_NOT_ADD"


def test_a_face_up_card_that_went_along_beside_a_full_hand_is_illegal() -> None:
    before = table("QH", up="4D 5D", hand=3, stock=0)
    said = after(before, PilePickedUp(0, (Reading.sure(card("4D")),)))[1]
    assert (ruling(said).level, ruling(said).code) == (Level.ILLEGAL, "MUST_NOT_ADD")


def test_nobody_must_flip_who_still_held_cards_uncounted() -> None:
    state, said = after(table("QH", up="", hand=0, stock=0, rules="classic001"), PilePickedUp(0))
    assert question(said).text == "Ana, did you still have cards in your hand?"
    assert (state.turn, state.seats[0].hand.span) == (1, Span(2, 2))
    assert ruling(answer(state, "no")[1]).code == "MUST_FLIP"


def test_a_pile_that_vanishes_without_reason_is_asked_about() -> None:
    state, said = after(table("9C QD", turn=1), PileCleared(1))
    assert question(said).text == "Was the pile picked up or burnt?"
    assert (state.turn, state.pile) == (0, ())
    state, _ = answer(state, "picked_up")
    assert (state.turn, state.seats[1].hand.span) == (2, Span(5, 5))


def test_a_burnt_pile_that_goes_into_a_hand_is_asked_about() -> None:
    state, _ = after(table("9C", turn=1), unsure(1, {"10S": 0.97, "JS": 0.03}))
    state, said = after(state, PilePickedUp(2))
    assert question(said).text == "Was the pile picked up or burnt?"
    assert state.turn == 1
    state, _ = answer(state, "picked_up")
    assert (state.turn, state.seats[2].hand.span, state.burnt) == (0, Span(5, 5), ())


def test_a_seat_with_a_bare_table_and_a_doubtful_hand_is_asked_whether_it_is_out() -> None:
    before = table("6H", up="", down=0, hand=(1, 2), stock=0)
    state, said = after(before, play(0, "9C"))
    assert question(said).text == "Ana, are you out?"
    assert PlayerOut(0, 1) in answer(state, "yes")[1]
    state, _ = answer(state, "no")
    assert (state.seats[0].out, state.seats[0].hand.lo) == (None, 1)


def test_the_question_whether_a_seat_is_out_waits_for_the_stock() -> None:
    before = table("6H", up="", down=0, hand=(1, 2), stock=1)
    state, said = after(before, play(0, "9C"))
    assert not asked(said)
    assert question(after(state, StockState(True))[1]).id.startswith("out-")


def test_a_flip_that_may_fit_or_not_is_asked_about() -> None:
    before = table("7C", up="", hand=0, stock=0)
    flip = FaceDownFlipped(0, Reading.of({card("6H"): 0.6, card("8H"): 0.4}))
    state, said = after(before, flip)
    assert question(said).text == "Was that a six or an eight?"
    assert state.turn == 1
    assert answer(state, "8H")[0].pile_cards == cards("7C 8H")


def test_a_set_with_covered_cards_counts_them_in() -> None:
    state, said = after(
        table("5C", hand=4), CardsPlayed(0, (Reading.sure(card("9C")),), Source.HAND, covered_unread=3)
    )
    assert any(isinstance(n, PileMustGo) for n in said)
    assert state.seats[0].hand.span == Span(0, 0)


def test_a_played_row_card_is_recognised_wherever_it_seemed_to_come_from() -> None:
    before = table("6H", up="KS 4D 5D", hand=0, stock=0)
    state, _ = after(before, play(0, "KS", Source.UNKNOWN))
    assert state.seats[0].up == cards("4D 5D")


def test_a_burn_that_nobody_carries_out_may_have_been_a_misread_card() -> None:
    state, said = after(table("9C"), play(0, "10S"), play(1, "QD"))
    assert question(said).text == "Is the old pile still in play?"
    assert (state.turn, len(state.pile_cards), state.burnt) == (2, 3, ())
    state, said = answer(state, "no")
    assert (ruling(said).level, ruling(said).code) == (Level.ILLEGAL, "OUT_OF_TURN")
    assert state.turn == 0


def test_a_hand_known_by_count_alone_is_asked_about_once_the_stock_is_gone() -> None:
    counted = table("6H", up="KS 4D 5D", hand=1, stock=0)
    assert verify(counted, play(0, "KS", Source.UP)).level is Level.ASK
    assert verify(table("6H", up="KS 4D 5D", hand=1), play(0, "KS", Source.UP)).level is Level.ILLEGAL


def test_a_flip_beside_a_row_asks_whether_the_row_is_gone() -> None:
    state, said = after(
        table("5H", stock=0, hand=0, up="9H", down=2), FaceDownFlipped(0, Reading.sure(card("7C")))
    )
    assert question(said).text == "Ana, are your face-up cards gone?"
    assert (state.seats[0].up, state.seats[0].down) == ((), 1)


def test_a_question_left_open_too_long_is_settled_by_its_default() -> None:
    state, said = after(table("7H"), unsure(0, {"6H": 0.5, "8H": 0.48}))
    assert asked(said)
    state, _ = after(state, *[StockState(False)] * 45)
    assert state.asked is None
    assert state.pile_cards == cards("7H 8H")


@pytest.mark.parametrize("value", ["9", "-1", "²", "9" * 5000, "Ana", ""], ids=lambda value: value[:4])
def test_an_answer_that_names_no_seat_leaves_the_play_with_who_was_seen(value: str) -> None:
    state, said = after(table("6H"), CardsPlayed(2, (Reading.sure(card("9C")),), Source.HAND, seat_p=0.6))
    assert question(said).text == "Who played the nine?"
    state, said = answer(state, value)
    assert (ruling(said).seat, ruling(said).level) == (2, Level.SILENT)


def test_the_card_is_asked_about_that_matters_and_not_a_doubtful_one_deep_in_the_pile() -> None:
    nine = CardsPlayed(2, (Reading.of({card("9H"): 0.98, card("KH"): 0.02}),), Source.HAND)
    eight, queen = Reading.of({card("8C"): 0.9, card("6C"): 0.1}), Reading.of({card("QD"): 0.99})
    laid = [CardsPlayed(seat, (reading,), Source.HAND) for seat, reading in enumerate((eight, queen))]
    state, _ = after(table("5C"), *laid)
    _, said = after(state, nine)
    assert question(said).text == "Was that a nine or a king?"


def test_the_card_underneath_is_asked_about_where_it_is_the_doubtful_one_of_the_two() -> None:
    eight, queen = Reading.of({card("8C"): 0.9, card("6C"): 0.1}), Reading.of({card("QD"): 0.9})
    laid = [CardsPlayed(seat, (reading,), Source.HAND) for seat, reading in enumerate((eight, queen))]
    state, _ = after(table("5C"), *laid)
    _, said = after(state, CardsPlayed(2, (Reading.sure(card("9H")),), Source.HAND))
    assert question(said).text == "Was the card underneath a queen?"
