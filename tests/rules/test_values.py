from __future__ import annotations

import dataclasses

from hypothesis import given
from hypothesis import strategies as st

from referee.rules.actions import Event, GameConfigured
from referee.rules.engine import new_game, observe
from referee.rules.loading import presets
from referee.rules.values import replace
from tests.rules.strategies import events


@given(st.sampled_from(presets()), st.lists(events, max_size=5), st.integers(0, 3))
def test_a_changed_copy_is_what_the_standard_library_makes(rules: str, story: list[Event], turn: int) -> None:
    state = new_game(GameConfigured(rules, 2))
    for event in story:
        state, _ = observe(state, event)
    before = dataclasses.replace(state)

    assert replace(state, turn=turn) == dataclasses.replace(state, turn=turn)
    assert state == before
