from __future__ import annotations

from referee.vision.failures import listed
from referee.vision.outcomes import Kind
from tests.vision.judgements import DESK, FELT


def test_every_mistake_is_listed_with_what_was_seen_and_how_wide_it_is() -> None:
    assert listed([DESK, FELT]).splitlines() == [
        "file\tsource\tcard\tkind\tp\twidth_px",
        "desk.jpg\tdesk\t8C\twrong as 8S\t0.9000\t130",
        "desk.jpg\tdesk\t9C\tfound but unsure (9C)\t0.9000\t40",
        "desk.jpg\tdesk\tKD\tnot found\t\t",
        "desk.jpg\tdesk\t2D\tread, not labelled\t0.9000\t50",
    ]


def test_what_is_right_is_no_failure() -> None:
    assert [one.kind for one in DESK.failed] == [Kind.WRONG, Kind.UNSURE, Kind.UNFOUND, Kind.EXTRA]
    assert FELT.failed == []
