from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import pytest

from referee.cards import DECK
from referee.journal import decks
from tests.pictured import Lying, table, weights
from tests.typed import told
from tests.vision.tiny_networks import write_eyes

NAMES = [str(card) for card in DECK]


@pytest.fixture(autouse=True)
def _home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(decks, "home", lambda: tmp_path / "decks")


def lay(folder: Path, *lots: Sequence[str]) -> Path:
    """A picture of each lot, in rows."""
    folder.mkdir()
    for number, lot in enumerate(lots):
        lying = (Lying(n, 100 + 125 * (k % 7), 160 + 280 * (k // 7), 2 * k, 90) for k, n in enumerate(lot))
        cv2.imwrite(str(folder / f"{number}.png"), table(*lying))
    return folder


def test_a_deck_laid_out_in_four_lots_is_known_and_used(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    weights()
    lots = lay(tmp_path / "lots", *(NAMES[k::4] for k in range(4)))

    code, out, _ = told(monkeypatch, capsys, "enroll", lots, "--name", "kitchen")
    assert code == 0
    assert "The deck kitchen is known by 52 of its cards" in out

    code, out, _ = told(monkeypatch, capsys, "see", lots / "0.png", "--deck", "kitchen")
    assert code == 0
    assert {line.split(": ")[1].split()[0] for line in out.splitlines()} >= set(NAMES[0::4])


def test_what_is_missing_at_the_end_is_told_and_kept_only_if_wished(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    weights()
    lots = lay(tmp_path / "lots", ["7H", "8C", "KS", "2D"])

    code, out, _ = told(monkeypatch, capsys, "enroll", lots, "--name", "kitchen")
    assert code == 1
    assert "4 of 52 cards known; still missing: 2C 3C" in out
    assert "Nothing is kept" in out
    assert not list((tmp_path / "decks").glob("*"))

    code, out, _ = told(monkeypatch, capsys, "enroll", lots, "--name", "kitchen", "--partial")
    assert code == 0
    assert "still missing: 2C 3C" in out
    assert len(decks.find("kitchen").memory.known) == 4


def test_a_card_that_was_named_and_not_seen_is_missing_although_the_others_are_kept(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    weights()
    lots = lay(tmp_path / "lots", ["7H"])

    code, _, _ = told(monkeypatch, capsys, "enroll", lots, "--name", "kitchen", "--cards", "7H 8C")
    assert code == 1
    assert len(decks.find("kitchen").memory.known) == 1


def test_where_no_card_was_seen_it_is_told_how_to_lay_them(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    weights()
    code, out, _ = told(monkeypatch, capsys, "enroll", lay(tmp_path / "bare", ()), "--name", "kitchen")

    assert code == 1
    assert "No card was seen. Lay thirteen cards side by side" in out


def test_cards_that_are_named_add_to_a_deck(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    weights()
    first, second = lay(tmp_path / "a", ["7H", "8C", "KS"]), lay(tmp_path / "b", ["JC", "JD"])

    for lots, names, more in ((first, "7H 8C KS", ()), (second, "JC JD", ("--more",))):
        words = ("enroll", lots, "--name", "kitchen", "--cards", names, *more)
        assert told(monkeypatch, capsys, *words)[0] == 0

    assert sorted(map(str, decks.find("kitchen").memory.known)) == ["7H", "8C", "JC", "JD", "KS"]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("enroll", "gone.png", "--name", "a/b"), "cannot be called"),
        (("enroll", "gone.png", "--name", "kitchen", "--cards", "7"), "by rank and suit"),
        (("enroll", "gone.png", "--name", "kitchen", "--cards", "1X"), "is no card"),
        (("enroll", "gone.png", "--name", "kitchen", "--more"), "No deck called kitchen"),
        (("enroll", "gone.png", "--name", "kitchen"), "check the name"),
        (("enroll", "gone.png"), "--name"),
        (("see", "gone.png", "--deck", "kitchen"), "No deck called kitchen"),
        (("see", "gone.png", "--deck", "gone.npz"), "no deck file"),
    ],
)
def test_a_mistake_is_answered_by_one_plain_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], why: str
) -> None:
    code, _, err = told(monkeypatch, capsys, *words)

    assert code == 2
    assert err.count("\n") == 1
    assert why in err


def test_weights_by_which_nothing_can_be_learnt_are_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    folder = write_eyes(tmp_path / "models", [[320, 200, 60, 84, 0.9, 0, 0, 0]], "7H", "KS")

    code, _, err = told(monkeypatch, capsys, "enroll", "x", "--name", "kitchen", "--models", folder)

    assert code == 2
    assert "no deck can be learnt" in err
