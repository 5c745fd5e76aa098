"""The whole training in one go: three networks one after the other, each from where it stands."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from shutil import copyfile

from referee.errors import UserError
from referee.measuring import pictures_in
from referee.resources import models_dir
from referee.saving import refuse_folder
from referee.training import export
from referee.training.assets import PRINTED, Assets
from referee.training.detector import train_detector
from referee.training.loop import Progress, standing
from referee.training.photographs import marked_cards, marked_indexes, marks_corners
from referee.training.quantize import SCENES, Samples, quantize
from referee.training.reader import train_card_reader, train_index_reader
from referee.vision import eyes
from referee.vision.photos import load_labels

Report = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Order:
    """What a whole training is to be made of and where it goes.

    *minutes* is for all three networks and all sessions together; scenes for the detector are *side* px. The
    ranges of their integers are taken from so many *scenes*.
    """

    assets: Path
    work: Path
    models: Path
    minutes: float
    photos: tuple[Path, ...] = ()
    tabletops: Path | None = None
    pretrained: Path | None = None
    labels: Path | None = None
    side: int = 384
    seed: int = 7
    scenes: int = SCENES

    def pictures(self, readable_only: bool) -> Assets:
        """What scenes are made of. Raises `AssetsError`."""
        return Assets(self.assets, self.tabletops, readable_only=readable_only, printed=PRINTED)

    def command(self) -> str:
        """The command that gives this order."""
        words = ["referee", "train", "all", "--assets", str(self.assets), "--minutes", f"{self.minutes:g}"]
        for photos in self.photos:
            words += ["--photos", str(photos)]
        for option, value in (
            ("--tabletops", self.tabletops),
            ("--pretrained", self.pretrained),
            ("--eval", self.labels),
            ("--work", self.work),
            ("--models", self.models),
            ("--side", self.side),
            ("--seed", self.seed),
        ):
            words += [option, str(value)] if value is not None else []
        return shlex.join(words)


def check(order: Order) -> None:
    """See to it that *order* does not fail after hours for what could have been known. Raises `UserError`."""
    for folder in (order.work, order.models):
        refuse_folder(folder)
    for photos in order.photos:
        marks_corners(photos)
    if order.tabletops is not None:
        pictures_in(order.tabletops)
    if order.labels is not None:
        load_labels(order.labels)
    if order.pretrained is not None and not order.pretrained.is_file():
        raise UserError(f"There is no checkpoint {order.pretrained} to start from: check the name.")


@dataclass(frozen=True, slots=True)
class Stage:
    """A network to train: the *share* of the time it gets, and how it is trained and exported."""

    name: str
    share: float
    seed: int
    train: Callable[[Order, Path, float, int, Report], None]
    export: Callable[[Path, Path], None]

    def checkpoint(self, order: Order) -> Path:
        """Where its training stands."""
        return order.work / f"{self.name}.ckpt"

    def minutes(self, order: Order) -> float:
        """Its part of the time."""
        return order.minutes * self.share


def _detector(order: Order, checkpoint: Path, minutes: float, seed: int, report: Report, batch: int) -> None:
    pictures = partial(order.pictures, readable_only=False)
    train_detector(pictures, order.pretrained, checkpoint, minutes, order.side, seed, report, batch)


def _reader(order: Order, checkpoint: Path, minutes: float, seed: int, report: Report, batch: int) -> None:
    r = Random(seed)
    look = eyes.load().look if order.photos else None
    real = [sample for folder in order.photos if look for sample in marked_cards(folder, look, r)]
    pictures = partial(order.pictures, readable_only=True)
    train_card_reader(pictures, checkpoint, minutes, seed, report, lambda: real, batch)


def _index(order: Order, checkpoint: Path, minutes: float, seed: int, report: Report, batch: int) -> None:
    r = Random(seed)
    corners = [folder for folder in order.photos if marks_corners(folder)]
    real = [sample for folder in corners for sample in marked_indexes(folder, r)]
    pictures = partial(order.pictures, readable_only=True)
    train_index_reader(pictures, checkpoint, minutes, seed, report, lambda: real, batch)


def stages(detector: int = 8, reader: int = 48, index: int = 96) -> tuple[Stage, ...]:
    """The trainings in their order, with so many samples in a batch; of the time each gets what it got for
    the weights that ship (`models/README.md`).
    """
    return (
        Stage("detector", 0.31, 0, partial(_detector, batch=detector), export.export_detector),
        Stage("reader", 0.40, 4, partial(_reader, batch=reader), export.export_card_reader),
        Stage("index", 0.29, 6, partial(_index, batch=index), export.export_index_reader),
    )


def train_all(order: Order, plan: Sequence[Stage], report: Report) -> Iterator[tuple[Stage, Progress]]:
    """Train the networks of *plan*, each from its checkpoint if there is one; gives how far each then is.

    What had its time is not trained again. Raises `UserError`.
    """
    for stage in plan:
        checkpoint = stage.checkpoint(order)
        before = standing(checkpoint)
        if before.seconds < stage.minutes(order) * 60:
            report(f"{stage.name}: {stage.minutes(order):.1f} minutes, from step {before.step}")
            seed, told = order.seed + stage.seed, partial(_tell, report, stage.name)
            stage.train(order, checkpoint, stage.minutes(order), seed, told)
        done = standing(checkpoint)
        report(f"{stage.name}: trained, {done.step} steps in {done.seconds:.0f} s")
        yield stage, done


def _tell(report: Report, name: str, text: str) -> None:
    report(f"{name}: {text}")


def export_all(order: Order, plan: Sequence[Stage]) -> None:
    """Write the networks of *plan* to `order.models` in integers, with the thresholds that ship if there are
    none there; as they were trained they lie in `order.work / "float"`. Raises `UserError`.
    """
    floats = order.work / "float"
    for folder in (order.models, floats):
        refuse_folder(folder)
        folder.mkdir(parents=True, exist_ok=True)
    for stage in plan:
        stage.export(stage.checkpoint(order), floats / f"{stage.name}.xml")
    samples = Samples(
        partial(order.pictures, False), partial(order.pictures, True), order.photos, order.scenes
    )
    quantize(floats, order.models, [stage.name for stage in plan], samples, order.seed)
    if not (order.models / "eyes.json").exists():
        copyfile(models_dir() / "eyes.json", order.models / "eyes.json")
