from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest

from referee.cards import JOKER, Reading, card, cards
from referee.vision.photos import (
    Contested,
    PhotoError,
    compare,
    findings,
    load_contested,
    load_labels,
    look_at,
    read_picture,
)
from referee.vision.scores import Finding, Mark, Photo, Report, Tally
from referee.vision.sighting import Picture, Region, SeenCard, Side

LINE = re.compile(
    r"photos \d+ cards \d+ recall [01]\.\d+ precision [01]\.\d+ perfect [01]\.\d+ "
    r"sure [01]\.\d+ sure_right [01]\.\d+"
)
QUAD = ((0.0, 0.0), (6.0, 0.0), (6.0, 9.0), (0.0, 9.0))


def photo(listed: str, complete: bool = True, trained: bool = False, source: str = "desk") -> Photo:
    return Photo(Path("a.jpg"), source, cards(listed), complete, trained)


def found(listed: str, p: float = 0.999) -> list[Finding]:
    return [Finding(one, p) for one in cards(listed)]


def seen(name: str, p: float, side: Side = Side.FACE) -> SeenCard:
    return SeenCard(QUAD, side, Reading.of({card(name): p}) if side is Side.FACE else Reading(()), 0.9)


def counted(*pairs: tuple[Photo, Sequence[Finding]]) -> Tally:
    tally = Tally()
    for labelled, findings_of_it in pairs:
        tally.add(labelled, findings_of_it)
    return tally


class Scripted:
    """Eyes that see the same in every picture."""

    def __init__(self, *cards_seen: SeenCard) -> None:
        self.cards_seen = list(cards_seen)

    def look(self, picture: Picture, region: Region | None = None) -> list[SeenCard]:
        return self.cards_seen


def labelled_folder(folder: Path, *rows: dict[str, object]) -> Path:
    for row in rows:
        cv2.imwrite(str(folder / str(row["file"])), np.zeros((8, 8, 3), np.uint8))
    labels = folder / "labels.json"
    labels.write_text(json.dumps(rows), encoding="utf-8")
    return labels


def row(file: str, listed: str, **more: object) -> dict[str, object]:
    entries = [{"card": name, "box": None} for name in listed.split()]
    return {
        "file": file,
        "source": "desk",
        "complete": True,
        "trained_source": False,
        "cards": entries,
    } | more


def test_the_line_is_the_one_that_the_contract_names() -> None:
    tally = counted((photo("7H 7D"), found("7H")), (photo("2C", complete=False), found("2C 3C")))

    assert LINE.fullmatch(tally.line())
    assert tally.line() == (
        "photos 2 cards 3 recall 0.6667 precision 1.0000 perfect 0.0000 sure 1.0000 sure_right 1.0000"
    )


def test_a_card_that_lies_there_twice_must_be_found_twice() -> None:
    tally = counted((photo("9C 9C KD"), found("9C KD")))

    assert (tally.matched, tally.cards) == (2, 3)
    assert tally.perfect == 0


def test_a_card_found_once_too_often_costs_precision() -> None:
    tally = counted((photo("9C KD"), found("9C 9C KD")))

    assert (tally.matched_complete, tally.found_complete) == (2, 3)
    assert tally.perfect == 0


def test_the_order_in_which_cards_are_found_does_not_matter() -> None:
    assert counted((photo("9C KD 2H"), found("2H 9C KD"))).perfect == 1


def test_extra_finds_in_a_photo_that_is_not_complete_cost_nothing() -> None:
    tally = counted((photo("9C", complete=False), found("9C KD 2H")))

    assert (tally.complete, tally.found_complete, tally.sure_complete) == (0, 0, 0)
    assert (tally.matched, tally.cards, tally.sure, tally.findings) == (1, 1, 3, 3)


def test_an_empty_table_where_nothing_is_found_is_perfect() -> None:
    assert counted((photo(""), [])).perfect == 1


def test_sure_counts_findings_of_99_in_100_and_sure_right_those_in_complete_photos() -> None:
    tally = counted(
        (photo("9C KD"), [*found("9C", 0.99), *found("KD", 0.98), *found("2H", 0.995)]),
        (photo("5S", complete=False), found("5S", 0.999)),
    )

    assert (tally.sure, tally.findings) == (3, 4)
    assert (tally.sure_right, tally.sure_complete) == (1, 2)


def test_the_calibration_error_is_how_far_probabilities_are_from_shares() -> None:
    right, wrong = (photo("9C"), found("9C", 0.9)), (photo("9C"), found("9S", 0.9))

    assert counted(*[right] * 90, *[wrong] * 10).calibration.error == pytest.approx(0.0, abs=0.19)
    assert counted(*[right] * 10).calibration.error == pytest.approx(0.1)
    assert counted(*[wrong] * 10).calibration.error == pytest.approx(0.9)
    assert counted((photo(""), [])).calibration.error is None


def test_of_two_findings_of_one_card_the_surer_is_the_right_one() -> None:
    twice = counted((photo("9C"), [*found("9C", 0.8), *found("9C", 0.99)]))

    assert sorted(twice.calibration.findings) == [(0.8, False), (0.99, True)]


def test_the_report_tells_each_source_then_what_was_never_seen_then_the_total() -> None:
    report = Report()
    report.add(photo("9C", source="felt", trained=True), found("9C"))
    report.add(photo("9C KD", source="desk"), found("KD"))

    lines = list(report.lines())

    assert [line.split(":")[0] for line in lines[:-1]] == ["desk", "felt", "never seen", "never seen"]
    assert lines[2] == "never seen: " + lines[0].removeprefix("desk: ")
    assert lines[-1].startswith("photos 2 cards 3 recall 0.6667 ")


def test_the_report_says_the_same_to_programs() -> None:
    report = Report()
    report.add(photo("9C KD", source="desk"), found("KD"))

    figures = report.figures()

    assert figures["total"]["recall"] == 0.5
    assert figures["sources"]["desk"] == figures["never_seen"] == figures["total"]
    assert (figures["total"]["photos"], figures["total"]["precision"]) == (1, 1.0)


def test_only_faces_read_surely_enough_are_findings_and_jokers_are_none() -> None:
    cards_seen = [seen("7H", 0.9), seen("8H", 0.4), seen("AS", 0.0, Side.BACK), seen("JK", 0.99)]

    assert findings(cards_seen, sure=0.6) == [Finding(card("7H"), 0.9)]
    assert seen("JK", 0.99).reading.best == JOKER


def test_the_eyes_look_at_every_photo_and_tells_how_far_it_is(tmp_path: Path) -> None:
    labels = labelled_folder(tmp_path, row("a.png", "7H"), row("b.png", "8H", complete=False))
    told: list[tuple[int, int]] = []

    photos = load_labels(labels)
    looks = look_at(photos, Scripted(seen("7H", 0.995)), lambda done, of: told.append((done, of)))
    found = [findings(look, 0.6) for look in looks]

    assert told == [(1, 2), (2, 2)]
    assert compare(photos, found).total.line() == (
        "photos 2 cards 2 recall 0.5000 precision 1.0000 perfect 1.0000 sure 1.0000 sure_right 1.0000"
    )


def test_a_label_held_to_be_wrong_is_set_right_where_it_stands(tmp_path: Path) -> None:
    photos = load_labels(labelled_folder(tmp_path, row("a.png", "8C 7H"), row("b.png", "8C")))
    looks = look_at(photos, Scripted(seen("8S", 0.9), seen("7H", 0.9)), lambda *_: None)
    found = [findings(look, 0.6) for look in looks]

    report = compare(photos, found, {"a.png": [Contested("a.png", card("8C"), card("8S"))]})

    assert report.total.perfect == 1
    assert compare(photos, found).total.perfect == 0


def test_a_label_that_no_photo_has_cannot_be_contested(tmp_path: Path) -> None:
    photos = load_labels(labelled_folder(tmp_path, row("a.png", "8C 7H")))

    with pytest.raises(PhotoError, match=r"a\.png has no label 9C"):
        compare(photos, [[]], {"a.png": [Contested("a.png", card("9C"), card("9S"))]})


def test_contested_labels_are_read_from_their_list(tmp_path: Path) -> None:
    listed = tmp_path / "contested.json"
    listed.write_text('{"labels": [{"file": "a.png", "label": "8C", "held": "8S", "why": "pointed"}]}')

    assert load_contested(listed) == [Contested("a.png", card("8C"), card("8S"))]


@pytest.mark.parametrize("text", ["not json", "[]", '{"labels": [{"file": "a"}]}', None])
def test_a_bad_list_of_contested_labels_is_told(tmp_path: Path, text: str | None) -> None:
    listed = tmp_path / "contested.json"
    if text is not None:
        listed.write_text(text)

    with pytest.raises(PhotoError, match="contested"):
        load_contested(listed)


def test_labels_name_photos_beside_their_file(tmp_path: Path) -> None:
    labels = labelled_folder(tmp_path, row("a.png", "10H AS", trained_source=True))

    assert load_labels(labels) == [Photo(tmp_path / "a.png", "desk", cards("10H AS"), True, True)]


def test_labels_mark_whole_cards_where_they_have_boxes(tmp_path: Path) -> None:
    entries = [{"card": "7H", "box": [1, 2, 30, 44]}, {"card": "8C", "box": None}]
    (one,) = load_labels(labelled_folder(tmp_path, row("a.png", "", cards=entries, box_kind="card")))

    assert one.marks == (Mark(card("7H"), (1, 2, 30, 44)),)
    assert (one.marks[0].centre, one.marks[0].size) == ((15.5, 23), 42)


def test_labels_of_indexes_mark_each_index_of_a_card(tmp_path: Path) -> None:
    corners = [{"card": "7H", "box": [1, 2, 9, 14]}, {"card": "7H", "box": [50, 60, 58, 72]}]
    (one,) = load_labels(labelled_folder(tmp_path, row("a.png", "7H", box_kind="corner", raw_boxes=corners)))

    assert [(mark.box[0], mark.index) for mark in one.marks] == [(1, True), (50, True)]


@pytest.mark.parametrize(
    "text",
    [
        "not json",
        "7",
        '[{"file": "a.jpg"}]',
        '[{"file": "a.jpg", "source": "s", "complete": true, "cards": [{"card": "11H"}]}]',
        '[{"file": "a.jpg", "source": "s", "complete": true, "cards": {"card": "7H"}}]',
        '[{"file": "a.jpg", "source": "s", "complete": true, "cards": ["7H"]}]',
        '[{"file": "a.jpg", "source": "s", "complete": true, "cards": [{"card": "7H", "box": [1, 2, 3]}]}]',
        "\udcff",
    ],
)
def test_a_bad_label_file_is_told_in_one_sentence(tmp_path: Path, text: str) -> None:
    labels = tmp_path / "labels.json"
    labels.write_bytes(text.encode("utf-8", "surrogateescape"))

    with pytest.raises(PhotoError, match="is no label file"):
        load_labels(labels)


@pytest.mark.parametrize("text", ["[]", "{}"])
def test_a_label_file_without_photographs_is_told(tmp_path: Path, text: str) -> None:
    labels = tmp_path / "labels.json"
    labels.write_text(text, encoding="utf-8")

    with pytest.raises(PhotoError, match="lists no photographs"):
        load_labels(labels)


def test_a_label_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(PhotoError, match=r"labels\.json"):
        load_labels(tmp_path / "labels.json")


def test_a_photo_that_the_labels_name_and_nobody_has_is_told(tmp_path: Path) -> None:
    labels = labelled_folder(tmp_path, row("a.png", "7H"))
    (tmp_path / "a.png").unlink()

    with pytest.raises(PhotoError, match=r"a\.png"):
        look_at(load_labels(labels), Scripted(), lambda *_: None)


@pytest.mark.parametrize("content", [b"", b"no picture at all", b"\xff\xd8\xff\xe0broken"])
def test_a_broken_picture_is_told(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "a.jpg").write_bytes(content)

    with pytest.raises(PhotoError, match=r"a\.jpg is no picture"):
        read_picture(tmp_path / "a.jpg")


def test_a_folder_is_no_picture(tmp_path: Path) -> None:
    with pytest.raises(PhotoError):
        read_picture(tmp_path)


def test_a_grey_picture_is_read_in_three_channels(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), np.full((6, 4), 9, np.uint8))

    assert read_picture(tmp_path / "a.png").shape == (6, 4, 3)


def test_the_measure_reads_the_shared_labels(shared: Path) -> None:
    photos = load_labels(shared / "photos" / "eval" / "labels.json")

    assert len(photos) == 279
    assert sum(len(one.cards) for one in photos) == 1907
    assert all(one.path.is_file() for one in photos)
