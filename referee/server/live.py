"""One snapshot, many phones: what changed since a phone last heard, by number.

Every change gets a number. A phone that says which number it heard last receives what came after it,
or the whole snapshot when that is too long ago. The numbers start from the clock, so those of a referee
that was started again lie above all it gave before, and an old number is never mistaken for a new one.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections import deque
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import contextmanager
from threading import Lock
from typing import Any

KEPT = 64
"""How many updates are kept for phones that were away."""

HEARTBEAT_S = 4.0
"""Seconds of silence after which a phone is told that the referee is still there."""

CLOCK_STEP_S = 1.0
"""Frame time that may pass before it alone is worth a message."""

_Listener = tuple[asyncio.AbstractEventLoop, asyncio.Event]


class Hub:
    """Takes snapshots from any thread and gives each phone what it has not heard yet.

    `kept` is the number of updates held back for phones that were away, `first` the number before the first.
    """

    def __init__(self, kept: int = KEPT, first: int | None = None) -> None:
        self._lock = Lock()
        self._seq = int(time.time() * 1000) if first is None else first
        self._parts: dict[str, str] = {}
        self._told_t = 0.0
        self._updates: deque[tuple[int, str]] = deque(maxlen=kept)
        self._listeners: set[_Listener] = set()
        self._closed = False

    @property
    def closed(self) -> bool:
        """Whether `close` was called."""
        return self._closed

    def publish(self, snapshot: Mapping[str, Any]) -> None:
        """Tell every phone what differs from the last snapshot; from any thread, without waiting for a phone.

        A snapshot that differs in its frame time `t` alone is told at most once in `CLOCK_STEP_S` of it.
        """
        with self._lock:
            changes = self._changes(
                {key: json.dumps(value, allow_nan=False) for key, value in snapshot.items()}
            )
            if not self._worth_telling(changes, snapshot):
                return
            self._told_t = _frame_time(snapshot)
            self._parts.update(changes)
            self._seq += 1
            self._updates.append((self._seq, _message(self._seq, "update", "changes", changes)))
        self._wake()

    def current(self) -> str:
        """The whole snapshot as JSON."""
        with self._lock:
            return _object(self._parts)

    def since(self, after: int | None) -> tuple[int, list[str]]:
        """The messages for a phone that heard *after* last, and the number it then has heard."""
        with self._lock:
            missing = self._seq - after if after is not None else -1
            if 0 <= missing <= len(self._updates):
                return self._seq, [text for seq, text in self._updates if after is not None and seq > after]
            return self._seq, [_message(self._seq, "snapshot", "snapshot", self._parts)]

    async def follow(self, after: int | None, heartbeat_s: float = HEARTBEAT_S) -> AsyncIterator[str]:
        """The messages for one phone as they come, until `close`; a sign of life where nothing comes."""
        with self._listening() as changed:
            while not self._closed:
                changed.clear()
                after, texts = self.since(after)
                for text in texts:
                    yield text
                if not await _set_within(changed, heartbeat_s):
                    yield '{"kind":"alive"}'

    def close(self) -> None:
        """End every `follow`."""
        self._closed = True
        self._wake()

    def _changes(self, parts: dict[str, str]) -> dict[str, str]:
        gone = {key: "null" for key in self._parts.keys() - parts.keys() if self._parts[key] != "null"}
        return gone | {key: text for key, text in parts.items() if self._parts.get(key) != text}

    def _worth_telling(self, changes: dict[str, str], snapshot: Mapping[str, Any]) -> bool:
        if changes.keys() - {"t"}:
            return True
        return bool(changes) and abs(_frame_time(snapshot) - self._told_t) >= CLOCK_STEP_S

    @contextmanager
    def _listening(self) -> Iterator[asyncio.Event]:
        listener = (asyncio.get_running_loop(), asyncio.Event())
        with self._lock:
            self._listeners.add(listener)
        try:
            yield listener[1]
        finally:
            with self._lock:
                self._listeners.discard(listener)

    def _wake(self) -> None:
        with self._lock:
            listeners = tuple(self._listeners)
        for loop, changed in listeners:
            if not loop.is_closed():
                loop.call_soon_threadsafe(changed.set)


def _frame_time(snapshot: Mapping[str, Any]) -> float:
    return float(snapshot.get("t") or 0.0)


def _message(seq: int, kind: str, name: str, parts: Mapping[str, str]) -> str:
    return f'{{"seq":{seq},"kind":"{kind}","{name}":{_object(parts)}}}'


def _object(parts: Mapping[str, str]) -> str:
    return "{" + ",".join(f"{json.dumps(key)}:{text}" for key, text in parts.items()) + "}"


async def _set_within(event: asyncio.Event, seconds: float) -> bool:
    try:
        await asyncio.wait_for(event.wait(), seconds)
    except TimeoutError:
        return False
    return True
