"""Trains the detector: YOLO11n-OBB, classes face, back and index, on fresh scenes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import torch
from ultralytics.cfg import get_cfg
from ultralytics.nn.tasks import OBBModel

from referee.training.assets import Assets
from referee.training.course import Course, Report
from referee.training.device import forward
from referee.training.targets import Sample, detector_sample, quarter_turned

CLASSES = ("face", "back", "index")
FROZEN = 3
"""The first layers' edges and blobs serve cards as they did COCO; leaving them saves a third of the time."""


def new_model(pretrained: Path | None) -> Any:
    """A YOLO11n-OBB for our classes, taking over what it can of *pretrained* (a COCO checkpoint)."""
    model = OBBModel("yolo11n-obb.yaml", nc=len(CLASSES), verbose=False)
    # Loading also widens our class branch to the source's; without weights an untrained COCO model does that.
    source = torch.load(pretrained, weights_only=False)["model"] if pretrained else _coco_shaped()
    model.load(source, verbose=False)
    model.args = get_cfg(overrides={"box": 7.5, "cls": 0.5, "dfl": 1.5})
    for k in range(FROZEN):
        model.model[k].requires_grad_(False)
    return model


def _coco_shaped() -> Any:
    return OBBModel("yolo11n-obb.yaml", nc=80, verbose=False)


def train_detector(
    assets: Callable[[], Assets],
    pretrained: Path | None,
    checkpoint: Path,
    minutes: float,
    side: int,
    seed: int,
    report: Report,
    batch: int = 8,
    reuse: float = 3.0,
) -> None:
    """Train for *minutes* of wall time on scenes of *side* px; goes on from *checkpoint* if it exists."""

    def make(r: Random, have: Assets) -> list[Sample]:
        return [detector_sample(r, have, side)]

    course = Course(new_model(pretrained), 0.0015, minutes, checkpoint, assets, make, seed, 2500, reuse)
    turn = Random(seed)
    recent: list[Any] = []
    for step, samples in course.batches(batch):
        taught = {name: part.to(course.device) for name, part in collated(samples, turn).items()}
        loss, parts = course.model.loss(taught, forward(course.model, taught["img"]))
        course.learn(loss.sum())
        recent.append(_numbers(parts))
        if step % 50 == 0:
            mean = " ".join(f"{value:.3f}" for value in np.mean(recent[-50:], axis=0))
            report(course.standing(f"loss {mean}"))


def _numbers(parts: Any) -> list[float]:
    values = parts.values() if isinstance(parts, dict) else parts
    return [float(value) for value in values]


def collated(samples: list[Sample], r: Random) -> dict[str, torch.Tensor]:
    """A batch as ultralytics' loss takes it, each picture turned by a random quarter."""
    turned = [quarter_turned(sample, r.randrange(4)) for sample in samples]
    pictures = np.stack([sample.picture[..., ::-1] for sample in turned])
    images = torch.from_numpy(np.ascontiguousarray(pictures)).permute(0, 3, 1, 2).float() / 255
    return {
        "img": images,
        "cls": torch.from_numpy(np.concatenate([s.classes for s in turned]))[:, None],
        "bboxes": torch.from_numpy(np.concatenate([s.boxes for s in turned])),
        "batch_idx": torch.cat([torch.full((len(s.classes),), float(k)) for k, s in enumerate(turned)]),
    }
