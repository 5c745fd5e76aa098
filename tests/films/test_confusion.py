from referee.cards import Reading, card
from referee.films.confusion import by_code, confused, table
from referee.films.truth import Happening, Play
from referee.rules.actions import CardsPlayed, PileCleared, PilePickedUp, Source


def at(t: float, event: Play) -> Happening:
    return Happening(t - 1, t, t + 0.3, event)


SEVEN = CardsPlayed(0, (Reading.sure(card("7H")),))
TRIED = CardsPlayed(0, SEVEN.cards, Source.STOCK)
PLAYS = [at(5, SEVEN), at(10, PilePickedUp(1)), at(15, TRIED)]
SPANS = [(0.0, 9.7), (9.7, 14.7), (14.7, 30.0)]


def test_a_play_with_its_partner_was_seen_as_what_it_is() -> None:
    noted: list[tuple[float, Play]] = [(5.5, SEVEN), (10.5, PilePickedUp(1)), (15.5, TRIED)]
    pairs = [(0, 0), (1, 1), (2, 2)]
    assert confused(PLAYS, noted, pairs, SPANS) == (
        ("picked_up", "picked_up", 1),
        ("played", "played", 1),
        ("stock_try", "stock_try", 1),
    )


def test_a_play_without_a_partner_was_seen_as_what_is_left_in_its_time_or_as_nothing() -> None:
    assert confused(PLAYS, [(5.5, SEVEN), (10.5, PileCleared(1))], [(0, 0)], SPANS) == (
        ("picked_up", "cleared", 1),
        ("played", "played", 1),
        ("stock_try", "nothing", 1),
    )


def test_a_play_is_rather_its_own_kind_misread_than_another() -> None:
    noted: list[tuple[float, Play]] = [(5.4, PileCleared(1)), (5.5, SEVEN)]
    assert confused(PLAYS[:1], noted, [], SPANS[:1]) == (("nothing", "cleared", 1), ("played", "played", 1))


def test_the_table_adds_the_films_up_and_leaves_out_what_never_was() -> None:
    pairs = (("played", "played", 7), ("picked_up", "cleared", 1))
    lines = table([pairs, (("played", "nothing", 2),)])
    assert [line.split() for line in lines] == [
        ["true,", "seen", "as:", "played", "picked_up", "cleared", "nothing"],
        ["played", "7", ".", ".", "2"],
        ["picked_up", ".", ".", "1", "."],
    ]


def test_the_rules_broken_most_often_come_first() -> None:
    scores = ((("TOO_LOW", 2, 1),), (("OUT_OF_TURN", 4, 4), ("TOO_LOW", 1, 1)))
    assert by_code(scores) == ["OUT_OF_TURN: caught 4 of 4", "TOO_LOW: caught 2 of 3"]
