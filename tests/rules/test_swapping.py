from __future__ import annotations

from dataclasses import replace
from typing import Any

from referee.cards import UNKNOWN, Reading, card, cards
from referee.rules.actions import GameConfigured, RowSeen, RowSwapped, Source, StarterDeclared
from referee.rules.engine import legal_plays, new_game, observe, verify
from referee.rules.loading import build, load, merge, read
from referee.rules.state import Hand, Phase, Span, State
from tests.rules.tables import after, play, table


def shown(text: str) -> tuple[Reading, ...]:
    return tuple(Reading.sure(c) for c in cards(text))


def rows(rules: Any, **up: str) -> State:
    """A dealt table with the rows given, as `seat0="..."`."""
    chosen = load(rules) if isinstance(rules, str) else rules
    state = new_game(GameConfigured(chosen.name, 3), chosen)
    for name, row in up.items():
        seat = int(name.removeprefix("seat"))
        state = state.with_seat(seat, replace(state.seats[seat], up=cards(row)))
    return state


def test_a_swap_of_ones_own_moves_cards_between_row_and_hand() -> None:
    state, _ = after(rows("pagat", seat0="KS 2C 9D"), RowSwapped(0, shown("4H"), shown("KS")))
    assert sorted(map(str, state.seats[0].up)) == ["2C", "4H", "9D"]
    assert state.seats[0].hand == Hand(3, 3, cards("KS"))


def test_a_blind_swap_changes_both_rows_and_no_hand() -> None:
    before = rows("classic001_blindswap", seat0="4H 5D 6C", seat2="AS KS QS")
    state, _ = after(before, RowSwapped(0, shown("4H"), shown("AS"), other_seat=2))
    assert sorted(map(str, state.seats[0].up)) == ["5D", "6C", "AS"]
    assert sorted(map(str, state.seats[2].up)) == ["4H", "KS", "QS"]
    assert (state.seats[0].hand.known, state.seats[2].hand.known) == ((), ())
    assert verify(state, RowSwapped(0, shown("5D"), shown("KS"), other_seat=2)).code == "SWAP_LIMIT"


def test_a_card_laid_on_anothers_row_leaves_the_hand_and_is_made_up_for() -> None:
    rules = build(merge(read("vandtia"), {"swap": {"onto_others": True}, "deal": {"topup": True}}))
    before = rows(rules, seat2="9H KS 2C")
    state, _ = after(before, RowSwapped(0, shown("9S"), (), other_seat=2, onto=card("9H")))
    assert (state.seats[0].hand.span, len(state.seats[2].up)) == (Span(2, 2), 4)
    assert state.due(0) == Span(1, 1)


def test_a_stack_is_remembered_and_played_whole() -> None:
    state = rows("daly_karma", seat0="JH AD KS")
    state, _ = after(
        state,
        RowSwapped(0, shown("JD"), (), onto=card("JH")),
        RowSwapped(0, shown("JC"), (), onto=card("JD")),
    )
    assert state.seats[0].stacks == (cards("JH JD JC"),)
    assert state.seats[0].hand.lo == 1
    bare = replace(state.seats[0], hand=Hand(0, 0))
    state = replace(state.with_seat(0, bare), stock=Span(0, 0), turn=0, phase=Phase.PLAY)
    assert verify(state, play(0, "JH JD", Source.UP)).code == "STACK_SPLIT"
    assert verify(state, play(0, "JH JD JC", Source.UP)).code == "OK"
    jacks = [laid for laid in legal_plays(state, 0, state.seats[0].up) if laid[0].rank == "J"]
    assert jacks == [cards("JH JD JC")]


def test_a_stack_seen_without_its_place_is_no_stack_to_hold_anybody_to() -> None:
    state, _ = after(rows("daly_karma", seat0="JH AD KS"), RowSwapped(0, shown("JD"), ()))
    assert state.seats[0].stacks == ()
    assert len(state.seats[0].up) == 4


def test_an_unread_row_accuses_nobody_of_a_wrong_stack() -> None:
    state = rows("daly_karma", seat0="?? AD KS")
    assert verify(state, RowSwapped(0, shown("JD"), ())).code == "OK"
    assert (
        verify(rows("daly_karma", seat0="5C AD KS"), RowSwapped(0, shown("JD"), ())).code == "STACK_MISMATCH"
    )


def test_whoever_chooses_three_of_six_has_three_left() -> None:
    dealt = new_game(GameConfigured("pagat_choose3", 2))
    assert (dealt.seats[0].hand.span, dealt.seats[0].up) == (Span(6, 6), ())
    laid, _ = after(dealt, RowSwapped(0, shown("KH QD 9C"), ()))
    seen, _ = after(dealt, RowSeen(0, shown("KH QD 9C"), 3))
    unseen, _ = after(dealt, StarterDeclared(1), play(1, "3D"))
    for state, row in ((laid, cards("KH QD 9C")), (seen, cards("KH QD 9C")), (unseen, (UNKNOWN,) * 3)):
        assert (state.seats[0].hand.span, state.seats[0].up) == (Span(3, 3), row)


def test_a_skipped_draw_is_skipped_once() -> None:
    state = table("9H 9D", turn=0, rules="classic001_strict", players=2, hand=3)
    taken = replace(state.seats[0], picked_up=True)
    state = state.with_seat(0, taken)
    state, _ = observe(state, play(0, "JH"))
    assert state.due(0) == Span(0, 0)
    state, _ = after(state, play(1, "QH"), play(0, "KH"))
    assert state.due(0) == Span(2, 2)
