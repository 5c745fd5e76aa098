from __future__ import annotations

from pathlib import Path

import pytest

from referee.errors import UserError
from referee.rules.actions import GameConfigured
from referee.rules.codec import tidy
from referee.rules.game_text import WrittenGame, read_games, show_game
from referee.rules.loading import load
from referee.rules.position import show_position
from referee.rules.ruled_text import games_in, ruled_game
from tests.rules.bots import Bots, Sight

HEAD = '[Rules "pagat"]\n[Players "3"]\n\n'


def test_each_play_is_told_with_its_ruling_and_the_game_still_reads() -> None:
    (game,) = read_games(HEAD + "1 plays 9C from hand\n2 plays 4D from hand\n")
    told = ruled_game(game)
    assert "1 plays 9C from hand  ; OK\n2 plays 4D from hand\n    ; ILLEGAL TOO_LOW: " in told.text
    assert read_games(told.text) == (game,)
    assert told.position.startswith("pagat play ")
    assert "pile:1=9C" in told.position


def test_a_question_stands_below_its_play() -> None:
    (game,) = read_games(HEAD + "1 plays 9C from hand\n2 plays 4D@0.6|9D@0.3 from hand\n")
    assert "\n    ; ? " in ruled_game(game).text


def test_a_written_game_comes_to_the_position_that_the_game_came_to() -> None:
    bots = Bots(3, "pagat", 3, Sight("wide")).play(60)
    game = WrittenGame(GameConfigured("pagat", 3), tuple(map(tidy, bots.events)))
    (again,) = read_games(show_game(game))
    assert ruled_game(again).position == show_position(bots.state)


def test_a_game_is_ruled_by_other_rules_where_wished() -> None:
    (game,) = read_games(HEAD.replace("pagat", "ours") + "1 plays 9C from hand\n")
    with pytest.raises(UserError, match=r"There is no rule set 'ours'.*\.toml file with --rules"):
        ruled_game(game)
    assert ruled_game(game, load("classic001")).position.startswith("classic001 play ")


def test_more_players_than_the_rules_deal_to_are_refused() -> None:
    (game,) = read_games('[Rules "pagat"]\n[Players "9"]\n')
    with pytest.raises(UserError, match="9 players with 9 cards each need 81 cards"):
        ruled_game(game)


def test_a_file_is_read_also_with_a_byte_order_mark(tmp_path: Path) -> None:
    (tmp_path / "game.txt").write_text("\ufeff" + HEAD, encoding="utf-8")
    assert games_in(tmp_path / "game.txt") == read_games(HEAD)


def test_a_file_that_is_no_written_game_is_refused_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\xff")
    (tmp_path / "wrong.txt").write_text(HEAD + "1 sings\n")
    for name, told in (
        ("gone.txt", "There is no file"),
        ("picture.png", "cannot be read"),
        (".", "cannot be read"),
        ("wrong.txt", "Line 4, column 3: expected clears or draws"),
    ):
        with pytest.raises(UserError, match=told):
            games_in(tmp_path / name)
