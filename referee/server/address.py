"""The addresses under which phones in the same network reach this machine."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable

LOOPBACK = "127.0.0.1"

_SOMEWHERE = "192.0.2.1"
"""An address kept for documentation: asking for the way there sends nothing."""


def lan_addresses() -> tuple[str, ...]:
    """IPv4 addresses by which a phone may reach this machine, the most likely first.

    Where there is none, the loopback address alone: then only this machine can join.
    """
    return most_likely_first([*_route(), *_names()])


def most_likely_first(addresses: Iterable[str]) -> tuple[str, ...]:
    """*addresses* without repetition and loopback: those of home networks first, then in the order given.

    >>> most_likely_first(["127.0.1.1", "8.8.8.8", "192.168.1.20"])
    ('192.168.1.20', '8.8.8.8')
    """
    reachable = [text for text in dict.fromkeys(addresses) if _reachable(text)]
    return tuple(sorted(reachable, key=lambda text: not ipaddress.ip_address(text).is_private)) or (LOOPBACK,)


def _reachable(text: str) -> bool:
    address = ipaddress.ip_address(text)
    return not (address.is_loopback or address.is_unspecified or address.is_multicast)


def _route() -> list[str]:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((_SOMEWHERE, 9))
        except OSError:
            return []
        return [str(probe.getsockname()[0])]


def _names() -> list[str]:
    try:
        found = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET, socket.SOCK_STREAM)
    except OSError:
        return []
    return [str(address[0]) for *_, address in found]
