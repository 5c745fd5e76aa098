from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from referee.journal.log import FILE, Journal, JournalError, Record, canonical, chained

WRITER = """
import sys
from pathlib import Path
from referee.journal.log import Journal

journal = Journal.create(Path(sys.argv[1]))
for number in range(10_000):
    with journal.batch():
        journal.append("mark", number / 10, {"half": 1, "number": number})
        journal.append("mark", number / 10, {"half": 2, "number": number})
    print(number, flush=True)
"""


def write_in_halves(journal: Journal) -> None:
    for number in range(1000):
        with journal.batch():
            journal.append("mark", number, {"number": number, "half": 1, "text": "x" * 900})
            journal.append("mark", number, {"number": number, "half": 2, "text": "x" * 900})


def test_entries_are_numbered_from_one_and_come_back_as_written(tmp_path: Path) -> None:
    with Journal.create(tmp_path / "game") as journal:
        first = journal.append("mark", 0.5, {"b": [1, 2], "a": "ä"})
        second = journal.append("mark", 1.25, None)

        assert [entry.seq for entry in journal.entries()] == [1, 2]
        assert list(journal.entries()) == [first, second]
        assert list(journal.entries(after=1)) == [second]


def test_a_journal_goes_on_where_it_was(tmp_path: Path) -> None:
    with Journal.create(tmp_path / "game") as journal:
        journal.append("mark", 0, 1)
    with Journal.open(tmp_path / "game") as journal:
        journal.append("mark", 1, 2)

        assert [(entry.seq, entry.data) for entry in journal.entries()] == [(1, 1), (2, 2)]


def test_more_entries_than_one_page_come_in_order() -> None:
    journal = Journal.in_memory()
    with journal.batch():
        for number in range(1203):
            journal.append("mark", 0, number)

    assert [entry.data for entry in journal.entries()] == list(range(1203))


def test_a_batch_that_fails_leaves_nothing() -> None:
    journal = Journal.in_memory()
    journal.append("mark", 0, 1)
    with pytest.raises(TypeError), journal.batch():
        journal.append("mark", 0, journal.append("mark", 0, 2))

    assert journal.append("mark", 0, 3).seq == 2
    assert [entry.data for entry in journal.entries()] == [1, 3]


def test_canonical_json_does_not_depend_on_the_order_of_keys() -> None:
    assert canonical({"b": 1, "a": {"d": 0.5, "c": "ß"}}) == '{"a":{"c":"ß","d":0.5},"b":1}'


def test_the_chain_runs_over_every_entry(tmp_path: Path) -> None:
    with Journal.create(tmp_path / "game") as journal:
        for number in range(3):
            journal.append("mark", number, number)
    with Record(tmp_path / "game") as record:
        before = ""
        for entry, chain in record.chains():
            before = chained(before, entry)
            assert chain == before


@pytest.mark.parametrize("change", ["UPDATE entry SET data = '0'", "DELETE FROM entry"])
def test_entries_cannot_be_changed_or_deleted(tmp_path: Path, change: str) -> None:
    with Journal.create(tmp_path / "game") as journal:
        journal.append("mark", 0, 1)
    database = sqlite3.connect(tmp_path / "game" / FILE)
    with pytest.raises(sqlite3.IntegrityError, match="append only"):
        database.execute(change)
    database.close()


def test_a_game_is_read_while_it_is_written(tmp_path: Path) -> None:
    with Journal.create(tmp_path / "game") as journal, Record(tmp_path / "game") as record:
        journal.append("mark", 0, 1)

        assert [entry.data for entry in record.entries()] == [1]


def test_two_referees_cannot_write_one_game(tmp_path: Path) -> None:
    with Journal.create(tmp_path / "game"), pytest.raises(JournalError, match="Another referee"):
        Journal.open(tmp_path / "game")


def test_a_game_is_not_written_over(tmp_path: Path) -> None:
    Journal.create(tmp_path / "game").close()
    with pytest.raises(JournalError, match="a game in"):
        Journal.create(tmp_path / "game")


def test_a_folder_without_a_game_is_refused(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="no recorded game"):
        Journal.open(tmp_path)


def test_a_folder_that_cannot_be_written_to_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(JournalError, match="cannot be written to"):
        Journal.create(tmp_path / "file" / "game")


def test_a_file_that_is_no_journal_is_refused(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("Dear diary, " * 200)
    with pytest.raises(JournalError, match="is damaged"):
        Journal.open(tmp_path)


@pytest.mark.parametrize("pages", range(12, 32))
def test_a_full_disk_is_said_and_leaves_whole_batches_only(tmp_path: Path, pages: int) -> None:
    journal = Journal.create(tmp_path / "game")
    journal._db.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(JournalError, match="disk"):
        write_in_halves(journal)
    journal.close()

    with Record(tmp_path / "game") as record:
        entries = list(record.entries())
        assert record.complaints() == []
        assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1))
        assert len(entries) % 2 == 0


@pytest.mark.skipif(sys.platform == "win32", reason="there is no kill -9")
@pytest.mark.parametrize("after", [0, 3, 11, 40])
def test_what_was_written_before_a_kill_is_there_after_it(tmp_path: Path, after: int) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", WRITER, str(tmp_path / "game")], stdout=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout is not None
        written = next(int(line) for line in child.stdout if int(line) >= after)
        os.kill(child.pid, signal.SIGKILL)

    with Journal.open(tmp_path / "game") as journal:
        entries = list(journal.entries())
        assert len(entries) >= 2 * (written + 1)
        assert len(entries) % 2 == 0
        assert journal.append("mark", 0, None).seq == len(entries) + 1
