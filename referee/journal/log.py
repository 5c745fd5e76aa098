"""The journal of a game: one SQLite file that only grows, the single truth on what was seen, done and said.

Every entry is (seq, t, wall, kind, data): its number from 1 without gaps, its time in seconds of the source,
the wall clock for people, what it is, and canonical JSON. `chain` is the SHA-256 over the entry and the
chain of the entry before, so that a changed record shows.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from referee.errors import UserError
from referee.journal.lock import Lock

FILE = "journal.sqlite"
_MAGIC = b"SQLite format 3\0"
LOCK = "lock"

_SCHEMA = """
CREATE TABLE IF NOT EXISTS entry(
    seq INTEGER PRIMARY KEY,   -- from 1, no gaps
    t REAL NOT NULL,           -- seconds since the source began
    wall TEXT NOT NULL,        -- UTC, ISO 8601, for people
    kind TEXT NOT NULL,
    data TEXT NOT NULL,        -- canonical JSON
    chain TEXT NOT NULL        -- SHA-256 of the chain before and of this entry
) STRICT;
-- Pictures for the phones; each can be cut again from the recording, so they are no part of the truth.
CREATE TABLE IF NOT EXISTS crop(id TEXT PRIMARY KEY, jpeg BLOB NOT NULL) STRICT;
CREATE TRIGGER IF NOT EXISTS entry_kept BEFORE DELETE ON entry BEGIN SELECT RAISE(ABORT, 'append only'); END;
CREATE TRIGGER IF NOT EXISTS entry_fixed BEFORE UPDATE ON entry BEGIN SELECT RAISE(ABORT, 'append only'); END;
PRAGMA user_version = 1;
"""


class JournalError(UserError):
    """A journal that cannot be made, opened or written to."""


class DamagedError(JournalError):
    """A file that is no journal, or no longer one."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a journal; `data` is JSON."""

    seq: int
    t: float
    wall: str
    kind: str
    data: Any

    @property
    def content(self) -> tuple[float, str, str]:
        """What two derivations of one game must agree on: time, kind and data, without the wall clock."""
        return (self.t, self.kind, canonical(self.data))


def canonical(data: Any) -> str:
    """JSON with sorted keys and no blanks: equal data give equal text."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def chained(before: str, entry: Entry) -> str:
    """The chain of *entry*, given the chain of the entry *before*."""
    text = canonical([before, entry.seq, entry.t, entry.wall, entry.kind, entry.data])
    return hashlib.sha256(text.encode()).hexdigest()


def utc_now() -> str:
    """The wall clock, UTC, to the millisecond."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


class Journal:
    """An open journal. Entries of one `batch` are on the disk together or not at all.

    Reading is possible from any thread; one process at a time may write.
    """

    def __init__(self, folder: Path | None, clock: Callable[[], str] = utc_now, lock: Lock | None = None):
        self.folder = folder
        self._clock = clock
        self._lock = lock
        self._guard = threading.RLock()
        self._depth = 0
        target = ":memory:" if folder is None else str(folder / FILE)
        with _plainly(folder), ExitStack() as on_failure:
            self._db = sqlite3.connect(target, isolation_level=None, check_same_thread=False)
            on_failure.callback(self._db.close)
            _make_safe(self._db, folder)
            self._db.executescript(_SCHEMA)
            self._last, self._chain = self._tail()
            on_failure.pop_all()

    @classmethod
    def create(cls, folder: Path, clock: Callable[[], str] = utc_now) -> Self:
        """A new, empty journal in *folder*, which is made if need be."""
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise JournalError(_unwritable(folder, error)) from error
        if (folder / FILE).exists():
            raise JournalError(f"There is a game in {folder} already: choose another folder.")
        return cls(folder, clock, _locked(folder))

    @classmethod
    def open(cls, folder: Path, clock: Callable[[], str] = utc_now) -> Self:
        """The journal in *folder*, to go on writing it."""
        _must_exist(folder)
        return cls(folder, clock, _locked(folder))

    @classmethod
    def in_memory(cls) -> Self:
        """A journal that vanishes: for deriving a game again."""
        return cls(None)

    @property
    def last_seq(self) -> int:
        """The number of the newest entry, 0 when there is none."""
        return self._last

    def append(self, kind: str, t: float, data: Any) -> Entry:
        """Write one entry; it is on the disk when this returns, or when the `batch` around it ends."""
        with self.batch():
            # What is kept is what came out of the JSON text: live and read back are the same.
            entry = Entry(
                self._last + 1, round(float(t), 6), self._clock(), kind, json.loads(canonical(data))
            )
            chain = chained(self._chain, entry)
            row = (entry.seq, entry.t, entry.wall, kind, canonical(entry.data), chain)
            self._db.execute("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?)", row)
            self._last, self._chain = entry.seq, chain
            return entry

    @contextmanager
    def batch(self) -> Iterator[None]:
        """Entries appended inside are committed together; after an error none of them is there."""
        with self._guard, _plainly(self.folder):
            if self._depth:
                yield
                return
            before = (self._last, self._chain)
            self._db.execute("BEGIN IMMEDIATE")
            self._depth = 1
            try:
                yield
                self._db.execute("COMMIT")
            except BaseException:
                self._last, self._chain = before
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise
            finally:
                self._depth = 0

    def entries(self, after: int = 0) -> Iterator[Entry]:
        """The entries with a number above *after*, in order."""
        while page := self._page(after):
            yield from page
            after = page[-1].seq

    def _page(self, after: int) -> list[Entry]:
        with self._guard:
            return _page(self._db, after, self.folder)

    def keep_crop(self, name: str, jpeg: bytes) -> None:
        """Keep the picture of one card for the phones."""
        with self.batch():
            self._db.execute("INSERT OR REPLACE INTO crop VALUES (?, ?)", (name, jpeg))

    def crop(self, name: str) -> bytes | None:
        """The JPEG of the crop called *name*."""
        with self._guard:
            return _crop(self._db, name)

    def close(self) -> None:
        """Close the file and let others write."""
        with self._guard:
            self._db.close()
            if self._lock is not None:
                self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _tail(self) -> tuple[int, str]:
        row = self._db.execute("SELECT seq, chain FROM entry ORDER BY seq DESC LIMIT 1").fetchone()
        return (int(row[0]), str(row[1])) if row else (0, "")


class Record:
    """A journal opened for reading alone, also while a game is being written to it.

    One that was cut off before anything was written reads as one without entries.
    """

    def __init__(self, folder: Path):
        _must_exist(folder)
        self.folder = folder
        with _plainly(folder), ExitStack() as on_failure:
            address = f"{(folder / FILE).resolve().as_uri()}?mode=ro"
            self._db = sqlite3.connect(address, uri=True, check_same_thread=False)
            on_failure.callback(self._db.close)
            if _is_blank(self._db, folder / FILE):
                self._db.close()
                self._db = sqlite3.connect(":memory:", check_same_thread=False)
                self._db.executescript(_SCHEMA)
            self._db.execute("SELECT count(*) FROM entry")
            on_failure.pop_all()

    def entries(self, after: int = 0) -> Iterator[Entry]:
        """The entries with a number above *after*, in order."""
        while page := _page(self._db, after, self.folder):
            yield from page
            after = page[-1].seq

    def first(self) -> Entry | None:
        """The first entry alone, of a record whose others may be many."""
        return next(iter(_page(self._db, 0, self.folder, 1)), None)

    def chains(self) -> Iterator[tuple[Entry, str]]:
        """Every entry with the chain that was written with it."""
        with _plainly(self.folder):
            for row in self._db.execute("SELECT seq, t, wall, kind, data, chain FROM entry ORDER BY seq"):
                yield _entry(row), str(row[5])

    def complaints(self) -> list[str]:
        """What SQLite itself finds wrong with the file; empty when it is whole."""
        with _plainly(self.folder):
            found = [
                " ".join(str(row[0]).split())[:200] for row in self._db.execute("PRAGMA integrity_check(5)")
            ]
        return [] if found == ["ok"] else found

    def crop(self, name: str) -> bytes | None:
        """The JPEG of the crop called *name*."""
        return _crop(self._db, name)

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _is_blank(db: sqlite3.Connection, file: Path) -> bool:
    """Whether nothing was ever written to *file*; SQLite takes a few stray bytes for an empty file too."""
    with file.open("rb") as opened:
        head = opened.read(len(_MAGIC))
    return head in (b"", _MAGIC) and db.execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,)


def _make_safe(db: sqlite3.Connection, folder: Path | None) -> None:
    """Nothing that was committed is lost in a power cut; not every file system lets SQLite promise that."""
    mode = db.execute("PRAGMA journal_mode = WAL").fetchone()[0]
    db.execute("PRAGMA synchronous = FULL")
    safe = mode == "wal" and db.execute("PRAGMA synchronous").fetchone()[0] == 2
    if folder is not None and not safe:
        raise JournalError(f"No journal can be kept safely in {folder}: choose another folder.")


def _page(db: sqlite3.Connection, after: int, folder: Path | None, most: int = 500) -> list[Entry]:
    query = "SELECT seq, t, wall, kind, data FROM entry WHERE seq > ? ORDER BY seq LIMIT ?"
    with _plainly(folder):
        return [_entry(row) for row in db.execute(query, (after, most))]


def _entry(row: tuple[Any, ...]) -> Entry:
    try:
        return Entry(int(row[0]), float(row[1]), str(row[2]), str(row[3]), json.loads(row[4]))
    except (ValueError, TypeError, RecursionError):
        raise DamagedError(f"Entry {row[0]} of the journal cannot be read: it was changed.") from None


def _crop(db: sqlite3.Connection, name: str) -> bytes | None:
    row = db.execute("SELECT jpeg FROM crop WHERE id = ?", (name,)).fetchone()
    return bytes(row[0]) if row else None


def _must_exist(folder: Path) -> None:
    if not (folder / FILE).is_file():
        raise JournalError(f"There is no recorded game in {folder}: `referee games` lists them.")


def _locked(folder: Path) -> Lock:
    try:
        lock = Lock.take(folder / LOCK)
    except OSError as error:
        raise JournalError(_unwritable(folder, error)) from error
    if lock is None:
        raise JournalError(f"Another referee is writing the game in {folder}: stop that one first.")
    return lock


def _unwritable(folder: Path, error: OSError) -> str:
    return (
        f"The journal folder {folder} cannot be written to ({error.strerror}): choose another with --journal."
    )


@contextmanager
def _plainly(folder: Path | None) -> Iterator[None]:
    """Says in one sentence what SQLite could not do."""
    try:
        yield
    except (sqlite3.Error, UnicodeDecodeError) as error:
        if _is_damage(error):
            raise DamagedError(
                f"The journal in {folder or 'memory'} is damaged: put back a copy of it, or delete the game "
                "with `referee games --delete`."
            ) from error
        raise JournalError(
            f"The journal in {folder or 'memory'} cannot be read or written ({error}): see that the disk "
            "is not full and that the folder may be written to; what was written before is safe."
        ) from error


_DAMAGE = frozenset(
    {sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT}
)


def _is_damage(error: sqlite3.Error | UnicodeDecodeError) -> bool:
    """Whether *error* is about what the file holds, not about the disk or who may write."""
    code = getattr(error, "sqlite_errorcode", None)
    if code is None:  # Python's own words, of text that is none
        return isinstance(error, sqlite3.OperationalError | UnicodeDecodeError)
    return code & 0xFF in _DAMAGE
