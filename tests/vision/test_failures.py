from __future__ import annotations

from pathlib import Path

from referee.cards import Reading, card, cards
from referee.vision.failures import Judged, listed
from referee.vision.outcomes import Kind, Outcome
from referee.vision.scores import Photo
from referee.vision.sighting import SeenCard, Side

QUAD = ((0.0, 0.0), (50.0, 0.0), (50.0, 70.0), (0.0, 70.0))


def outcome(kind: Kind, name: str, read: str = "", width: float | None = 50, whole: bool = True) -> Outcome:
    seen = SeenCard(QUAD, Side.FACE, Reading.of({card(read): 0.9}), 0.9, whole) if read else None
    return Outcome(kind, card(name) if name else None, seen, None, width)


def judged(source: str, *found: Outcome) -> Judged:
    return Judged(Photo(Path(f"in/{source}.jpg"), source, cards("7H"), True, False), found)


DESK = judged(
    "desk",
    outcome(Kind.RIGHT, "7H", "7H"),
    outcome(Kind.WRONG, "8C", "8S", width=130),
    outcome(Kind.UNSURE, "9C", "9C", width=39.6, whole=False),
    outcome(Kind.UNFOUND, "KD", width=None),
    outcome(Kind.EXTRA, "", "2D"),
)
FELT = judged("felt", outcome(Kind.RIGHT, "7H", "7H"))


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
