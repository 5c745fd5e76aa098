"""A game told event by event and recorded in a folder, as the loop writes it."""

from __future__ import annotations

from pathlib import Path

from referee.journal.fold import GameView
from referee.journal.log import Journal
from referee.rules import codec
from referee.rules.actions import Event
from tests.tables import config, setup


def record(folder: Path, *events: Event) -> None:
    """Write a journal with the drawn table, its players, and *events*, one a second."""
    view = GameView()
    with Journal.create(folder) as journal:
        view.take(journal.append("config", 0.0, config().to_json()))
        for second, event in enumerate((*setup(), *events)):
            for notice in view.take(journal.append("event", float(second), codec.event_to_json(event))):
                view.take(journal.append("notice", float(second), codec.notice_to_json(notice)))
