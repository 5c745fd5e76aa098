"""The trainings themselves, in small: only where torch and ultralytics are (`pip install .[train]`)."""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("ultralytics")

from referee.training import detector, device, export, loop, networks, reader  # noqa: E402
from referee.training.assets import Assets  # noqa: E402
from referee.training.crops import CardSample  # noqa: E402
from referee.training.decks import FACES  # noqa: E402
from referee.training.targets import Sample  # noqa: E402
from referee.vision.detector import Detector  # noqa: E402
from referee.vision.reader import CARDS, CardReader, IndexReader  # noqa: E402
from referee.vision.rectify import frame_of  # noqa: E402
from tests.pictured import table  # noqa: E402

A_MOMENT = 0.002  # minutes: one step

pytestmark = pytest.mark.filterwarnings("default")  # torch warns of its own ways to export


@pytest.fixture(autouse=True)
def one_core() -> None:
    torch.set_num_threads(1)


def test_the_networks_tell_the_cards_in_the_order_that_the_eyes_expect() -> None:
    assert [str(card) for card in CARDS] == list(FACES)
    assert (*FACES, "BACK", "JOKER", "UNREADABLE") == networks.CARD_CLASSES
    assert (*FACES, "UNREADABLE") == networks.INDEX_CLASSES


def test_the_readers_take_batches_of_crops() -> None:
    logits, corners = networks.CardReader()(torch.zeros(2, 3, 160, 128))

    assert (logits.shape, corners.shape) == ((2, 55), (2, 8))
    assert networks.IndexReader()(torch.zeros(2, 3, 64, 64)).shape == (2, 53)


def test_crops_become_a_batch_of_levelled_pixels() -> None:
    batch = reader.pixels([np.zeros((160, 128, 3), np.uint8), np.full((160, 128, 3), 255, np.uint8)])

    assert batch.shape == (2, 3, 160, 128)


def test_what_is_computed_in_half_the_bits_is_handed_over_in_all_of_them() -> None:
    layer, computed = torch.nn.Linear(2, 2), []

    def network(x: object) -> dict[str, object]:
        computed.append(layer(x))
        return {"box": computed[0], "levels": [computed[0]], "index": torch.tensor([3])}

    made = device.forward(network, torch.ones(1, 2))

    assert computed[0].dtype == torch.bfloat16
    assert (made["box"].dtype, made["levels"][0].dtype) == (torch.float32, torch.float32)
    assert made["index"].dtype == torch.int64


def test_corners_right_cost_nothing_and_unknown_corners_do_not_count() -> None:
    crop = np.zeros((160, 128, 3), np.uint8)
    known, unknown = CardSample(crop, "7H", frame_of(0)), CardSample(crop, "UNREADABLE", None)
    right = torch.tensor([[-1.0, -1, 1, -1, 1, 1, -1, 1], [9.0] * 8])

    assert float(reader.corner_loss(right, [known, unknown])) == 0
    assert float(reader.corner_loss(right * 0, [known, unknown])) > 0.5
    assert float(reader.corner_loss(right, [unknown, unknown])) == 0


def test_a_batch_for_the_detector_numbers_the_pictures_of_its_boxes() -> None:
    empty = Sample(np.zeros((64, 64, 3), np.uint8), np.zeros(0, np.float32), np.zeros((0, 5), np.float32))
    one = Sample(np.zeros((64, 64, 3), np.uint8), np.array([2], np.float32), np.full((1, 5), 0.4, np.float32))

    batch = detector.collated([empty, one], Random(1))

    assert batch["img"].shape == (2, 3, 64, 64)
    assert batch["bboxes"].shape == (1, 5)
    assert batch["batch_idx"].tolist() == [1]


def test_samples_stream_from_a_process_of_their_own() -> None:
    stream = loop.Stream(lambda: lambda r: [r.random()], 1, pool=8, reuse=2.0)
    try:
        assert len(stream.batch(4)) == 4
        assert stream.made >= 8
    finally:
        stream.close()


def test_the_rate_warms_up_and_falls_to_a_hundredth(tmp_path: Path) -> None:
    training = loop.Training(torch.nn.Linear(2, 2), 0.1, 1.0, tmp_path / "a.ckpt")
    cold = training.rate()
    training.progress = loop.Progress(step=300, seconds=0)
    warm = training.rate()
    training.progress = loop.Progress(step=300, seconds=60)

    assert cold < 0.003
    assert warm == pytest.approx(0.1)
    assert training.rate() == pytest.approx(0.001)


def test_a_training_goes_on_where_it_stood(tmp_path: Path) -> None:
    first = loop.Training(torch.nn.Linear(2, 2), 0.1, 1.0, tmp_path / "a.ckpt")
    first.learn(first.model(torch.ones(1, 2)).sum())
    first.progress = loop.Progress(step=7, seconds=30.0)
    first.save()

    second = loop.Training(torch.nn.Linear(2, 2), 0.1, 1.0, tmp_path / "a.ckpt")

    assert (second.progress.step, second.progress.seconds) == (7, 30.0)
    assert torch.equal(second.model.weight, first.model.weight)
    assert torch.equal(second.average.state["weight"], first.average.state["weight"])


def test_a_training_whose_time_is_up_takes_no_step_and_keeps_its_weights(tmp_path: Path) -> None:
    training = loop.Training(torch.nn.Linear(2, 2), 0.1, 1.0, tmp_path / "a.ckpt")
    training.progress.seconds = 61.0

    assert list(training.steps()) == []
    assert (tmp_path / "a.ckpt").is_file()


def test_both_readers_learn_a_step_and_ship(assets: Assets, tmp_path: Path) -> None:
    told: list[str] = []
    reader.train_card_reader(lambda: assets, tmp_path / "card", A_MOMENT, 1, told.append, batch=6)
    reader.train_index_reader(lambda: assets, tmp_path / "index", A_MOMENT, 1, told.append, batch=6)
    export.export_card_reader(tmp_path / "card", tmp_path / "reader.xml")
    export.export_index_reader(tmp_path / "index", tmp_path / "index.xml")

    assert len(told) == 2
    assert all(line.startswith("step 0 0 s rate ") for line in told)
    assert CardReader(tmp_path / "reader.xml").read(table(), [frame_of(0)])[0].posterior.shape == (55,)
    assert IndexReader(tmp_path / "index.xml").read(table(), [frame_of(0)]).shape == (1, 53)


def test_the_detector_learns_a_step_and_ships(assets: Assets, tmp_path: Path) -> None:
    told: list[str] = []
    detector.train_detector(lambda: assets, None, tmp_path / "det", A_MOMENT, 160, 1, told.append, batch=2)
    export.export_detector(tmp_path / "det", tmp_path / "detector.xml")

    assert len(told) == 1
    boxes = Detector(tmp_path / "detector.xml").find(table(size=(160, 120)), (160, 320), 0.0)
    assert all(np.isfinite(box.corners).all() for box in boxes)
