"""A clock that goes on while the machine sleeps: in that time the table is not watched."""

from __future__ import annotations

import sys
import time

_COUNTS_SLEEP = {"linux": "CLOCK_BOOTTIME", "darwin": "CLOCK_MONOTONIC"}
"""`time.monotonic` stands still there while the machine sleeps."""


def now(platform: str = sys.platform) -> float:
    """Seconds since some moment, never going back, the time asleep among them."""
    number: int | None = getattr(time, _COUNTS_SLEEP.get(platform, ""), None)
    return time.monotonic() if number is None else time.clock_gettime(number)
