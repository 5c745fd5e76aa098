from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from referee.game import Game
from referee.journal.log import Journal, Record
from referee.journal.reshow import Reshow, ReshowError
from referee.rules.actions import Saying, TableSays
from tests.tables import EYES, config, play_through, setup


def test_a_recorded_game_is_shown_again_at_its_own_pace_up_to_the_same_end(tmp_path: Path) -> None:
    with Journal.create(tmp_path / "game") as journal:
        game = Game(journal, EYES(), config(), setup())
        play_through(game, last=100)
        end = game.view.snapshot()
    waits: list[float] = []
    shown: list[dict[str, Any]] = []
    with Record(tmp_path / "game") as record:
        reshow = Reshow(record, waits.append)
        entries = list(reshow.play(2.0, shown.append))

        assert shown[-1] == end
        assert sum(waits) == pytest.approx(entries[-1].t / 2)
        with pytest.raises(ReshowError):
            reshow.say(TableSays(Saying.STANDS))
