"""The whole training, in small: only where torch and ultralytics are (`pip install .[train]`)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path
from shutil import copytree

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("ultralytics")

from referee.errors import UserError  # noqa: E402
from referee.films.decks import BUNDLED  # noqa: E402
from referee.training import loop, modelcard, whole  # noqa: E402
from referee.training.modelcard import Figure  # noqa: E402
from referee.training.whole import Order, Stage, stages, train_all  # noqa: E402
from referee.vision import eyes  # noqa: E402
from tests.pictured import table  # noqa: E402
from tests.training.conftest import HOUSE  # noqa: E402

pytestmark = pytest.mark.filterwarnings("default")  # torch warns of its own ways to export


@pytest.fixture(autouse=True)
def one_core() -> None:
    torch.set_num_threads(1)


@pytest.fixture
def order(pictures: Path, tmp_path: Path) -> Order:
    return Order(pictures, tmp_path / "work", tmp_path / "models", minutes=0.1)


def small(name: str, share: float, stop: Callable[[int], bool] = lambda _: False) -> Stage:
    """A stage whose training is real, of a model of four weights, and may be killed at a step."""

    def train(order: Order, checkpoint: Path, minutes: float, seed: int, report: whole.Report) -> None:
        training = loop.Training(torch.nn.Linear(2, 2), 0.1, minutes, checkpoint, save_s=0)
        for step in training.steps():
            if stop(step):
                raise KeyboardInterrupt
            training.learn(training.model(torch.ones(1, 2)).sum())
            training.progress.seconds += 0.5
            report(f"step {step}")

    return Stage(name, share, 0, train, lambda checkpoint, target: target.touch())


def test_the_networks_are_trained_in_their_order_and_share_the_time(order: Order) -> None:
    whole.check(order)
    told: list[str] = []

    trained = list(train_all(order, [small("detector", 0.5), small("reader", 0.5)], told.append))

    assert [stage.name for stage, _ in trained] == ["detector", "reader"]
    assert all(3 <= done.seconds < 4 for _, done in trained)
    assert told[0] == "detector: 0.1 minutes, from step 0"
    assert [line.partition(":")[0] for line in told] == sorted(line.partition(":")[0] for line in told)


def test_a_killed_training_goes_on_where_it_was(order: Order) -> None:
    whole.check(order)
    with pytest.raises(KeyboardInterrupt):
        list(train_all(order, [small("detector", 0.5), small("reader", 0.5, lambda k: k == 3)], print))
    told: list[str] = []

    trained = list(train_all(order, [small("detector", 0.5), small("reader", 0.5)], told.append))

    assert told[0].startswith("detector: trained, ")
    assert told[1].startswith("reader: 0.1 minutes, from step ")
    assert told[2] == "reader: step 3"
    assert trained[1][1].step == trained[0][1].step


def test_what_has_had_its_time_goes_on_with_a_longer_one(order: Order) -> None:
    whole.check(order)
    ((_, first),) = train_all(order, [small("detector", 1.0)], print)

    ((_, second),) = train_all(replace(order, minutes=0.2), [small("detector", 1.0)], print)

    assert second.step > first.step


def test_the_shares_are_the_whole_of_the_time() -> None:
    assert sum(stage.share for stage in stages()) == pytest.approx(1)
    assert [stage.name for stage in stages()] == ["detector", "reader", "index"]


def test_a_file_that_is_no_checkpoint_is_told(order: Order) -> None:
    whole.check(order)
    (order.work / "detector.ckpt").write_bytes(b"nothing")

    with pytest.raises(UserError, match=r"detector\.ckpt is no checkpoint of a training"):
        list(train_all(order, [small("detector", 1.0)], print))


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"photos": (Path("nowhere"),)}, "nowhere is no set of labelled photographs"),
        ({"tabletops": Path("nowhere")}, "There are no pictures in nowhere"),
        ({"labels": Path("nowhere.json")}, "There is no label file"),
        ({"pretrained": Path("nowhere.pt")}, "There is no checkpoint nowhere.pt"),
        ({"models": Path(__file__) / "models"}, "cannot be written"),
    ],
    ids=lambda value: "" if isinstance(value, str) else next(iter(value)),
)
def test_what_would_fail_after_hours_is_told_at_once(order: Order, wrong: dict[str, Path], says: str) -> None:
    with pytest.raises(UserError, match=says):
        whole.check(replace(order, **wrong))  # type: ignore[arg-type]


@pytest.fixture
def decks(pictures: Path, tmp_path: Path) -> Path:
    """A folder with a deck to train on, one to measure on, and nothing else."""
    for name in (HOUSE, BUNDLED):
        copytree(pictures / "decks" / HOUSE, tmp_path / "assets" / "decks" / name)
    return tmp_path / "assets"


@pytest.mark.slow
def test_all_three_networks_are_trained_exported_measured_and_described(
    order: Order, decks: Path, pictures: Path
) -> None:
    order = replace(order, assets=decks, minutes=0.01, side=160, scenes=4, tabletops=pictures / "tabletops")
    whole.check(order)
    plan = stages(detector=2, reader=6, index=6)

    trained = list(train_all(order, plan, print))
    whole.export_all(order, plan)
    figures = modelcard.measured(order, 1, print)
    card = modelcard.write(order, trained, figures, date(2026, 11, 30)).read_text(encoding="utf-8")

    assert all(done.step >= 1 for _, done in trained)
    assert isinstance(eyes.load(order.models).look(table()), list)
    assert "Trained on 2026-11-30 (c" in card
    assert f"\n{order.command()}\n" in card
    assert f"| reader | 11 | {trained[1][1].step} | " in card
    assert "- 1 decks: house; and" in card
    assert f"- Kept out: {BUNDLED}." in card
    assert f"\n{BUNDLED}: cards 14 " in card
    assert "\npictures 1 cards_read " in card
    assert "Not measured: no labels were given with --eval." in card


def test_a_figure_tells_its_totals_or_why_there_are_none() -> None:
    assert Figure("Tables", "referee eval tables", ("one: 3", "cards 3")).last == "cards 3"
    assert Figure("Photographs", why="no labels").last == "not measured: no labels"


def test_an_order_can_be_given_again_by_its_command(order: Order) -> None:
    command = replace(order, photos=(Path("a"), Path("b c")), labels=Path("l.json")).command()

    assert command.startswith("referee train all --assets ")
    assert "--photos a --photos 'b c' --eval l.json --work " in command
