from __future__ import annotations

import pytest

from referee.cards import UNKNOWN, Rank, Reading, card, cards
from referee.rules.actions import (
    CardsPlayed,
    FaceDownFlipped,
    GameConfigured,
    PileCleared,
    PilePickedUp,
    PlayRetracted,
    RowSeen,
    RowSwapped,
    Saying,
    SeatLeft,
    Source,
    StarterDeclared,
    StockDrawn,
    StockState,
    TableSays,
    ViewRestored,
)
from referee.rules.engine import allowed, legal_plays, new_game, observe, verify
from referee.rules.loading import load
from referee.rules.ruleset import RuleSetError
from referee.rules.rulings import GameOver, Level, PileMustGo, PlayerOut, Question, Ruling, TurnAnnounced
from referee.rules.state import Hand, Phase, Span
from referee.rules.values import replace
from tests.rules.tables import after, asked, play, ruling, table, unsure


def read(text: str) -> tuple[Reading, ...]:
    return tuple(Reading.sure(c) for c in cards(text))


def test_a_new_game_is_dealt_in_full() -> None:
    state = new_game(GameConfigured("pagat", 3, ("Ana", "Ben", "Cem")))
    assert [(s.hand.lo, len(s.up), s.down) for s in state.seats] == [(3, 3, 3)] * 3
    assert state.stock == Span(25, 25)
    assert state.turn is None


def test_too_many_players_are_refused_in_one_sentence() -> None:
    with pytest.raises(RuleSetError, match="6 players with 9 cards each need 54 cards"):
        new_game(GameConfigured("pagat", 6))


def test_rows_are_noted_before_the_first_card() -> None:
    state, _ = after(new_game(GameConfigured("pagat", 2)), RowSeen(1, read("KS 2C 9D"), 3))
    assert state.seats[1].up == cards("KS 2C 9D")


def test_a_card_of_a_row_that_is_hardly_read_is_not_known() -> None:
    doubtful = Reading.of({card("7D"): 0.2, card("4D"): 0.15})
    state, _ = after(new_game(GameConfigured("pagat", 2)), RowSeen(1, (*read("KS 2C"), doubtful), 3))
    assert state.seats[1].up == (*cards("KS 2C"), UNKNOWN)
    state, said = after(state, play(0, "4S"), play(1, "7D"))
    assert ruling(said).level is Level.SILENT


def test_the_declared_starter_has_the_turn() -> None:
    state, said = after(new_game(GameConfigured("pagat", 3)), StarterDeclared(2, "dealt"))
    assert next(n for n in said if isinstance(n, TurnAnnounced)).seat == 2
    assert ruling(after(state, play(0, "3D"))[1]).code == "WRONG_STARTER"


def test_without_a_declared_starter_the_first_to_play_is_it() -> None:
    state, said = after(new_game(GameConfigured("pagat", 3)), play(1, "KD"))
    assert ruling(said).level is Level.SILENT
    assert (state.starter, state.turn, state.phase) == (1, 2, Phase.PLAY)


def test_a_legal_play_passes_the_turn_with_its_limit() -> None:
    state, said = after(table("6H", turn=1), play(1, "7C 7D"))
    assert (state.turn, state.pile_cards, len(state.pile)) == (2, cards("6H 7C 7D"), 2)
    announced = next(n for n in said if isinstance(n, TurnAnnounced))
    assert (announced.seat, announced.limit) == (2, "seven or higher, or a two")
    assert Rank.TWO in announced.ranks
    assert Rank.SIX not in announced.ranks


def test_a_card_too_low_is_illegal_and_named() -> None:
    _, said = after(table("9C", turn=1), play(1, "4D"))
    got = ruling(said)
    assert (got.level, got.code, got.seat, got.cards) == (Level.ILLEGAL, "TOO_LOW", 1, cards("4D"))
    assert got.text == "The four does not beat the nine."
    assert got.remedy == "Ben takes it back."
    assert got.rule_ids == ("P-20",)


def test_an_illegal_play_leaves_the_state_until_something_is_done() -> None:
    before = table("9C", turn=1)
    state, _ = after(before, play(1, "4D"))
    assert (state.pile, state.turn, state.seats) == (before.pile, 1, before.seats)


def test_taking_back_an_illegal_play_lets_the_same_seat_play_again() -> None:
    state, _ = after(table("9C", turn=1), play(1, "4D"), PlayRetracted(1))
    assert state.pending == ()
    state, said = after(state, play(1, "JD"))
    assert ruling(said).code == "OK"
    assert (state.turn, state.pile_cards) == (2, cards("9C JD"))


def test_an_illegal_play_said_to_stand_counts() -> None:
    state, said = after(table("9C", turn=1), play(1, "4D"), TableSays(Saying.STANDS))
    assert (state.turn, state.pile_cards) == (2, cards("9C 4D"))
    assert [n.limit for n in said if isinstance(n, TurnAnnounced)] == ["four or higher, or a two"]


def test_playing_on_makes_an_illegal_play_count() -> None:
    state, said = after(table("9C", turn=1), play(1, "4D"), play(2, "5D"))
    assert (state.turn, state.pile_cards, state.pending) == (0, cards("9C 4D 5D"), ())
    assert [n.text for n in said if isinstance(n, Ruling) and n.code == "NOTED"] == ["Noted; playing on."]


def test_a_draw_between_an_illegal_play_and_playing_on_is_counted() -> None:
    state, _ = after(table("9C", turn=1), play(1, "4D"), StockDrawn(1, 1, 1), play(2, "5D"))
    assert state.seats[1].hand.span == Span(3, 3)


def test_an_unseen_taking_back_is_understood_from_the_next_play() -> None:
    state, said = after(table("9C", turn=1), play(1, "4D"), play(1, "JD"))
    assert ruling(said).level is Level.SILENT
    assert state.pile_cards == cards("9C JD")


def test_playing_on_after_out_of_turn_follows_the_table() -> None:
    state, _ = after(table("5H", turn=1, players=4), play(2, "9C"), play(3, "JD"))
    assert (state.turn, state.pile_cards) == (0, cards("5H 9C JD"))


def test_the_right_seat_playing_after_out_of_turn_means_it_was_taken_back() -> None:
    state, _ = after(table("5H", turn=1, players=4), play(2, "9C"), play(1, "6D"))
    assert (state.turn, state.pile_cards) == (2, cards("5H 6D"))


def test_a_second_illegal_play_is_ruled_too() -> None:
    state, said = after(table("9C", turn=1), play(1, "4D"), play(2, "3D"))
    assert ruling(said).code == "TOO_LOW"
    assert len(state.pending) == 2
    state, _ = after(state, PlayRetracted(2), play(2, "6S"))
    assert state.pile_cards == cards("9C 4D 6S")


def test_out_of_turn_is_illegal() -> None:
    got = ruling(after(table("5H", turn=1, players=4), play(2, "9C"))[1])
    assert (got.code, got.text) == ("OUT_OF_TURN", "It is Ben's turn, not Cem's.")


def test_a_ten_burns_the_pile_at_once_and_its_player_goes_again() -> None:
    state, said = after(table("9H QD", turn=1), play(1, "10S"))
    assert (state.pile, state.turn, state.must_go) == ((), 1, True)
    assert state.burnt == cards("9H QD 10S")
    assert [n.why for n in said if isinstance(n, PileMustGo)] == ["The ten burns the pile."]
    assert after(state, PileCleared(1))[0].must_go is False


def test_four_of_a_rank_across_plays_burn() -> None:
    state, said = after(table("9H 9D 9C", turn=1), play(1, "9S"))
    assert ruling(said).code == "BURN_SET"
    assert state.turn == 1


def test_after_a_burn_anything_may_be_led() -> None:
    state, _ = after(table("KH", turn=1), play(1, "10S"))
    assert allowed(state) == TurnAnnounced(1, "anything", tuple(Rank)[:13])


def test_taking_the_pile_gives_known_cards_and_the_next_player_leads() -> None:
    state, _ = after(table("4H 9D AH", turn=2), PilePickedUp(2))
    assert state.seats[2].hand == Hand(6, 6, cards("4H 9D AH"))
    assert (state.turn, state.pile) == (0, ())


def test_taking_no_pile_is_told() -> None:
    assert verify(table("", turn=1), PilePickedUp(1)).code == "EMPTY_PICKUP"


def test_a_face_up_card_goes_with_the_pile_in_pagat() -> None:
    before = table("QH", up="4D 5D", hand=0, stock=0)
    state, said = after(before, PilePickedUp(0, read("4D")))
    assert ruling(said).code == "OK"
    assert state.seats[0].up == cards("5D")
    assert state.seats[0].hand.span == Span(2, 2)


def test_the_row_stays_in_the_classic_game() -> None:
    before = table("QH", up="4D 5D", hand=0, stock=0, rules="classic001")
    assert ruling(after(before, PilePickedUp(0))[1]).code == "OK"
    assert verify(before, PilePickedUp(0, read("4D"))).code == "MUST_NOT_ADD"


def test_a_flip_that_does_not_fit_is_taken_with_the_pile() -> None:
    before = table("5H 9H", up="", hand=0, stock=0, down=2)
    state, said = after(before, FaceDownFlipped(0, Reading.sure(card("4S"))))
    assert (ruling(said).level, ruling(said).code) == (Level.SILENT, "FLIP_FAIL")
    assert (state.turn, state.seats[0].hand.lo, state.seats[0].down) == (1, 3, 1)
    assert ruling(after(state, PilePickedUp(0))[1]).level is Level.SILENT


def test_a_card_after_hand_and_row_are_empty_is_a_flip_though_it_seemed_to_come_from_the_hand() -> None:
    state, said = after(table("9C", stock=0, hand=0, up=""), play(0, "3D", Source.HAND))
    assert (ruling(said).level, ruling(said).code) == (Level.SILENT, "FLIP_FAIL")
    assert state.seats[0].down == 2
    assert ruling(after(state, PilePickedUp(0))[1]).level is Level.SILENT


def test_a_card_seen_to_come_from_the_hand_is_not_the_one_that_the_row_was_read_to_hold() -> None:
    state, said = after(table("7C", up="2D JH 8D"), play(0, "8D", Source.HAND))
    assert ruling(said).level is Level.SILENT
    assert not asked(said)
    assert state.seats[0].hand.hi == 2
    assert len(state.seats[0].up) == 3


def test_the_last_flip_takes_a_player_out() -> None:
    before = table("", up="", hand=0, stock=0, down=1)
    state, said = after(before, FaceDownFlipped(0, Reading.sure(card("3S"))))
    assert [n for n in said if isinstance(n, PlayerOut)] == [PlayerOut(0, 1)]
    assert state.turn == 1


def test_the_last_with_cards_loses() -> None:
    before = table("QH", up="", hand=0, stock=0, down=1, players=2)
    state, said = after(before, FaceDownFlipped(0, Reading.sure(card("KS"))))
    assert GameOver(1) in said
    assert (state.turn, state.phase) == (None, Phase.OVER)
    assert observe(state, play(1, "4D"))[1] == ()


def test_a_burn_with_the_last_card_takes_its_player_out_and_the_next_leads() -> None:
    before = table("KH", up="", hand=0, stock=0, down=1)
    state, _ = after(before, FaceDownFlipped(0, Reading.sure(card("10S"))))
    assert (state.seats[0].out, state.turn, state.pile) == (1, 1, ())


def test_two_flips_at_once_are_illegal() -> None:
    before = table("5H", up="", hand=0, stock=0)
    assert verify(before, CardsPlayed(0, read("9S 9D"), Source.DOWN)).code == "MULTI_FLIP"


def test_the_row_is_locked_while_a_hand_is_surely_held() -> None:
    got = verify(table("6H", up="KS 4D 5D"), play(0, "KS", Source.UP))
    assert (got.level, got.code) == (Level.ILLEGAL, "WRONG_ZONE")


def test_the_row_is_not_locked_for_certain_while_the_hand_may_be_empty() -> None:
    got = verify(table("6H", up="KS 4D 5D", hand=(0, 2)), play(0, "KS", Source.UP))
    assert (got.level, got.code) == (Level.ASK, "WRONG_ZONE")


def test_a_refill_fills_up_and_no_further() -> None:
    state, _ = after(table("6H"), play(0, "7C"), StockDrawn(0, 1, 3))
    assert state.seats[0].hand.span == Span(3, 3)


def test_drawing_without_need_is_at_most_suspicious() -> None:
    state, said = after(table("6H"), StockDrawn(0, 1, 1))
    assert (ruling(said).level, ruling(said).code) == (Level.SUSPICIOUS, "DRAW_NOT_DUE")
    assert state.seats[0].hand.span == Span(3, 4)


def test_drawing_too_many_is_at_most_suspicious() -> None:
    state, said = after(table("6H"), play(0, "7C"), StockDrawn(0, 3, 3))
    assert (ruling(said).level, ruling(said).code) == (Level.SUSPICIOUS, "OVERDRAW")
    assert state.seats[0].hand.lo <= 3 <= state.seats[0].hand.hi


def test_an_unseen_draw_widens_the_hand_when_the_next_plays() -> None:
    state, _ = after(table("6H"), play(0, "7C"), play(1, "8C"))
    assert state.seats[0].hand.span == Span(2, 3)
    assert state.stock == Span(19, 20)


def test_moving_a_burnt_pile_aside_leaves_the_draw_before_the_next_turn_to_be_seen() -> None:
    state, _ = after(table("6H"), play(0, "10C"), PileCleared(0), StockDrawn(0, 1, 1))
    assert state.seats[0].hand.span == Span(3, 3)
    assert state.stock == Span(19, 19)


def test_an_empty_stock_ends_drawing() -> None:
    state, _ = after(table("6H"), StockState(True), play(0, "7C"))
    assert state.due(0) == Span(0, 0)


def test_a_swap_must_be_even() -> None:
    state = new_game(GameConfigured("pagat", 3))
    assert verify(state, RowSwapped(1, read("4H"), read("KS 2C"))).code == "SWAP_COUNT"
    after_swap, _ = after(state, RowSeen(1, read("KS 2C 9D"), 3), RowSwapped(1, read("4H"), read("KS")))
    assert after_swap.seats[1].up == cards("2C 9D 4H")
    assert after_swap.seats[1].hand.known == cards("KS")


def test_swapping_ends_with_the_first_card() -> None:
    assert verify(table("6H"), RowSwapped(0, read("4H"), read("KS"))).code == "PHASE"


def test_a_card_seen_before_is_suspicious_and_the_game_goes_on() -> None:
    state, said = after(table("9H QH", turn=1), play(1, "QH"))
    assert (ruling(said).level, ruling(said).code) == (Level.SUSPICIOUS, "DECK_FAULT")
    assert state.turn == 2


def test_a_play_just_made_may_be_taken_back() -> None:
    before = table("6H")
    state, said = after(before, play(0, "9C"), PlayRetracted(0))
    assert ruling(said).code == "TAKEN_BACK"
    assert (state.turn, state.pile, state.seats) == (0, before.pile, before.seats)


def test_undo_takes_the_last_play_away_and_keeps_what_was_seen_since() -> None:
    state, _ = after(table("6H"), play(0, "9C"), StockState(True), TableSays(Saying.UNDO))
    assert (state.turn, state.pile_cards, state.stock) == (0, cards("6H"), Span(0, 0))


def test_a_correction_judges_the_last_play_again() -> None:
    state, said = after(table("7H"), play(0, "8C"), TableSays(Saying.CORRECTION, "6C"))
    assert ruling(said).code == "TOO_LOW"
    assert (state.turn, state.pile_cards) == (0, cards("7H"))


def test_the_table_may_say_whose_turn_it_is() -> None:
    state, said = after(table("6H"), TableSays(Saying.TURN, "2"))
    assert state.turn == 2
    assert [n.seat for n in said if isinstance(n, TurnAnnounced)] == [2]


def test_the_table_may_say_who_is_out() -> None:
    state, said = after(table("6H"), TableSays(Saying.OUT, "yes", 0))
    assert PlayerOut(0, 1) in said
    assert state.turn == 1


def test_a_seat_that_leaves_is_skipped() -> None:
    state, _ = after(table("6H"), SeatLeft(1), play(0, "9C"))
    assert state.turn == 2


def test_after_the_view_was_lost_and_the_pile_changed_nobody_is_accused() -> None:
    state, said = after(table("AH"), ViewRestored(pile_changed=True), play(2, "3C"))
    assert ruling(said).level is Level.SILENT
    assert state.turn == 0


def test_after_the_view_was_lost_the_pile_is_what_is_seen_of_it_on_cards_that_nobody_knows() -> None:
    seen = ViewRestored(pile_changed=True, pile=(Reading.sure(card("9H")),))
    state, said = after(table("4H"), seen, play(2, "3C"))
    assert [str(one) for one in state.pile_cards] == ["??", "9H"]
    assert ruling(said).code == "TOO_LOW"


def test_after_the_view_was_lost_a_pile_that_is_seen_to_be_gone_takes_any_card() -> None:
    state, said = after(table("AH"), ViewRestored(pile_changed=True, pile=()), play(2, "3C"))
    assert [str(one) for one in state.pile_cards] == ["3C"]
    assert ruling(said).level is Level.SILENT


def test_a_view_that_is_back_on_a_pile_as_it_lay_changes_nothing() -> None:
    before = table("AH")
    state, _ = after(before, ViewRestored(pile=(Reading.sure(card("AH")),)))
    assert (state.pile, state.turn) == (before.pile, before.turn)


@pytest.mark.parametrize("rules", ["pagat", "pagat_choose3"])
def test_a_pile_where_nobody_was_seen_playing_is_of_a_game_that_goes_on_already(rules: str) -> None:
    fresh = new_game(GameConfigured(rules, 3))
    state, _ = after(fresh, ViewRestored(pile=(Reading.sure(card("9H")),)), RowSeen(0, (), 2))
    assert state.phase is Phase.PLAY
    assert state.turn is None
    assert [str(one) for one in state.pile_cards] == ["??", "9H"]
    assert (state.seats[0].up, state.seats[0].down) == ((), 2)
    assert state.seats[1].hand.span.hi > 20
    _, said = after(state, play(1, "8C"))
    assert ruling(said).code == "TOO_LOW"


def test_a_play_of_somebody_who_was_not_seen_accuses_nobody_and_asks_who_it_was() -> None:
    unseen = replace(play(1, "4D"), seat_p=0.4)
    state, said = after(table("9S", turn=0), unseen)
    (question,) = (notice for notice in said if isinstance(notice, Question))
    assert question.text == "Who played the four?"
    assert [choice.value for choice in question.choices] == ["0", "1", "2"]
    assert question.default == "0"
    state, said = after(state, TableSays(Saying.ANSWER, "2", ref=question.id))
    assert ruling(said).level is not Level.SILENT


def test_a_legal_play_of_somebody_who_was_not_seen_is_taken_for_that_of_the_seat_in_turn() -> None:
    state, said = after(table("9S", turn=1), replace(play(1, "JD"), seat_p=0.4))
    assert ruling(said).level is Level.SILENT
    assert state.turn == 2


def test_a_seven_asks_for_seven_or_lower_and_shows_through_an_eight() -> None:
    state, _ = after(table("5C", rules="classic001"), play(0, "7C"), play(1, "8D"))
    assert allowed(state) is not None
    got = verify(state, play(2, "9D"))
    assert (got.code, got.text) == (
        "TOO_HIGH",
        "The nine is too high: seven or lower, an eight or a ten.",
    )


def test_the_classic_starter_must_lead_the_starting_card() -> None:
    state = new_game(GameConfigured("classic001", 3))
    state, _ = after(state, StarterDeclared(1, "table", Rank.THREE))
    assert verify(state, play(1, "KD")).code == "LEAD_WRONG"
    assert verify(state, play(1, "3D 3S")).code == "OK"


def test_legal_plays_are_sets_that_fit() -> None:
    got = legal_plays(table("9C"), 0, cards("4D 9D 9S 2C"))
    assert set(got) == {cards("9D"), cards("9S"), cards("9D 9S"), cards("2C")}
    assert legal_plays(table("9C"), 1, cards("KD")) == ()


def test_every_legal_play_is_found_legal() -> None:
    state = table("7C", rules="classic001")
    hand = cards("3D 7D 8S 9S 10C 2H 8H")
    legal = legal_plays(state, 0, hand)
    assert all(
        verify(state, CardsPlayed(0, tuple(map(Reading.sure, p)), Source.HAND)).level is Level.SILENT
        for p in legal
    )
    assert {p[0].rank for p in legal} == {Rank.THREE, Rank.SEVEN, Rank.EIGHT, Rank.TEN, Rank.TWO}


def test_rules_may_be_given_as_a_value() -> None:
    assert new_game(GameConfigured("house", 2), load("classic001")).rules.name == "classic001"


def test_a_set_laid_in_two_goes_is_one_play() -> None:
    state, said = after(table("6H"), play(0, "7C"), play(0, "7D"))
    assert ruling(said).level is Level.SILENT
    assert (state.turn, len(state.pile), state.pile[-1].cards) == (1, 2, cards("7C 7D"))


def test_a_set_completed_in_two_goes_burns() -> None:
    state, _ = after(table("7H 7S"), play(0, "7C"), play(0, "7D"))
    assert (state.turn, state.pile, state.must_go) == (0, (), True)


def test_a_card_added_after_drawing_is_out_of_turn() -> None:
    _, said = after(table("6H"), play(0, "7C"), StockDrawn(0, 1, 1), play(0, "7D"))
    assert ruling(said).code == "OUT_OF_TURN"


def test_a_draw_without_need_hints_at_a_play_that_was_missed() -> None:
    state, said = after(table("6H"), StockDrawn(0, 1, 1), play(1, "8D"))
    assert ruling(said).level is Level.ASK
    who = TableSays(Saying.ANSWER, "1", ref=state.asked.question.id if state.asked else "")
    state, said = after(state, who)
    assert state.turn == 2
    assert not [n for n in said if isinstance(n, Ruling) and n.level is Level.ILLEGAL]


def test_a_card_that_must_be_misread_accuses_nobody() -> None:
    state, said = after(table("4D KH"), play(0, "4D"))
    assert (ruling(said).level, ruling(said).code) == (Level.SUSPICIOUS, "DECK_FAULT")
    assert state.turn == 1


def test_when_the_stock_runs_out_hands_are_counted_by_what_lies_elsewhere() -> None:
    state = new_game(GameConfigured("pagat", 5))
    state, _ = after(state, play(0, "3C"), StockDrawn(0, 1, 3), play(1, "4C 4D"), StockDrawn(1, 1, 3))
    assert state.seats[1].hand.span == Span(2, 3)
    state, _ = after(state, play(2, "5C 5D"), play(3, "6C 6D"), StockState(True))
    assert [seat.hand.span for seat in state.seats] == [Span(3, 3)] * 5


def test_counts_that_do_not_fit_leave_the_hands_open() -> None:
    state = new_game(GameConfigured("pagat", 2))
    state, _ = after(state, play(0, "3C 3D"), StockDrawn(0, 1, 3), StockState(True))
    assert state.seats[0].hand.span == Span(2, 3)


def test_a_hand_over_an_empty_stock_draws_nothing() -> None:
    state, said = after(table("6H"), StockState(True), StockDrawn(0, 1, 3))
    assert said == []
    assert state.seats[0].hand.span == Span(3, 3)


def test_a_draw_shows_that_a_stock_thought_empty_is_not() -> None:
    before = table("6H", hand=1, stock=0)
    state, said = after(before, StockDrawn(0, 1, 2))
    assert [n for n in said if isinstance(n, Ruling)] == []
    assert state.seats[0].hand.span == Span(2, 3)


def test_a_hardly_possible_offence_is_let_pass_with_its_probability() -> None:
    _, said = after(table("6H"), unsure(0, {"7C": 0.98, "4C": 0.02}))
    assert (ruling(said).level, ruling(said).code, ruling(said).p) == (Level.SILENT, "OK", 0.02)


def test_a_play_by_somebody_who_is_out_is_asked_about() -> None:
    game = table("6H")
    game = game.with_seat(1, replace(game.seats[1], out=1))
    said = verify(game, play(1, "7C"))
    assert (said.level, said.code) == (Level.ASK, "PLAYER_OUT")
