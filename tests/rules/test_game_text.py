from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from referee.cards import Reading, card, cards
from referee.rules import loading
from referee.rules.actions import (
    CardsPlayed,
    Event,
    FaceDownFlipped,
    GameConfigured,
    PileCleared,
    PilePickedUp,
    RowSeen,
    RowSwapped,
    Saying,
    Source,
    StarterDeclared,
    StockDrawn,
    StockState,
    TableSays,
)
from referee.rules.codec import tidy
from referee.rules.engine import new_game, observe
from referee.rules.event_text import read_event, show_event
from referee.rules.game_text import Note, WrittenGame, read_games, ruled, show_game, writable
from referee.rules.notation import NotationError, words
from referee.rules.players import Players
from referee.rules.ruleset import RuleSet
from tests.rules.bots import Bots, Sight
from tests.rules.refused import refusal
from tests.rules.rule_sets import rule_sets, seats_for
from tests.rules.strategies import events

games = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
NAMES = ("Ana", "Ben", "Cem")
PLAYERS = Players(3, NAMES)
HEAD = '[Rules "pagat"]\n[Player1 "Ana"]\n[Player2 "Ben"]\n[Player3 "Cem"]\n\n'
SEVEN = Reading.of({card("7H"): 0.98, card("AH"): 0.01})


def sure(text: str) -> tuple[Reading, ...]:
    return tuple(Reading.sure(each) for each in cards(text))


@pytest.mark.parametrize(
    ("line", "event"),
    [
        ("Ana plays 7H 7D from hand", CardsPlayed(0, sure("7H 7D"), Source.HAND)),
        ("Ben plays 7H@0.98|AH@0.01 seat-sure 0.9", CardsPlayed(1, (SEVEN,), seat_p=0.9)),
        ("Ben plays 2x?? 4C from up covered 1", CardsPlayed(1, sure("?? ?? 4C"), Source.UP, 1.0, 1)),
        ("Cem flips 7H slot 2", FaceDownFlipped(2, sure("7H")[0], 2)),
        ("Cem takes the pile with 4C", PilePickedUp(2, sure("4C"))),
        ("somebody clears the pile", PileCleared()),
        ("Ana clears the pile", PileCleared(0)),
        ("Ana draws 2", StockDrawn(0, 2, 2)),
        ("Ana draws 1-3", StockDrawn(0, 1, 3)),
        ("Ana shows 4C ?? KD over 3", RowSeen(0, sure("4C ?? KD"), 3)),
        ("Ana shows - over 1", RowSeen(0, (), 1)),
        ("Ana swaps 7H for 4C", RowSwapped(0, sure("7H"), sure("4C"))),
        ("Ana swaps 7H with Ben onto 7D", RowSwapped(0, sure("7H"), (), other_seat=1, onto=card("7D"))),
        ("Ana starts by call holding 3", StarterDeclared(0, "call", card("3C").rank)),
        ("the table says answer word yes about out-3", None),
        ('the table says answer word yes about "out-3"', TableSays(Saying.ANSWER, "yes", None, "out-3")),
        ("the table says undo", TableSays(Saying.UNDO)),
        ("the stock is empty", StockState(True)),
        ("the stock is there", StockState(False)),
    ],
)
def test_an_event_is_a_line_that_a_person_can_read(line: str, event: Event | None) -> None:
    if event is None:
        with pytest.raises(NotationError, match="in quotes"):
            read_event(words(line), PLAYERS)
        return
    assert show_event(event, PLAYERS) == line
    assert read_event(words(line), PLAYERS) == event


def test_a_seat_is_named_or_numbered_and_capitals_do_not_matter() -> None:
    lines = ("Ana draws 2", "1 draws 2", "ANA draws 2")
    assert {read_event(words(line), PLAYERS) for line in lines} == {StockDrawn(0, 2, 2)}


@pytest.mark.parametrize(
    "names", [(), ("Ana", "Ana"), ("the", "Ben"), ("Ana Lu", "Ben"), ("2", "1"), ("Ana",)]
)
def test_players_whose_names_are_no_use_are_numbered(names: tuple[str, ...]) -> None:
    assert show_event(StockDrawn(1, 1, 1), Players(2, names)) == "2 draws 1"


@games
@given(st.sampled_from(loading.presets()), st.lists(events, max_size=25), st.booleans())
def test_whatever_happens_comes_back_as_it_went(name: str, story: list[Event], named: bool) -> None:
    seats = seats_for(loading.load(name), 3)
    config = GameConfigured(name, seats, (*NAMES, "Dan", "Eve", "Fay")[:seats] if named else (), 1)
    kept = tuple(tidy(event) for event in story if writable(event, seats))
    game = WrittenGame(config, kept, (("Game", 'an "evening"\n'),))
    assert read_games(show_game(game, [Note("beside", ("below; it", "and again"))])) == (game,)


@pytest.mark.parametrize("name", loading.presets())
def test_a_game_of_every_rule_set_comes_back_and_folds_to_the_same_end(name: str) -> None:
    rules = loading.load(name)
    seats = seats_for(rules, 3)
    bots = Bots(7, rules, seats, Sight("wide")).play(60)
    game = WrittenGame(GameConfigured(name, seats), tuple(map(tidy, bots.events)))
    (again,) = read_games(show_game(game, list(ruled(game))))
    assert again == game
    state = new_game(again.config, rules)
    for event in again.events:
        state, _ = observe(state, event)
    assert state == bots.state


def test_several_hands_stand_one_after_the_other() -> None:
    one = WrittenGame(GameConfigured("pagat", 3, NAMES), (StockDrawn(0, 1, 1),))
    two = WrittenGame(GameConfigured("pagat", 2, ("Ana", "Ben"), 1), (StockDrawn(1, 1, 1),))
    assert read_games(show_game(one) + "\n" + show_game(two)) == (one, two)


def test_rulings_are_comments() -> None:
    (game,) = read_games(HEAD + "Ana plays 9C from hand\nBen plays 4D from hand\n")
    text = show_game(game, list(ruled(game)))
    assert "Ben plays 4D from hand\n    ; ILLEGAL TOO_LOW: The four does not beat the nine." in text


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ("", "Line 1, column 1: expected a tag"),
        ("; nothing but a comment", "Line 1, column 1: expected a tag"),
        ("Ana draws 2", "Line 1, column 1: expected a tag before the first event"),
        ("[Rules]", "Line 1, column 1: expected a tag, as"),
        ('[Rules "pa\\gat"]', "Line 1, column 1: expected a tag, as"),
        ('[Players "2"]', "Line 1, column 11: expected the tag Rules beside this one, and found '2'."),
        ('[Rules "pagat"]', "Line 1, column 9: expected the tag Players beside this one"),
        ('[Rules "pagat"]\n[Rules "x"]', "Line 2, column 2: expected Rules only once"),
        (
            '[Rules "pagat"]\n[Players "many"]',
            "Line 2, column 11: expected a whole number, and found 'many'.",
        ),
        ('[Rules "pagat"]\n[Players "0"]', "Line 2, column 11: expected how many play"),
        ('[Rules "pagat"]\n[Player2 "Ben"]', "Line 2, column 11: expected Player1 before it"),
        ('[Rules "pagat"]\n[Players "2"]\n[Dealer "3"]', "Line 3, column 10: expected a seat from 1 to 2"),
        (HEAD + "Dan draws 2", "Line 6, column 1: expected a seat from 1 to 3, or Ana, Ben, Cem"),
        (HEAD + "4 draws 2", "Line 6, column 1: expected a seat from 1 to 3"),
        (HEAD + "Ana sings", "Line 6, column 5: expected clears or draws or flips or leaves"),
        (HEAD + "Ana", "Line 6, column 4: expected clears or draws or flips or leaves"),
        (HEAD + "Ana takes the", "Line 6, column 14: expected pile, and there is nothing."),
        (HEAD + "Ana plays", "Line 6, column 10: expected cards, and there is nothing."),
        (HEAD + "Ana plays 7H from", "Line 6, column 18: expected one of hand, up, down, stock, unknown"),
        (HEAD + "Ana plays 7H from sleeve", "Line 6, column 19: expected one of hand, up, down"),
        (HEAD + "Ana plays 7H from hand from hand", "Line 6, column 24: expected seat-sure or covered"),
        (HEAD + "Ana draws two", "Line 6, column 11: expected a whole number, and found 'two'."),
        (HEAD + "Ana draws 2 cards", "Line 6, column 13: expected the end of the line, and found 'cards'."),
        (HEAD + "Ana shows 4C", "Line 6, column 13: expected over, and there is nothing."),
        (HEAD + "the stock is", "Line 6, column 13: expected empty or there, and there is nothing."),
        (HEAD + "somebody draws 2", "Line 6, column 1: expected the seat that did it"),
        (HEAD + 'the table says answer word "yes', "Line 6, column 28: expected a word, or words in quotes"),
    ],
)
def test_a_mistake_is_told_with_its_place_and_what_was_expected(wrong: str, told: str) -> None:
    with pytest.raises(NotationError) as caught:
        read_games(wrong)
    assert str(caught.value).startswith(told)


@settings(games, max_examples=300)
@given(st.data())
def test_garbage_in_a_game_is_one_plain_sentence(data: st.DataObject) -> None:
    text = HEAD + 'Ana plays 7H from hand ; so\nBen swaps 7H for 4C\nthe table says turn word "2"\n'
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    junk = data.draw(st.text(max_size=6) | st.sampled_from(['"', "[", "\\", "@", "|", "the", " ", "9x", ";"]))
    told = refusal(read_games, text[:start] + junk + text[end:])
    assert told is None or (told.startswith("Line ") and "\n" not in told)


@games
@given(rule_sets(), st.integers(0, 10**6))
def test_games_by_house_rules_come_back_too(rules: RuleSet, seed: int) -> None:
    bots = Bots(seed, rules, seats_for(rules, 2 + seed % 4)).play(20)
    game = WrittenGame(GameConfigured(rules.name, bots.players), tuple(map(tidy, bots.events)))
    assert read_games(show_game(game)) == (game,)
