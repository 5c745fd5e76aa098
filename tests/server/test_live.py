from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import AsyncIterator
from typing import Any

import pytest

from referee.server.live import Hub


def heard(hub: Hub, after: int | None) -> list[dict[str, Any]]:
    return [json.loads(text) for text in hub.since(after)[1]]


def test_a_new_phone_gets_the_whole_snapshot() -> None:
    hub = Hub(first=0)
    hub.publish({"t": 1.0, "turn": None})
    assert heard(hub, None) == [{"seq": 1, "kind": "snapshot", "snapshot": {"t": 1.0, "turn": None}}]


def test_a_phone_that_follows_gets_what_changed_alone() -> None:
    hub = Hub(first=0)
    hub.publish({"burnt": 0, "direction": 1})
    hub.publish({"burnt": 4, "direction": 1})
    assert heard(hub, 1) == [{"seq": 2, "kind": "update", "changes": {"burnt": 4}}]


def test_a_phone_that_is_up_to_date_gets_nothing() -> None:
    hub = Hub(first=0)
    hub.publish({"burnt": 0})
    assert heard(hub, 1) == []


def test_a_key_that_went_away_is_told_as_null() -> None:
    hub = Hub(first=0)
    hub.publish({"burnt": 0, "question": {"id": "q1"}})
    hub.publish({"burnt": 0})
    hub.publish({"burnt": 0})
    assert [message["changes"] for message in heard(hub, 1)] == [{"question": None}]


def test_a_phone_further_behind_than_the_buffer_gets_a_snapshot() -> None:
    hub = Hub(kept=3, first=0)
    for burnt in range(6):
        hub.publish({"burnt": burnt})
    assert [message["kind"] for message in heard(hub, 3)] == ["update"] * 3
    assert heard(hub, 2) == [{"seq": 6, "kind": "snapshot", "snapshot": {"burnt": 5}}]


def test_a_number_from_the_future_gets_a_snapshot() -> None:
    hub = Hub(first=0)
    hub.publish({"burnt": 0})
    assert [message["kind"] for message in heard(hub, 99)] == ["snapshot"]


def test_numbers_of_a_referee_started_again_lie_above_the_old_ones() -> None:
    old = Hub()
    for burnt in range(100):
        old.publish({"burnt": burnt})
    new = Hub(first=old.since(None)[0] + 50)
    new.publish({"burnt": 0})
    assert [message["kind"] for message in heard(new, old.since(None)[0])] == ["snapshot"]


def test_frame_time_alone_is_told_once_a_second() -> None:
    hub = Hub(first=0)
    for tick in range(30):
        hub.publish({"t": tick / 10, "burnt": 0})
    assert [message["changes"]["t"] for message in heard(hub, 1)] == [1.0, 2.0]


def test_updates_one_after_the_other_give_the_snapshot() -> None:
    hub = Hub(first=0)
    for step in range(20):
        hub.publish({"t": float(step), "burnt": step // 3, "turn": step % 4, f"odd{step}": 1})
    state: dict[str, Any] = {}
    for message in heard(hub, 0):
        state |= message["changes"]
    assert state == json.loads(hub.current())


def test_a_snapshot_changed_after_publishing_is_still_told() -> None:
    hub, snapshot = Hub(first=0), {"plays": [1]}
    hub.publish(snapshot)
    snapshot["plays"].append(2)
    hub.publish(snapshot)
    assert heard(hub, 1)[0]["changes"] == {"plays": [1, 2]}


async def first(messages: AsyncIterator[str], count: int) -> list[Any]:
    return [json.loads(await anext(messages)) for _ in range(count)]


def test_what_other_threads_publish_reaches_a_phone_in_order() -> None:
    hub = Hub(kept=1000, first=0)
    hub.publish({"burnt": -1})

    def work() -> None:
        for burnt in range(200):
            hub.publish({"burnt": burnt})

    async def phone() -> list[Any]:
        thread = threading.Thread(target=work)
        thread.start()
        try:
            return await first(hub.follow(1), 200)
        finally:
            thread.join()

    assert [message["seq"] for message in asyncio.run(phone())] == list(range(2, 202))


def test_silence_is_broken_by_a_sign_of_life() -> None:
    hub = Hub(first=0)
    hub.publish({"burnt": 0})
    assert asyncio.run(first(hub.follow(1, heartbeat_s=0.01), 1)) == [{"kind": "alive"}]


def test_closing_ends_what_a_phone_follows() -> None:
    hub = Hub(first=0)

    async def phone() -> None:
        async for _ in hub.follow(None):
            hub.close()

    asyncio.run(asyncio.wait_for(phone(), 10))
    assert hub.closed


def test_what_is_no_json_is_not_published() -> None:
    hub = Hub(first=0)
    with pytest.raises(ValueError, match="JSON"):
        hub.publish({"t": float("nan")})
