from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from referee.cards import card
from referee.vision import eyes
from referee.vision.detector import Kind
from referee.vision.eyes import YoloEyes
from referee.vision.memory import DeckMemory, DeckMemoryError, Prototypes
from referee.vision.models import EyesError
from referee.vision.showing import Showing
from referee.vision.sighting import Picture, Side
from tests.pictured import Lying, table, weights
from tests.vision.tiny_networks import write_eyes

SMALL = (420, 300)
"""Looked at once, 640 px wide."""
FACE = [320, 200, 60, 84, 0.9, 0, 0, 0]
INDEX_APART = [500, 400, 12, 20, 0, 0, 0.9, 0]


@pytest.fixture(scope="module")
def shipped() -> YoloEyes:
    return eyes.load(weights())


def test_what_is_found_is_read_and_joined(tmp_path: Path) -> None:
    seen = eyes.load(write_eyes(tmp_path, [FACE, INDEX_APART], "7H", "KS")).look(table(size=SMALL))

    assert {(str(one.reading.best), one.whole) for one in seen} == {("7H", True), ("KS", False)}
    assert all(one.side is Side.FACE and one.reading.p > 0.99 for one in seen)


def test_faces_and_indexes_have_their_own_least_confidence(tmp_path: Path) -> None:
    faint_face, faint_index = [*FACE[:4], 0.35, 0, 0, 0], [*INDEX_APART[:4], 0, 0, 0.35, 0]

    boxes = eyes.load(write_eyes(tmp_path, [faint_face, faint_index], "7H", "KS")).find(table(size=SMALL))

    assert [box.kind for box in boxes] == [Kind.FACE]


def test_a_folder_without_weights_is_told(tmp_path: Path) -> None:
    with pytest.raises(EyesError, match="missing"):
        eyes.load(tmp_path)


@pytest.mark.parametrize("name", ["detector.xml", "reader.bin", "index.xml", "eyes.json"])
def test_a_file_that_is_missing_is_told(tmp_path: Path, name: str) -> None:
    (write_eyes(tmp_path, [FACE], "7H", "KS") / name).unlink()

    with pytest.raises(EyesError, match="fetch the project again"):
        eyes.load(tmp_path)


BAD_HEAT = '{"settings": {"temperature": 0}}'


@pytest.mark.parametrize("text", ["", "[]", '{"settings": {"fcae": 0.3}}', '{"settings": 7}', BAD_HEAT])
def test_settings_that_cannot_be_used_are_told(tmp_path: Path, text: str) -> None:
    (write_eyes(tmp_path, [FACE], "7H", "KS") / "eyes.json").write_text(text, encoding="utf-8")

    with pytest.raises(EyesError, match=r"eyes\.json cannot be used"):
        eyes.load(tmp_path)


def test_the_version_tells_one_set_of_weights_from_another(tmp_path: Path) -> None:
    one = eyes.load(write_eyes(tmp_path / "one", [FACE], "7H", "KS"))
    same = eyes.load(write_eyes(tmp_path / "same", [FACE], "7H", "KS"))
    other = eyes.load(write_eyes(tmp_path / "other", [FACE], "8H", "KS"))

    assert one.version == same.version
    assert one.version != other.version


@pytest.mark.parametrize(
    ("longest", "sizes"), [(300, (640,)), (640, (640, 960)), (1280, (640, 1280)), (4000, (640, 1280))]
)
def test_no_picture_is_blown_up_by_more_than_half(longest: int, sizes: tuple[int, ...]) -> None:
    assert eyes.sizes_for(np.zeros((200, longest, 3), np.uint8)) == sizes


@pytest.mark.parametrize(("longest", "size"), [(200, 320), (360, 360), (900, 900), (1920, 960)])
def test_a_region_is_looked_at_in_one_size_near_its_own(longest: int, size: int) -> None:
    assert eyes.size_for_region(np.zeros((200, longest, 3), np.uint8)) == (size,)


def test_the_shipped_eyes_read_a_table_of_cards_they_never_saw(shipped: YoloEyes) -> None:
    names = ("7H", "QS", "10D", "AC", "3S", "5C", "KD", "9H")
    cards = [
        Lying(name, 130 + 230 * (k % 4), 170 + 300 * (k // 4), 50 * k, 110) for k, name in enumerate(names)
    ]

    seen = shipped.look(table(*cards))

    read = Counter(one.reading.best for one in seen if one.side is Side.FACE and one.reading.p >= 0.6)
    assert sum((read & Counter(card(name) for name in names)).values()) >= 7
    assert read.total() <= len(names)


def test_the_shipped_eyes_read_every_card_of_a_set_laid_in_a_fan(shipped: YoloEyes) -> None:
    fan = [Lying(name, 380 + 34 * k, 320, 3 * k, 110) for k, name in enumerate(("6S", "6D", "6H"))]

    seen = shipped.look(table(*fan))

    sure = [one for one in seen if one.reading.p >= shipped.settings.sure]
    assert sorted(str(one.reading.best) for one in sure) == ["6D", "6H", "6S"]


def test_the_shipped_eyes_see_backs_as_backs(shipped: YoloEyes) -> None:
    seen = shipped.look(table(Lying("BACK1", 300, 300, 10, 110), Lying("BACK1", 650, 320, 80, 110)))

    assert [one.side for one in seen] == [Side.BACK, Side.BACK]


def test_the_shipped_eyes_see_nothing_on_an_empty_table(shipped: YoloEyes) -> None:
    assert shipped.look(table()) == []


def test_the_same_picture_is_seen_the_same_again(shipped: YoloEyes) -> None:
    picture = table(Lying("7H", 300, 300, 10, 110), Lying("QS", 650, 320, 80, 110))

    assert shipped.look(picture) == shipped.look(picture)


def test_weights_without_features_read_all_the_same_and_learn_nothing(tmp_path: Path) -> None:
    seeing = eyes.load(write_eyes(tmp_path, [FACE, INDEX_APART], "7H", "KS"))

    assert not seeing.can_learn
    assert len(seeing.look(table(size=SMALL))) == 2


def test_a_deck_that_other_eyes_looked_at_is_refused(tmp_path: Path) -> None:
    deck = DeckMemory("kitchen", "other eyes", Prototypes.of([]), Prototypes.of([]))

    with pytest.raises(DeckMemoryError, match="kitchen was enrolled with other weights"):
        eyes.load(write_eyes(tmp_path, [FACE], "7H", "KS")).knowing(deck)


def test_the_shipped_eyes_learn_faces_where_they_lie_also_of_a_region(shipped: YoloEyes) -> None:
    picture = table(Lying("7H", 300, 300, 10, 110), Lying("BACK1", 650, 320, 80, 110))

    for region in (None, (100, 100, 600, 550)):
        (face,) = shipped.faces(picture, region)
        assert np.abs(face.corners.mean(axis=0) - (300, 300)).max() < 6
        assert len(face.features) == 448
        assert len(face.index_features) == 384


def test_the_shipped_eyes_are_surer_of_a_deck_that_they_know(shipped: YoloEyes) -> None:
    names = ("7H", "QS", "10D", "AC", "3S", "5C", "KD", "9H")
    showing = Showing()
    showing.take(shipped.faces(laid_out(names, 110)))
    knowing = shipped.knowing(showing.memory("kitchen", shipped.version))
    far = laid_out(names[::-1], 52)

    assert sure_of(knowing, far, names) >= max(6, sure_of(shipped, far, names))
    assert shipped.memory is None


def laid_out(names: tuple[str, ...], width: float) -> Picture:
    return table(
        *(
            Lying(name, 130 + 230 * (k % 4), 170 + 300 * (k // 4), 50 * k, width)
            for k, name in enumerate(names)
        )
    )


def sure_of(seeing: YoloEyes, picture: Picture, names: tuple[str, ...]) -> float:
    seen = [one for one in seeing.look(picture) if str(one.reading.best) in names]
    return sum(one.reading.p for one in seen)
