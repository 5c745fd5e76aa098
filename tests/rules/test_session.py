from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.rules.actions import GameConfigured, Saying, SeatLeft, TableSays
from referee.rules.evening import Evening, begun, folded, followed, next_players, session_of
from referee.rules.loading import load
from referee.rules.ruleset import RuleSetError
from referee.rules.rulings import GameOver
from referee.rules.scoring import standings, winners
from referee.rules.session import (
    Result,
    Session,
    SessionError,
    joined,
    next_hand,
    parted,
    replaced,
    result_of,
    scored,
)
from tests.rules.bots import Bots
from tests.rules.tables import after, play, table

PAGAT = load("pagat")
ABC = ("Ana", "Ben", "Cem")


def session(rules: str = "pagat", dealer: str | None = "Ana") -> Session:
    return Session(load(rules), ABC, dealer)


def result(*order: str) -> Result:
    """A hand whose players shed their cards in this *order*, the last of them not."""
    places = tuple(order.index(name) + 1 for name in sorted(order))
    return Result(tuple(sorted(order)), places, loser=order[-1], winner=order[0])


def test_the_loser_makes_the_tea_and_deals_the_next_hand() -> None:
    after_one = scored(session(), result("Ben", "Ana", "Cem"))
    assert (after_one.forfeit, after_one.dealer) == ("Cem", "Cem")
    assert next_hand(after_one) == GameConfigured("pagat", 3, ABC, 2)


def test_the_deal_passes_clockwise_where_the_rules_say_so() -> None:
    assert scored(session("pagat_winner"), result("Ben", "Ana", "Cem")).dealer == "Ben"
    assert scored(session("pagat_winner", "Cem"), result("Ben", "Ana", "Cem")).dealer == "Ana"
    assert scored(session("pagat_winner", None), result("Ben", "Ana", "Cem")).dealer is None


def test_the_deal_passes_to_the_next_who_stays_where_the_loser_is_gone() -> None:
    gone = replace(result("Ben", "Ana", "Cem"), left=("Cem",), dealer="Ben")
    assert scored(session(), gone).dealer == "Ana"
    nobody_lost = replace(result("Ben", "Ana", "Cem"), loser=None)
    assert scored(session(), nobody_lost).dealer == "Ben"


def test_before_the_first_hand_nobody_makes_tea_and_nobody_has_won() -> None:
    assert (session().forfeit, winners(session())) == (None, ())
    assert next_hand(session(dealer=None)).dealer is None


def test_the_place_number_is_the_points_and_the_fewest_win() -> None:
    hands = (result("Ana", "Ben", "Cem"), result("Ana", "Cem", "Ben"))
    rows = standings(replace(session("classic001_tourn"), results=hands))
    assert [(row.name, row.points, row.place) for row in rows] == [
        ("Ana", 2, 1),
        ("Ben", 5, 2),
        ("Cem", 5, 2),
    ]
    assert winners(replace(session(), results=hands)) == ("Ana",)


def test_a_tie_goes_to_fewer_last_places() -> None:
    hands = (result("Ana", "Ben", "Cem"), result("Cem", "Ben", "Ana"))
    rows = standings(replace(session(), results=hands))
    assert [(row.name, row.points, row.lasts, row.place) for row in rows] == [
        ("Ben", 4, 0, 1),
        ("Ana", 4, 1, 2),
        ("Cem", 4, 1, 2),
    ]


def test_who_misses_a_hand_gains_nothing_by_it() -> None:
    hands = (result("Ana", "Ben", "Cem"), result("Ana", "Ben"))
    rows = standings(replace(session(), results=hands))
    assert [(row.name, row.points, row.hands, row.lasts) for row in rows] == [
        ("Ana", 2, 2, 0),
        ("Ben", 4, 2, 1),
        ("Cem", 5, 1, 1),
    ]


def test_players_come_and_go_between_hands() -> None:
    assert joined(session(), "Dan").players == ("Ana", "Ben", "Cem", "Dan")
    assert joined(session(), "Dan", before="Ben").players == ("Ana", "Dan", "Ben", "Cem")
    left = parted(session(), "Ana")
    assert (left.players, left.dealer) == (("Ben", "Cem"), "Ben")
    assert parted(session(), "Ben").dealer == "Ana"
    assert replaced(session(), "Ana", "Dan") == Session(PAGAT, ("Dan", "Ben", "Cem"), "Dan")
    assert replaced(session(), "Ben", "Dan").dealer == "Ana"


def test_what_cannot_be_is_refused_in_a_sentence() -> None:
    for wrong in (
        lambda: joined(session(), "Ana"),
        lambda: joined(session(), " "),
        lambda: parted(session(), "Dan"),
        lambda: replaced(session(), "Ana", "Ben"),
        lambda: replaced(session(), "Dan", "Eve"),
        lambda: result_of(table("6H")),
    ):
        with pytest.raises(SessionError, match=r"^[A-Z].*: .*\.$"):
            wrong()
    with pytest.raises(RuleSetError):
        next_hand(parted(parted(session(), "Ana"), "Ben"))


def test_a_hand_that_is_over_has_places_and_a_loser() -> None:
    state = table("6H", stock=0)
    state, _ = after(state, TableSays(Saying.OUT, "yes", 1), TableSays(Saying.OUT, "yes", 2))
    assert result_of(replace(state, dealer=2)) == Result(ABC, (3, 1, 2), "Ana", "Ben", "Cem")


def test_in_winner_mode_all_but_the_first_share_the_last_place() -> None:
    state, _ = after(table("6H", rules="pagat_winner", stock=0), TableSays(Saying.OUT, "yes", 1))
    assert result_of(state) == Result(ABC, (3, 1, 3), None, "Ben")


def test_who_left_has_the_last_place_and_is_gone() -> None:
    state, _ = after(table("6H", stock=0), SeatLeft(2), TableSays(Saying.OUT, "yes", 1))
    assert state.over == GameOver(0)
    got = result_of(state)
    assert (got.places, got.left, got.loser) == ((3, 1, 3), ("Cem",), "Ana")


def over(evening: Evening, *out: int) -> Evening:
    for seat in out:
        evening = followed(evening, TableSays(Saying.OUT, "yes", seat))
    return evening


def begin(players: tuple[str, ...] = ABC, dealer: int | None = 0) -> Evening:
    return begun(GameConfigured("pagat", len(players), players, dealer))


def test_an_evening_is_a_fold_over_its_events() -> None:
    evening = over(begin(), 0, 1)
    assert session_of(evening).forfeit == "Cem"
    evening = followed(evening, next_hand(session_of(evening)))
    assert (evening.hand.dealer, evening.hand.phase) == (2, "swap")
    evening = over(evening, 2, 0)
    assert [r.loser for r in session_of(evening).results] == ["Cem", "Ben"]


def test_a_hand_that_was_broken_off_does_not_count() -> None:
    evening = followed(followed(begin(), play(0, "5C")), GameConfigured("pagat", 2, ("Ana", "Ben")))
    assert session_of(evening) == Session(PAGAT, ("Ana", "Ben"), "Ana")


def test_undoing_the_last_play_undoes_the_result() -> None:
    state = replace(table("6H", players=2, stock=0, up="", down=0, hand=1))
    evening = followed(Evening(Session(PAGAT, ("Ana", "Ben")), state), play(0, "9C"))
    assert session_of(evening).forfeit == "Ben"
    assert session_of(followed(evening, TableSays(Saying.UNDO))).results == ()


def test_who_joins_in_mid_hand_plays_the_next_one() -> None:
    evening = followed(begin(), TableSays(Saying.JOINS, "Dan", seat=1))
    assert session_of(evening).players == ABC
    assert session_of(over(evening, 0, 1)).players == ("Ana", "Dan", "Ben", "Cem")


def test_who_leaves_in_mid_hand_is_not_dealt_to_again_and_a_successor_is() -> None:
    left = followed(begin(), TableSays(Saying.LEAVES, "out", 1))
    assert session_of(over(left, 0)).players == ("Ana", "Cem")
    taken = followed(begin(), TableSays(Saying.TAKES_OVER, "Dan", 1))
    after_it = session_of(over(taken, 0, 1))
    assert (after_it.players, after_it.results[0].players) == (("Ana", "Dan", "Cem"),) * 2


def test_between_hands_people_come_and_go_too() -> None:
    evening = over(begin(), 0, 1)
    for word in (
        TableSays(Saying.LEAVES, "", 0),
        TableSays(Saying.TAKES_OVER, "Dan", 2),
        TableSays(Saying.JOINS, "Dan"),
        TableSays(Saying.JOINS, "Eve", 9),
        TableSays(Saying.LEAVES),
    ):
        evening = followed(evening, word)
    assert session_of(evening).players == ("Ben", "Dan", "Eve")
    assert session_of(evening).dealer == "Dan"


def test_the_next_hand_may_go_by_other_rules() -> None:
    evening = followed(over(begin(), 0, 1), GameConfigured("duthie_reverse", 3, ABC))
    assert session_of(evening).rules.name == "duthie_reverse"


def test_events_before_the_first_deal_tell_no_evening() -> None:
    assert folded([play(0, "5C")]) is None
    assert folded([play(0, "5C"), GameConfigured("pagat", 3, ABC), play(0, "5C")]) is not None


@given(st.lists(st.permutations(ABC), max_size=6))
def test_the_points_of_all_hands_add_up(orders: list[list[str]]) -> None:
    now = session("classic001_tourn")
    for order in orders:
        now = scored(now, result(*order))
        assert now.dealer == order[-1]
    rows = standings(now)
    assert sum(row.points for row in rows) == 6 * len(orders)
    assert [row.place for row in rows] == sorted(row.place for row in rows)
    assert rows[0].place == 1


def test_who_plays_next_is_known_while_the_hand_is_played() -> None:
    evening = followed(begin(), TableSays(Saying.JOINS, "Dan", seat=1))
    assert next_players(evening) == ("Ana", "Dan", "Ben", "Cem")
    gone = followed(evening, TableSays(Saying.LEAVES, "out", 1))
    assert next_players(gone) == ("Ana", "Cem", "Dan")


def test_who_plays_next_once_a_hand_is_over_are_those_of_its_session() -> None:
    evening = followed(over(begin(), 0, 1), TableSays(Saying.LEAVES, "out", 0))
    assert next_players(evening) == session_of(evening).players == ("Ben", "Cem")


def test_an_evening_of_bots_counts_every_hand() -> None:
    evening: Evening | None = None
    for seed in range(4):
        bots = Bots(seed, "pagat", 3).play()
        config = GameConfigured("pagat", 3, ABC, 0) if evening is None else next_hand(session_of(evening))
        evening = begun(config) if evening is None else followed(evening, config)
        for event in bots.events:
            evening = followed(evening, event)
        assert evening.hand.over == bots.state.over
    assert evening is not None
    assert len(session_of(evening).results) == 4
