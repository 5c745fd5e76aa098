from __future__ import annotations

from referee.vision.failure_tables import summary
from referee.vision.outcomes import Kind
from tests.vision.judgements import DESK, FELT, judged, outcome


def rows(text: str, title: str) -> dict[str, list[str]]:
    """The rows of the table headed *title*, by their first cell."""
    block = next(part for part in text.split("\n\n") if part.startswith(f"| {title} |"))
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in block.splitlines()[2:]]
    return {first: others for first, *others in cells}


def test_outcomes_are_counted_by_source_and_shares_are_of_the_labelled_cards() -> None:
    assert rows(summary([DESK, FELT]), "source") == {
        "desk": ["4", "1 (25%)", "1 (25%)", "1 (25%)", "1 (25%)", "1"],
        "felt": ["1", "1 (100%)", "0 (0%)", "0 (0%)", "0 (0%)", "0"],
        "all": ["5", "2 (40%)", "1 (20%)", "1 (20%)", "1 (20%)", "1"],
    }


def test_outcomes_are_counted_by_width_the_narrowest_first() -> None:
    counted = rows(summary([DESK, FELT]), "width of the card, px")

    assert list(counted) == ["0 to 60", "130 to 180", "not known", "all"]
    assert counted["0 to 60"][:2] == ["3", "2 (67%)"]


def test_outcomes_are_counted_by_what_was_found_of_the_card() -> None:
    under = judged(
        "felt",
        outcome(Kind.RIGHT, "7H", "7H", covered=0.39),
        outcome(Kind.WRONG, "7H", "8H", covered=0.4),
        outcome(Kind.UNSURE, "7H", "8H", whole=False, covered=0.9),
    )

    counted = rows(summary([DESK, FELT, under]), "what was found of the card")

    assert {name: told[0] for name, told in counted.items()} == {
        "its outline, hardly covered": "3",
        "its outline, covered from 10% to 40%": "1",
        "its outline, covered by 40% and more": "1",
        "an index alone": "2",
        "nothing": "1",
        "all": "8",
    }


def test_what_is_right_is_counted_by_suit_and_source() -> None:
    counted = rows(summary([DESK, FELT]), "right, of the")

    assert counted == {
        "desk": ["0 of 2 (0%)", "0 of 1 (0%)", "1 of 1 (100%)", "-"],
        "felt": ["-", "-", "1 of 1 (100%)", "-"],
        "all": ["0 of 2 (0%)", "0 of 1 (0%)", "2 of 2 (100%)", "-"],
    }


def test_misreadings_are_sorted_by_how_they_differ() -> None:
    pairs = [("8C", "8S"), ("8S", "8C"), ("8D", "8H"), ("8D", "8S"), ("8D", "9D"), ("8D", "KS"), ("8D", "JK")]
    photo = judged("desk", *(outcome(Kind.WRONG, name, read) for name, read in pairs))

    counted = rows(summary([photo, DESK]), "likeliest reading")

    assert counted == {
        "the card itself": ["0", "1"],
        "a spade for a club": ["2", "0"],
        "a club for a spade": ["1", "0"],
        "the other red suit": ["1", "0"],
        "a suit of the other colour": ["1", "0"],
        "another rank of the suit": ["1", "0"],
        "another card, or none": ["2", "0"],
    }
