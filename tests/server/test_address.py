from __future__ import annotations

import ipaddress

from referee.server.address import lan_addresses, most_likely_first


def test_addresses_of_a_home_network_come_first() -> None:
    assert most_likely_first(["93.184.216.34", "192.168.1.20", "10.0.0.7"]) == (
        "192.168.1.20",
        "10.0.0.7",
        "93.184.216.34",
    )


def test_loopback_and_repetition_are_left_out() -> None:
    assert most_likely_first(["127.0.1.1", "10.0.0.7", "0.0.0.0", "10.0.0.7"]) == ("10.0.0.7",)


def test_a_machine_without_network_names_itself() -> None:
    assert most_likely_first(["127.0.0.1"]) == ("127.0.0.1",)


def test_this_machine_has_addresses() -> None:
    assert all(ipaddress.ip_address(text).version == 4 for text in lan_addresses())
